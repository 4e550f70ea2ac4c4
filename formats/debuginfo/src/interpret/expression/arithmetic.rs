//! Arithmetic of integers, and the dispatch between integers and floats.

use super::evaluation::Evaluation;
use super::operators::{Binary, Comparison};
use super::value::sign_extend;
use super::{TrapKind, Type, UndefinedKind, Value, float};

impl Evaluation<'_> {
    /// Pops two entries, the right one from the top, and pushes the result.
    pub(super) fn binary(&mut self, operation: Binary) -> Result<(), TrapKind> {
        let right = self.pop()?;
        let left = self.pop()?;
        let value = match operation {
            Binary::Shl | Binary::Shr | Binary::Shra => self.shift(operation, left, right)?,
            _ if left.ty != right.ty => return Err(TrapKind::TypeMismatch),
            _ => self.same_types(operation, left, right)?,
        };
        self.push(value)
    }

    pub(super) fn plus_constant(&mut self, word: u32) -> Result<(), TrapKind> {
        let left = self.pop()?;
        let right = match left.ty {
            Type::F32 => Value { ty: Type::F32, bits: float::from_unsigned32(word.into()) },
            Type::F64 => Value { ty: Type::F64, bits: f64::from(word).to_bits() },
            ty => Value::new(ty, word.into(), self.address),
        };
        let sum = self.same_types(Binary::Plus, left, right)?;
        self.push(sum)
    }

    fn same_types(&mut self, operation: Binary, left: Value, right: Value) -> Result<Value, TrapKind> {
        if left.ty.is_float() { self.float_binary(operation, left, right) } else { self.integer_binary(operation, left, right) }
    }

    fn integer_binary(&mut self, operation: Binary, left: Value, right: Value) -> Result<Value, TrapKind> {
        let bits = match operation {
            Binary::And => left.bits & right.bits,
            Binary::Or => left.bits | right.bits,
            Binary::Xor => left.bits ^ right.bits,
            Binary::Plus => left.bits.wrapping_add(right.bits),
            Binary::Minus => left.bits.wrapping_sub(right.bits),
            Binary::Mul => left.bits.wrapping_mul(right.bits),
            _ if right.bits == 0 => return Err(TrapKind::DivisionByZero),
            Binary::Div => self.divide(left, right),
            _ if left.ty.is_signed() => left.signed(self.address).wrapping_rem(right.signed(self.address)).cast_unsigned(),
            _ => left.bits % right.bits,
        };
        Ok(Value::new(left.ty, bits, self.address))
    }

    /// Divides by a nonzero value.
    fn divide(&mut self, left: Value, right: Value) -> u64 {
        if !left.ty.is_signed() && left.ty != Type::Generic {
            return left.bits / right.bits;
        }
        let (left_signed, right_signed) = (left.signed(self.address), right.signed(self.address));
        if right_signed == -1 {
            self.note_smallest(left);
        }
        left_signed.wrapping_div(right_signed).cast_unsigned()
    }

    /// Records that the smallest signed integer has no opposite.
    fn note_smallest(&mut self, value: Value) {
        if value.bits == 1 << (value.ty.bits(self.address) - 1) {
            self.note(UndefinedKind::Overflow);
        }
    }

    fn shift(&mut self, operation: Binary, left: Value, count: Value) -> Result<Value, TrapKind> {
        if left.ty.is_float() || count.ty.is_float() {
            return Err(TrapKind::NotIntegral);
        }
        if count.ty.is_signed() && count.signed(self.address) < 0 {
            return Err(TrapKind::NegativeShift);
        }
        let width = left.ty.bits(self.address);
        let inside = u32::try_from(count.bits).ok().filter(|&count| count < width);
        if inside.is_none() {
            self.note(UndefinedKind::ShiftCount);
        }
        let bits = match (operation, inside) {
            (Binary::Shl, Some(count)) => left.bits << count,
            (Binary::Shr, Some(count)) => left.bits >> count,
            (Binary::Shra, count) => (sign_extend(left.bits, width) >> count.unwrap_or(63)).cast_unsigned(),
            _ => 0,
        };
        Ok(Value::new(left.ty, bits, self.address))
    }

    pub(super) fn compare(&mut self, comparison: Comparison) -> Result<(), TrapKind> {
        let right = self.pop()?;
        let left = self.pop()?;
        if left.ty != right.ty {
            return Err(TrapKind::TypeMismatch);
        }
        let holds = match left.ty {
            Type::F32 | Type::F64 => comparison.holds(float::wide(left), float::wide(right)),
            Type::Generic | Type::I8 | Type::I16 | Type::I32 | Type::I64 => {
                comparison.holds(left.signed(self.address), right.signed(self.address))
            }
            _ => comparison.holds(left.bits, right.bits),
        };
        self.push_generic(holds.into())
    }

    pub(super) fn absolute(&mut self) -> Result<(), TrapKind> {
        let value = self.pop()?;
        let negative = match value.ty {
            Type::F32 | Type::F64 => float::wide(value) < 0.0,
            Type::U8 | Type::U16 | Type::U32 | Type::U64 => false,
            _ => value.signed(self.address) < 0,
        };
        let result = if negative { self.opposite(value) } else { value };
        self.push(result)
    }

    pub(super) fn negate(&mut self) -> Result<(), TrapKind> {
        let value = self.pop()?;
        let result = self.opposite(value);
        self.push(result)
    }

    fn opposite(&mut self, value: Value) -> Value {
        if value.ty.is_float() {
            return Value { bits: value.bits ^ 1 << (value.ty.bits(self.address) - 1), ..value };
        }
        if value.ty.is_signed() || value.ty == Type::Generic {
            self.note_smallest(value);
        }
        Value::new(value.ty, value.bits.wrapping_neg(), self.address)
    }

    pub(super) fn complement(&mut self) -> Result<(), TrapKind> {
        let value = self.pop()?;
        if value.ty.is_float() {
            return Err(TrapKind::NotIntegral);
        }
        self.push(Value::new(value.ty, !value.bits, self.address))
    }
}
