//! Spellings of numbers: prints and parses sign-rotated integers and floating point constants.
//!
//! Listings show six significant digits of a float, as the reference disassembler does, which loses bits. Assembly shows six digits if they
//! suffice to reproduce the bits, otherwise as many as needed; a NaN with a payload is written `nan:0x7fa00001`.

use super::state::Type;
use std::fmt::Write;

/// The layout of a float's bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Precision {
    Single,
    Double,
}

impl Precision {
    /// Returns the layout of a type, if it is a float.
    pub(super) fn of(shape: Type) -> Option<Self> {
        match shape {
            Type::Float => Some(Self::Single),
            Type::Double => Some(Self::Double),
            _ => None,
        }
    }

    /// Returns the NaN that `nan` represents: quiet, positive, no payload.
    fn nan(self) -> u64 {
        match self {
            Self::Single => 0x7fc0_0000,
            Self::Double => 0x7ff8_0000_0000_0000,
        }
    }

    fn sign(self) -> u64 {
        match self {
            Self::Single => 1 << 31,
            Self::Double => 1 << 63,
        }
    }

    /// Returns whether these are the bits of a NaN, with none beyond those of the type.
    fn is_nan(self, bits: u64) -> bool {
        bits <= self.sign() | (self.sign() - 1) && self.value(bits).is_nan()
    }

    /// Returns the value of these bits; single precision is exact in double.
    fn value(self, bits: u64) -> f64 {
        match self {
            Self::Single => f64::from(f32::from_bits(bits as u32)),
            Self::Double => f64::from_bits(bits),
        }
    }

    /// Returns the bits of the number nearest to a decimal text.
    fn parse(self, text: &str) -> Option<u64> {
        match self {
            Self::Single => text.parse::<f32>().ok().map(|value| u64::from(value.to_bits())),
            Self::Double => text.parse::<f64>().ok().map(f64::to_bits),
        }
    }

    fn shortest(self, bits: u64) -> String {
        match self {
            Self::Single => format!("{:e}", f32::from_bits(bits as u32)),
            Self::Double => format!("{:e}", f64::from_bits(bits)),
        }
    }
}

/// Returns the float in the form of listings, with the precision of C's `%g`.
pub(super) fn listed_float(precision: Precision, bits: u64) -> String {
    let value = precision.value(bits);
    let sign = if value.is_sign_negative() { "-" } else { "" };
    if value.is_nan() {
        return format!("{sign}nan");
    }
    if value.is_infinite() {
        return format!("{sign}inf");
    }
    six_digits(value)
}

/// Returns six significant digits without trailing zeros; with an exponent if it is below -4 or above 5.
fn six_digits(value: f64) -> String {
    let scientific = format!("{value:.5e}");
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..6).contains(&exponent) {
        let decimals = (5 - exponent) as usize;
        return without_zeros(&format!("{value:.decimals$}")).to_owned();
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:02}", without_zeros(mantissa), exponent.unsigned_abs())
}

fn without_zeros(decimal: &str) -> &str {
    if decimal.contains('.') { decimal.trim_end_matches('0').trim_end_matches('.') } else { decimal }
}

/// Returns the float in the form of assembly: parsing gives the same bits.
pub(crate) fn exact_float(precision: Precision, bits: u64) -> String {
    let listed = listed_float(precision, bits);
    if parse_float(precision, &listed) == Some(bits) {
        return listed;
    }
    if precision.value(bits).is_nan() {
        return format!("nan:{bits:#x}");
    }
    precision.shortest(bits)
}

/// Returns a NaN with a payload, as an example for errors.
pub(super) fn some_nan(precision: Precision) -> String {
    exact_float(precision, precision.nan() | 1)
}

/// Returns the bits of a float in any of these spellings.
pub(crate) fn parse_float(precision: Precision, text: &str) -> Option<u64> {
    match text {
        "nan" => Some(precision.nan()),
        "-nan" => Some(precision.nan() | precision.sign()),
        "inf" | "-inf" => precision.parse(text),
        _ => match text.strip_prefix("nan:0x") {
            Some(digits) => {
                let bits = u64::from_str_radix(digits, 16).ok()?;
                precision.is_nan(bits).then_some(bits)
            }
            // A number too large for the type is rejected, not converted to infinity.
            None if text.contains(|c: char| c.is_ascii_digit()) => precision.parse(text).filter(|&bits| precision.value(bits).is_finite()),
            None => None,
        },
    }
}

