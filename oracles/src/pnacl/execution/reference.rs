//! What the reference interpreter says of a plan.

use super::{Plan, Run};
use irsmith_pnacl::interpret::{LoadError, Machine, Program};

/// Skip reason: the module is not valid.
pub const INVALID: &str = "invalid";
/// Skip reason: the module needs more memory than executions get.
pub const MEMORY: &str = "memory";

/// Makes all calls of a plan on the interpreter.
///
/// # Errors
/// Why the interpreter does not load the module, as a skip reason.
pub fn reference(plan: &Plan<'_>) -> Result<Vec<Run>, &'static str> {
    let program = Program::new(plan.module, &Plan::OPTIONS).map_err(|error| match error {
        LoadError::Invalid(_) => INVALID,
        LoadError::Layout(_) | LoadError::Functions(_) => MEMORY,
    })?;
    let mut machine = Machine::new(&program);
    let runs = plan.calls.iter().map(|call| {
        machine.reset();
        let execution = machine.call(call.function, &call.arguments, &plan.budget);
        Run { end: execution.end, undefined: execution.undefined, blocks: execution.blocks, memory: machine.memory().to_vec() }
    });
    Ok(runs.collect())
}
