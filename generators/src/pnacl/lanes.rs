//! Instructions that modules of any form and programs make alike: choices between values, and lanes.

use super::forms::{ExtractForm, InsertForm, SelectForm};
use super::kinds::Kind;
use irsmith_pnacl::{Instruction, Value};

/// Who makes instructions.
pub(super) trait Maker {
    /// A value of this kind.
    fn operand(&mut self, kind: Kind) -> Value;

    /// A value of this kind that is no address, for the places where the tools do not convert one.
    fn non_address(&mut self, kind: Kind) -> Value;

    /// Makes an instruction whose result is of this kind.
    fn define(&mut self, kind: Kind, instruction: Instruction);

    /// A lane of a vector of this kind, as the constant of its number: the ABI wants one in range.
    fn lane(&mut self, kind: Kind) -> Value;

    /// A choice between values or lanes.
    fn select(&mut self, SelectForm { kind, by_lanes, .. }: SelectForm) {
        let condition = self.operand(if by_lanes { kind.comparison() } else { Kind::I1 });
        let (a, b) = (self.operand(kind), self.operand(kind));
        self.define(kind, Instruction::Select { a, b, condition });
    }

    /// A lane read.
    fn extract(&mut self, ExtractForm { kind, .. }: ExtractForm) {
        let vector = self.operand(kind);
        let index = self.lane(kind);
        self.define(kind.element(), Instruction::ExtractElement { vector, index });
    }

    /// A lane changed.
    fn insert(&mut self, InsertForm { kind, .. }: InsertForm) {
        let vector = self.operand(kind);
        let element = self.non_address(kind.element());
        let index = self.lane(kind);
        self.define(kind, Instruction::InsertElement { vector, element, index });
    }
}
