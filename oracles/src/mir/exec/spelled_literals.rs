//! Literals of floating-point numbers as text (LangRef, *Simple Constants*), as far as opt of LLVM 14 to 23 reads them: words for infinities
//! and NaNs, the prefix `f0x`, and decimal numbers of more than 64 bits since LLVM 23.

use super::{Case, Oracle};
use crate::mir::UNREADABLE;
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::FloatKind;
use irsmith_mir::interpret::literal_bits;

/// The oracle.
pub const LITERALS_SPELLED: Oracle = Oracle {
    name: "mir-literals-are-spelled",
    family: Family::RoundTrip,
    about: "a floating-point number has the same bits in each spelling of it: decimal, hexadecimal of every kind, and words",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x6c69_7465_7261_6c73;
/// Numbers for a case.
const NUMBERS: usize = 4;

fn check(case: &Case) -> Outcome {
    case.file().map_err(|_| UNREADABLE)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    for _ in 0..NUMBERS {
        let number = Number::drawn(choices);
        judge(&number, literal_bits)?;
    }
    Ok(())
}

/// A kind of numbers: the bits of its exponent and of the fraction behind the point, and whether the bit before the point is written too.
struct Format {
    kind: FloatKind,
    exponent: u32,
    fraction: u32,
    has_integer_bit: bool,
}

const FORMATS: [Format; 6] = [
    Format { kind: FloatKind::Half, exponent: 5, fraction: 10, has_integer_bit: false },
    Format { kind: FloatKind::Bfloat, exponent: 8, fraction: 7, has_integer_bit: false },
    Format { kind: FloatKind::Float, exponent: 8, fraction: 23, has_integer_bit: false },
    Format { kind: FloatKind::Double, exponent: 11, fraction: 52, has_integer_bit: false },
    Format { kind: FloatKind::X86Fp80, exponent: 15, fraction: 63, has_integer_bit: true },
    Format { kind: FloatKind::Fp128, exponent: 15, fraction: 112, has_integer_bit: false },
];

/// A number by its parts.
struct Number {
    format: &'static Format,
    is_negative: bool,
    exponent: u32,
    fraction: u128,
}

impl Number {
    fn drawn(choices: &mut Choices<'_, '_>) -> Self {
        let format = choices.pick(&FORMATS).unwrap_or(&FORMATS[0]);
        let (special, bias) = (format.special(), format.bias());
        let exponent = match choices.below(8) {
            0 => special,
            1 => 0,
            2 => 1,
            3 => special - 1,
            // Doubles have most of the others.
            4 | 5 => bias - choices.up_to(bias.min(60) - 1),
            _ => bias + choices.up_to(bias.min(60)),
        };
        let wide = u128::from(choices.wide()) << 64 | u128::from(choices.wide());
        let fraction = match choices.below(6) {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => 1 << (format.fraction - 1),
            // Few digits, from the first bit on.
            4 => (wide & 0xff) << format.fraction.saturating_sub(8),
            _ => wide,
        };
        Self { format, is_negative: choices.chance(128), exponent, fraction: fraction & format.below_point() }
    }

    fn bits(&self) -> u128 {
        let Format { exponent, fraction, has_integer_bit, .. } = *self.format;
        let integer = u128::from(has_integer_bit && self.exponent != 0);
        let significand = integer << fraction | self.fraction;
        let place = fraction + u32::from(has_integer_bit);
        u128::from(self.is_negative) << (place + exponent) | u128::from(self.exponent) << place | significand
    }

    /// Returns the double of the same value, if there is one and the number is not a NaN.
    fn double(&self) -> Option<f64> {
        let Format { fraction, .. } = *self.format;
        let sign = if self.is_negative { -1.0 } else { 1.0 };
        if self.exponent == self.format.special() {
            return (self.fraction == 0).then_some(sign * f64::INFINITY);
        }
        let whole = u128::from(self.exponent != 0) << fraction | self.fraction;
        if whole == 0 {
            return Some(sign * 0.0);
        }
        let zeros = whole.trailing_zeros();
        let power = self.exponent.max(1) as i32 - self.format.bias() as i32 - fraction as i32 + zeros as i32;
        let odd = whole >> zeros;
        let is_exact = odd < 1 << 53 && power >= -1074 && power + (odd.ilog2() as i32) < 1024;
        // In two steps, of which neither leaves the range: a power below the normal ones is 0.
        is_exact.then(|| sign * odd as f64 * 2_f64.powi(power / 2) * 2_f64.powi(power - power / 2))
    }

    /// Returns every spelling.
    fn spellings(&self) -> Vec<String> {
        let (bits, kind) = (self.bits(), self.format.kind);
        let digits = self.format.width() as usize / 4;
        let mut texts = vec![format!("f0x{bits:0digits$X}"), format!("f0x{bits:0digits$x}")];
        match kind {
            FloatKind::Half => texts.push(format!("0xH{bits:04X}")),
            FloatKind::Bfloat => texts.push(format!("0xR{bits:04X}")),
            FloatKind::Double => texts.push(format!("0x{bits:016X}")),
            FloatKind::X86Fp80 => texts.push(format!("0xK{bits:020X}")),
            // The lower half comes first.
            FloatKind::Fp128 => texts.push(format!("0xL{:016X}{:016X}", bits as u64, (bits >> 64) as u64)),
            FloatKind::Float | FloatKind::PpcFp128 => {}
        }
        if let Some(double) = self.double() {
            // The shortest digits of a double need not be those of a number with more bits.
            let is_narrow = self.format.fraction <= 52;
            texts.extend(is_narrow.then(|| format!("0x{:016X}", double.to_bits())));
            if double.is_finite() && (is_narrow || (double.fract() == 0.0 && double.abs() < 9e15)) {
                texts.extend(decimals(double));
            }
        }
        if self.exponent == self.format.special() {
            texts.extend(self.words(if self.is_negative { '-' } else { '+' }));
        }
        texts
    }

    /// Returns the words for an infinity or a NaN.
    fn words(&self, sign: char) -> Vec<String> {
        let quiet = 1 << (self.format.fraction - 1);
        let payload = self.fraction & (quiet - 1);
        match self.fraction {
            0 => vec![format!("{sign}inf")],
            fraction if fraction == quiet => vec![format!("{sign}qnan"), format!("{sign}nan(0x0)")],
            fraction if fraction & quiet != 0 => vec![format!("{sign}nan(0x{payload:x})")],
            _ => vec![format!("{sign}snan(0x{payload:X})")],
        }
    }

    /// Returns texts that are refused. LLVM passes over digits too many behind `0xK` and `0xL`, and 23.1 takes `0xH` for bfloat, and the
    /// reverse, which the releases before refuse.
    fn wrong(&self) -> Vec<String> {
        let (bits, digits) = (self.bits(), self.format.width() as usize / 4);
        let mut texts = vec![format!("f0x0{bits:0digits$X}"), format!("0xK1{bits:020X}"), format!("0xL{bits:032X}0"), "f0x0".into()];
        texts.extend((self.format.fraction > 52).then(|| "0x3FF0000000000000".into()));
        let other = [("0xH", FloatKind::Half), ("0xR", FloatKind::Bfloat), ("0xK", FloatKind::X86Fp80), ("0xL", FloatKind::Fp128)];
        texts.extend(other.iter().filter(|(_, kind)| *kind != self.format.kind).map(|(prefix, _)| format!("{prefix}{bits:0digits$X}")));
        texts.extend(["+infinite", "nan(0x1)", "+nan()", "+nan(1)", "+snan(0x1", "1.0x", "0x", "f0x", "0xH", ""].map(str::to_owned));
        texts
    }
}

impl Format {
    /// Returns the exponent of infinities and NaNs.
    const fn special(&self) -> u32 {
        (1 << self.exponent) - 1
    }

    const fn bias(&self) -> u32 {
        self.special() / 2
    }

    const fn below_point(&self) -> u128 {
        (1 << self.fraction) - 1
    }

    const fn width(&self) -> u32 {
        1 + self.exponent + self.fraction + self.has_integer_bit as u32
    }
}

/// Returns decimal spellings of a finite number, as llc prints them and without an exponent.
fn decimals(number: f64) -> Vec<String> {
    let text = format!("{number:e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let point = if digits.contains('.') { "" } else { ".0" };
    let sign = if exponent.starts_with('-') { "" } else { "+" };
    let plain = (number.abs() < 1e20 && number.abs() > 1e-20).then(|| format!("{number:?}")).filter(|text| !text.contains('e'));
    [format!("{digits}{point}e{sign}{exponent}"), format!("{digits}{point}E{exponent}")].into_iter().chain(plain).collect()
}

/// Compares what a reader of literals gives for the spellings of a number.
fn judge(number: &Number, read: impl Fn(FloatKind, &str) -> Option<u128>) -> Result<(), Fault> {
    let (bits, kind) = (number.bits(), number.format.kind);
    if let Some(text) = number.spellings().into_iter().find(|text| read(kind, text) != Some(bits)) {
        return Err(Fault::new("other-value", kind.name(), format!("{text} is {:x?}, not {bits:#x}", read(kind, &text))));
    }
    match number.wrong().into_iter().find(|text| read(kind, text).is_some()) {
        Some(text) => Err(Fault::new("accepted", kind.name(), format!("{text:?} is {:x?}", read(kind, &text)))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn number(kind: FloatKind, is_negative: bool, exponent: u32, fraction: u128) -> Number {
        let format = FORMATS.iter().find(|format| format.kind == kind).unwrap();
        Number { format, is_negative, exponent, fraction }
    }

    /// As opt 23.1 reads these texts.
    #[test]
    fn numbers_are_spelled_as_llc_prints_them() {
        for (number, bits, text) in [
            (number(FloatKind::Half, false, 31, 0x201), 0x7e01, "+nan(0x1)"),
            (number(FloatKind::Half, true, 31, 0x281), 0xfe81, "-nan(0x81)"),
            (number(FloatKind::Half, false, 31, 0x101), 0x7d01, "+snan(0x101)"),
            (number(FloatKind::Half, true, 31, 0), 0xfc00, "-inf"),
            (number(FloatKind::X86Fp80, false, 0x7fff, 1 << 62 | 1), 0x7fff_c000_0000_0000_0001, "+nan(0x1)"),
            (number(FloatKind::X86Fp80, false, 0x3fff, 0), 0x3fff_8000_0000_0000_0000, "0xK3FFF8000000000000000"),
            (number(FloatKind::Double, false, 0, 1), 1, "0x0000000000000001"),
            (number(FloatKind::Double, false, 1056, 0xbf08_eb00_0000), 0x4200_bf08_eb00_0000, "0x4200BF08EB000000"),
            (number(FloatKind::Double, true, 0, 0), 1 << 63, "-0.0e+0"),
            (number(FloatKind::Float, false, 126, 0), 0x3f00_0000, "0x3FE0000000000000"),
            (number(FloatKind::Float, false, 0, 1), 1, "0x36A0000000000000"),
            (number(FloatKind::Bfloat, true, 127, 0x40), 0xbfc0, "-1.5e+0"),
            (number(FloatKind::Fp128, false, 0x3fff + 10, 0), 0x4009 << 112, "1024.0"),
        ] {
            assert_eq!(number.bits(), bits, "{text}");
            assert!(number.spellings().iter().any(|spelled| spelled == text), "{text}: {:?}", number.spellings());
        }
    }

    #[test]
    fn deviations_are_failures() {
        assert_eq!(LITERALS_SPELLED.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let property = |number: &Number, read: fn(FloatKind, &str) -> Option<u128>| judge(number, read).map_err(|fault| fault.property);
        let one = number(FloatKind::Double, false, 1023, 0);
        assert_eq!(property(&one, literal_bits), Ok(()));
        assert_eq!(property(&one, |kind, text| literal_bits(kind, text).map(|bits| bits ^ 1)), Err("other-value"));
        assert_eq!(property(&one, |kind, text| literal_bits(kind, text).or(Some(0))), Err("accepted"));
        let infinite = number(FloatKind::Half, false, 31, 0);
        assert_eq!(property(&infinite, |kind, text| if text == "+inf" { Some(1) } else { literal_bits(kind, text) }), Err("other-value"));
    }

    /// No kind and no class of numbers is left out.
    #[test]
    fn every_spelling_is_drawn() {
        let mut starts = std::collections::BTreeSet::new();
        for seed in 0..6000_u64 {
            let mut bytes = Vec::new();
            irsmith_generators::SplitMix64::new(seed).extend(&mut bytes, 64);
            let mut bytes = Unstructured::new(&bytes);
            let number = Number::drawn(&mut Choices::new(&mut bytes));
            for text in number.spellings() {
                let start = text.find(|c: char| c.is_ascii_digit() && c != '0').map_or(&*text, |end| &text[..end]);
                starts.insert((number.format.kind.name(), start.trim_end_matches('0').to_owned()));
            }
        }
        for format in &FORMATS {
            for start in ["f0x", "+inf", "-inf", "+nan(0x", "-snan(0x", "+qnan", "-"] {
                assert!(starts.contains(&(format.kind.name(), start.to_owned())), "{}: {start}", format.kind.name());
            }
        }
    }
}
