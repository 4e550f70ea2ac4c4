//! Conversions between types.

use super::evaluation::Evaluation;
use super::{TrapKind, Type, UndefinedKind, Value, float};

impl Evaluation<'_> {
    /// Computes Convert: the same number in another type; traps if there is no such type.
    pub(super) fn convert(&mut self, to: Option<Type>) -> Result<(), TrapKind> {
        let to = to.ok_or(TrapKind::UnknownType)?;
        let value = self.pop()?;
        let result = match (value.ty.is_float(), to) {
            (true, Type::F32 | Type::F64) => self.between_floats(value, to),
            (true, _) => self.float_to_integer(value, to),
            (false, Type::F32 | Type::F64) => self.integer_to_float(value, to),
            (false, _) => Value::new(to, value.extended(self.address), self.address),
        };
        self.push(result)
    }

    /// Computes Reinterpret: the same bits in another type of the same width.
    pub(super) fn reinterpret(&mut self, number: u32) -> Result<(), TrapKind> {
        let to = *Type::ALL.get(number as usize).ok_or(TrapKind::UnknownType)?;
        let value = self.pop()?;
        if value.ty.bits(self.address) != to.bits(self.address) {
            return Err(TrapKind::WrongSize);
        }
        self.push(Value { ty: to, ..value })
    }

    fn between_floats(&mut self, value: Value, to: Type) -> Value {
        match (value.ty, to) {
            (from, to) if from == to => value,
            (_, Type::F64) => self.float_64(float::wide(value)),
            #[allow(clippy::cast_possible_truncation)] // Rounding is what is wanted.
            _ => self.float_32(float::wide(value) as f32),
        }
    }

    /// Converts an integer to a float. Both casts round once, to the nearest.
    fn integer_to_float(&mut self, value: Value, to: Type) -> Value {
        let signed = value.ty.is_signed().then(|| value.signed(self.address));
        let bits = match (to, signed) {
            (Type::F32, Some(signed)) => (signed as f32).to_bits().into(),
            (Type::F32, None) => float::from_unsigned32(value.bits),
            (_, Some(signed)) => (signed as f64).to_bits(),
            (_, None) => (value.bits as f64).to_bits(),
        };
        Value { ty: to, bits }
    }

    /// Converts toward zero, then to the nearest value of the type: casts do the first for 128 bits, which contain every type's values.
    fn float_to_integer(&mut self, value: Value, to: Type) -> Value {
        let number = float::wide(value);
        let width = to.bits(self.address);
        let (smallest, largest) =
            if to.is_signed() { (-1_i128 << (width - 1), (1 << (width - 1)) - 1) } else { (0, (1_i128 << width) - 1) };
        #[allow(clippy::cast_possible_truncation)] // The part behind the point is to go, and the rest is checked.
        let whole = number as i128;
        let nearest = whole.clamp(smallest, largest);
        if nearest != whole || number.is_nan() {
            self.note(UndefinedKind::ConversionRange);
        }
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // It has at most 64 bits.
        Value::new(to, nearest as u64, self.address)
    }
}
