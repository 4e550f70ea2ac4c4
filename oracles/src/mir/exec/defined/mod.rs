//! Instructions of generic Machine IR give what their definitions say, for the values that an execution had.

mod asked;
mod judge;
mod lanes;
mod poison;
mod rows;
#[cfg(test)]
mod tests;

use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Machine, Place, Program, Value};

use super::calls::{BUDGET, CALLS, FUNCTIONS, OPTIONS, argument};
use super::{Case, NOTHING_COMPARED, Oracle, REFUSED, translated};
use crate::{Check, Family, Needs, Outcome};
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
    let mut machine = Machine::new(&program);
    let mut judge = Judge::new(file);
    let executable = (0..program.functions()).filter_map(|function| Some((function, &program.signature(function).ok()?.parameters)));
    for (function, parameters) in executable.take(FUNCTIONS) {
        for number in 0..if parameters.is_empty() { 1 } else { CALLS } {
            let arguments: Vec<Value> = parameters.iter().map(|parameter| argument(&program, &mut choices, parameter, number)).collect();
            machine.reset();
            judge.begin();
            machine.call_with(function, &arguments, &BUDGET, &mut |place: Place, values: &[Value]| judge.told(place, values));
            if let Some(fault) = judge.fault {
                return Err(fault.into());
            }
            if judge.told == MOST {
                return Ok(());
            }
        }
    }
    if judge.judged == 0 { Err(NOTHING_COMPARED.into()) } else { Ok(()) }
}
