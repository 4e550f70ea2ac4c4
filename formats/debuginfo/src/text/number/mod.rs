//! Literal numbers whose type the module defines: constants and the cases of switches.
//!
//! Integers are decimal. Floating-point numbers are decimal with enough digits to distinguish all values of the type; subnormal numbers,
//! infinities, NaNs and all of half precision are hexadecimal, where the exponent above the largest represents infinities and NaNs.

mod float;

use crate::grammar::Number;
use crate::model::Words;
use float::Format;
use std::fmt::Write;

/// Appends a number. Returns false, and appends nothing, for words without a text: a type of another width, bits beyond the type's in a
/// half.
pub(super) fn print(number: Number, words: &[u32], out: &mut String) -> bool {
    // Writing to a string cannot fail.
    let _ = match (number, words) {
        (Number::Integer { signed: false, .. }, &[word]) => write!(out, "{word}"),
        (Number::Integer { signed: true, .. }, &[word]) => write!(out, "{}", word.cast_signed()),
        (Number::Integer { signed: false, .. }, &[low, high]) => write!(out, "{}", wide(low, high)),
        (Number::Integer { signed: true, .. }, &[low, high]) => write!(out, "{}", wide(low, high).cast_signed()),
        (Number::Float { bits: 16 }, &[word]) if word <= 0xffff => float::hexadecimal(Format::HALF, word.into(), out),
        (Number::Float { bits: 32 }, &[word]) => match f32::from_bits(word) {
            value if value == 0.0 || value.is_normal() => float::decimal(value, 9, out),
            _ => float::hexadecimal(Format::SINGLE, word.into(), out),
        },
        (Number::Float { bits: 64 }, &[low, high]) => match f64::from_bits(wide(low, high)) {
            value if value == 0.0 || value.is_normal() => float::decimal(value, 17, out),
            _ => float::hexadecimal(Format::DOUBLE, wide(low, high), out),
        },
        _ => return false,
    };
    true
}

/// Returns the words of a number; none for a text that is not a number of this type.
///
/// Integers may be given by their bits in hexadecimal; those that begin with a zero are octal. An integer of less than 32 bits may have any
/// 32-bit value, because the tools print such values; they do not read them.
pub(super) fn parse(number: Number, text: &str) -> Option<Words> {
    match number {
        Number::Integer { bits, signed } if bits <= 64 => integer(bits, signed, text),
        Number::Float { bits: 16 } => float::parse(Format::HALF, text).map(|bits| one(bits as u32)),
        Number::Float { bits: 32 } => float::parse(Format::SINGLE, text).map(|bits| one(bits as u32)),
        Number::Float { bits: 64 } => float::parse(Format::DOUBLE, text).map(two),
        _ => None,
    }
}

fn integer(bits: u32, signed: bool, text: &str) -> Option<Words> {
    let (negative, digits) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let hexadecimal = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let magnitude = match hexadecimal {
        Some(digits) => unsigned(digits, 16),
        // As in C, and as spirv-as reads them.
        None if digits.len() > 1 && digits.starts_with('0') => unsigned(digits, 8),
        None => unsigned(digits, 10),
    }?;
    let size = if bits > 32 { 64 } else { 32 };
    let largest = u64::MAX >> (64 - size);
    let value = match () {
        () if negative && signed && magnitude <= largest / 2 + 1 => magnitude.wrapping_neg(),
        // The bits of a narrow negative number: its sign is extended to the left.
        () if !negative && signed && hexadecimal.is_some() && bits > 0 && magnitude >> (bits - 1) == 1 => {
            magnitude | u64::MAX << (bits - 1)
        }
        () if !negative && magnitude <= if signed && hexadecimal.is_none() { largest / 2 } else { largest } => magnitude,
        () => return None,
    };
    Some(if bits > 32 { two(value) } else { one(value as u32) })
}

/// Parses a number of digits only.
fn unsigned(digits: &str, radix: u32) -> Option<u64> {
    // The standard library also accepts a sign.
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

/// Parses an untyped literal word, decimal or hexadecimal.
pub(super) fn word(text: &str) -> Option<u32> {
    integer(32, false, text).map(|words| words[0])
}

fn wide(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

fn one(word: u32) -> Words {
    Words::from_slice(&[word])
}

fn two(bits: u64) -> Words {
    Words::from_slice(&[bits as u32, (bits >> 32) as u32])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: Number, words: &[u32]) -> String {
        let mut out = String::new();
        assert!(print(number, words, &mut out), "{words:?}");
        assert_eq!(parse(number, &out).as_deref(), Some(words), "{out}");
        out
    }

    #[test]
    fn numbers_are_printed_and_read_by_type() {
        let int = |bits, signed| Number::Integer { bits, signed };
        assert_eq!(text(int(32, false), &[u32::MAX]), "4294967295");
        assert_eq!(text(int(32, true), &[u32::MAX]), "-1");
        assert_eq!(text(int(8, true), &[0xffff_ff80]), "-128");
        assert_eq!(text(int(8, false), &[511]), "511");
        assert_eq!(text(int(64, true), &[0, 0x8000_0000]), "-9223372036854775808");
        assert_eq!(text(int(64, false), &[1, 1]), "4294967297");
        assert_eq!(parse(int(16, true), "0xffff").unwrap().as_slice(), [u32::MAX]);
        assert_eq!(parse(int(64, true), "0x8000000000000000").unwrap().as_slice(), [0, 0x8000_0000]);
        for wrong in ["", "-", "+1", "1x", "0x", "4294967296", "-1", "--1", "1.0", "08", "019"] {
            assert_eq!(parse(int(32, false), wrong), None, "{wrong}");
        }
        let octal = ["010", "-010", "00"].map(|text| parse(int(32, true), text).unwrap()[0]);
        assert_eq!((octal, word("0200")), ([8, 8u32.wrapping_neg(), 0], Some(128)));
        assert_eq!((parse(int(32, true), "2147483648"), parse(int(32, true), "-2147483649")), (None, None));
    }

    #[test]
    fn odd_widths_have_no_text() {
        for (number, words) in [
            (Number::Float { bits: 8 }, [0; 1].as_slice()),
            (Number::Float { bits: 16 }, &[0x1_0000]),
            (Number::Integer { bits: 128, signed: false }, &[0; 4]),
        ] {
            let mut out = String::new();
            assert!(!print(number, words, &mut out) && out.is_empty());
        }
        assert_eq!(parse(Number::Integer { bits: 128, signed: false }, "0"), None);
    }
}
