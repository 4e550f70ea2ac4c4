//! Runs a plan on the reference interpreter.

use super::{Plan, Run};
use irsmith_pnacl::interpret::{Buffers, LoadError, Machine, Program};
use irsmith_pnacl::validate::Validator;
use std::cell::Cell;

thread_local! {
    /// The buffers of the last plan, for reuse: they do not change results.
    static KEPT: Cell<(Validator, Buffers)> = Cell::default();
}

/// Skip reason: the module is not valid.
pub const INVALID: &str = "invalid";
/// Skip reason: the module needs more memory than executions get.
pub const MEMORY: &str = "memory";

/// Runs all calls of a plan on the interpreter.
///
/// # Errors
/// Returns why the interpreter does not load the module, as a skip reason.
pub fn reference(plan: &Plan<'_>) -> Result<Vec<Run>, &'static str> {
    let (mut validator, buffers) = KEPT.take();
    let program = Program::with_validator(plan.module, &Plan::OPTIONS, &mut validator).map_err(|error| match error {
        LoadError::Invalid(_) => INVALID,
        LoadError::Layout(_) | LoadError::Functions(_) => MEMORY,
    })?;
    let mut machine = Machine::with_buffers(&program, buffers);
    let runs = plan.calls.iter().map(|call| {
        machine.reset();
        let execution = machine.call(call.function, &call.arguments, &call.budget);
        Run { end: execution.end, undefined: execution.undefined, blocks: execution.blocks, memory: machine.memory().to_vec() }
    });
    let runs = runs.collect();
    KEPT.set((validator, machine.into_buffers()));
    Ok(runs)
}
