//! Numbers in other spellings of the same value.

use super::tokens::{Class, Token};
use crate::Choices;
use std::collections::HashMap;

/// A type that numbers of a text have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Type {
    /// An integer of so many bits.
    Integer(u32),
    Float,
}

/// The types of a text's ids, as far as they are numbers.
#[derive(Debug, Default)]
pub(super) struct Types<'t>(HashMap<&'t str, Type>);

impl<'t> Types<'t> {
    /// Finds the types in the instructions of a text, in their order.
    pub(super) fn of(instructions: &[&[Token<'t>]]) -> Self {
        let mut types = HashMap::new();
        for tokens in instructions {
            let texts: Vec<&str> = tokens.iter().take(4).map(|token| token.text).collect();
            let (id, kind) = match texts[..] {
                [id, "=", "OpTypeInt", bits] => (id, bits.parse().ok().map(Type::Integer)),
                [id, "=", "OpTypeFloat", _] => (id, Some(Type::Float)),
                [id, "=", _, of] => (id, types.get(of).copied()),
                _ => continue,
            };
            if let Some(kind) = kind {
                types.insert(id, kind);
            }
        }
        Self(types)
    }

    /// Returns another spelling of a number in an instruction. Numbers are words, but for those of constants and of switches.
    pub(super) fn respelled(&self, tokens: &[Token<'t>], number: &str, choices: &mut Choices<'_, '_>) -> String {
        let is_id = |token: &&Token<'t>| token.class == Class::Id;
        let typed = match tokens.iter().find(|token| token.class == Class::Instruction).map_or("", |token| token.text) {
            "OpConstant" | "OpSpecConstant" => tokens.iter().filter(is_id).nth(1),
            "OpSwitch" => tokens.iter().find(is_id),
            _ => return integer(32, number, choices),
        };
        match typed.and_then(|id| self.0.get(id.text)) {
            Some(&Type::Integer(bits)) => integer(bits, number, choices),
            Some(Type::Float) => float(number, choices),
            None => number.to_owned(),
        }
    }
}

/// Respells an integer of so many bits, unless it is negative or its highest bit is set in a narrow type: that would be a sign in
/// hexadecimal.
fn integer(bits: u32, text: &str, choices: &mut Choices<'_, '_>) -> String {
    let draw = choices.below(4);
    match text.parse::<u64>() {
        Ok(number) if matches!(bits, 32 | 64) || bits > 0 && number.checked_shr(bits - 1).unwrap_or(0) == 0 => match draw {
            0 => format!("0x{number:x}"),
            1 => format!("0X{number:08X}"),
            2 => format!("0{number:o}"),
            _ => text.to_owned(),
        },
        _ => text.to_owned(),
    }
}

/// Respells a floating-point number. One in hexadecimal becomes decimal if half precision represents it.
fn float(text: &str, choices: &mut Choices<'_, '_>) -> String {
    let draw = choices.below(4);
    match (text.contains("0x"), draw) {
        (true, 0 | 1) => {
            half(text).map_or_else(|| text.to_owned(), |value| if draw == 0 { format!("{value}") } else { format!("{value:e}") })
        }
        (true, 2) => text.replace("p+", "p"),
        (false, 0) if !text.contains('e') => format!("{text}e+0"),
        (false, 1) => text.replace("e+", "E"),
        // Other zeros before the point are digits.
        (false, 2) if text.trim_start_matches('-').starts_with("0.") => text.replacen("0.", ".", 1),
        _ => text.to_owned(),
    }
}

/// Returns the value of a printed number in hexadecimal, if it is one of half precision.
fn half(text: &str) -> Option<f64> {
    let (digits, exponent) = text.trim_start_matches('-').strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let exponent: i32 = exponent.parse().ok()?;
    if !(-24..16).contains(&exponent) || fraction.len() > 3 {
        return None;
    }
    let significand = u32::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let magnitude = f64::from(significand) * 2_f64.powi(exponent - 4 * fraction.len() as i32);
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;

    #[test]
    fn numbers_of_a_type_keep_their_values() {
        assert_eq!([half("0x1.8p+1"), half("-0x1p-24"), half("0x1.ffcp+15")], [Some(3.0), Some(-(0.5_f64.powi(24))), Some(65504.0)]);
        assert_eq!([half("0x1p+16"), half("0x1.0008p+0"), half("1.5")], [None; 3]);
        let all = |spelled: fn(&mut Choices<'_, '_>) -> String| {
            [0, 64, 128, 192].map(|byte| spelled(&mut Choices::new(&mut Unstructured::new(&[byte; 16]))))
        };
        assert_eq!(all(|choices| integer(8, "127", choices)), ["0x7f", "0X0000007F", "0177", "127"]);
        assert_eq!(all(|choices| integer(8, "128", choices)), ["128"; 4]);
        assert_eq!(all(|choices| integer(64, "-1", choices)), ["-1"; 4]);
        assert_eq!(all(|choices| float("-0x1.8p+1", choices)), ["-3", "-3e0", "-0x1.8p1", "-0x1.8p+1"]);
        assert_eq!(all(|choices| float("0.5", choices)), ["0.5e+0", "0.5", ".5", "0.5"]);
        assert_eq!(all(|choices| float("10.5", choices)), ["10.5e+0", "10.5", "10.5", "10.5"]);
        assert_eq!(all(|choices| float("1.5e+20", choices)), ["1.5e+20", "1.5E20", "1.5e+20", "1.5e+20"]);
    }
}
