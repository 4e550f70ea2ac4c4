//! Literals of floating-point numbers, as the IR spells them.

use super::float::{Double, Half, Quad, Single, X87DoubleExtended};
use super::int::Int;
use crate::{FloatImmediate, FloatKind};
use rustc_apfloat::{Float, FloatConvert, ieee::BFloat};

/// Returns the width of a kind.
pub(super) fn width(kind: FloatKind) -> Option<u32> {
    Some(match kind {
        FloatKind::Half | FloatKind::Bfloat => 16,
        FloatKind::Float => 32,
        FloatKind::Double => 64,
        FloatKind::X86Fp80 => 80,
        FloatKind::Fp128 => 128,
        FloatKind::PpcFp128 => return None,
    })
}

/// Returns the bits of a constant; `None` if the literal is not understood, and for pairs of doubles.
pub(super) fn bits(value: &FloatImmediate) -> Option<Int> {
    of(value.kind, &value.literal)
}

/// Returns the bits of a literal of a kind, in the lowest bits of the result; `None` if the literal is not understood, and for
/// [`FloatKind::PpcFp128`].
pub fn literal_bits(kind: FloatKind, literal: &str) -> Option<u128> {
    of(kind, literal).map(|bits| bits.low())
}

/// Returns the bits of a literal of a kind.
pub(super) fn of(kind: FloatKind, literal: &str) -> Option<Int> {
    let bits = width(kind)?;
    if let Some(digits) = literal.strip_prefix("f0x") {
        return Int::parse_hexadecimal(bits, digits).filter(|_| 4 * digits.len() == bits as usize);
    }
    for (prefix, of) in [("0xH", FloatKind::Half), ("0xR", FloatKind::Bfloat), ("0xK", FloatKind::X86Fp80)] {
        if let Some(digits) = literal.strip_prefix(prefix) {
            return Int::parse_hexadecimal(bits, digits).filter(|_| kind == of);
        }
    }
    // The 16 digits of the lower half come first, and up to 16 of the upper one.
    if let Some(digits) = literal.strip_prefix("0xL").filter(|digits| digits.len() <= 32) {
        let (low, high) = (digits.get(..16)?, digits.get(16..)?);
        let mut whole = Int::parse_hexadecimal(64, low)?.zext(128);
        whole.insert(64, &Int::parse_hexadecimal(64, high)?);
        return (kind == FloatKind::Fp128).then_some(whole);
    }
    // The bits of a double of the same value; wider kinds are not written so.
    if let Some(digits) = literal.strip_prefix("0x") {
        let double = Double::from_bits(Int::parse_hexadecimal(64, digits)?.low());
        return Some(Int::new(bits, from_double(kind, double)?));
    }
    Some(Int::new(bits, word(kind, literal).or_else(|| decimal(kind, literal))?))
}

/// Converts as LLVM reads a literal: what was a signaling NaN remains one (`LLParser::convertValIDToValue`).
fn from_double(kind: FloatKind, double: Double) -> Option<u128> {
    let mut loses = false;
    macro_rules! to {
        ($float:ty) => {{
            let value: $float = double.convert(&mut loses).value;
            let bits = value.to_bits();
            if !double.is_signaling() {
                bits
            } else if value.is_negative() {
                (-<$float>::snan(Some(bits))).to_bits()
            } else {
                <$float>::snan(Some(bits)).to_bits()
            }
        }};
    }
    Some(match kind {
        FloatKind::Half => to!(Half),
        FloatKind::Bfloat => to!(BFloat),
        FloatKind::Float => to!(Single),
        FloatKind::Double => double.to_bits(),
        FloatKind::X86Fp80 | FloatKind::Fp128 | FloatKind::PpcFp128 => return None,
    })
}

macro_rules! of_kind {
    ($kind:expr, $float:ident => $value:expr) => {
        match $kind {
            FloatKind::Half => {
                type $float = Half;
                $value
            }
            FloatKind::Bfloat => {
                type $float = BFloat;
                $value
            }
            FloatKind::Float => {
                type $float = Single;
                $value
            }
            FloatKind::Double => {
                type $float = Double;
                $value
            }
            FloatKind::X86Fp80 => {
                type $float = X87DoubleExtended;
                $value
            }
            FloatKind::Fp128 => {
                type $float = Quad;
                $value
            }
            FloatKind::PpcFp128 => return None,
        }
    };
}

fn decimal(kind: FloatKind, literal: &str) -> Option<u128> {
    let is_number = literal.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'));
    if !is_number || literal.len() > 1000 {
        return None;
    }
    of_kind!(kind, F => literal.parse::<F>().ok().map(Float::to_bits))
}

/// Reads `+inf`, `-qnan`, `+nan(0x1)`, as LLVM 23 prints them.
fn word(kind: FloatKind, literal: &str) -> Option<u128> {
    let (word, is_negative) = match literal.split_at_checked(1)? {
        ("-", word) => (word, true),
        ("+", word) => (word, false),
        _ => return None,
    };
    let payload = |word: &str| {
        let digits = word.strip_suffix(')')?.strip_prefix("0x")?;
        Int::parse_hexadecimal(128, digits).map(|payload| payload.low())
    };
    of_kind!(kind, F => {
        let value = match word {
            "inf" => F::INFINITY,
            "qnan" | "nan" => F::qnan(None),
            _ => match (word.strip_prefix("nan("), word.strip_prefix("snan(")) {
                (Some(rest), _) => F::qnan(Some(payload(rest)?)),
                (_, Some(rest)) => F::snan(Some(payload(rest)?)),
                _ => return None,
            },
        };
        Some(if is_negative { (-value).to_bits() } else { value.to_bits() })
    })
}
