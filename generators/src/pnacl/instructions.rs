//! Instructions that compute, and memory instructions.

use super::build::Build;
use super::constants::integer_constant;
use super::forms::{AllocaForm, BinaryForm, CastForm, CompareForm, DeclareForm, LoadForm, StoreForm};
use super::kinds::Kind;
use super::lanes::Maker;
use super::operands::{declare, non_address, operand, pointer};
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Instruction, Value};

/// A binary operation.
pub(super) fn binary(build: &mut Build<'_, '_>, BinaryForm { op, kind, .. }: BinaryForm) {
    let [a, b] = [kind; 2].map(|kind| operand(build, kind));
    build.values.define(kind, Instruction::Binary { a, b, op });
}

/// A comparison.
pub(super) fn compare(build: &mut Build<'_, '_>, CompareForm { predicate, kind, .. }: CompareForm) {
    let [a, b] = [kind; 2].map(|kind| operand(build, kind));
    build.values.define(kind.comparison(), Instruction::Compare { a, b, predicate });
}

/// A conversion.
pub(super) fn cast(build: &mut Build<'_, '_>, CastForm { op, from, to, .. }: CastForm) {
    let value = if op == CastOp::BitCast { non_address(build, from) } else { operand(build, from) };
    let ty = build.types.of(to);
    build.values.define(to, Instruction::Cast { value, ty, op });
}

/// An alloca.
pub(super) fn alloca(build: &mut Build<'_, '_>, AllocaForm { alignment, .. }: AllocaForm) {
    let size = if build.choices.chance(160) {
        let bytes = build.choices.below(64) as i64;
        integer_constant(build, Kind::I32, bytes)
    } else {
        non_address(build, Kind::I32)
    };
    build.values.define(Kind::I32, Instruction::Alloca { size, alignment });
    build.values.note_address();
}

/// A load.
pub(super) fn load(build: &mut Build<'_, '_>, LoadForm { kind, alignment, .. }: LoadForm) {
    let pointer = pointer(build);
    let ty = build.types.of(kind);
    build.values.define(kind, Instruction::Load { pointer, alignment, ty });
}

/// A store.
pub(super) fn store(build: &mut Build<'_, '_>, StoreForm { kind, alignment, .. }: StoreForm) {
    let pointer = pointer(build);
    let value = operand(build, kind);
    build.values.push(Instruction::Store { pointer, value, alignment });
}

/// A declaration that nothing needs (by intent; a later operand may use it).
pub(super) fn declare_unused(build: &mut Build<'_, '_>, form: DeclareForm) {
    if build.values.may_promise() {
        let block = build.values.block();
        let count = build.plan.blocks() - usize::from(block);
        let block = block + build.choices.below(count) as u8;
        declare(build, form.kind, block);
    }
}

impl Maker for Build<'_, '_> {
    fn operand(&mut self, kind: Kind) -> Value {
        operand(self, kind)
    }

    fn non_address(&mut self, kind: Kind) -> Value {
        non_address(self, kind)
    }

    fn define(&mut self, kind: Kind, instruction: Instruction) {
        self.values.define(kind, instruction);
    }

    fn lane(&mut self, kind: Kind) -> Value {
        let lane = self.choices.below(kind.ty().lanes() as usize);
        integer_constant(self, Kind::I32, lane as i64)
    }
}
