//! Instructions of generic Machine IR give what their definitions say, for the values that an execution had.

mod activation;
mod alone;
mod asked;
mod edges;
mod events;
mod fast_math;
mod fixed_point;
mod floats;
mod initial;
mod judge;
mod lanes;
mod memory;
mod path;
mod poison;
mod registers;
mod rows;
#[cfg(test)]
mod tests;
mod undefined;

use arbitrary::Unstructured;
use irsmith_generators::{Choices, SplitMix64};
use irsmith_mir::interpret::{End, Machine, Parameter, Place, Program, Value};
use irsmith_mir::{File, Function};
use std::collections::BTreeMap;

use super::calls::{BUDGET, CALLS, FUNCTIONS, OPTIONS, argument};
use super::{Case, NOTHING_COMPARED, Oracle, REFUSED, translated};
use crate::{Check, Family, Fault, Needs, NoPass, Outcome};
use alone::alone;
use judge::{Judge, MOST};
use poison::flagged;

/// The oracle.
pub const EXEC_DEFINED: Oracle = Oracle {
    name: "mir-exec-defined",
    family: Family::Execution,
    about: "each generic instruction that a function executes gives what its definition says of the values of its operands",
    floor: 60,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6465_6669_6e65_6420;

fn check(case: &Case) -> Outcome {
    let file = case.file_or_skip()?;
    translated::check(file)?;
    // Instructions of bundles have places too.
    if file.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions).any(|row| row.bundle.is_some()) {
        return Err(NOTHING_COMPARED.into());
    }
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    // Flags make poison, which is all that they do.
    let file = &flagged(file, &mut choices);
    let program = Program::new(file, &OPTIONS).map_err(|_| REFUSED)?;
    let judged = judge_calls(file, &program, &mut choices)? + judge_alone(file, &mut choices)?;
    if judged == 0 { Err(NOTHING_COMPARED.into()) } else { Ok(()) }
}

/// Calls functions with drawn arguments; returns how many instructions were judged.
fn judge_calls(file: &File, program: &Program, choices: &mut Choices<'_, '_>) -> Result<usize, NoPass> {
    let mut machine = Machine::new(program);
    // Nothing is defined behind an undefined event.
    machine.stop_at_undefined(true);
    let mut judge = Judge::new(file);
    judge.variables(&machine);
    let executable = (0..program.functions()).filter_map(|function| Some((function, &program.signature(function).ok()?.parameters)));
    for (function, parameters) in executable.take(FUNCTIONS) {
        if let Some(fault) = file.functions.get(function as usize).and_then(|function| order_of_parameters(function, parameters)) {
            return Err(fault.into());
        }
        for number in 0..if parameters.is_empty() { 1 } else { CALLS } {
            let arguments: Vec<Value> = parameters.iter().map(|parameter| argument(program, choices, parameter, number)).collect();
            machine.reset();
            judge.begin();
            let execution =
                machine.call_with(function, &arguments, &BUDGET, &mut |place: Place, values: &[Value]| judge.observe(place, values));
            match execution.end {
                _ if judge.observed == MOST => {}
                End::Return(_) => judge.end(machine.variables()),
                End::Undefined(undefined) => judge.event(undefined),
                End::Trap(_) | End::OutOfFuel(_) => {}
            }
            if let Some(fault) = judge.fault {
                return Err(fault.into());
            }
            if judge.observed == MOST {
                return Ok(judge.judged);
            }
        }
    }
    Ok(judge.judged)
}

/// Returns the fault of parameters on the stack that are not in the order of their places.
fn order_of_parameters(function: &Function, parameters: &[Parameter]) -> Option<Fault> {
    let places = function.fixed_stack.iter().enumerate().map(|(number, object)| ((object.offset, number), object.id));
    let places: BTreeMap<(i64, usize), u32> = places.filter(|((offset, _), _)| *offset >= 0).collect();
    let expected = places.values().map(|id| format!("%fixed-stack.{id}"));
    let found: Vec<&str> = parameters.iter().map(|parameter| &*parameter.name).filter(|name| name.starts_with("%fixed-stack.")).collect();
    let expected: Vec<String> = expected.filter(|name| found.contains(&&**name)).collect();
    (found != expected)
        .then(|| Fault::new("parameters-differ", "order", format!("{}: {found:?}\n  by their places {expected:?}", function.name)))
}

/// Executes instructions alone; returns how many were judged.
fn judge_alone(file: &File, choices: &mut Choices<'_, '_>) -> Result<usize, NoPass> {
    let file = alone(file, SplitMix64::new(choices.wide()));
    // Whether a release has an opcode was checked before.
    let Ok(program) = Program::new(&file, &OPTIONS) else { return Ok(0) };
    let mut machine = Machine::new(&program);
    machine.stop_at_undefined(true);
    let mut judge = Judge::new(&file);
    for function in (0..program.functions()).filter(|function| program.signature(*function).is_ok()) {
        machine.reset();
        judge.begin();
        let execution = machine.call_with(function, &[], &BUDGET, &mut |place: Place, values: &[Value]| judge.observe(place, values));
        if let End::Undefined(undefined) = execution.end {
            judge.event(undefined);
        }
        if let Some(fault) = judge.fault {
            return Err(fault.into());
        }
    }
    Ok(judge.judged)
}
