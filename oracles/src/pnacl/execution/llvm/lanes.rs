//! Comparisons, selections and lanes.

use super::function::Lowering;
use irsmith_pnacl::Value;
use irsmith_pnacl::tables::Predicate;

impl Lowering<'_> {
    pub(super) fn compare(&mut self, to: &str, predicate: Predicate, a: Value, b: Value) {
        let kind = if predicate.is_integer() { "icmp" } else { "fcmp" };
        let (a, b) = (self.typed(a), self.operand(b));
        self.define(to, format_args!("{kind} {} {a}, {b}", predicate.name()));
    }

    pub(super) fn select(&mut self, to: &str, condition: Value, a: Value, b: Value) {
        let (condition, a, b) = (self.typed(condition), self.typed(a), self.typed(b));
        self.define(to, format_args!("select {condition}, {a}, {b}"));
    }

    pub(super) fn extract(&mut self, to: &str, vector: Value, index: Value) {
        let index = self.lane(vector, index);
        let vector = self.typed(vector);
        self.define(to, format_args!("extractelement {vector}, {index}"));
    }

    pub(super) fn insert(&mut self, to: &str, vector: Value, element: Value, index: Value) {
        let index = self.lane(vector, index);
        let (vector, element) = (self.typed(vector), self.typed(element));
        self.define(to, format_args!("insertelement {vector}, {element}, {index}"));
    }

    /// Returns a lane index with its type. Vectors have a power of two of lanes.
    fn lane(&mut self, vector: Value, index: Value) -> String {
        let ty = self.type_of(index);
        let lanes = self.type_of(vector).lanes();
        let typed = self.typed(index);
        if !self.unit.guarded() {
            return typed;
        }
        let masked = self.op(format_args!("and {typed}, {}", lanes.wrapping_sub(1)));
        format!("{ty} {masked}")
    }
}
