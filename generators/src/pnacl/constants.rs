//! Constants of functions.

use super::build::Build;
use super::forms::{FLOATS, Format, INTEGERS};
use super::kinds::Kind;
use super::rows::Family;
use irsmith_pnacl::{Constant, Literal, Value};

/// Cuts an integer to so many bits, 1 to 64, and extends its sign.
pub(in crate::pnacl) const fn extend(value: u64, bits: u32) -> i64 {
    let shift = 64 - bits;
    (value << shift) as i64 >> shift
}

impl Build<'_, '_> {
    /// A new constant of a kind. Vectors have none but undef; of the others one in 16 is undef.
    pub(super) fn constant(&mut self, kind: Kind) -> Value {
        let undef = kind.ty().is_vector() || self.choices.chance(16) && self.is_on(Family::Undef, kind.index());
        if undef {
            self.make_form(Family::Undef, kind.index());
        } else if kind.ty().is_integer() {
            self.make_among(Family::Integer, kind.index() * INTEGERS.len(), INTEGERS.len());
        } else {
            let place = usize::from(kind == Kind::F64);
            self.make_among(Family::Float, place * FLOATS.len(), FLOATS.len());
        }
        Value::constant(self.scratch.values.constants.len() as u32 - 1)
    }

    /// The integer constant with this value, new or not.
    pub(super) fn integer_constant(&mut self, kind: Kind, value: i64) -> Value {
        let ty = self.type_id(kind);
        let wanted = Constant { ty, literal: Literal::Integer(value) };
        match self.scratch.values.constants.iter().rposition(|known| *known == wanted) {
            Some(index) => Value::constant(index as u32),
            None => self.push_constant(kind, wanted.literal),
        }
    }

    fn push_constant(&mut self, kind: Kind, literal: Literal) -> Value {
        let ty = self.type_id(kind);
        let values = &mut self.scratch.values;
        values.constants.push(Constant { ty, literal });
        let value = Value::constant(values.constants.len() as u32 - 1);
        values.add(kind, value);
        value
    }

    /// The row of undefined values.
    pub(super) fn undef(&mut self, form: usize) -> bool {
        self.push_constant(Kind(form as u8), Literal::Undef);
        true
    }

    /// The row of integers.
    pub(super) fn integer(&mut self, form: usize) -> bool {
        let kind = Kind::INTEGERS[form / INTEGERS.len()];
        let bits = kind.ty().scalar_bits();
        let value = (INTEGERS[form % INTEGERS.len()].1)(bits, self.choices.wide());
        self.push_constant(kind, Literal::Integer(extend(value, bits)));
        true
    }

    /// The row of floats.
    pub(super) fn float(&mut self, form: usize) -> bool {
        let kind = Kind::FLOATS[form / FLOATS.len()];
        let format = if kind == Kind::F32 { Format { fraction_bits: 23, bits: 32 } } else { Format { fraction_bits: 52, bits: 64 } };
        let bits = (FLOATS[form % FLOATS.len()].1)(format, self.choices.wide());
        self.push_constant(kind, Literal::Float(bits));
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn float_classes_are_what_their_names_say() {
        let double = Format { fraction_bits: 52, bits: 64 };
        for &(name, make) in FLOATS {
            for random in [0, 5, u64::MAX, 0x1234_5678_9abc_def0] {
                let value = f64::from_bits(make(double, random));
                let holds = match name {
                    "zero" => value == 0.0 && value.is_sign_positive(),
                    "minus zero" => value == 0.0 && value.is_sign_negative(),
                    "one" => value == 1.0,
                    "infinity" => value == f64::INFINITY,
                    "minus infinity" => value == f64::NEG_INFINITY,
                    "quiet nan" | "quiet nan with payload" => value.is_nan() && value.to_bits() >> 51 & 1 == 1,
                    "signalling nan" => value.is_nan() && value.to_bits() >> 51 & 1 == 0,
                    "negative nan" => value.is_nan() && value.is_sign_negative(),
                    "smallest denormal" | "denormal" => value.is_subnormal(),
                    "smallest normal" => value == f64::MIN_POSITIVE,
                    "largest" => value == f64::MAX,
                    "small integer" => value.fract() == 0.0 && value.abs() < 32.0,
                    _ => true,
                };
                assert!(holds, "{name}: {value:?}");
                let single = make(Format { fraction_bits: 23, bits: 32 }, random);
                assert!(single <= u64::from(u32::MAX), "{name}");
                assert_eq!(
                    f32::from_bits(single as u32).is_nan(),
                    value.is_nan() || name == "random" && f32::from_bits(single as u32).is_nan()
                );
            }
        }
    }

    #[test]
    fn integers_are_cut_to_their_width() {
        assert_eq!((extend(1, 1), extend(255, 8), extend(127, 8), extend(u64::MAX, 64)), (-1, -1, 127, -1));
    }
}
