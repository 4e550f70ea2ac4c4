//! The limits of the cost of a call.

use super::context::Program;

/// How often a function may call itself recursively, and a mask for the number.
pub(super) const NESTED: u32 = 3;

/// Returns the instructions that a call of the current function may execute. A recursive function calls itself up to [`NESTED`] times.
pub(super) fn limit(program: &mut Program<'_, '_>) -> u64 {
    u64::from(program.knobs.steps) / nested_calls(program)
}

/// Returns how many calls of the current function may be active at once.
pub(super) fn nested_calls(program: &mut Program<'_, '_>) -> u64 {
    if program.frame.is_recursive() { u64::from(NESTED) + 1 } else { 1 }
}

/// Records the maximum cost of a call of the current function.
pub(super) fn settle(program: &mut Program<'_, '_>) {
    program.functions[program.frame.place()].cost = program.frame.cost() * nested_calls(program);
}
