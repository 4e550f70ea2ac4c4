//! Values of arguments and results as text.

use super::{Case, Oracle};
use crate::mir::UNREADABLE;
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_mir::interpret::{Int, Value};
use irsmith_mir::{Element, Type};

/// The oracle.
pub const VALUES_SPELLED: Oracle = Oracle {
    name: "mir-values-are-spelled",
    family: Family::RoundTrip,
    about: "values print as the digits that another conversion gives, read as themselves in every spelling, and are refused beyond their range",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x7661_6c75_6573;
/// Values for a case.
const VALUES: usize = 4;
/// The widest number, and the most lanes.
const WIDEST: usize = 256;
const LANES: usize = 5;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose values, but unreadable ones are not worth keeping for this.
    case.file().map_err(|_| UNREADABLE)?;
    let bytes = case.choices(SALT);
    let mut bytes = Unstructured::new(&bytes);
    let choices = &mut Choices::new(&mut bytes);
    for _ in 0..VALUES {
        let (ty, count, width) = ty(choices);
        let lanes: Vec<Lane> = (0..count).map(|_| lane(choices, width)).collect();
        judge(ty, &lanes)?;
    }
    Ok(())
}

/// A lane: its bits from the least significant, 0 where they are undefined or poison; and which of them are.
#[derive(Debug)]
struct Lane {
    bits: Vec<bool>,
    undefined: Vec<bool>,
    poison: Vec<bool>,
}

/// Draws a type with the number of its lanes, and their width.
fn ty(choices: &mut Choices<'_, '_>) -> (Type, usize, usize) {
    const USUAL: [usize; 8] = [1, 8, 16, 32, 64, 65, 128, WIDEST];
    const POINTER: usize = 64;
    let usual = choices.pick(&USUAL).copied().unwrap_or(1);
    let width = if choices.chance(128) { usual } else { 1 + choices.below(WIDEST) };
    let (element, width) = match choices.chance(48) {
        true => (Element::Pointer(choices.below(3) as u32), POINTER),
        false => (Element::Scalar(width as u16), width),
    };
    match choices.below(LANES) {
        0 | 1 => (Type::Single(element), 1, width),
        count => (Type::Vector { count: count as u16, scalable: false, element }, count, width),
    }
}

/// Draws a lane, mostly defined.
fn lane(choices: &mut Choices<'_, '_>, width: usize) -> Lane {
    let no = vec![false; width];
    let wide = choices.wide();
    let shape = choices.below(6);
    let bits: Vec<bool> = (0..width)
        .map(|place| match shape {
            0 => true,
            1 => place + 1 == width,
            2 => place + 1 != width,
            3 => place < 4 && wide >> place & 1 != 0,
            _ => wide.rotate_right(place as u32) & 1 != 0,
        })
        .collect();
    match choices.below(12) {
        0 => Lane { bits: no.clone(), undefined: vec![true; width], poison: no },
        1 => Lane { bits: no.clone(), undefined: no, poison: bits },
        // The other bits are defined.
        2 => Lane { bits: bits.iter().map(|bit| !bit).collect(), undefined: bits, poison: no },
        _ => Lane { bits, undefined: no.clone(), poison: no },
    }
}

fn judge(ty: Type, lanes: &[Lane]) -> Result<(), Fault> {
    let joined = |part: fn(&Lane) -> &Vec<bool>| int(&lanes.iter().flat_map(part).copied().collect::<Vec<_>>());
    let value =
        Value { ty, bits: joined(|lane| &lane.bits), undefined: joined(|lane| &lane.undefined), poison: joined(|lane| &lane.poison) };
    let is_pointer = matches!(ty, Type::Single(Element::Pointer(_)) | Type::Vector { element: Element::Pointer(_), .. });
    let said = in_lanes(ty, lanes, |lane| lane_text(lane, is_pointer));
    let printed = value.to_string();
    if printed != format!("{ty} {said}") {
        return Err(Fault::new("other-text", "printed", format!("{printed}, not {ty} {said}")));
    }
    if lanes.iter().any(|lane| lane.undefined.contains(&true) || lane.poison.contains(&true)) {
        return Ok(());
    }
    let width = lanes[0].bits.len() as u32 * if matches!(ty, Type::Single(_)) { 1 } else { lanes.len() as u32 };
    let reads = |text: &str| Value::parse(ty, width, text);
    let negative = |lane: &Lane| match lane.bits.last() {
        Some(true) => format!("-{}", decimal(&complement(&lane.bits))),
        _ => decimal(&lane.bits),
    };
    for text in [
        said,
        in_lanes(ty, lanes, |lane| decimal(&lane.bits)),
        in_lanes(ty, lanes, |lane| hexadecimal(&lane.bits)),
        in_lanes(ty, lanes, negative),
    ] {
        if reads(&text).as_ref() != Some(&value) {
            return Err(Fault::new("other-value", "read", format!("{text} of {width} bits: {:?}, not {printed}", reads(&text))));
        }
    }
    let beyond = |lane: &Lane| decimal(&[vec![false; lane.bits.len()], vec![true]].concat());
    // One below the smallest: the magnitude of that and one, which carry for one bit.
    let below = |lane: &Lane| {
        let top = lane.bits.len() - 1;
        let magnitude: Vec<bool> =
            (0..=lane.bits.len()).map(|place| if top == 0 { place == 1 } else { place == 0 || place == top }).collect();
        format!("-{}", decimal(&magnitude))
    };
    let wrong = [
        in_lanes(ty, lanes, beyond),
        in_lanes(ty, lanes, below),
        in_lanes(ty, lanes, |lane| format!("{}x", decimal(&lane.bits))),
        String::new(),
    ];
    match wrong.iter().find(|text| reads(text).is_some()) {
        Some(text) => Err(Fault::new("accepted", "read", format!("{text:?} of {width} bits is {:?}", reads(text)))),
        None => Ok(()),
    }
}

