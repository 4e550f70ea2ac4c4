//! What an observer of an execution is given follows the program.

mod frame;
mod walk;

use super::execution::{MEMORY, Plan, Run};
use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_pnacl::interpret::{End, Execution, Machine, NoHost, Options, Place, Program};
use walk::Walk;

/// The oracle.
pub const EXEC_TRACED: Oracle = Oracle {
    name: "exec-traced",
    family: Family::Execution,
    about: "an observer changes nothing and is given the instructions in order, with the results that branches, phis, calls and returns then use",
    floor: 70,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

fn check(case: &Case) -> Outcome {
    let (plan, runs) = case.executed()?;
    let program = Program::new(plan.module, &Options { results: true, ..Plan::OPTIONS }).map_err(|_| MEMORY)?;
    let mut machine = Machine::new(&program);
    for (call, run) in plan.calls.iter().zip(runs) {
        machine.reset();
        let mut walk = Walk::new(plan.module, call.function, &call.arguments);
        let mut observer = |place, result| walk.observe(place, result);
        let execution = machine.call_with(call.function, &call.arguments, &call.budget, &mut NoHost, &mut observer);
        compare(run, &execution, machine.memory())?;
        walk.ended(execution.end, execution.blocks)?;
    }
    Ok(())
}

/// Compares an observed execution with the one without an observer.
fn compare(run: &Run, execution: &Execution, memory: &[u8]) -> Result<(), Fault> {
    let (observed, usual) = (
        (execution.end, execution.undefined.map(|undefined| undefined.kind), execution.blocks),
        (run.end, run.undefined.map(|undefined| undefined.kind), run.blocks),
    );
    if observed != usual {
        return Err(Fault::new("observed", "end", format!("observed: {observed:?}\nusual:    {usual:?}")));
    }
    if memory == run.memory { Ok(()) } else { Err(Fault::new("observed", "memory", "the final memory differs")) }
}

/// Returns where an execution ended, if that is an instruction that was begun.
fn place_of(end: End) -> Option<Place> {
    match end {
        End::Trap(trap) => Some(trap.place),
        End::Undefined(undefined) => Some(undefined.place),
        End::Return(_) | End::OutOfFuel(_) | End::Exit(_) => None,
    }
}

#[cfg(test)]
mod tests;