/// Returns a sign-rotated number: the sign is the lowest bit, so `-0` differs from `0` (it represents the smallest number).
pub(super) fn rotated(value: u64) -> String {
    let mut text = String::new();
    let sign = if value & 1 == 1 { "-" } else { "" };
    // Writing to a string cannot fail.
    let _ = write!(text, "{sign}{}", value >> 1);
    text
}

/// Returns the sign-rotated distance from a value to the next value of its function; negative if the value is defined later.
pub(super) fn rotated_distance(next: u32, index: u32) -> u64 {
    let distance = i64::from(next) - i64::from(index);
    distance.unsigned_abs() << 1 | u64::from(distance < 0)
}

/// Returns the same distance in 64-bit two's complement.
pub(super) fn wide_distance(next: u32, index: u32) -> u64 {
    (i64::from(next) - i64::from(index)).cast_unsigned()
}

/// Inverts [`rotated`], and also reads the smallest number in decimal.
pub(super) fn parse_rotated(text: &str) -> Option<u64> {
    let (digits, sign) = match text.strip_prefix('-') {
        Some(digits) => (digits, 1),
        None => (text, 0),
    };
    let magnitude: u64 = digits.parse().ok()?;
    if magnitude == 1 << 63 && sign == 1 {
        return Some(1);
    }
    (magnitude < 1 << 63).then_some(magnitude << 1 | sign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_listed_with_six_digits() {
        let listed = |value: f64| listed_float(Precision::Double, value.to_bits());
        let cases = [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (0.5, "0.5"),
            (39.478_417_604_357_43, "39.4784"),
            (1e256, "1e+256"),
            (18_014_398_509_481_984.0, "1.80144e+16"),
            (100_000.0, "100000"),
            (1e6, "1e+06"),
            (999_999.5, "1e+06"),
            (0.0001, "0.0001"),
            (0.000_012_345_678, "1.23457e-05"),
            (1_234_565.0, "1.23456e+06"),
            (5e-324, "4.94066e-324"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
            (f64::NAN, "nan"),
        ];
        for (value, text) in cases {
            assert_eq!(listed(value), text);
        }
        assert_eq!(listed_float(Precision::Single, 0x3dcc_cccd), "0.1");
        assert_eq!(listed_float(Precision::Single, 0xffc0_0000), "-nan");
    }

    #[test]
    fn exact_floats_come_back() {
        let doubles =
            [0x3fb9_9999_9999_999a, 1, 0x7ff0_0000_0000_0001, 0xfff8_0000_0000_0000, 0x7fef_ffff_ffff_ffff, 0x4043_bd3c_c9be_45de];
        for bits in doubles {
            let text = exact_float(Precision::Double, bits);
            assert_eq!(parse_float(Precision::Double, &text), Some(bits), "{text}");
        }
        let singles = [0x3dcc_cccd, 1, 0x7f80_0001, 0xff80_0000, 0x7f7f_ffff, 0x8000_0000];
        for bits in singles {
            let text = exact_float(Precision::Single, bits);
            assert_eq!(parse_float(Precision::Single, &text), Some(bits), "{text}");
        }
        assert_eq!(exact_float(Precision::Single, 0x7f80_0001), "nan:0x7f800001");
        assert_eq!(parse_float(Precision::Single, "nan:0x100000000"), None);
        assert_eq!(parse_float(Precision::Double, "infinity"), None);
        // Bits of numbers and of infinities, and a NaN of the other precision.
        let no_nans = [
            (Precision::Single, "nan:0x3f800000"),
            (Precision::Single, "nan:0xff800000"),
            (Precision::Double, "nan:0x0"),
            (Precision::Double, "nan:0x7ff0000000000000"),
            (Precision::Double, "nan:0x7fc00001"),
        ];
        for (precision, text) in no_nans {
            assert_eq!(parse_float(precision, text), None, "{text}");
        }
        assert_eq!(parse_float(Precision::Single, "1e39"), None);
    }

    #[test]
    fn rotated_numbers_keep_the_sign_of_zero() {
        let cases = [(0, "0"), (1, "-0"), (2, "1"), (3, "-1"), (600, "300"), (u64::MAX, "-9223372036854775807")];
        for (value, text) in cases {
            assert_eq!(rotated(value), text);
            assert_eq!(parse_rotated(text), Some(value));
        }
        assert_eq!(parse_rotated("-9223372036854775808"), Some(1));
        assert_eq!(parse_rotated("9223372036854775808"), None);
    }
}
