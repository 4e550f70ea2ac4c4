//! Numbers as operands.

use super::parser::{Parsed, Parser};
use crate::read::token::Kind;
use crate::{ErrorKind, FloatImmediate, FloatKind, IntegerImmediate, Name};
use lean_string::ToLeanString;

/// The widest integer type in LLVM.
const MOST_BITS: u32 = 1 << 23;

impl Parser<'_, '_> {
    /// Reads a number of 64 bits, signed or unsigned.
    pub(super) fn immediate(&mut self, digits: &str) -> Parsed<i64> {
        let number = if digits.starts_with('-') { digits.parse() } else { digits.parse().map(u64::cast_signed) };
        let Ok(number) = number else { return self.fail(ErrorKind::NumberTooLarge("64 bits")) };
        self.advance();
        Ok(number)
    }

    /// Reads `i32 5`, from the digits of its type.
    pub(super) fn integer_immediate(&mut self, bits: &str) -> Parsed<IntegerImmediate> {
        let Some(bits) = bits.parse().ok().filter(|bits| (1..=MOST_BITS).contains(bits)) else {
            return self.fail(ErrorKind::IntegerWidth);
        };
        self.advance();
        let digits = match self.next.kind {
            Kind::Integer(digits) => in_range(digits, bits),
            Kind::Word("true") if bits == 1 => Name::from_static_str("-1"),
            Kind::Word("false") if bits == 1 => Name::from_static_str("0"),
            _ => return self.expected("an integer"),
        };
        self.advance();
        Ok(IntegerImmediate { bits, digits })
    }

    /// Reads `float 1.0`.
    pub(super) fn float_immediate(&mut self, kind: FloatKind) -> Parsed<FloatImmediate> {
        self.advance();
        let literal = match self.next.kind {
            Kind::Float(literal) | Kind::Hexadecimal(literal) => literal.into(),
            Kind::Word(word) if is_bits(word) => word.into(),
            Kind::Punctuation(sign @ (b'+' | b'-')) => return self.special_float(kind, char::from(sign)),
            _ => return self.expected("a floating-point number with a point, or in hexadecimal"),
        };
        self.advance();
        Ok(FloatImmediate { kind, literal })
    }

    /// Reads `inf`, `qnan`, or `nan(0x1)` and `snan(0x1)` with the bits of the fraction, after the sign: llc 23 prints them, although it
    /// does not read them.
    fn special_float(&mut self, kind: FloatKind, sign: char) -> Parsed<FloatImmediate> {
        self.advance();
        let Kind::Word(word @ ("inf" | "qnan" | "nan" | "snan")) = self.next.kind else { return self.expected("'inf' or 'nan'") };
        self.advance();
        let mut literal = format!("{sign}{word}");
        if matches!(word, "nan" | "snan") {
            self.expect(b'(')?;
            let Kind::Hexadecimal(bits) = self.next.kind else { return self.expected("a number in hexadecimal") };
            self.advance();
            self.expect(b')')?;
            literal = format!("{literal}({bits})");
        }
        Ok(FloatImmediate { kind, literal: literal.into() })
    }
}

/// Returns whether a word is `f0x` and hexadecimal digits, the bits of a number since LLVM 23.
fn is_bits(word: &str) -> bool {
    word.strip_prefix("f0x").is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// Normalizes a number as llc does, to this many bits and signed. Numbers of more than 128 bits keep their spelling.
fn in_range(digits: &str, bits: u32) -> Name {
    let Some(unused) = 128u32.checked_sub(bits) else { return digits.into() };
    let (negative, magnitude) = match digits.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, digits),
    };
    // Modulo 2^128, and so modulo 2^bits.
    let number = magnitude.bytes().fold(0u128, |number, digit| number.wrapping_mul(10).wrapping_add(u128::from(digit - b'0')));
    let number = if negative { number.wrapping_neg() } else { number };
    ((number << unused).cast_signed() >> unused).to_lean_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_in_their_range() {
        let cases = [
            ("5", 32, "5"),
            ("255", 8, "-1"),
            ("-129", 8, "127"),
            ("1", 1, "-1"),
            ("170141183460469231731687303715884105728", 128, "-170141183460469231731687303715884105728"),
            ("340282366920938463463374607431768211457", 64, "1"),
            ("00700", 200, "00700"),
        ];
        for (digits, bits, expected) in cases {
            assert_eq!(in_range(digits, bits), expected, "i{bits} {digits}");
        }
    }
}
