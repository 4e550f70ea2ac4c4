//! Registers of classes: virtual ones, parts of them, physical ones.

use super::super::build::{Build, Stage};
use super::super::forms::Shape;
use super::super::registers::{Content, physical, plain};
use super::super::values::{class_value, new_result};
use irsmith_mir::tables::{ClassId, RegisterId, RegisterRow};
use irsmith_mir::{Operand, OperandKind, Register, RegisterFlags, RegisterOperand};

/// A register that is read without being named; `undef` where it may hold nothing.
pub(super) fn implicit_use(build: &mut Build<'_, '_>, register: RegisterId) -> Operand {
    let row = build.machine().register_row(register);
    let known = is_reserved(build, row) || build.registers.is_live(build.machine(), register);
    let flags = if known { RegisterFlags::IMPLICIT } else { RegisterFlags::IMPLICIT | RegisterFlags::UNDEF };
    OperandKind::Register(physical(row.name, flags)).into()
}

/// Whether a register may be read wherever it was written, in every function.
fn is_reserved(build: &Build<'_, '_>, row: &RegisterRow) -> bool {
    row.constant || row.reserved && !build.machine().is_sometimes_reserved(row)
}

/// A register of a class as a use.
pub(super) fn class_use(build: &mut Build<'_, '_>, class: ClassId) -> Operand {
    let physical = build.body.stage == Stage::Physical || !build.machine().class_row(class).allocatable;
    if physical || build.draw.wants(Shape::PhysicalOperand, 6) {
        return OperandKind::Register(physical_use(build, class)).into();
    }
    if build.draw.wants(Shape::Subregister, 24)
        && let Some(operand) = part_use(build, class)
    {
        return OperandKind::Register(operand).into();
    }
    let mut operand = plain(class_value(build, class));
    if build.draw.wants(Shape::Undef, 8) {
        operand.flags = RegisterFlags::UNDEF;
    }
    OperandKind::Register(operand).into()
}

/// A physical register of a class: one that holds a value, or else any, whose value does not matter.
fn physical_use(build: &mut Build<'_, '_>, class: ClassId) -> RegisterOperand {
    let row = build.machine().class_row(class);
    let live = if build.draw.chance(192) { build.registers.live_of(row) } else { None };
    let Some(register) = live.or_else(|| build.draw.pick(build.vocabulary.registers(class)).copied()) else { return plain(Register::None) };
    let known = build.registers.is_live(build.machine(), register);
    let name = build.machine().register_row(register);
    if !known {
        return physical(name.name, if is_reserved(build, name) { RegisterFlags::default() } else { RegisterFlags::UNDEF });
    }
    let mut flags = RegisterFlags::default();
    if name.allocatable
        && !name.reserved
        && !build.machine().is_sometimes_reserved(name)
        && build.body.stage == Stage::Physical
        && build.draw.wants(Shape::Renamable, 32)
    {
        flags = flags | RegisterFlags::RENAMABLE;
    }
    physical(name.name, flags)
}

/// A part of a wider register.
fn part_use(build: &mut Build<'_, '_>, class: ClassId) -> Option<RegisterOperand> {
    let wider = build.vocabulary.wider(class);
    let (whole, index) = *build.draw.pick(wider)?;
    let name = build.machine().index_row(index).name;
    let register = class_value(build, whole);
    Some(RegisterOperand { register, subregister: Some(name.into()), ..RegisterOperand::default() })
}

pub(super) fn physical_result(build: &mut Build<'_, '_>, class: ClassId) -> RegisterOperand {
    let Some(register) = build.draw.pick(build.vocabulary.registers(class)).copied() else { return plain(Register::None) };
    physical(build.machine().register_row(register).name, RegisterFlags::default())
}

/// A register that was written before, or part of one; a new one where there is none.
pub(super) fn rewritten(build: &mut Build<'_, '_>, class: ClassId) -> RegisterOperand {
    if build.draw.wants(Shape::Subregister, 32)
        && let Some(mut part) = part_use(build, class)
    {
        if build.draw.chance(96) {
            part.flags = RegisterFlags::UNDEF;
        }
        return part;
    }
    let known = build.draw.chance(96).then(|| build.registers.find(&mut build.draw, |content| content == Content::Class(class))).flatten();
    known.map_or_else(|| new_result(build, class), plain)
}
