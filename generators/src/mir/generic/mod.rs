//! Bodies of generic opcodes.

mod special;
mod types;

use super::build::Build;
use super::draw::Draw;
use super::forms::{Generic, Recipe};
use super::instruction::{flags, instruction, push};
use super::memory::{Atomicity, far_size, memory, typed_memory};
use super::numbers::{integer_constant, integer_operand, plain_number};
use super::objects::{constant_operand, frame_operand};
use super::types::{element, element_bits, narrower, shape};
use super::values::{result, use_of};
use irsmith_mir::tables::{Opcode, Properties, SlotKind};
use irsmith_mir::{
    Access, Element, FloatPredicate, IntegerImmediate, IntegerPredicate, MemoryOperand, MemorySize, Operand, OperandKind, Type,
};
use special::{register_name, special};
use types::{Types, types};

/// Generates an instruction of some enabled opcode.
pub(super) fn generic_step(build: &mut Build<'_, '_>) {
    let Some(plan) = build.draw.opcode_on() else { return };
    if plan.recipe == Recipe::Special {
        special(build, plan.opcode);
        return;
    }
    // An assertion has the bank of its operand.
    if build.body.banked && plan.opcode.name.starts_with("G_ASSERT") {
        return;
    }
    let types = types(build, plan.recipe);
    emit(build, plan, types);
}

/// Generates an instruction operand by operand from its row.
fn emit(build: &mut Build<'_, '_>, plan: Generic, types: Types) {
    let opcode = plan.opcode;
    let operands: Vec<Operand> =
        opcode.use_slots().iter().map(|slot| generic_operand(build, opcode, slot.kind, slot.name, types)).collect();
    let mut instruction = instruction(opcode.name);
    instruction.flags = flags(build, opcode);
    instruction.operands.extend(operands);
    for slot in opcode.result_slots() {
        let ty = slot.kind.type_number().map_or(types[0], |number| types[usize::from(number)]);
        let result = result(build, ty);
        instruction.results.push(result);
    }
    instruction.memory = generic_memory(build, plan, types);
    push(build, instruction);
}

fn generic_operand(build: &mut Build<'_, '_>, opcode: &Opcode, kind: SlotKind, name: &str, types: Types) -> Operand {
    let bits = element_bits(element(types[0]), build.has_mixed_pointers());
    match kind {
        SlotKind::Type(number) | SlotKind::PointerType(number) => use_of(build, types[usize::from(number).min(2)]),
        SlotKind::IntegerPredicate => OperandKind::IntegerPredicate(build.draw.form(IntegerPredicate::ALL)).into(),
        SlotKind::FloatPredicate => OperandKind::FloatPredicate(build.draw.form(FloatPredicate::ALL)).into(),
        SlotKind::IntegerConstant if opcode.name == "G_VSCALE" => {
            let mut constant = integer_constant(&mut build.draw, bits);
            if constant.digits == "0" {
                constant.digits = "1".into();
            }
            OperandKind::Integer(Box::new(constant)).into()
        }
        SlotKind::IntegerConstant if opcode.name == "G_STEP_VECTOR" => {
            // A step is positive as a signed number.
            let step = 1 + build.draw.below((1 << (bits - 1).min(15)) - 1);
            OperandKind::Integer(Box::new(IntegerImmediate { bits: bits.into(), digits: step.to_string().into() })).into()
        }
        SlotKind::IntegerConstant => integer_operand(&mut build.draw, bits).into(),
        SlotKind::ShuffleMask => shuffle_mask(&mut build.draw, types).into(),
        SlotKind::FrameObject => frame_operand(build).unwrap_or(OperandKind::Immediate(0)).into(),
        SlotKind::Constant => constant_operand(build).into(),
        SlotKind::Metadata => register_name(build).into(),
        _ => OperandKind::Immediate(immediate(build, opcode, name, types)).into(),
    }
}

/// Draws a mask with as many lanes as the result, each a lane of either source or undefined.
fn shuffle_mask(draw: &mut Draw<'_, '_>, types: Types) -> OperandKind {
    let lanes = |ty| shape(ty).map_or(1, |(count, _)| usize::from(count));
    let (count, most) = (lanes(types[0]), 2 * lanes(types[1]));
    OperandKind::ShuffleMask((0..count).map(|_| (!draw.chance(48)).then(|| draw.below(most) as u32)).collect())
}

