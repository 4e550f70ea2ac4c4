//! Floats.

use super::evaluation::Evaluation;
use super::operators::Binary;
use super::{TrapKind, Type, UndefinedKind, Value};

const NAN_32: u64 = 0x7fc0_0000;
const NAN_64: u64 = 0x7ff8_0000_0000_0000;

impl Evaluation<'_> {
    pub(super) fn float_binary(&mut self, operation: Binary, left: Value, right: Value) -> Result<Value, TrapKind> {
        Ok(if left.ty == Type::F32 {
            let result = compute(operation, narrow(left), narrow(right)).ok_or(TrapKind::NotIntegral)?;
            self.float_32(result)
        } else {
            let result = compute(operation, wide(left), wide(right)).ok_or(TrapKind::NotIntegral)?;
            self.float_64(result)
        })
    }

    /// Returns a computed float; a NaN becomes the canonical one.
    pub(super) fn float_32(&mut self, value: f32) -> Value {
        let bits = if value.is_nan() { self.note_nan(NAN_32) } else { value.to_bits().into() };
        Value { ty: Type::F32, bits }
    }

    /// Returns a computed float; a NaN becomes the canonical one.
    pub(super) fn float_64(&mut self, value: f64) -> Value {
        let bits = if value.is_nan() { self.note_nan(NAN_64) } else { value.to_bits() };
        Value { ty: Type::F64, bits }
    }

    fn note_nan(&mut self, bits: u64) -> u64 {
        self.note(UndefinedKind::NotANumber);
        bits
    }
}

/// Returns the result of the four operations that floats have.
fn compute<T>(operation: Binary, left: T, right: T) -> Option<T>
where
    T: std::ops::Add<Output = T> + std::ops::Sub<Output = T> + std::ops::Mul<Output = T> + std::ops::Div<Output = T>,
{
    Some(match operation {
        Binary::Plus => left + right,
        Binary::Minus => left - right,
        Binary::Mul => left * right,
        Binary::Div => left / right,
        _ => return None,
    })
}

/// Returns a float of 32 bits.
pub(super) fn narrow(value: Value) -> f32 {
    #[allow(clippy::cast_possible_truncation)] // A value of 32 bits has no higher ones.
    f32::from_bits(value.bits as u32)
}

/// Returns a float of either width as one of 64 bits, which is exact.
pub(super) fn wide(value: Value) -> f64 {
    if value.ty == Type::F32 { narrow(value).into() } else { f64::from_bits(value.bits) }
}

/// Returns the bits of the nearest float of 32 bits.
pub(super) fn from_unsigned32(value: u64) -> u64 {
    (value as f32).to_bits().into()
}
