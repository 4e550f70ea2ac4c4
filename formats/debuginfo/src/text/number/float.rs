//! Floating-point numbers as text.

use smallvec::SmallVec;
use std::fmt::{Display, LowerExp, Result, Write};

/// A binary format of IEEE 754.
#[derive(Clone, Copy, Debug)]
pub(super) struct Format {
    /// Bits of the exponent.
    exponent: u32,
    /// Bits of the fraction.
    fraction: u32,
}

impl Format {
    pub(super) const HALF: Self = Self { exponent: 5, fraction: 10 };
    pub(super) const SINGLE: Self = Self { exponent: 8, fraction: 23 };
    pub(super) const DOUBLE: Self = Self { exponent: 11, fraction: 52 };

    fn bias(self) -> i64 {
        (1 << (self.exponent - 1)) - 1
    }
}

/// Appends a number in hexadecimal: `0x1.8p+1` is three. The exponent of infinities and NaNs is one above the largest of numbers.
pub(super) fn hexadecimal(format: Format, bits: u64, out: &mut String) -> Result {
    let sign = if bits >> (format.exponent + format.fraction) & 1 == 1 { "-" } else { "" };
    let biased = bits >> format.fraction & ((1 << format.exponent) - 1);
    // The fraction in the highest bits of a word.
    let mut fraction = bits << (64 - format.fraction);
    let mut exponent = biased as i64 - format.bias();
    if biased == 0 {
        if fraction == 0 {
            return write!(out, "{sign}0x0p+0");
        }
        // A subnormal number has no leading one: its first one takes that place.
        exponent -= i64::from(fraction.leading_zeros());
        fraction = fraction << fraction.leading_zeros() << 1;
    }
    write!(out, "{sign}0x1")?;
    if fraction != 0 {
        let digits = 16 - fraction.trailing_zeros() as usize / 4;
        write!(out, ".{:0digits$x}", fraction >> (64 - 4 * digits))?;
    }
    write!(out, "p{exponent:+}")
}

/// Appends a number in decimal like C's `%.Ng`: `precision` digits without trailing zeros, and with an exponent if that is below -4 or
/// beyond the digits.
pub(super) fn decimal(value: impl LowerExp, precision: usize, out: &mut String) -> Result {
    let start = out.len();
    write!(out, "{value:.*e}", precision - 1)?;
    // At most a sign, 17 digits, a point and an exponent of four characters.
    let text: SmallVec<[u8; 32]> = SmallVec::from_slice(&out.as_bytes()[start..]);
    out.truncate(start);
    let text = std::str::from_utf8(&text).unwrap_or_default();
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    let magnitude = mantissa.trim_start_matches('-');
    if magnitude.len() < mantissa.len() {
        out.push('-');
    }
    let magnitude = magnitude.trim_end_matches('0').trim_end_matches('.');
    let (first, rest) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    // Zero has lost its only digit.
    let first = if first.is_empty() { "0" } else { first };
    if exponent < -4 || exponent >= precision as i32 {
        point(first, rest, out)?;
        let sign = if exponent < 0 { '-' } else { '+' };
        return write!(out, "e{sign}{:02}", exponent.unsigned_abs());
    }
    match usize::try_from(exponent) {
        Ok(before) if before < rest.len() => write!(out, "{first}{}.{}", &rest[..before], &rest[before..]),
        Ok(before) => write!(out, "{first}{rest:0<before$}"),
        Err(_) => write!(out, "0.{:0>zeros$}{rest}", first, zeros = exponent.unsigned_abs() as usize),
    }
}

fn point(first: impl Display, rest: &str, out: &mut String) -> Result {
    if rest.is_empty() { write!(out, "{first}") } else { write!(out, "{first}.{rest}") }
}

/// Returns the bits of a number, decimal or hexadecimal; none for a text that is not a number, one beyond the format's largest, and a
/// hexadecimal one that the format cannot represent exactly. Decimal half-precision numbers are truncated to the bits of the format, as by
/// the tools.
pub(super) fn parse(format: Format, text: &str) -> Option<u64> {
    let (sign, magnitude) = super::signed_parts(text);
    let bits = match magnitude.strip_prefix("0x").or_else(|| magnitude.strip_prefix("0X")) {
        Some(_) if sign == Some('+') => return None,
        Some(digits) => from_hexadecimal(format, digits)?,
        None => from_decimal(format, magnitude)?,
    };
    Some(bits | u64::from(sign == Some('-')) << (format.exponent + format.fraction))
}

