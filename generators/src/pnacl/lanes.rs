//! Instructions that are generated in the same way for modules and for programs: selects, and lanes.

use super::forms::{ExtractForm, InsertForm, SelectForm};
use super::kinds::Kind;
use irsmith_pnacl::{Instruction, Value};

/// A generator of instructions.
pub(super) trait Maker {
    /// Returns a value of this kind.
    fn operand(&mut self, kind: Kind) -> Value;

    /// Returns a value of this kind that is not an address, for places where the tools do not convert an address.
    fn non_address(&mut self, kind: Kind) -> Value;

    /// Generates an instruction whose result has this kind.
    fn define(&mut self, kind: Kind, instruction: Instruction);

    /// Returns the constant that is the number of a lane of a vector of this kind: the ABI requires one in range.
    fn lane(&mut self, kind: Kind) -> Value;

    /// Generates a select of values or lanes.
    fn select(&mut self, SelectForm { kind, by_lanes, .. }: SelectForm) {
        let condition = self.operand(if by_lanes { kind.comparison() } else { Kind::I1 });
        let (a, b) = (self.operand(kind), self.operand(kind));
        self.define(kind, Instruction::Select { a, b, condition });
    }

    /// Generates a read of a lane.
    fn extract(&mut self, ExtractForm { kind, .. }: ExtractForm) {
        let vector = self.operand(kind);
        let index = self.lane(kind);
        self.define(kind.element(), Instruction::ExtractElement { vector, index });
    }

    /// Generates a change of a lane.
    fn insert(&mut self, InsertForm { kind, .. }: InsertForm) {
        let vector = self.operand(kind);
        let element = self.non_address(kind.element());
        let index = self.lane(kind);
        self.define(kind, Instruction::InsertElement { vector, element, index });
    }
}