/// Writes lanes as a scalar, or as a vector.
fn in_lanes(ty: Type, lanes: &[Lane], text: impl Fn(&Lane) -> String) -> String {
    let texts: Vec<String> = lanes.iter().map(text).collect();
    match ty {
        Type::Single(_) => texts.concat(),
        Type::Vector { .. } => format!("<{}>", texts.join(", ")),
    }
}

fn lane_text(lane: &Lane, is_pointer: bool) -> String {
    if lane.poison.contains(&true) {
        return "poison".to_owned();
    }
    if !lane.undefined.contains(&false) {
        return "undef".to_owned();
    }
    let number = if is_pointer { hexadecimal(&lane.bits) } else { decimal(&lane.bits) };
    match lane.undefined.contains(&true) {
        true => format!("{number} (undefined bits {})", hexadecimal(&lane.undefined)),
        false => number,
    }
}

fn int(bits: &[bool]) -> Int {
    let word = |chunk: &[bool]| chunk.iter().zip(0..).fold(0, |word, (bit, place)| word | u64::from(*bit) << place);
    Int::from_words(bits.len() as u32, &bits.chunks(64).map(word).collect::<Vec<_>>())
}

/// Returns the decimal digits of a number: doubled and increased bit by bit, which shares nothing with the division of the interpreter.
fn decimal(bits: &[bool]) -> String {
    let mut digits = vec![0_u8];
    for bit in bits.iter().rev() {
        let mut carry = u8::from(*bit);
        for digit in &mut digits {
            let doubled = 2 * *digit + carry;
            (*digit, carry) = (doubled % 10, doubled / 10);
        }
        digits.extend((carry > 0).then_some(carry));
    }
    digits.iter().rev().map(|digit| char::from(b'0' + digit)).collect()
}

fn hexadecimal(bits: &[bool]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |chunk: &[bool]| char::from(DIGITS[chunk.iter().zip(0..).map(|(bit, place)| usize::from(*bit) << place).sum::<usize>()]);
    let digits: String = bits.chunks(4).rev().map(digit).collect();
    let digits = digits.trim_start_matches('0');
    format!("0x{}", if digits.is_empty() { "0" } else { digits })
}

/// Returns the number that makes 0 with another one.
fn complement(bits: &[bool]) -> Vec<bool> {
    let mut is_behind_one = false;
    bits.iter()
        .map(|bit| {
            let complemented = bit ^ is_behind_one;
            is_behind_one |= bit;
            complemented
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn bits(text: &str) -> Vec<bool> {
        text.chars().rev().map(|digit| digit == '1').collect()
    }

    #[test]
    fn digits_are_those_of_the_standard_library() {
        for number in (0..300).chain([u128::MAX, 10_u128.pow(38), 1 << 127, 0x1234_5678_9abc_def0]) {
            let bits: Vec<bool> = (0..128).map(|place| number >> place & 1 != 0).collect();
            assert_eq!((decimal(&bits), hexadecimal(&bits)), (number.to_string(), format!("{number:#x}")));
            assert_eq!(decimal(&complement(&bits)), number.wrapping_neg().to_string());
        }
        assert_eq!(decimal(&[vec![false; 256], vec![true]].concat()).len(), 78);
    }

    #[test]
    fn lanes_are_said_one_by_one() {
        let whole = |text: &str| Lane { bits: bits(text), undefined: bits("00000000"), poison: bits("00000000") };
        let lanes = [
            whole("11111111"),
            Lane { undefined: bits("11111111"), ..whole("00000000") },
            Lane { undefined: bits("00010010"), ..whole("10000001") },
            Lane { poison: bits("00000100"), ..whole("00000000") },
        ];
        let ty = Type::Vector { count: 4, scalable: false, element: Element::Scalar(8) };
        assert_eq!(in_lanes(ty, &lanes, |lane| lane_text(lane, false)), "<255, undef, 129 (undefined bits 0x12), poison>");
        assert_eq!(judge(ty, &lanes).map_err(|fault| fault.evidence), Ok(()));
        assert_eq!(judge(Type::scalar(8), &lanes[..1]).map_err(|fault| fault.evidence), Ok(()));
    }

    #[test]
    fn deviations_are_failures() {
        assert_eq!(VALUES_SPELLED.verdict(&Case::new(b"name: f\n")), Verdict::Pass);
        let one = [Lane { bits: bits("1"), undefined: bits("0"), poison: bits("0") }];
        assert_eq!(judge(Type::scalar(1), &one).map_err(|fault| fault.evidence), Ok(()));
        // A vector of two elements, of which one is said.
        let ty = Type::Vector { count: 2, scalable: false, element: Element::Scalar(1) };
        assert_eq!(judge(ty, &one).map_err(|fault| fault.property), Err("other-text"));
    }
}
