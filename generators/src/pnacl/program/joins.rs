//! Blocks with several predecessors, and the phis that join the values of the edges.

use super::super::kinds::{KINDS, Kind};
use super::context::Program;
use super::emit::temporary;
use super::material::operand;
use super::rounds::Edge;
use super::sinks::checksum;
use irsmith_pnacl::{BlockId, Incoming, Instruction, Value};
use smallvec::SmallVec;

/// Draws kinds of values that a join merges: none to two.
pub(super) fn kinds_to_join(program: &mut Program<'_, '_>) -> SmallVec<[Kind; 2]> {
    (0..program.build.choices.below(3)).map(|_| phi_kind(program)).collect()
}

/// Draws a kind for a phi: half of the time one that has values.
pub(super) fn phi_kind(program: &mut Program<'_, '_>) -> Kind {
    let draw = program.build.choices.below(2 * KINDS);
    let kind = Kind::ALL[draw % KINDS];
    let allowed = program.vectors || !kind.ty().is_vector();
    if allowed && (draw < KINDS || program.frame.scope.count(kind) > 0) { kind } else { Kind::I32 }
}

/// Returns the edge out of the current block.
pub(super) fn edge(program: &mut Program<'_, '_>, kinds: &[Kind]) -> Edge {
    let values = kinds.iter().map(|&kind| operand(program, kind)).collect();
    Edge { block: program.frame.code.current(), sum: checksum(program), values }
}

/// Begins a block with these incoming edges.
pub(super) fn join(program: &mut Program<'_, '_>, block: usize, kinds: &[Kind], edges: &[Edge]) {
    program.frame.code.start(block);
    let Some(first) = edges.first() else { return };
    let sums = || edges.iter().map(|edge| edge.sum);
    let sum = if sums().all(|sum| sum == first.sum) { first.sum } else { phi(program, Kind::I64, edges, sums()) };
    program.frame.set_sum(sum);
    for (place, &kind) in kinds.iter().enumerate() {
        let value = phi(program, kind, edges, edges.iter().map(|edge| edge.values[place]));
        let keep = program.build.choices.chance(128);
        program.frame.scope.offer(kind, value, false, keep);
    }
}

fn phi(program: &mut Program<'_, '_>, kind: Kind, edges: &[Edge], values: impl Iterator<Item = Value>) -> Value {
    let mut incoming: SmallVec<[Incoming; 2]> =
        edges.iter().zip(values).map(|(edge, value)| Incoming { value, block: BlockId(edge.block as u32) }).collect();
    let turn = program.build.choices.below(incoming.len());
    incoming.rotate_left(turn);
    let ty = program.build.types.of(kind);
    temporary(program, kind, Instruction::Phi { ty, incoming })
}
