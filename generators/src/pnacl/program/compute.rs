//! Statements that compute.

use super::super::forms::{BinaryForm, CastForm, CompareForm};
use super::super::kinds::Kind;
use super::super::lanes::Maker;
use super::Program;
use super::edges::{self, conversions, defined, floats, ieee::Ieee, integers, lanes_of};
use super::guards::Spoil;
use crate::forms::Form;
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::tables::{BinaryOp, CastOp};
use irsmith_pnacl::{Instruction, Value};

/// Whether an operation is undefined on some integers.
const fn is_partial(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
}

impl Program<'_, '_> {
    /// Whether operands come from the table; those of operations that are undefined or rounded on some integers twice as often, as nothing
    /// is as rare as the pair without a quotient, and the integer between two floats.
    fn draws_edges(&mut self, rare: bool) -> bool {
        let often = if rare { (2 * self.knobs.edges).min(208) } else { self.knobs.edges };
        self.build.choices.chance(often)
    }

    /// Two operands with these bits; at least one of them hidden from whoever folds constants.
    fn materials(&mut self, kind: Kind, (a, b): (Bits, Bits)) -> (Value, Value) {
        let a = self.material(kind, a);
        let literals = std::mem::take(&mut self.knobs.literals);
        if !matches!(a.kind(), irsmith_pnacl::ValueKind::Constant) {
            self.knobs.literals = literals;
        }
        let b = self.material(kind, b);
        self.knobs.literals = literals;
        (a, b)
    }

    /// A binary operation.
    pub(super) fn binary(&mut self, BinaryForm { op, kind, .. }: BinaryForm) {
        let bits = kind.ty().scalar_bits();
        let partial = is_partial(op) && kind.ty().is_integer();
        let edge = self.draws_edges(partial);
        let (a, b, known) = if edge {
            let mut noise = self.noise();
            let pair = edges::lane_pairs(kind, || {
                if kind.ty().is_float() {
                    floats::operands(op, Ieee::of(kind.element().ty()), &mut noise)
                } else {
                    integers::operands(op, bits, &mut noise)
                }
            });
            let known = lanes_of(kind, pair.0).zip(lanes_of(kind, pair.1)).all(|(a, b)| defined::binary(op, bits, a, b));
            let (a, b) = self.materials(kind, pair);
            (a, b, known)
        } else {
            (self.operand(kind), self.operand(kind), false)
        };
        let (a, b) = if known || !partial { (a, b) } else { self.guard_binary(op, kind, (a, b), edge) };
        self.define_seen(edge, kind, Instruction::Binary { a, b, op });
    }

    /// A comparison.
    pub(super) fn compare(&mut self, CompareForm { predicate, kind, .. }: CompareForm) {
        let edge = self.draws_edges(false);
        let (a, b) = if edge {
            let mut noise = self.noise();
            let pair = edges::lane_pairs(kind, || {
                if kind.ty().is_float() {
                    floats::compared(Ieee::of(kind.element().ty()), &mut noise)
                } else {
                    integers::compared(kind.ty().scalar_bits(), &mut noise)
                }
            });
            self.materials(kind, pair)
        } else {
            (self.operand(kind), self.operand(kind))
        };
        self.define_seen(edge, kind.comparison(), Instruction::Compare { a, b, predicate });
    }

    /// A conversion.
    pub(super) fn cast(&mut self, CastForm { op, from, to, .. }: CastForm) {
        let edge = self.draws_edges(matches!(op, CastOp::UiToFp | CastOp::SiToFp));
        let types = (from.element().ty(), to.element().ty());
        let (value, known) = if edge && op != CastOp::BitCast {
            let mut noise = self.noise();
            let bits = edges::lanes(from, || conversions::operand(op, types.0, types.1, &mut noise));
            let known = lanes_of(from, bits).all(|lane| defined::cast(op, types.0, types.1, lane));
            (self.material(from, bits), known)
        } else if op == CastOp::BitCast {
            (Maker::non_address(self, from), false)
        } else {
            (self.operand(from), false)
        };
        let is_partial = matches!(op, CastOp::FpToUi | CastOp::FpToSi | CastOp::FpTrunc);
        let value = if is_partial && !known { self.guard_cast(op, from, to, value) } else { value };
        let ty = self.build.types.of(to);
        self.define_seen(edge, to, Instruction::Cast { value, ty, op });
    }

    /// Results of edges are seen even if something uses them: most of them, since what uses them often hides them.
    fn define_seen(&mut self, edge: bool, kind: Kind, instruction: Instruction) {
        let often = if edge { 176 } else { self.knobs.sinks };
        let keep = self.build.choices.chance(often);
        self.define_as(kind, instruction, keep);
    }

    /// Something to branch on: mostly a comparison, since those that are there are used up by other branches.
    pub(super) fn condition(&mut self) -> Value {
        if self.build.choices.chance(160) {
            let forms = CompareForm::all();
            let start = self.build.choices.below(forms.len());
            let scalar = |form: &&CompareForm| !form.kind.ty().is_vector();
            let &CompareForm { predicate, kind, .. } = forms[start..].iter().chain(forms).find(scalar).unwrap_or(&forms[0]);
            let (a, b) = (self.operand(kind), self.operand(kind));
            return self.temporary(Kind::I1, Instruction::Compare { a, b, predicate });
        }
        self.operand(Kind::I1)
    }

    /// As [`Program::is_spoiled`] for traps at places that are rare themselves.
    pub(super) fn is_rare_trap(&mut self) -> bool {
        self.knobs.raw_traps > 0 && self.build.choices.chance(32)
    }

    /// Whether a place of a kind that programs have few of goes without what keeps it from a trap.
    pub(super) fn is_rarely_made_trap(&mut self) -> bool {
        self.build.choices.chance(8 * self.knobs.raw_traps)
    }

    /// Whether this place goes without its guard.
    pub(super) fn is_spoiled(&mut self, spoil: Spoil) -> bool {
        let parts = match spoil {
            Spoil::Value => self.knobs.raw_values,
            Spoil::Trap => self.knobs.raw_traps,
        };
        self.build.choices.chance(parts)
    }
}

impl Maker for Program<'_, '_> {
    fn operand(&mut self, kind: Kind) -> Value {
        Program::operand(self, kind)
    }

    fn non_address(&mut self, kind: Kind) -> Value {
        let value = Program::operand(self, kind);
        if !self.frame.is_address(value) {
            return value;
        }
        // What is computed of an address is a number.
        let zero = self.number(0);
        self.binary_of(kind, BinaryOp::Or, value, zero)
    }

    fn define(&mut self, kind: Kind, instruction: Instruction) {
        Program::define(self, kind, instruction);
    }

    fn lane(&mut self, kind: Kind) -> Value {
        let lane = self.build.choices.below(kind.ty().lanes() as usize);
        self.number(lane as u32)
    }
}
