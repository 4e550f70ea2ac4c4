//! Statements that compute.

use super::super::forms::{BinaryForm, CastForm, CompareForm};
use super::super::kinds::Kind;
use super::super::lanes::Maker;
use super::context::Program;
use super::edges::{self, conversions, defined, floats, ieee::Ieee, integers, lanes_of};
use super::emit::{binary_of, define, define_as, number, temporary};
use super::guards::{guard_binary, guard_cast};
use super::material::{material, noise, operand};
use crate::forms::Form;
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::tables::{BinaryOp, CastOp};
use irsmith_pnacl::{Instruction, Value};

/// Returns whether an operation is undefined on some integers.
const fn is_partial(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem | BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr)
}

impl Maker for Program<'_, '_> {
    fn operand(&mut self, kind: Kind) -> Value {
        operand(self, kind)
    }

    fn non_address(&mut self, kind: Kind) -> Value {
        let value = operand(self, kind);
        if !self.frame.code.is_address(value) {
            return value;
        }
        // An address plus zero is a number.
        let zero = number(self, 0);
        binary_of(self, kind, BinaryOp::Or, value, zero)
    }

    fn define(&mut self, kind: Kind, instruction: Instruction) {
        define(self, kind, instruction);
    }

    fn lane(&mut self, kind: Kind) -> Value {
        let lane = self.build.choices.below(kind.ty().lanes() as usize);
        number(self, lane as u32)
    }
}

/// Returns whether operands come from the table; for operations that are undefined or rounded on some integers twice as often, because the
/// pair without a quotient, and an integer between two floats, are the rarest.
fn draws_edges(program: &mut Program<'_, '_>, rare: bool) -> bool {
    let often = if rare { (2 * program.knobs.edges).min(208) } else { program.knobs.edges };
    program.build.choices.chance(often)
}

/// Returns two operands with these bits; at least one of them is hidden from constant folding.
fn materials(program: &mut Program<'_, '_>, kind: Kind, (a, b): (Bits, Bits)) -> (Value, Value) {
    let a = material(program, kind, a);
    let literals = std::mem::take(&mut program.knobs.literals);
    if !matches!(a.kind(), irsmith_pnacl::ValueKind::Constant) {
        program.knobs.literals = literals;
    }
    let b = material(program, kind, b);
    program.knobs.literals = literals;
    (a, b)
}

/// Generates a binary operation.
pub(super) fn binary(program: &mut Program<'_, '_>, BinaryForm { op, kind, .. }: BinaryForm) {
    let bits = kind.ty().scalar_bits();
    let partial = is_partial(op) && kind.ty().is_integer();
    let edge = draws_edges(program, partial);
    let (a, b, known) = if edge {
        let mut noise = noise(program);
        let pair = edges::lane_pairs(kind, || {
            if kind.ty().is_float() {
                floats::operands(op, Ieee::of(kind.element().ty()), &mut noise)
            } else {
                integers::operands(op, bits, &mut noise)
            }
        });
        let known = lanes_of(kind, pair.0).zip(lanes_of(kind, pair.1)).all(|(a, b)| defined::binary(op, bits, a, b));
        let (a, b) = materials(program, kind, pair);
        (a, b, known)
    } else {
        (operand(program, kind), operand(program, kind), false)
    };
    let (a, b) = if known || !partial { (a, b) } else { guard_binary(program, op, kind, (a, b), edge) };
    define_seen(program, edge, kind, Instruction::Binary { a, b, op });
}

/// Generates a comparison.
pub(super) fn compare(program: &mut Program<'_, '_>, CompareForm { predicate, kind, .. }: CompareForm) {
    let edge = draws_edges(program, false);
    let (a, b) = if edge { compared(program, kind) } else { (operand(program, kind), operand(program, kind)) };
    define_seen(program, edge, kind.comparison(), Instruction::Compare { a, b, predicate });
}

/// Returns two operands that a comparison may confuse: neighbours, equals, and those whose order depends on the sign.
fn compared(program: &mut Program<'_, '_>, kind: Kind) -> (Value, Value) {
    let mut noise = noise(program);
    let pair = edges::lane_pairs(kind, || {
        if kind.ty().is_float() {
            floats::compared(Ieee::of(kind.element().ty()), &mut noise)
        } else {
            integers::compared(kind.ty().scalar_bits(), &mut noise)
        }
    });
    materials(program, kind, pair)
}

/// Generates a conversion.
pub(super) fn cast(program: &mut Program<'_, '_>, CastForm { op, from, to, .. }: CastForm) {
    let edge = draws_edges(program, matches!(op, CastOp::UiToFp | CastOp::SiToFp));
    let types = (from.element().ty(), to.element().ty());
    let (value, known) = if edge && op != CastOp::BitCast {
        let mut noise = noise(program);
        let bits = edges::lanes(from, || conversions::operand(op, types.0, types.1, &mut noise));
        let known = lanes_of(from, bits).all(|lane| defined::cast(op, types.0, types.1, lane));
        (material(program, from, bits), known)
    } else if op == CastOp::BitCast {
        (Maker::non_address(program, from), false)
    } else {
        (operand(program, from), false)
    };
    let is_partial = matches!(op, CastOp::FpToUi | CastOp::FpToSi | CastOp::FpTrunc);
    let value = if is_partial && !known { guard_cast(program, op, from, to, value) } else { value };
    let ty = program.build.types.of(to);
    define_seen(program, edge, to, Instruction::Cast { value, ty, op });
}

/// Most results of edge cases go into a sink even if something uses them, because their uses often hide them.
fn define_seen(program: &mut Program<'_, '_>, edge: bool, kind: Kind, instruction: Instruction) {
    let often = if edge { 176 } else { program.knobs.sinks };
    let keep = program.build.choices.chance(often);
    define_as(program, kind, instruction, keep);
}

/// Returns a branch condition: mostly a comparison, because other branches have used the existing conditions.
pub(super) fn condition(program: &mut Program<'_, '_>) -> Value {
    if program.build.choices.chance(160) {
        let forms = CompareForm::all();
        let start = program.build.choices.below(forms.len());
        let scalar = |form: &&CompareForm| !form.kind.ty().is_vector();
        let &CompareForm { predicate, kind, .. } = forms[start..].iter().chain(forms).find(scalar).unwrap_or(&forms[0]);
        // Engines have operations of their own for comparisons that decide a branch.
        let edge = draws_edges(program, false);
        let (a, b) = if edge { compared(program, kind) } else { (operand(program, kind), operand(program, kind)) };
        return temporary(program, Kind::I1, Instruction::Compare { a, b, predicate });
    }
    operand(program, Kind::I1)
}