fn from_decimal(format: Format, text: &str) -> Option<u64> {
    // The standard library also accepts words such as "inf", and a sign.
    let plain = text.starts_with(|first: char| first.is_ascii_digit() || first == '.');
    if !plain {
        return None;
    }
    if format.fraction == Format::DOUBLE.fraction {
        return text.parse().ok().filter(|value: &f64| value.is_finite()).map(f64::to_bits);
    }
    let bits = text.parse().ok().filter(|value: &f32| value.is_finite())?.to_bits();
    if format.fraction == Format::SINGLE.fraction {
        return Some(bits.into());
    }
    let single = Format::SINGLE;
    let (biased, fraction) = (bits >> single.fraction, bits & ((1 << single.fraction) - 1));
    // Subnormal numbers of single precision are far below the smallest half.
    let significand = if biased == 0 { 0 } else { u64::from(fraction | 1 << single.fraction) };
    encode(format, significand, i64::from(biased) - single.bias() - i64::from(single.fraction), true)
        .filter(|bits| bits >> format.fraction < (1 << format.exponent) - 1)
}

fn from_hexadecimal(format: Format, text: &str) -> Option<u64> {
    let (digits, exponent) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && fraction.is_empty() {
        return None;
    }
    let mut significand: u64 = 0;
    for digit in whole.chars().chain(fraction.chars()) {
        let digit = digit.to_digit(16)?;
        if significand >> 60 != 0 {
            return None;
        }
        significand = significand << 4 | u64::from(digit);
    }
    let exponent: i32 = exponent.parse().ok()?;
    let scale = i64::try_from(fraction.len()).ok()?.checked_mul(4)?;
    encode(format, significand, i64::from(exponent) - scale, false)
}

/// Returns the bits of `significand * 2^exponent`.
fn encode(format: Format, significand: u64, exponent: i64, cut: bool) -> Option<u64> {
    if significand == 0 {
        return Some(0);
    }
    let zeros = significand.leading_zeros();
    let highest = exponent + 63 - i64::from(zeros);
    let biased = highest + format.bias();
    if biased >= 1 << format.exponent {
        return None;
    }
    // A leading one and 63 bits after it; without the one, those of a fraction.
    let aligned = significand << zeros;
    let (field, unit) = if biased > 0 { (biased as u64, aligned << 1) } else { (0, shift_right(aligned, biased.unsigned_abs(), cut)?) };
    let fraction = unit >> (64 - format.fraction);
    let exact = fraction << (64 - format.fraction) == unit;
    (exact || cut).then_some(field << format.fraction | fraction)
}

fn shift_right(bits: u64, by: u64, cut: bool) -> Option<u64> {
    let shifted = u32::try_from(by).ok().and_then(|by| bits.checked_shr(by)).unwrap_or(0);
    let exact = by < 64 && shifted << by == bits;
    (exact || cut).then_some(shifted)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal_text(value: f64) -> String {
        let mut out = String::new();
        decimal(value, 17, &mut out).unwrap();
        assert_eq!(parse(Format::DOUBLE, &out), Some(value.to_bits()), "{out}");
        out
    }

    /// As C's `%.17g` prints them.
    #[test]
    fn decimal_numbers_look_as_in_c() {
        for (value, text) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-10.0, "-10"),
            (1234.5, "1234.5"),
            (0.1, "0.10000000000000001"),
            (0.0001, "0.0001"),
            (0.001_220_703_125, "0.001220703125"),
            (0.00001, "1.0000000000000001e-05"),
            (1e16, "10000000000000000"),
            (1e17, "1e+17"),
            (1.5e300, "1.5000000000000001e+300"),
        ] {
            assert_eq!(decimal_text(value), text);
        }
    }

    #[test]
    fn every_half_is_read_back() {
        for bits in 0..=0xffff {
            let mut text = String::new();
            hexadecimal(Format::HALF, bits, &mut text).unwrap();
            assert_eq!(parse(Format::HALF, &text), Some(bits), "{text}");
        }
    }

    #[test]
    fn hexadecimal_numbers_follow_c() {
        for (bits, text) in [
            (0x3c00, "0x1p+0"),
            (0xc200, "-0x1.8p+1"),
            (0x0001, "0x1p-24"),
            (0x03ff, "0x1.ff8p-15"),
            (0x7c00, "0x1p+16"),
            (0xfe01, "-0x1.804p+16"),
            (0x8000, "-0x0p+0"),
        ] {
            let mut out = String::new();
            hexadecimal(Format::HALF, bits, &mut out).unwrap();
            assert_eq!(out, text);
        }
        for bits in [1, 0x7f_ffff, 0x7f80_0000, 0xffc0_0000, 0x7f80_0001] {
            let mut text = String::new();
            hexadecimal(Format::SINGLE, bits, &mut text).unwrap();
            assert_eq!(parse(Format::SINGLE, &text), Some(bits), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in
            ["", "inf", "nan", "++1", "--1", "0x", "0xp+1", "0x1", "0x1.p", "0x1p+99999999999", "0x1p+2000", "1e999", "0x1.0000001p+0"]
        {
            assert_eq!(parse(Format::SINGLE, text), None, "{text}");
        }
        assert_eq!((parse(Format::HALF, "65504"), parse(Format::HALF, "65536")), (Some(0x7bff), None));
        assert_eq!((parse(Format::HALF, "1.5"), parse(Format::HALF, "1e-7")), (Some(0x3e00), Some(1)));
    }
}
