//! Constants: integers, floating-point numbers, and plain numbers, mostly on the edges of what is possible.

use super::build::Build;
use super::rows::Family;
use super::shapes::Shape;
use irsmith_mir::{FloatImmediate, FloatKind, IntegerImmediate, OperandKind};

/// Forms of integer constants.
pub(super) const INTEGERS: &[&str] = &["zero", "one", "all ones", "largest", "smallest", "any"];
/// Forms of floating-point constants.
pub(super) const FLOATS: &[&str] = &["zero", "negative zero", "one", "any", "infinity", "NaN"];
/// Forms of plain numbers.
pub(super) const PLAIN: &[&str] = &["zero", "small", "byte", "word", "largest of 32 bits", "smallest of 32 bits", "any of 32 bits"];

impl Build<'_, '_> {
    /// An integer of a width of at most 192 bits.
    pub(super) fn integer_constant(&mut self, bits: u16) -> IntegerImmediate {
        let form = self.form(Family::Integer, 0, INTEGERS.len());
        let signed: i128 = match form {
            0 => 0,
            1 => 1,
            2 => -1,
            3 if bits <= 128 => i128::MAX >> (128 - bits),
            4 if bits <= 128 => i128::MIN >> (128 - bits),
            _ => i128::from(self.choices.wide() as i64) << self.choices.below(2),
        };
        let digits = if bits >= 128 { signed } else { signed << (128 - bits) >> (128 - bits) }.to_string().into();
        IntegerImmediate { bits: u32::from(bits), digits }
    }

    /// A floating-point number of a width that a format has.
    pub(super) fn float_constant(&mut self, bits: u16) -> FloatImmediate {
        let form = self.form(Family::Float, 0, FLOATS.len());
        let kind = match bits {
            16 if self.choices.chance(96) => FloatKind::Bfloat,
            16 => FloatKind::Half,
            32 => FloatKind::Float,
            80 => FloatKind::X86Fp80,
            128 if self.choices.chance(32) => FloatKind::PpcFp128,
            128 => FloatKind::Fp128,
            _ => FloatKind::Double,
        };
        FloatImmediate { kind, literal: self.literal(kind, form).into() }
    }

    fn literal(&mut self, kind: FloatKind, form: usize) -> String {
        let any = self.choices.wide();
        match kind {
            FloatKind::Half => format!("0xH{:04X}", [0, 0x8000, 0x3c00, any & 0x7bff, 0x7c00, 0x7e00][form]),
            FloatKind::Bfloat => format!("0xR{:04X}", [0, 0x8000, 0x3f80, any & 0x7f7f, 0x7f80, 0x7fc0][form]),
            FloatKind::Float | FloatKind::Double => match form {
                0 => "0.000000e+00".into(),
                1 => "-0.000000e+00".into(),
                2 => "1.000000e+00".into(),
                // A sum of powers of two, exact in both formats.
                3 => format!("{}.5", any as i16),
                4 => "0x7FF0000000000000".into(),
                _ => "0x7FF8000000000000".into(),
            },
            FloatKind::X86Fp80 => {
                let high = [0, 0x8000, 0x3fff, 0x3ffe, 0x7fff, 0x7fff][form];
                let low = [0, 0, 1 << 63, any | 1 << 63, 1 << 63, 3 << 62][form];
                format!("0xK{high:04X}{low:016X}")
            }
            FloatKind::Fp128 => {
                let high: u64 = [0, 1 << 63, 0x3fff << 48, 0x3ffe << 48 | any >> 16, 0x7fff << 48, 0x0007_fff8 << 44][form];
                format!("0xL{:016X}{high:016X}", if form == 3 { any } else { 0 })
            }
            FloatKind::PpcFp128 => {
                let high: u64 = [0, 1 << 63, 0x3ff << 52, any >> 12 | 0x3fe << 52, 0x7ff << 52, 0xfff << 51][form];
                format!("0xM{high:016X}{:016X}", 0)
            }
        }
    }

    /// A plain number.
    pub(super) fn plain_number(&mut self) -> i64 {
        match self.form(Family::Number, 0, PLAIN.len()) {
            0 => 0,
            1 => self.choices.below(32) as i64,
            2 => i64::from(self.choices.byte()),
            3 => i64::from(self.choices.word()),
            4 => i64::from(i32::MAX),
            5 => i64::from(i32::MIN),
            _ => i64::from(self.choices.wide() as i32),
        }
    }

    /// An offset from an address: a plain number, or the largest or smallest there is.
    pub(super) fn offset(&mut self) -> i64 {
        if self.wants(Shape::FarOffset, 16) { [i64::MAX, i64::MIN][self.choices.below(2)] } else { self.plain_number() }
    }

    /// An integer constant as an operand.
    pub(super) fn integer_operand(&mut self, bits: u16) -> OperandKind {
        OperandKind::Integer(Box::new(self.integer_constant(bits)))
    }
}
