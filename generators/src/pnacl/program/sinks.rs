//! Where values end: in a checksum, which functions return or leave in memory, and in memory itself.
//!
//! A value that nothing sees tests nothing; compilers do not even compute it. So at the end of each scope what nothing named goes into a
//! sink, and some of the rest.

use super::super::kinds::{BYTE, Kind};
use super::Program;
use super::frame::Mark;
use irsmith_pnacl::tables::{BinaryOp, CastOp};
use irsmith_pnacl::{Alignment, Global, Initializer, Instruction, Value};

/// Rounds of a loop that sinks in memory keep apart.
const ROUNDS: u32 = 8;
/// Odd, so that multiplying loses nothing (the golden ratio, and the multiplier of PCG).
const MULTIPLIERS: [u64; 2] = [0x9e37_79b9_7f4a_7c15, 0x5851_f42d_4c95_7f2d];

impl Program<'_, '_> {
    /// Sees to it that every value of the scope is seen.
    pub(super) fn sink_scope(&mut self, mark: Mark) {
        while let Some((kind, value)) = self.frame.unseen(mark) {
            self.sink(kind, value);
        }
    }

    /// Ends a scope.
    pub(super) fn leave(&mut self, mark: Mark) {
        self.sink_scope(mark);
        self.frame.release(mark);
    }

    fn sink(&mut self, kind: Kind, value: Value) {
        // Once executed, a place in memory of its own costs one instruction; over and over, the checksum keeps what memory would lose.
        let once = self.frame.times == 1 && self.frame.place == 0;
        let memory = if once { 200 } else { 96 };
        if !kind.ty().is_i1() && (kind.ty().is_vector() || self.build.choices.chance(memory)) {
            return self.sink_in_memory(kind, value);
        }
        match kind.ty().bits() {
            1 => self.fold(Kind::I1, value),
            4 => {
                let wide = self.cast_to(Kind::I32X4, value, CastOp::SExt);
                self.sink_in_memory(Kind::I32X4, wide);
            }
            8 if kind.ty().is_i1() => {
                let byte = self.cast_to(Kind::I8, value, CastOp::BitCast);
                self.fold(Kind::I8, byte);
            }
            16 if kind.ty().is_i1() => {
                let short = self.cast_to(Kind::I16, value, CastOp::BitCast);
                self.fold(Kind::I16, short);
            }
            _ => self.fold(kind, value),
        }
    }

    /// Puts a scalar into the checksum.
    fn fold(&mut self, kind: Kind, value: Value) {
        let value = match kind {
            Kind::F32 => self.cast_to(Kind::I32, value, CastOp::BitCast),
            Kind::F64 => self.cast_to(Kind::I64, value, CastOp::BitCast),
            _ => value,
        };
        let wide = match kind {
            Kind::I64 | Kind::F64 => value,
            _ => {
                let op = if self.build.choices.chance(96) { CastOp::SExt } else { CastOp::ZExt };
                self.cast_to(Kind::I64, value, op)
            }
        };
        let sum = self.sum();
        let op = if self.build.choices.chance(128) { BinaryOp::Xor } else { BinaryOp::Add };
        let mixed = self.binary_of(Kind::I64, op, sum, wide);
        let multiplier = MULTIPLIERS[self.build.choices.below(MULTIPLIERS.len())];
        let multiplier = self.literal(Kind::I64, multiplier);
        self.frame.sum = Some(self.binary_of(Kind::I64, BinaryOp::Mul, mixed, multiplier));
    }

    /// The checksum so far.
    pub(super) fn sum(&mut self) -> Value {
        match self.frame.sum {
            Some(sum) => sum,
            None => {
                let sum = self.literal(Kind::I64, 0x1234_5678_9abc_def0 + self.frame.place as u64);
                self.frame.sum = Some(sum);
                sum
            }
        }
    }

    fn sink_in_memory(&mut self, kind: Kind, value: Value) {
        let looped = !self.frame.loops.is_empty();
        let size = if looped { 16 * ROUNDS } else { 16 };
        let alignment = Alignment::from_bytes(16).unwrap_or_default();
        let global = Global { alignment, constant: false, initializers: vec![Initializer::Zerofill(size.into())] };
        let base = self.new_global(global);
        let pointer = if looped {
            let round = self.round();
            self.binary_of(Kind::I32, BinaryOp::Add, base, round)
        } else {
            base
        };
        let alignments = kind.memory_alignments();
        let alignment = alignments[self.build.choices.below(alignments.len())];
        self.push(Instruction::Store { pointer, value, alignment });
    }

    /// The offset of this round of the innermost loop.
    fn round(&mut self) -> Value {
        if let Some((block, value)) = self.frame.round
            && block == self.frame.current
        {
            return value;
        }
        let Some((kind, counter)) = self.frame.loops.last().map(|inner| inner.counter()) else { return self.number(0) };
        let counter = match kind.ty().bits() {
            32 => counter,
            64 => self.cast_to(Kind::I32, counter, CastOp::Trunc),
            _ => self.cast_to(Kind::I32, counter, CastOp::ZExt),
        };
        let (mask, four) = (self.number(ROUNDS - 1), self.number(4));
        let low = self.binary_of(Kind::I32, BinaryOp::And, counter, mask);
        let round = self.binary_of(Kind::I32, BinaryOp::Shl, low, four);
        self.frame.round = Some((self.frame.current, round));
        round
    }

    /// Leaves the function, with its checksum or another value; the checksum is never lost.
    pub(super) fn leave_function(&mut self) {
        let result = self.functions[self.frame.place].result;
        let value = match result {
            Some(Kind::I64) if self.build.choices.chance(192) => Some(self.sum()),
            Some(Kind::I32) if self.build.choices.chance(128) => {
                let (sum, half) = (self.sum(), self.literal(Kind::I64, 32));
                let upper = self.binary_of(Kind::I64, BinaryOp::LShr, sum, half);
                let both = self.binary_of(Kind::I64, BinaryOp::Xor, upper, sum);
                Some(self.cast_to(Kind::I32, both, CastOp::Trunc))
            }
            _ => {
                self.flush();
                result.map(|kind| self.operand(kind))
            }
        };
        self.push(Instruction::Ret { value });
    }

    /// Adds the checksum to the one that all functions share.
    fn flush(&mut self) {
        let Some(sum) = self.frame.sum else { return };
        let pointer = self.total;
        let ty = self.build.types.of(Kind::I64);
        let before = self.temporary(Kind::I64, Instruction::Load { pointer, alignment: BYTE, ty });
        let multiplier = self.literal(Kind::I64, MULTIPLIERS[0]);
        let mixed = self.binary_of(Kind::I64, BinaryOp::Mul, before, multiplier);
        let value = self.binary_of(Kind::I64, BinaryOp::Xor, mixed, sum);
        self.push(Instruction::Store { pointer, value, alignment: BYTE });
    }
}
