//! Rows of instructions that compute, and of memory.

use super::build::Build;
use super::forms::forms;
use super::kinds::Kind;
use super::lanes::Maker;
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Alignment, Instruction, Value};

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
        let value = if op == CastOp::BitCast { self.non_address(from) } else { self.operand(from) };
        let ty = self.type_id(to);
        self.define(to, Instruction::Cast { value, ty, op });
        true
    }

    /// Memory taken.
    pub(super) fn alloca(&mut self, form: usize) -> bool {
        let size = if self.choices.chance(160) {
            let bytes = self.choices.below(64) as i64;
            self.integer_constant(Kind::I32, bytes)
        } else {
            self.non_address(Kind::I32)
        };
        let alignment = Alignment::from_encoding(form as u64).unwrap_or_default();
        self.define(Kind::I32, Instruction::Alloca { size, alignment });
        self.scratch.values.note_address();
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

impl Maker for Build<'_, '_> {
    fn operand(&mut self, kind: Kind) -> Value {
        Build::operand(self, kind)
    }

    fn non_address(&mut self, kind: Kind) -> Value {
        Build::non_address(self, kind)
    }

    fn define(&mut self, kind: Kind, instruction: Instruction) {
        Build::define(self, kind, instruction);
    }

    fn lane(&mut self, kind: Kind) -> Value {
        let lane = self.choices.below(kind.ty().lanes() as usize);
        self.integer_constant(Kind::I32, lane as i64)
    }
}
