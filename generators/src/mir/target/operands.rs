//! Instructions of the target, operand by operand from their rows.

use super::super::addresses::block_address;
use super::super::build::{Build, Stage};
use super::super::forms::{Shape, Symbolic};
use super::super::instruction::{flags, instruction};
use super::super::memory::{Atomicity, far_size, memory};
use super::super::names::{mc_symbol, symbol};
use super::super::numbers::{offset, plain_number};
use super::super::objects::{constant_operand, frame_operand};
use super::super::registers::{physical, plain};
use super::super::types::{any_type, any_vector};
use super::super::values::{new_result, result, use_of};
use super::registers::{class_use, implicit_use, physical_result, rewritten};
use crate::forms::Form;
use irsmith_mir::tables::{ClassId, Opcode, Properties, Slot, SlotKind};
use irsmith_mir::{
    Access, Dialect, Instruction, MemoryOperand, MemorySize, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, Type,
};

/// An instruction of an opcode, which nothing names yet.
pub(super) fn target_instruction(build: &mut Build<'_, '_>, opcode: &'static Opcode) -> Instruction {
    let mut instruction = instruction(opcode.name);
    instruction.flags = flags(build, opcode);
    build.body.generic |= opcode.is(Properties::GENERIC);
    let types = if opcode.is(Properties::GENERIC) { Some([any_type(build), any_type(build), any_type(build)]) } else { None };
    let operands: Vec<Operand> = opcode.use_slots().iter().map(|slot| target_use(build, opcode, slot, types)).collect();
    read_registers(build, opcode, &mut instruction, operands);
    for (place, slot) in opcode.result_slots().iter().enumerate() {
        let tied = opcode.use_slots().iter().position(|other| other.tied == Some(place as u8));
        let tied = tied.and_then(|use_place| match &instruction.operands.get(use_place)?.kind {
            OperandKind::Register(operand) => Some(operand.clone()),
            _ => None,
        });
        let result = target_result(build, slot, tied, types);
        instruction.results.push(result);
    }
    write_registers(build, opcode, &mut instruction);
    if build.draw.chance(150) {
        instruction.memory = target_memory(build, opcode);
    }
    instruction
}

/// The operands, then those that the opcode reads without naming them.
fn read_registers(build: &mut Build<'_, '_>, opcode: &Opcode, instruction: &mut Instruction, operands: Vec<Operand>) {
    instruction.operands.extend(operands);
    for register in opcode.reads {
        let operand = implicit_use(build, *register);
        instruction.operands.push(operand);
    }
}

/// What the opcode writes without naming it.
fn write_registers(build: &mut Build<'_, '_>, opcode: &Opcode, instruction: &mut Instruction) {
    for register in opcode.writes {
        let dead = !build.registers.is_carried(build.machine(), *register) && build.draw.wants(Shape::Dead, 96);
        let flags = if dead { RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD } else { RegisterFlags::IMPLICIT_DEF };
        build.registers.write(build.machine(), *register, dead);
        instruction.operands.push(OperandKind::Register(physical(build.machine().register_row(*register).name, flags)).into());
    }
}

/// What a place for a use takes.
fn target_use(build: &mut Build<'_, '_>, opcode: &Opcode, slot: &Slot, types: Option<[Type; 3]>) -> Operand {
    if let (Some(number), Some(types)) = (slot.kind.type_number(), types) {
        return use_of(build, types[usize::from(number).min(2)]);
    }
    match (slot.kind, slot.class) {
        (SlotKind::Base, Some(class)) => {
            let object = if build.draw.chance(96) { frame_operand(build) } else { None };
            object.map_or_else(|| class_use(build, class), Operand::from)
        }
        (SlotKind::Index | SlotKind::Segment, Some(class)) => optional_use(build, slot.kind, class),
        (_, Some(class)) => class_use(build, class),
        (SlotKind::Scale, None) => OperandKind::Immediate(1 << build.draw.below(4)).into(),
        (SlotKind::ConditionCode, None) => OperandKind::Immediate(build.draw.below(16) as i64).into(),
        (SlotKind::RoundingControl, None) => OperandKind::Immediate([0, 1, 2, 3, 4, 8, 11][build.draw.below(7)]).into(),
        (SlotKind::HiddenZero, None) => OperandKind::Immediate(0).into(),
        (SlotKind::ShiftedLeft, None) => OperandKind::Immediate([264, 272][build.draw.below(2)]).into(),
        (_, None) if has_short_offset(build, opcode) => OperandKind::Immediate(build.draw.below(8) as i64).into(),
        (SlotKind::Register | SlotKind::PointerRegister, None) => {
            let class = build.machine().pointer_class();
            class_use(build, class)
        }
        _ => number_or_symbol(build),
    }
}

/// Returns whether the verifier of the release checks the offsets of loads and stores, as it does for AArch64 in LLVM 22 but not in 19. Every
/// such opcode has the offsets 0 to 7.
fn has_short_offset(build: &Build<'_, '_>, opcode: &Opcode) -> bool {
    let accesses = opcode.is(Properties::MAY_LOAD) || opcode.is(Properties::MAY_STORE);
    accesses && !build.is_x86() && build.draw.config().dialect > Dialect::DEFAULT
}

