//! Runs lowered programs on the interpreter of generic Machine IR, in this process.

use super::function::{MEMORY, TRAPPED};
use super::machine::{RESULT, call_name, lower_calls};
use super::run::seen;
use super::supported;
use crate::mir::execution::{Codegen, Record};
use crate::pnacl::execution::{Declined, Observer, Plan, Unsupported};
use irsmith_mir::interpret::{Budget, End, Machine, Options, Program};
use irsmith_mir::validate::{self, Violation, validate};
use irsmith_mir::{File, Limits};

/// Bytes of stack: lowered functions have no objects there.
const STACK: u32 = 1 << 12;
/// Returns the budget of a call. Blocks of a program are several machine blocks, and the support functions are loops, which end within some
/// thousand steps. One function more than the plan's may be active, which makes the call, and one that supports the deepest one.
const fn budget(plan: &Plan<'_>) -> Budget {
    Budget { blocks: plan.budget.blocks.saturating_mul(1 << 6).saturating_add(1 << 24), depth: plan.budget.depth + 2 }
}

/// Makes the calls of a plan in order, each on the plan's initial memory.
///
/// All guards are lowered, so the machine functions have no undefined behaviour, whatever the program does.
///
/// # Errors
/// Returns an error if the lowering does not support the program, if what is lowered is not valid, if the interpreter refuses it, and if a
/// call ends in a way that no program can: in a trap of the interpreter, after an undefined event, or with undefined bits in its result or
/// memory.
pub fn run(plan: &Plan<'_>, codegen: Codegen, observer: &mut Observer<'_>) -> Result<(), Declined> {
    supported(plan.module)?;
    let text = lower_calls(plan, codegen);
    let file = File::read(text.as_bytes(), &Limits::default()).map_err(|errors| refused("the file is not read", errors.first()))?;
    if let Some(violation) = validate(&file, validate::Options::default()).into_iter().find(Violation::is_error) {
        return Err(Declined::Refused(format!("the file is not valid: {violation}")));
    }
    let options = Options { stack: STACK, quiet: true, ..Options::default() };
    let program = Program::new(&file, &options).map_err(|refusal| Declined::Refused(refusal.to_string()))?;
    let mut machine = Machine::new(&program);
    for index in 0..plan.calls.len() {
        machine.reset();
        let function = program.function(&call_name(index)).ok_or_else(|| Declined::Refused(format!("there is no call {index}")))?;
        let execution = machine.call(function, &[], &budget(plan));
        match &execution.end {
            End::Return(_) if execution.undefined.is_none() => {}
            // A copy of bytes is one instruction, so only remainders of floats in a long loop take that many.
            End::OutOfFuel(_) => return Err(Unsupported("long").into()),
            end => return Err(Declined::Refused(format!("call {index}: {}", what_happened(&program, &execution, end)))),
        }
        let [trapped, result, memory] = [TRAPPED, RESULT, MEMORY].map(|name| machine.variable(name).unwrap_or_default());
        if let Some((name, _)) =
            [(TRAPPED, trapped), (RESULT, result), (MEMORY, memory)].into_iter().find(|(_, (_, masks))| !is_clear(masks))
        {
            return Err(Declined::Refused(format!("call {index}: undefined bits in {name}")));
        }
        let record = Record { trapped: number(trapped.0) as u64, result: number(result.0), memory: 0 };
        let seen = seen(&record).ok_or_else(|| Declined::Refused(format!("call {index}: no trap has the code {:#x}", record.trapped)))?;
        observer(index, seen.end, memory.0);
    }
    Ok(())
}

fn refused(what: &str, cause: Option<impl std::fmt::Display>) -> Declined {
    Declined::Refused(cause.map_or_else(|| what.to_owned(), |cause| format!("{what}: {cause}")))
}

/// Says how a call ended, and in which function.
fn what_happened(program: &Program, execution: &irsmith_mir::interpret::Execution, end: &End) -> String {
    let (what, place) = match (execution.undefined, end) {
        (Some(undefined), _) => (undefined.to_string(), undefined.place),
        (None, End::Undefined(undefined)) => (undefined.to_string(), undefined.place),
        (None, End::Trap(trap)) => (trap.to_string(), trap.place),
        (None, End::OutOfFuel(place)) => ("out of fuel".to_owned(), *place),
        (None, End::Return(_)) => return "returns".to_owned(),
    };
    format!("{what} ({})", program.name(place.function).unwrap_or_default())
}

fn is_clear(masks: &[u8]) -> bool {
    masks.iter().all(|mask| *mask == 0)
}

/// Returns the number that up to 16 bytes are.
fn number(bytes: &[u8]) -> u128 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte))
}
