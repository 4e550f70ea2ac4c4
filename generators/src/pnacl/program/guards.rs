//! Guards: what keeps operands where the manual defines an operation.
//!
//! Each has several forms, so that compilers that know one of them meet others too.

use super::super::kinds::Kind;
use super::Program;
use super::edges::{defined, ieee::Ieee, low};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::{Instruction, Value};

/// What an operation without its guard does by the total semantics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spoil {
    /// Goes on with some value.
    Value,
    /// Traps.
    Trap,
}

impl Program<'_, '_> {
    pub(super) fn binary_of(&mut self, kind: Kind, op: BinaryOp, a: Value, b: Value) -> Value {
        self.temporary(kind, Instruction::Binary { a, b, op })
    }

    fn select_of(&mut self, kind: Kind, condition: Value, a: Value, b: Value) -> Value {
        self.temporary(kind, Instruction::Select { a, b, condition })
    }

    fn compare_of(&mut self, kind: Kind, predicate: Predicate, a: Value, b: Value) -> Value {
        self.temporary(kind.comparison(), Instruction::Compare { a, b, predicate })
    }

    /// Operands for an operation on integers that is undefined for some. A pair from a table (`edge`) is undefined on purpose: its guard
    /// is left out twice as often.
    pub(super) fn guard_binary(&mut self, op: BinaryOp, kind: Kind, (a, b): (Value, Value), edge: bool) -> (Value, Value) {
        let spoiled = self.is_spoiled(Spoil::Value) || edge && self.is_spoiled(Spoil::Value);
        match op {
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr if spoiled => (a, b),
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => (a, self.amount(kind, b)),
            _ if self.is_spoiled(Spoil::Trap) => (a, b),
            BinaryOp::SDiv | BinaryOp::SRem => {
                // Divisors are kept from zero in any case: that would trap.
                if spoiled { (a, self.not_zero(kind, b)) } else { self.signed_division(kind, a, b) }
            }
            _ => (a, self.not_zero(kind, b)),
        }
    }

    /// The amount of a shift: a literal or masked.
    fn amount(&mut self, kind: Kind, b: Value) -> Value {
        let bits = u64::from(kind.ty().scalar_bits());
        if self.build.choices.chance(96) {
            let amount = match self.build.choices.below(4) {
                0 => bits - 1,
                1 => 1,
                2 => 0,
                _ => self.build.choices.below(bits as usize) as u64,
            };
            return self.splat(kind, amount);
        }
        let (op, mask) = match self.build.choices.below(4) {
            0 => (BinaryOp::URem, bits),
            // A narrower mask, and one with a hole.
            1 => (BinaryOp::And, bits / 2 - 1),
            2 => (BinaryOp::And, (bits - 1) & !2),
            _ => (BinaryOp::And, bits - 1),
        };
        let mask = self.splat(kind, mask);
        self.binary_of(kind, op, b, mask)
    }

    /// A divisor that is not zero.
    fn not_zero(&mut self, kind: Kind, b: Value) -> Value {
        if self.build.choices.chance(160) {
            let bit = 1 << self.build.choices.below(kind.ty().scalar_bits() as usize);
            let bit = self.splat(kind, bit);
            return self.binary_of(kind, BinaryOp::Or, b, bit);
        }
        let zero = self.splat(kind, 0);
        let other = 1 + u64::from(self.build.choices.byte() & 63);
        let other = self.splat(kind, other);
        let is_zero = self.compare_of(kind, Predicate::Eq, b, zero);
        self.select_of(kind, is_zero, other, b)
    }

    /// Dividend and divisor with a signed quotient.
    fn signed_division(&mut self, kind: Kind, a: Value, b: Value) -> (Value, Value) {
        let bits = kind.ty().scalar_bits();
        match self.build.choices.below(4) {
            // A positive divisor.
            0 => {
                let mask = self.splat(kind, low(bits) >> 1);
                let one = self.splat(kind, 1);
                let positive = self.binary_of(kind, BinaryOp::And, b, mask);
                (a, self.binary_of(kind, BinaryOp::Or, positive, one))
            }
            // A literal other than 0 and -1.
            1 => {
                let divisor = match self.build.choices.below(4) {
                    0 => 1,
                    1 => 1 << (bits - 1),
                    2 => low(bits) - 1,
                    _ => 3 + 2 * u64::from(self.build.choices.byte() & 15),
                };
                (a, self.splat(kind, divisor))
            }
            // An even dividend above the smallest, and a divisor of either sign.
            2 => {
                let one = self.splat(kind, 1);
                let half = self.binary_of(kind, BinaryOp::AShr, a, one);
                (half, self.binary_of(kind, BinaryOp::Or, b, one))
            }
            // A divisor that is chosen; both bad ones at once: b + 1 is 0 or 1.
            _ => {
                let one = self.splat(kind, 1);
                let next = self.binary_of(kind, BinaryOp::Add, b, one);
                let bad = self.compare_of(kind, Predicate::Ule, next, one);
                (a, self.select_of(kind, bad, one, b))
            }
        }
    }

    /// An operand for a conversion that is undefined for some floats.
    pub(super) fn guard_cast(&mut self, op: CastOp, from: Kind, to: Kind, value: Value) -> Value {
        if self.is_spoiled(Spoil::Value) {
            return value;
        }
        if op == CastOp::FpTrunc { self.in_float_range(from, value) } else { self.in_integer_range(op, from, to, value) }
    }

    /// A double that is no finite number beyond the floats. NaNs stay.
    fn in_float_range(&mut self, kind: Kind, value: Value) -> Value {
        let largest = f64::from(f32::MAX).to_bits();
        let other = self.fresh_float(kind);
        let (high, low) = (self.literal(kind, largest), self.literal(kind, largest | 1 << 63));
        let above = self.compare_of(kind, Predicate::Ogt, value, high);
        let value = self.select_of(kind, above, other, value);
        let below = self.compare_of(kind, Predicate::Olt, value, low);
        self.select_of(kind, below, high, value)
    }

    fn fresh_float(&mut self, kind: Kind) -> Value {
        let value = self.build.choices.byte();
        self.literal(kind, (f64::from(value) / 8.0 - 16.0).to_bits())
    }

    /// A float that the integer type can hold once cut to an integer: between bounds, where a NaN becomes the lower one.
    fn in_integer_range(&mut self, op: CastOp, from: Kind, to: Kind, value: Value) -> Value {
        let bits = to.ty().scalar_bits();
        let (lower, upper) = defined::bounds(Ieee::of(from.element().ty()), bits, op == CastOp::FpToSi);
        let (lower, upper) = (self.splat(from, lower), self.splat(from, upper));
        let predicate = [Predicate::Oge, Predicate::Ogt][self.build.choices.below(2)];
        let above = self.compare_of(from, predicate, value, lower);
        let value = self.select_of(from, above, value, lower);
        let below = self.compare_of(from, Predicate::Ole, value, upper);
        self.select_of(from, below, value, upper)
    }
}