/// A register, or none: an index or segment of an address.
fn optional_use(build: &mut Build<'_, '_>, kind: SlotKind, class: ClassId) -> Operand {
    if kind == SlotKind::Segment {
        let segment = ["noreg", "noreg", "fs", "gs"][build.draw.below(4)];
        let register = if segment == "noreg" { plain(Register::None) } else { physical(segment, RegisterFlags::default()) };
        return OperandKind::Register(register).into();
    }
    if build.draw.chance(128) { class_use(build, class) } else { OperandKind::Register(plain(Register::None)).into() }
}

/// A number, or something whose address becomes one.
fn number_or_symbol(build: &mut Build<'_, '_>) -> Operand {
    if !build.draw.chance(40) {
        return OperandKind::Immediate(plain_number(&mut build.draw)).into();
    }
    let Some(form) = build.draw.form_on(Symbolic::all()) else { return OperandKind::Immediate(0).into() };
    let offset = if build.draw.chance(96) { offset(&mut build.draw) } else { 0 };
    let kind = match form {
        Symbolic::Global => build.global(offset),
        Symbolic::ExternalSymbol => Some(OperandKind::ExternalSymbol { name: symbol(&mut build.draw), offset }),
        Symbolic::Constant => Some(constant_operand(build)),
        Symbolic::JumpTable => build.frame.last_table().map(OperandKind::JumpTable),
        Symbolic::BlockAddress => block_address(build),
        Symbolic::Symbol => Some(OperandKind::Symbol(mc_symbol(&mut build.draw).into())),
        Symbolic::FrameObject => frame_operand(build),
        Symbolic::Flagged => return flagged_symbol(build, offset),
    };
    kind.unwrap_or_else(|| OperandKind::Immediate(plain_number(&mut build.draw))).into()
}

/// A symbol with flags of the target.
fn flagged_symbol(build: &mut Build<'_, '_>, offset: i64) -> Operand {
    let mut flags = vec![build.draw.text(build.vocabulary.direct_flags)];
    let more = &build.vocabulary.bitmask_flags;
    if !more.is_empty() && build.draw.chance(128) {
        flags.push(build.draw.text(more));
    }
    let kind = match build.global(offset) {
        Some(global) => global,
        None => OperandKind::ExternalSymbol { name: symbol(&mut build.draw), offset },
    };
    Operand { target_flags: Some(flags.into()), kind }
}

/// A register as the result of an instruction.
fn target_result(build: &mut Build<'_, '_>, slot: &Slot, tied: Option<RegisterOperand>, types: Option<[Type; 3]>) -> RegisterOperand {
    if let (Some(number), Some(types)) = (slot.kind.type_number(), types) {
        return result(build, types[usize::from(number).min(2)]);
    }
    let class = slot.class.unwrap_or_else(|| build.machine().pointer_class());
    let row = build.machine().class_row(class);
    let mut result = match (&tied, build.body.stage) {
        // Physical registers that are tied are the same.
        (Some(tied), _) if matches!(tied.register, Register::Physical(_) | Register::None) => plain(tied.register.clone()),
        (_, Stage::Physical) => physical_result(build, class),
        _ if !row.allocatable => physical_result(build, class),
        (Some(tied), Stage::NotSsa) if tied.subregister.is_none() => plain(tied.register.clone()),
        (Some(tied), Stage::Ssa) if tied.subregister.is_some() => new_result(build, class),
        (None, Stage::NotSsa) => rewritten(build, class),
        _ => new_result(build, class),
    };
    if slot.early_clobber && build.draw.wants(Shape::EarlyClobber, 128) {
        result.flags = result.flags | RegisterFlags::EARLY_CLOBBER;
    }
    if let Register::Physical(name) = &result.register
        && let Some(register) = build.machine().register(name)
    {
        build.registers.write(build.machine(), register, false);
    }
    result
}

/// Memory operands of an opcode, as many and as large as it says: nothing is known of either.
fn target_memory(build: &mut Build<'_, '_>, opcode: &Opcode) -> Vec<MemoryOperand> {
    let access = match (opcode.is(Properties::MAY_LOAD), opcode.is(Properties::MAY_STORE)) {
        (true, false) => Access::Load,
        (false, true) => Access::Store,
        (true, true) => [Access::LoadStore, Access::Load, Access::Store][build.draw.below(3)],
        (false, false) => return Vec::new(),
    };
    let atomicity = match access {
        Access::Load => Atomicity::Load,
        Access::Store => Atomicity::Store,
        Access::LoadStore => Atomicity::Exchange,
    };
    let several = build.draw.wants(Shape::SeveralMemoryOperands, 24);
    (0..=u8::from(several))
        .map(|_| {
            let size = far_size(&mut build.draw).unwrap_or_else(|| match build.draw.below(7) {
                0 => MemorySize::Unknown,
                1 => MemorySize::Type(any_vector(build)),
                _ => MemorySize::Type(Type::scalar([8, 16, 32, 64, 128, 256, 512, 80][build.draw.below(8)])),
            });
            memory(build, access, size, 0, atomicity)
        })
        .collect()
}
