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
/// 32-bit value, because the tools print such values; they do not read them. As for the tools, a plus may stand before any number but a
/// hexadecimal floating-point one; an integer behind it is a number of its type, also in hexadecimal.
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
    let (sign, digits) = signed_parts(text);
    let negative = sign == Some('-');
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
        () if sign == Some('+') && bits > 0 && magnitude.checked_shr(bits - u32::from(signed)).unwrap_or(0) > 0 => return None,
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

/// Splits the sign off a number.
fn signed_parts(text: &str) -> (Option<char>, &str) {
    match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.chars().next(), rest),
        None => (None, text),
    }
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

/// Parses the number of a `!`. A minus may only stand before a zero.
pub(super) fn immediate(text: &str) -> Option<u32> {
    match signed_parts(text) {
        (Some('-'), _) => untyped(text).filter(|&word| word == 0),
        _ => word(text),
    }
}

/// Parses a number behind a `!`, where it has no type: a point makes it a floating-point number, a minus a signed integer.
pub(super) fn untyped(text: &str) -> Option<u32> {
    let number = if text.contains('.') { Number::Float { bits: 32 } } else { Number::Integer { bits: 32, signed: text.starts_with('-') } };
    parse(number, text).map(|words| words[0])
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
        for wrong in ["", "-", "+", "++1", "+-1", "-+1", "+0x", "1x", "0x", "4294967296", "-1", "--1", "1.0", "08", "019"] {
            assert_eq!(parse(int(32, false), wrong), None, "{wrong}");
        }
        let octal = ["010", "-010", "00"].map(|text| parse(int(32, true), text).unwrap()[0]);
        assert_eq!((octal, word("0200")), ([8, 8u32.wrapping_neg(), 0], Some(128)));
        assert_eq!((parse(int(32, true), "2147483648"), parse(int(32, true), "-2147483649")), (None, None));
    }

    /// As spirv-as of SPIRV-Tools 2023.1 and 2025.5 reads each.
    #[test]
    fn a_plus_may_precede_numbers() {
        let int = |bits, signed, text| parse(Number::Integer { bits, signed }, text).map(|words| words.to_vec());
        let float = |bits, text| parse(Number::Float { bits }, text).map(|words| words.to_vec());
        for signed in [false, true] {
            assert_eq!(["+1", "+0x10", "+010"].map(|text| int(32, signed, text).unwrap()[0]), [1, 16, 8]);
            assert_eq!(["+1", "+0x10", "+010"].map(|text| int(64, signed, text).unwrap()), [[1, 0], [16, 0], [8, 0]]);
        }
        // The bits of a negative number have no plus.
        assert_eq!((int(16, true, "0xffff"), int(16, true, "+0xffff"), int(16, true, "+0x8000")), (Some(vec![u32::MAX]), None, None));
        assert_eq!((int(32, true, "+0xffffffff"), int(32, true, "+4294967295"), int(64, true, "+0xffffffffffffffff")), (None, None, None));
        assert_eq!((int(16, false, "+65535"), int(16, false, "+65536")), (Some(vec![65535]), None));
        assert_eq!((int(64, false, "+0xffffffffffffffff"), word("+4294967295")), (Some(vec![u32::MAX; 2]), Some(u32::MAX)));
        assert_eq!(["+1", "+010", "+1.5", "+.5"].map(|text| float(32, text).unwrap()[0]), [1.0, 10.0, 1.5, 0.5].map(f32::to_bits));
        assert_eq!((float(16, "+1e3"), float(64, "+1.5")), (Some(vec![0x63d0]), Some(vec![0, 0x3ff8_0000])));
        for wrong in ["++1", "+-1", "-+1", "+", "+0x10", "+0x1.8p+1"] {
            assert_eq!((float(16, wrong), float(32, wrong), float(64, wrong)), (None, None, None), "{wrong}");
        }
    }

    /// As spirv-as of SPIRV-Tools 2023.1 and 2025.5 reads each.
    #[test]
    fn numbers_without_a_type_are_read() {
        assert_eq!(["010", "0x10", "+1", "-0"].map(|text| immediate(text).unwrap()), [8, 16, 1, 0]);
        for wrong in ["-1", "08", "1.5", "-0.0", "--0", "4294967296"] {
            assert_eq!(immediate(wrong), None, "{wrong}");
        }
        let words = ["+1", "-1", "-0x10", "-2147483648", "-0", "010"].map(|text| untyped(text).unwrap());
        assert_eq!(words, [1, u32::MAX, 16u32.wrapping_neg(), 1 << 31, 0, 8]);
        let floats = ["1.5", "-1.5", "+1.5", ".5", "0x1.8p+1"].map(|text| untyped(text).unwrap());
        assert_eq!(floats, [1.5_f32, -1.5, 1.5, 0.5, 3.0].map(f32::to_bits));
        for wrong in ["0x1p+1", "1e3", "-2147483649", "4294967296", "0.5e100", "08", "inf."] {
            assert_eq!(untyped(wrong), None, "{wrong}");
        }
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
