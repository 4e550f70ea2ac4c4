//! Operands: existing values, and new ones from literals and memory.

use super::super::kinds::Kind;
use super::context::Program;
use super::edges::{self, lanes_of, low};
use super::emit::{cast_to, literal, new_global, number, temporary};
use crate::SplitMix64;
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Alignment, Constant, Global, Initializer, Instruction, Literal, Value};

/// Expands one draw to more random bits: an edge case needs more bits than bytes of the case should be spent on it.
pub(super) fn noise(program: &mut Program<'_, '_>) -> SplitMix64 {
    SplitMix64::new(program.build.choices.wide())
}

/// Returns a value of a kind that can be named here: preferably one that is not used yet, one time in 12 a new one.
pub(super) fn operand(program: &mut Program<'_, '_>, kind: Kind) -> Value {
    let draw = program.build.choices.byte();
    let length = program.frame.scope.count(kind);
    if draw >= 236 || length == 0 {
        return fresh(program, kind);
    }
    let unused = if draw < 128 { program.frame.scope.newest_unused(kind) } else { None };
    let place = match unused {
        Some(place) => place,
        // The newest few, or any.
        None if draw < 64 => length - 1 - usize::from(draw & 3).min(length - 1),
        None => program.build.choices.below(length),
    };
    program.frame.scope.name(kind, place)
}

/// Returns a new value at which some operation may go wrong; if nothing needs to be defined, rarely an undefined one.
pub(super) fn fresh(program: &mut Program<'_, '_>, kind: Kind) -> Value {
    if program.knobs.raw_values > 0 && program.build.choices.chance(3) {
        let ty = program.build.types.of(kind);
        return program.frame.code.constant(Constant { ty, literal: Literal::Undef });
    }
    let mut noise = noise(program);
    let bits = edges::any(kind, &mut noise);
    material(program, kind, bits)
}

/// Returns a value with these bits: a literal, or hidden in memory from constant folding.
pub(super) fn material(program: &mut Program<'_, '_>, kind: Kind, bits: Bits) -> Value {
    let element = kind.element();
    if !kind.ty().is_vector() && program.build.choices.chance(program.knobs.literals) {
        return literal(program, kind, bits as u64);
    }
    if kind == Kind::I1 {
        // Upper bits that `trunc` must drop.
        let value = loaded(program, Kind::I8, bits | 0x56);
        return cast_to(program, Kind::I1, value, CastOp::Trunc);
    }
    if kind.ty().is_vector() && kind.ty().lanes() <= 4 && program.build.choices.chance(40) || program.build.choices.chance(2) {
        return chain(program, kind, bits);
    }
    match (element, kind.ty().lanes()) {
        (Kind::I1, 4) => {
            let wide = edges::lanes(Kind::I32X4, {
                let mut lanes = lanes_of(kind, bits);
                move || lanes.next().unwrap_or(0) | 0x1234_5670
            });
            let value = loaded(program, Kind::I32X4, wide);
            cast_to(program, kind, value, CastOp::Trunc)
        }
        (Kind::I1, lanes) => {
            let scalar = if lanes == 8 { Kind::I8 } else { Kind::I16 };
            let value = material(program, scalar, bits);
            cast_to(program, kind, value, CastOp::BitCast)
        }
        _ => loaded(program, kind, bits),
    }
}

/// Returns a vector with the same lane in every place; of a scalar, a literal.
pub(super) fn splat(program: &mut Program<'_, '_>, kind: Kind, lane: u64) -> Value {
    if !kind.ty().is_vector() {
        return literal(program, kind, lane);
    }
    let lane = lane & low(kind.ty().scalar_bits());
    loaded(program, kind, edges::lanes(kind, || lane))
}

/// Builds a vector lane by lane. It begins undefined, which is the only vector constant; every lane is inserted.
fn chain(program: &mut Program<'_, '_>, kind: Kind, bits: Bits) -> Value {
    let ty = program.build.types.of(kind);
    if !kind.ty().is_vector() {
        return literal(program, kind, bits as u64);
    }
    let mut vector = program.frame.code.constant(Constant { ty, literal: Literal::Undef });
    let turn = program.build.choices.below(kind.ty().lanes() as usize) as u32;
    let lanes: Vec<u64> = lanes_of(kind, bits).collect();
    for place in 0..kind.ty().lanes() {
        let place = (place + turn) % kind.ty().lanes();
        let element = literal(program, kind.element(), lanes[place as usize]);
        let index = number(program, place);
        vector = temporary(program, kind, Instruction::InsertElement { vector, element, index });
    }
    vector
}

/// Returns a value of a kind that memory can contain, read from a separate global.
fn loaded(program: &mut Program<'_, '_>, kind: Kind, bits: Bits) -> Value {
    let size = (kind.ty().bits() / 8) as usize;
    let bits = if size == 16 { bits } else { bits & ((1 << (8 * size)) - 1) };
    let known = program.shared.data(bits, size);
    let global = known.unwrap_or_else(|| new_data(program, bits, size));
    let alignments = kind.memory_alignments();
    let alignment = alignments[program.build.choices.below(alignments.len())];
    let ty = program.build.types.of(kind);
    temporary(program, kind, Instruction::Load { pointer: global, alignment, ty })
}

fn new_data(program: &mut Program<'_, '_>, bits: Bits, size: usize) -> Value {
    let constant = program.build.choices.chance(128);
    // The alignment that any access may state.
    let alignment = Alignment::from_encoding(5).unwrap_or_default();
    let initializers = vec![Initializer::Data(bits.to_le_bytes()[..size].to_vec())];
    let global = new_global(program, Global { alignment, constant, initializers });
    program.shared.add_data(bits, size, global);
    global
}
