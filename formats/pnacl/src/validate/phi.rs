//! Rules of phis.

use super::RuleId;
use super::body::BodyChecker;
use crate::{Incoming, TypeId, Value};
use irsmith_rules::ControlFlow;

impl BodyChecker<'_> {
    pub(super) fn check_phi(&mut self, ty: TypeId, incoming: &[Incoming], position_allowed: bool) {
        if !position_allowed {
            self.add(RuleId::PhiPosition, format_args!("behind another instruction"));
        }
        let ty = self.value_type(ty);
        if !ty.is_first_class() {
            self.add(RuleId::PhiType, format_args!("{ty}"));
        }
        for edge in incoming {
            let found = self.type_of(edge.value);
            if found != ty {
                self.add(RuleId::PhiValue, format_args!("{found} {} from {} for {ty}", edge.value, edge.block));
            }
        }
        if incoming.is_empty() {
            self.add(RuleId::PhiEmpty, format_args!("no value"));
        } else {
            self.check_edges(incoming);
        }
    }

    /// Checks the edges. Blocks are compared with the predecessors, both sorted.
    fn check_edges(&mut self, incoming: &[Incoming]) {
        self.scratch.graph.require_edges(self.body);
        let mut sorted = std::mem::take(&mut self.scratch.incoming);
        sorted.clear();
        sorted.extend(incoming.iter().map(|edge| (edge.block.0, edge.value)));
        sorted.sort_unstable();
        let predecessors = self.scratch.graph.predecessors(self.block);
        let same = sorted.len() == predecessors.len() && sorted.iter().zip(predecessors).all(|((block, _), other)| block == other);
        if !same {
            let edges = predecessors.len();
            self.add(RuleId::PhiPredecessors, format_args!("{} values do not match the {edges} edges into the block", sorted.len()));
        }
        for pair in sorted.windows(2) {
            let ((block, a), (other, b)) = (pair[0], pair[1]);
            if block == other && !self.is_same(a, b) {
                self.add(RuleId::PhiEdges, format_args!("{a} and {b} from %b{block}"));
            }
        }
        self.scratch.incoming = sorted;
    }

    /// Returns whether two operands are the same value. Constants of equal type and value are, as in LLVM.
    fn is_same(&self, a: Value, b: Value) -> bool {
        if a == b {
            return true;
        }
        match (self.constant(a), self.constant(b)) {
            (Some(x), Some(y)) => x.literal == y.literal && self.type_of(a) == self.type_of(b),
            _ => false,
        }
    }
}
