//! Rows of floating point. Results that may be a NaN are replaced by a fixed number if they are: the bits of a NaN are undefined.

use super::maker::{Maker, Value, lane_bits, used};
use super::rows::FloatForm;
use irsmith_mir::{FloatImmediate, FloatKind, FloatPredicate, Name, OperandKind, Type};

/// The widths; functions that are plain have no other than the last two.
const WIDTHS: [u16; 3] = [16, 32, 64];

impl Maker<'_, '_, '_> {
    pub(super) fn float_row(&mut self, opcode: &'static str, form: FloatForm) {
        let ty = self.float_type();
        match form {
            FloatForm::Float(count) => {
                let operands: Vec<Value> = (0..count).map(|_| self.float(ty)).collect();
                let result = self.of(ty, opcode, &operands);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::FloatNoSign(count) => {
                let operands: Vec<Value> = (0..count).map(|_| self.float_without_minus_zero(ty)).collect();
                let result = self.of(ty, opcode, &operands);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::FloatCompare => {
                let predicate = FloatPredicate::ALL[1 + self.choices.below(FloatPredicate::ALL.len() - 2)];
                let (a, b) = (self.float(ty), self.float(ty));
                let result = self.op(Type::scalar(1), opcode, [OperandKind::FloatPredicate(predicate), used(a), used(b)]);
                self.keep(result);
            }
            FloatForm::FloatClass => {
                let value = self.value(ty);
                let classes = self.choices.up_to(1023);
                let result = self.op(Type::scalar(1), opcode, [used(value), OperandKind::Immediate(classes.into())]);
                self.keep(result);
            }
            FloatForm::FromInteger => {
                let from = Type::scalar([8, 32, 64][self.choices.below(3)]);
                let value = self.value(from);
                let result = self.of(ty, opcode, &[value]);
                self.keep(result);
            }
            FloatForm::ToInteger | FloatForm::ToIntegerInRange => {
                let to = Type::scalar([8, 32, 64][self.choices.below(3)]);
                let value = if form == FloatForm::ToInteger { self.float(ty) } else { self.small(ty) };
                let result = self.of(to, opcode, &[value]);
                self.keep(result);
            }
            FloatForm::FloatExtend => {
                let (from, to) = if self.is_plain || self.choices.chance(128) { (32, 64) } else { (16, 32) };
                let value = self.float(Type::scalar(from));
                let result = self.of(Type::scalar(to), opcode, &[value]);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::FloatTruncate => {
                let (from, to) = if self.is_plain || self.choices.chance(128) { (64, 32) } else { ([32, 64][self.choices.below(2)], 16) };
                let value = if self.choices.chance(96) { self.between(from, to) } else { self.float(Type::scalar(from)) };
                let result = self.of(Type::scalar(to), opcode, &[value]);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::FloatTruncateTo => {
                let (from, to) = [(64, 32), (32, 16)][self.choices.below(2)];
                let value = self.float(Type::scalar(from));
                // The directions of `llvm::RoundingMode`: toward zero, to nearest, upward, downward.
                let direction = OperandKind::Immediate(self.choices.below(4) as i64);
                let result = self.op(Type::scalar(to), opcode, [used(value), direction]);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::Power => {
                let base = self.float(ty);
                let exponent = i128::from(self.choices.up_to(3));
                let exponent = self.constant(Type::scalar(32), exponent);
                let result = self.of(ty, opcode, &[base, exponent]);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::Scale => {
                let (value, exponent) = (self.float(ty), self.value(Type::scalar(32)));
                let result = self.of(ty, opcode, &[value, exponent]);
                let result = self.settled(result);
                self.keep(result);
            }
            FloatForm::Exponent => {
                // Infinities have no exponent.
                let value = self.small(ty);
                let results = [self.fresh(ty), self.fresh(Type::scalar(32))];
                self.define(&results, opcode, [used(value)]);
                results.into_iter().for_each(|result| self.keep(result));
            }
            FloatForm::Parts => {
                let value = self.float(ty);
                let results = [self.fresh(ty), self.fresh(ty)];
                self.define(&results, opcode, [used(value)]);
                results.into_iter().for_each(|result| self.keep(result));
            }
            FloatForm::FloatConstant => {
                let (ty, kind) = [(Type::scalar(32), FloatKind::Float), (Type::scalar(64), FloatKind::Double)][self.choices.below(2)];
                let literals =
                    ["0.000000e+00", "1.000000e+00", "-1.000000e+00", "0x7FF0000000000000", "1.500000e+01", "0x3FD5555560000000"];
                let literal = literals[self.choices.below(literals.len())];
                let result = self.op(ty, opcode, [OperandKind::Float(Box::new(FloatImmediate { kind, literal: Name::from(literal) }))]);
                self.keep(result);
            }
        }
    }

    pub(super) fn float_type(&mut self) -> Type {
        Type::scalar(if self.is_plain { WIDTHS[1 + self.choices.below(2)] } else { WIDTHS[self.choices.below(3)] })
    }

    /// Returns a value of a floating-point format that is not a signaling NaN: such a one may be passed on, or not.
    pub(super) fn float(&mut self, ty: Type) -> Value {
        let value = self.value(ty);
        if self.choices.chance(96) {
            // An integer that is small is a lifelike number.
            let byte = self.of(Type::scalar(8), "G_TRUNC", &[value]);
            let wide = self.of(Type::scalar(32), "G_SEXT", &[byte]);
            return self.of(ty, "G_SITOFP", &[wide]);
        }
        self.settled(value)
    }

    /// Returns a number of a wide format in the middle between two of a narrow one, or next to it: where rounding twice shows.
    fn between(&mut self, from: u16, to: u16) -> Value {
        // Bits of the fraction, and the bias of the exponent.
        let format = |bits| match bits {
            16 => (10, 15),
            32 => (23, 127),
            _ => (52, 1023),
        };
        let ((wide, wide_bias), (narrow, bias)) = (format(from), format(to));
        let draws = self.choices.wide();
        let exponent = 1 + (draws >> 32) % (2 * bias - 1) + wide_bias - bias;
        let kept = draws & ((1 << narrow) - 1);
        let sign = u64::from(self.choices.chance(128)) << (from - 1);
        let middle = sign | exponent << wide | (kept << 1 | 1) << (wide - narrow - 1);
        let bits = [middle, middle + 1, middle - 1][self.choices.below(3)];
        self.constant(Type::scalar(from), i128::from(bits))
    }

    /// Returns such a value that is not -0: the sum of -0 and +0 is +0.
    fn float_without_minus_zero(&mut self, ty: Type) -> Value {
        let value = self.float(ty);
        let zero = self.constant(ty, 0);
        self.of(ty, "G_FADD", &[value, zero])
    }

    /// Returns a whole number of at most 127.
    pub(super) fn small(&mut self, ty: Type) -> Value {
        self.whole(ty, 0x7f)
    }

    /// Returns a whole number of which no bits are set but those of `mask`.
    pub(super) fn whole(&mut self, ty: Type, mask: i128) -> Value {
        let value = self.value(ty);
        let byte = self.of(Type::scalar(8), "G_TRUNC", &[value]);
        let mask = self.constant(Type::scalar(8), mask);
        let byte = self.of(Type::scalar(8), "G_AND", &[byte, mask]);
        let wide = self.of(Type::scalar(32), "G_ZEXT", &[byte]);
        self.of(ty, "G_SITOFP", &[wide])
    }

    /// Returns the value, or 1 if it is a NaN.
    pub(super) fn settled(&mut self, value: Value) -> Value {
        let one = match lane_bits(value.ty) {
            16 => 0x3c00,
            32 => 0x3f80_0000,
            _ => 0x3ff0 << 48,
        };
        let predicate = OperandKind::FloatPredicate(FloatPredicate::Unordered);
        let is_nan = self.op(Type::scalar(1), "G_FCMP", [predicate, used(value), used(value)]);
        let one = self.constant(value.ty, one);
        self.select(is_nan, one, value)
    }
}
