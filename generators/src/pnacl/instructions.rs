//! Rows of instructions that compute, and of memory.

use super::build::Build;
use super::forms::forms;
use super::kinds::Kind;
use irsmith_pnacl::{Alignment, Instruction};

impl Build<'_, '_> {
    /// Binary operations.
    pub(super) fn binary(&mut self, form: usize) -> bool {
        let (op, kind) = forms().binary[form];
        let (a, b) = (self.operand(kind), self.operand(kind));
        self.define(kind, Instruction::Binary { a, b, op });
        true
    }

    /// Comparisons.
    pub(super) fn compare(&mut self, form: usize) -> bool {
        let (predicate, kind) = forms().compare[form];
        let (a, b) = (self.operand(kind), self.operand(kind));
        self.define(kind.comparison(), Instruction::Compare { a, b, predicate });
        true
    }

    /// Conversions.
    pub(super) fn cast(&mut self, form: usize) -> bool {
        let (op, from, to) = forms().cast[form];
        let value = self.operand(from);
        let ty = self.type_id(to);
        self.define(to, Instruction::Cast { value, ty, op });
        true
    }

    /// Choices between values or lanes.
    pub(super) fn select(&mut self, form: usize) -> bool {
        let (kind, by_lanes) = forms().select[form];
        let condition = self.operand(if by_lanes { kind.comparison() } else { Kind::I1 });
        let (a, b) = (self.operand(kind), self.operand(kind));
        self.define(kind, Instruction::Select { a, b, condition });
        true
    }

    /// Lanes read.
    pub(super) fn extract(&mut self, form: usize) -> bool {
        let kind = forms().vectors[form];
        let vector = self.operand(kind);
        let index = self.lane(kind);
        self.define(kind.element(), Instruction::ExtractElement { vector, index });
        true
    }

    /// Lanes changed.
    pub(super) fn insert(&mut self, form: usize) -> bool {
        let kind = forms().vectors[form];
        let vector = self.operand(kind);
        let element = self.operand(kind.element());
        let index = self.lane(kind);
        self.define(kind, Instruction::InsertElement { vector, element, index });
        true
    }

    /// The number of a lane, which must be a constant in range.
    fn lane(&mut self, kind: Kind) -> irsmith_pnacl::Value {
        let lane = self.choices.below(kind.ty().lanes() as usize);
        self.integer_constant(Kind::I32, lane as i64)
    }

    /// Memory taken.
    pub(super) fn alloca(&mut self, form: usize) -> bool {
        let size = if self.choices.chance(160) {
            let bytes = self.choices.below(64) as i64;
            self.integer_constant(Kind::I32, bytes)
        } else {
            self.operand(Kind::I32)
        };
        let alignment = Alignment::from_encoding(form as u64).unwrap_or_default();
        self.define(Kind::I32, Instruction::Alloca { size, alignment });
        true
    }

    /// Memory read.
    pub(super) fn load(&mut self, form: usize) -> bool {
        let (kind, alignment) = forms().memory[form];
        let pointer = self.pointer();
        let ty = self.type_id(kind);
        let alignment = Alignment::from_encoding(alignment).unwrap_or_default();
        self.define(kind, Instruction::Load { pointer, alignment, ty });
        true
    }

    /// Memory written.
    pub(super) fn store(&mut self, form: usize) -> bool {
        let (kind, alignment) = forms().memory[form];
        let pointer = self.pointer();
        let value = self.operand(kind);
        let alignment = Alignment::from_encoding(alignment).unwrap_or_default();
        self.push(Instruction::Store { pointer, value, alignment });
        true
    }
}
