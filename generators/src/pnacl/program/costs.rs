//! What a call of a function may cost.

use super::context::Program;

/// How often a function may call itself in a row, and a mask for the number.
pub(super) const NESTED: u32 = 3;

/// Instructions that a call of the function in the making may execute. One that calls itself does so up to [`NESTED`] times.
pub(super) fn limit(program: &mut Program<'_, '_>) -> u64 {
    u64::from(program.knobs.steps) / nested_calls(program)
}

/// How many calls of the function in the making may be active at once.
pub(super) fn nested_calls(program: &mut Program<'_, '_>) -> u64 {
    if program.frame.is_recursive() { u64::from(NESTED) + 1 } else { 1 }
}

/// What a call of the function in the making costs at most.
pub(super) fn settle(program: &mut Program<'_, '_>) {
    program.functions[program.frame.place()].cost = program.frame.cost() * nested_calls(program);
}
