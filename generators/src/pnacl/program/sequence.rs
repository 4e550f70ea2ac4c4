//! Sequences of statements and constructs.
//!
//! Constructs nest. A value that a construct defines can be named only within it; a phi makes it available afterwards.

use super::super::kinds::Kind;
use super::compute::condition;
use super::context::Program;
use super::emit::branch_if;
use super::joins::edge;
use super::rounds::Edge;
use super::scope::Mark;
use super::sinks::{checksum, leave};
use irsmith_pnacl::Value;

/// Generates statements and constructs until there are about this many instructions.
pub(super) fn sequence(program: &mut Program<'_, '_>, budget: u32) {
    let end = program.frame.made() + budget;
    // Some draws generate nothing.
    let mut draws = budget + 4;
    while program.frame.made() < end && draws > 0 && !program.build.choices.is_exhausted() {
        draws -= 1;
        let left = end - program.frame.made().min(end);
        let nested = program.frame.depth() < program.build.config.depth.min(8);
        if !(nested && left >= 6 && program.build.choices.chance(60) && program.construct(left)) {
            program.statement();
        }
    }
}

/// Generates an arm of a construct: its statements, then the edge out of it. The caller ends its last block.
pub(super) fn arm(program: &mut Program<'_, '_>, block: usize, budget: u32, kinds: &[Kind], sum: Value) -> Edge {
    program.frame.code.start(block);
    program.frame.set_sum(sum);
    let mark = program.frame.scope.mark();
    sequence(program, budget);
    let mut edge = edge(program, kinds);
    leave(program, mark);
    // Sinks may have added to it.
    edge.sum = checksum(program);
    edge.block = program.frame.code.current();
    edge
}

/// Generates a conditional exit: statements, then `leave` ends their last block. The following code begins in a new block.
pub(super) fn side_way(program: &mut Program<'_, '_>, budget: u32, leave: impl FnOnce(&mut Program<'_, '_>, Mark)) {
    let condition = condition(program);
    let sum = checksum(program);
    let [side, next] = [program.frame.code.block(), program.frame.code.block()];
    branch_if(program, condition, side, next);
    program.frame.code.start(side);
    let mark = program.frame.scope.mark();
    sequence(program, budget / 4);
    leave(program, mark);
    program.frame.scope.release(mark);
    program.frame.code.start(next);
    program.frame.set_sum(sum);
}