/// Draws a number for a place of this name.
fn immediate(build: &mut Build<'_, '_>, opcode: &Opcode, name: &str, types: Types) -> i64 {
    let [large, small, _] = types.map(|ty| i64::from(element_bits(element(ty), build.has_mixed_pointers())));
    let draw = &mut build.draw;
    match name {
        // An alignment, or zero.
        "align" if opcode.name == "G_DYN_STACKALLOC" || opcode.name == "G_VAARG" => [0, 1, 8, 16, 4096][draw.below(5)],
        "align" => 1 << draw.below(12),
        "sz" => 1 + draw.below((large - 1).max(1) as usize) as i64,
        "offset" if opcode.name == "G_INSERT" => draw.below((large - small).max(0) as usize + 1) as i64,
        "offset" => draw.below((small - large).max(0) as usize + 1) as i64,
        // The length of the inserted vector: llc refuses larger multiples of it.
        "idx" if opcode.name == "G_INSERT_SUBVECTOR" => {
            let lanes = |ty| shape(ty).map_or(1, |(count, _)| i64::from(count));
            let (large, small) = (lanes(types[0]), lanes(types[1]));
            if large >= 2 * small && draw.chance(128) { small } else { 0 }
        }
        "idx" => 0,
        "scale" => draw.below(large.max(1) as usize) as i64,
        "test" => draw.below(1024) as i64,
        "rw" | "cachetype" | "tailcall" | "am" => draw.below(2) as i64,
        "locality" => draw.below(4) as i64,
        "round_mode" => draw.below(8) as i64,
        _ => plain_number(draw),
    }
}

fn generic_memory(build: &mut Build<'_, '_>, plan: Generic, types: Types) -> Vec<MemoryOperand> {
    let space = |ty| if let Element::Pointer(space) = element(ty) { space } else { 0 };
    let mixed = build.has_mixed_pointers();
    match plan.recipe {
        Recipe::Load => vec![typed_memory(build, Access::Load, types[0], space(types[1]), Atomicity::Load)],
        Recipe::ExtendingLoad | Recipe::IndexedLoad => {
            let plain = plan.opcode.name == "G_INDEXED_LOAD";
            let read = if plain { types[0] } else { Type::scalar(narrower(&mut build.draw, element_bits(element(types[0]), mixed))) };
            vec![typed_memory(build, Access::Load, read, space(types[1]), Atomicity::Load)]
        }
        Recipe::TruncatingStore => {
            let written = Type::scalar(narrower(&mut build.draw, element_bits(element(types[0]), mixed)));
            vec![typed_memory(build, Access::Store, written, space(types[1]), Atomicity::Store)]
        }
        Recipe::Store => vec![typed_memory(build, Access::Store, types[0], space(types[1]), Atomicity::Store)],
        Recipe::IndexedStore => vec![typed_memory(build, Access::Store, types[1], space(types[0]), Atomicity::Plain)],
        Recipe::Change | Recipe::ChangeFloat => {
            vec![typed_memory(build, Access::LoadStore, types[0], space(types[1]), Atomicity::Change)]
        }
        Recipe::Exchange => vec![typed_memory(build, Access::LoadStore, types[0], space(types[1]), Atomicity::Exchange)],
        Recipe::ExchangeSuccess => vec![typed_memory(build, Access::LoadStore, types[0], space(types[2]), Atomicity::Exchange)],
        Recipe::CopyBytes => {
            let size = size(&mut build.draw);
            vec![
                memory(build, Access::Store, size, space(types[0]), Atomicity::Plain),
                memory(build, Access::Load, size, space(types[1]), Atomicity::Plain),
            ]
        }
        Recipe::SetBytes | Recipe::ZeroBytes => {
            let size = size(&mut build.draw);
            vec![memory(build, Access::Store, size, space(types[0]), Atomicity::Plain)]
        }
        _ if plan.opcode.is(Properties::MAY_LOAD) => vec![memory(build, Access::Load, MemorySize::Unknown, 0, Atomicity::Plain)],
        _ => Vec::new(),
    }
}

/// Draws the size of the memory access of an opcode that works on any number of bytes.
fn size(draw: &mut Draw<'_, '_>) -> MemorySize {
    match far_size(draw) {
        Some(far) => far,
        None if draw.chance(128) => MemorySize::Type(Type::scalar(8)),
        None => MemorySize::Unknown,
    }
}
