//! Phis.

use super::build::Build;
use super::forms::PhiForm;
use super::kinds::Kind;
use super::operands::{declare_next, incoming};
use irsmith_pnacl::{BlockId, Incoming, Instruction, Value};
use smallvec::SmallVec;

/// Generates the phis of the current block, which are possible only if it has predecessors.
pub(super) fn phis(build: &mut Build<'_, '_>) {
    let block = usize::from(build.values.block());
    if build.plan.dominators().incoming(block).is_empty() || !build.choices.chance(160) {
        return;
    }
    for _ in 0..=build.choices.below(4) {
        if let Some(form) = build.form_on::<PhiForm>() {
            phi(build, form.kind);
        }
    }
}

/// Generates a phi with a value for each edge into the block, the same one for edges from the same block.
fn phi(build: &mut Build<'_, '_>, kind: Kind) {
    let block = usize::from(build.values.block());
    let own = own_value(build, kind);
    let mut edges: SmallVec<[Incoming; 2]> = SmallVec::new();
    for edge in 0..build.plan.dominators().incoming(block).len() {
        let from = build.plan.dominators().incoming(block)[edge].1;
        let value = match edges.last() {
            Some(last) if last.block.0 == u32::from(from) => last.value,
            _ => edge_value(build, kind, from, own),
        };
        edges.push(Incoming { value, block: BlockId(from.into()) });
    }
    let turn = build.choices.below(edges.len());
    edges.rotate_left(turn);
    let ty = build.types.of(kind);
    let value = build.values.define(kind, Instruction::Phi { ty, incoming: edges });
    feed_back(build, kind, value);
}

/// Returns the phi's own value, declared, if it is to name itself: the block must dominate some predecessor.
fn own_value(build: &mut Build<'_, '_>, kind: Kind) -> Option<Value> {
    let block = build.values.block();
    let dominators = build.plan.dominators();
    let back = dominators.incoming(usize::from(block)).iter().any(|edge| dominators.of(usize::from(edge.1)) >> block & 1 == 1);
    (back && build.values.may_promise() && build.choices.chance(24)).then(|| declare_next(build, kind))
}

fn edge_value(build: &mut Build<'_, '_>, kind: Kind, from: u8, own: Option<Value>) -> Value {
    let block = build.values.block();
    let mask = build.plan.dominators().of(usize::from(from));
    if let Some(own) = own
        && mask >> block & 1 == 1
        && build.choices.chance(160)
    {
        return own;
    }
    incoming(build, kind, from, mask)
}

/// Gives this value to an earlier phi that waits for a value over a back edge: the two may then exchange their values in each iteration.
fn feed_back(build: &mut Build<'_, '_>, kind: Kind, value: Value) {
    if build.choices.chance(128) {
        let block = build.values.block();
        let dominators = build.plan.dominators();
        build.values.keep(kind, value, |end| dominators.of(usize::from(end)) >> block & 1 == 1);
    }
}
