//! Operands: values that are there, and new ones out of literals and memory.

use super::super::kinds::{Kind, extend};
use super::edges::{self, lanes_of, low};
use super::{Data, Program};
use crate::SplitMix64;
use irsmith_pnacl::interpret::Bits;
use irsmith_pnacl::tables::CastOp;
use irsmith_pnacl::{Alignment, Constant, Global, Initializer, Instruction, Literal, Value};

impl Program<'_, '_> {
    /// Noise from one draw: an edge needs more bits than it deserves bytes of a case.
    pub(super) fn noise(&mut self) -> SplitMix64 {
        SplitMix64::new(self.build.choices.wide())
    }

    /// Appends an instruction whose result operands may name.
    pub(super) fn define(&mut self, kind: Kind, instruction: Instruction) -> Value {
        let keep = self.build.choices.chance(self.knobs.sinks);
        self.define_as(kind, instruction, keep)
    }

    /// As [`Program::define`]; `keep` says whether the result is to be seen even if it is used.
    pub(super) fn define_as(&mut self, kind: Kind, instruction: Instruction, keep: bool) -> Value {
        let value = self.frame.push(instruction, Some(kind));
        self.frame.offer(kind, value, false, keep);
        value
    }

    /// Appends an instruction whose result only what follows names.
    pub(super) fn temporary(&mut self, kind: Kind, instruction: Instruction) -> Value {
        self.frame.push(instruction, Some(kind))
    }

    /// Appends an instruction without a result.
    pub(super) fn push(&mut self, instruction: Instruction) {
        self.frame.push(instruction, None);
    }

    /// A value of a kind that can be named here: of what nothing names yet rather than of the rest, one time in 12 a new one.
    pub(super) fn operand(&mut self, kind: Kind) -> Value {
        let draw = self.build.choices.byte();
        let length = self.frame.pools[kind.index()].len();
        if draw >= 236 || length == 0 {
            return self.fresh(kind);
        }
        let pool = &mut self.frame.pools[kind.index()];
        let unused = (draw < 128).then(|| pool.iter().rposition(|entry| !entry.used)).flatten();
        let place = match unused {
            Some(place) => place,
            // The newest few, or any.
            None if draw < 64 => length - 1 - usize::from(draw & 3).min(length - 1),
            None => self.build.choices.below(length),
        };
        let entry = &mut self.frame.pools[kind.index()][place];
        entry.used = true;
        entry.value
    }

    /// A new value at which some operation may go wrong; where nothing needs to be defined, rarely an undefined one.
    pub(super) fn fresh(&mut self, kind: Kind) -> Value {
        if self.knobs.raw_values > 0 && self.build.choices.chance(3) {
            let ty = self.build.types.of(kind);
            return self.frame.constant(Constant { ty, literal: Literal::Undef });
        }
        let mut noise = self.noise();
        let bits = edges::any(kind, &mut noise);
        self.material(kind, bits)
    }

    /// A value with these bits: a literal, or hidden in memory from whoever folds constants.
    pub(super) fn material(&mut self, kind: Kind, bits: Bits) -> Value {
        let element = kind.element();
        if !kind.ty().is_vector() && self.build.choices.chance(self.knobs.literals) {
            return self.literal(kind, bits as u64);
        }
        if kind == Kind::I1 {
            // Upper bits that `trunc` must drop.
            let value = self.loaded(Kind::I8, bits | 0x56);
            return self.cast_to(Kind::I1, value, CastOp::Trunc);
        }
        if kind.ty().is_vector() && kind.ty().lanes() <= 4 && self.build.choices.chance(40) || self.build.choices.chance(2) {
            return self.chain(kind, bits);
        }
        match (element, kind.ty().lanes()) {
            (Kind::I1, 4) => {
                let wide = edges::lanes(Kind::I32X4, {
                    let mut lanes = lanes_of(kind, bits);
                    move || lanes.next().unwrap_or(0) | 0x1234_5670
                });
                let value = self.loaded(Kind::I32X4, wide);
                self.cast_to(kind, value, CastOp::Trunc)
            }
            (Kind::I1, lanes) => {
                let scalar = if lanes == 8 { Kind::I8 } else { Kind::I16 };
                let value = self.material(scalar, bits);
                self.cast_to(kind, value, CastOp::BitCast)
            }
            _ => self.loaded(kind, bits),
        }
    }

    /// A literal of a scalar kind.
    pub(super) fn literal(&mut self, kind: Kind, bits: u64) -> Value {
        let ty = self.build.types.of(kind);
        let literal = if kind.ty().is_float() { Literal::Float(bits) } else { Literal::Integer(extend(bits, kind.ty().scalar_bits())) };
        self.frame.constant(Constant { ty, literal })
    }

    /// An i32 literal.
    pub(super) fn number(&mut self, value: u32) -> Value {
        self.literal(Kind::I32, value.into())
    }

    /// The same lane in every place; of a scalar, a literal.
    pub(super) fn splat(&mut self, kind: Kind, lane: u64) -> Value {
        if !kind.ty().is_vector() {
            return self.literal(kind, lane);
        }
        let lane = lane & low(kind.ty().scalar_bits());
        self.loaded(kind, edges::lanes(kind, || lane))
    }

    pub(super) fn cast_to(&mut self, kind: Kind, value: Value, op: CastOp) -> Value {
        let ty = self.build.types.of(kind);
        self.temporary(kind, Instruction::Cast { value, ty, op })
    }

    /// A vector built lane by lane. It begins undefined, the only vector constant there is; every lane is put in.
    fn chain(&mut self, kind: Kind, bits: Bits) -> Value {
        let ty = self.build.types.of(kind);
        if !kind.ty().is_vector() {
            return self.literal(kind, bits as u64);
        }
        let mut vector = self.frame.constant(Constant { ty, literal: Literal::Undef });
        let turn = self.build.choices.below(kind.ty().lanes() as usize) as u32;
        let lanes: Vec<u64> = lanes_of(kind, bits).collect();
        for place in 0..kind.ty().lanes() {
            let place = (place + turn) % kind.ty().lanes();
            let element = self.literal(kind.element(), lanes[place as usize]);
            let index = self.number(place);
            vector = self.temporary(kind, Instruction::InsertElement { vector, element, index });
        }
        vector
    }

    /// A value of a kind that memory holds, read from a global of its own.
    fn loaded(&mut self, kind: Kind, bits: Bits) -> Value {
        let size = (kind.ty().bits() / 8) as usize;
        let bits = if size == 16 { bits } else { bits & ((1 << (8 * size)) - 1) };
        let known = self.data.iter().find(|known| known.bits == bits && known.size >= size).map(|known| known.global);
        let global = known.unwrap_or_else(|| self.new_data(bits, size));
        let alignments = kind.memory_alignments();
        let alignment = alignments[self.build.choices.below(alignments.len())];
        let ty = self.build.types.of(kind);
        self.temporary(kind, Instruction::Load { pointer: global, alignment, ty })
    }

    fn new_data(&mut self, bits: Bits, size: usize) -> Value {
        let constant = self.build.choices.chance(128);
        // Aligned as any access may state.
        let alignment = Alignment::from_encoding(5).unwrap_or_default();
        let initializers = vec![Initializer::Data(bits.to_le_bytes()[..size].to_vec())];
        let global = self.new_global(Global { alignment, constant, initializers });
        self.data.push(Data { bits, size, global });
        global
    }

    /// Adds a global.
    pub(super) fn new_global(&mut self, global: Global) -> Value {
        self.build.globals.add(global)
    }
}
