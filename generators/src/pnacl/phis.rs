//! The row of phis.

use super::build::Build;
use super::kinds::Kind;
use super::rows::Family;
use super::shapes::Shape;
use irsmith_pnacl::{BlockId, Incoming, Instruction, Value};
use smallvec::SmallVec;

impl Build<'_, '_> {
    /// The phis of the present block, which may only have some if it has predecessors.
    pub(super) fn phis(&mut self) {
        let block = usize::from(self.scratch.values.block);
        if self.scratch.plan.dominators.incoming(block).is_empty() || !self.choices.chance(160) {
            return;
        }
        for _ in 0..=self.choices.below(4) {
            self.make_some(Family::Phi);
        }
    }

    /// A phi with a value for each edge into the block, the same one for edges from the same block.
    pub(super) fn phi(&mut self, form: usize) -> bool {
        let kind = Kind(form as u8);
        let block = self.scratch.values.block;
        let own = self.own_value(kind);
        let mut incoming: SmallVec<[Incoming; 2]> = SmallVec::new();
        let mut own_phis = false;
        for edge in 0..self.scratch.plan.dominators.incoming(usize::from(block)).len() {
            let from = self.scratch.plan.dominators.incoming(usize::from(block))[edge].1;
            let value = match incoming.last() {
                Some(last) if last.block.0 == u32::from(from) => {
                    let value = last.value;
                    self.notice(Shape::PhiSeveralEdges);
                    value
                }
                _ => self.edge_value(kind, from, own, &mut own_phis),
            };
            incoming.push(Incoming { value, block: BlockId(from.into()) });
        }
        let turn = self.choices.below(incoming.len());
        incoming.rotate_left(turn);
        let ty = self.type_id(kind);
        let value = self.define(kind, Instruction::Phi { ty, incoming });
        self.feed_back(kind, value, own_phis);
        true
    }

    /// The phi's own value, declared, if it is to name itself: some predecessor must be dominated by the block.
    fn own_value(&mut self, kind: Kind) -> Option<Value> {
        let block = self.scratch.values.block;
        let dominators = &self.scratch.plan.dominators;
        let back = dominators.incoming(usize::from(block)).iter().any(|edge| dominators.of(usize::from(edge.1)) >> block & 1 == 1);
        (back && self.may_declare() && self.choices.chance(24)).then(|| self.declare_next(kind))
    }

    fn edge_value(&mut self, kind: Kind, from: u8, own: Option<Value>, own_phis: &mut bool) -> Value {
        let block = self.scratch.values.block;
        let mask = self.scratch.plan.dominators.of(usize::from(from));
        if let Some(own) = own
            && mask >> block & 1 == 1
            && self.choices.chance(160)
        {
            self.notice(Shape::PhiSelf);
            return own;
        }
        let value = self.incoming(kind, from, mask);
        *own_phis |= self.scratch.values.is_own_result(value);
        value
    }

    /// Lets an earlier phi that waits for a value over a back edge have this one: the two may then exchange their values in each round.
    fn feed_back(&mut self, kind: Kind, value: Value, names_earlier_phi: bool) {
        if !self.choices.chance(128) {
            return;
        }
        let block = self.scratch.values.block;
        let dominators = &self.scratch.plan.dominators;
        let kept = self.scratch.values.keep(kind, value, |end| dominators.of(usize::from(end)) >> block & 1 == 1);
        if kept && names_earlier_phi {
            self.notice(Shape::PhiMutual);
        }
    }
}
