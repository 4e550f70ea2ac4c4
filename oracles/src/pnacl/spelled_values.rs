//! Values of arguments and results as text.

use super::{Case, Oracle};
use crate::{Check, Family, Fault, Needs, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::Choices;
use irsmith_pnacl::interpret::{Bits, TypedValue};
use irsmith_pnacl::{Scalar, ValueType};

/// The oracle.
pub const VALUES_SPELLED: Oracle = Oracle {
    name: "values-are-spelled",
    family: Family::RoundTrip,
    about: "values print as the numbers that they are, read as themselves in every spelling, and are refused beyond their range",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Separates the draws from those of other oracles.
const SALT: u64 = 0x7370_656c_6c65;
/// Values for a case.
const VALUES: usize = 6;

fn check(case: &Case) -> Outcome {
    // Any bytes could choose values, but unreadable ones are not worth keeping for this.
    case.stream_or_skip()?;
    let draws = case.choices(SALT);
    let mut draws = Unstructured::new(&draws);
    let choices = &mut Choices::new(&mut draws);
    for _ in 0..VALUES {
        let ty = choices.pick(&ValueType::ALL).copied().unwrap_or(ValueType::I1);
        let lanes: Vec<u64> = (0..ty.lanes().max(1)).map(|_| lane(choices, ty)).collect();
        judge(ty, &lanes)?;
    }
    Ok(())
}

/// Draws the bits of a lane: those of a bound, a special or a usual float, or any.
fn lane(choices: &mut Choices<'_, '_>, ty: ValueType) -> u64 {
    let width = ty.scalar_bits();
    let all = u64::MAX >> (64 - width);
    let top = 1 << (width - 1);
    let bits = match choices.below(8) {
        0 => all,
        1 => top,
        2 => top - 1,
        3 => choices.below(12) as u64,
        4 => infinity(width) | choices.wide() & u64::from(choices.chance(128)),
        5 => usual(width, choices.wide() as i16),
        _ => choices.wide(),
    };
    (if choices.chance(32) { bits | top } else { bits }) & all
}

/// Returns the bits of an infinity of a float of this width, and of its not-a-number with a payload behind it.
const fn infinity(width: u32) -> u64 {
    if width == 32 { f32::INFINITY.to_bits() as u64 } else { f64::INFINITY.to_bits() }
}

/// Returns the bits of a float that is printed with few digits.
fn usual(width: u32, number: i16) -> u64 {
    if width == 32 { (f32::from(number) / 8.0).to_bits().into() } else { (f64::from(number) / 1000.0).to_bits() }
}

fn judge(ty: ValueType, lanes: &[u64]) -> Result<(), Fault> {
    let width = ty.scalar_bits();
    let bits = lanes.iter().zip(0..).fold(0, |bits, (lane, place)| bits | Bits::from(*lane) << (place * width));
    let value = TypedValue { ty, bits };
    let printed = value.to_string();
    let said = printed.strip_prefix(&format!("{ty} ")).unwrap_or_default();
    let texts = parts(ty, said);
    if texts.len() != lanes.len() || !texts.iter().zip(lanes).all(|(text, lane)| is_said(ty, *lane, text)) {
        return Err(Fault::new("other-text", "printed", format!("{printed} of {ty} {lanes:x?}")));
    }
    let reads = |text: &str| TypedValue::parse(ty, text);
    let joined = |lane: &dyn Fn(u64) -> String| {
        let lanes: Vec<String> = lanes.iter().map(|bits| lane(*bits)).collect();
        if ty.lanes() == 0 { lanes.concat() } else { format!("<{}>", lanes.join(",")) }
    };
    let mut same = vec![said.to_owned(), joined(&|lane| format!("{lane:#x}"))];
    let mut wrong = vec![
        String::new(),
        joined(&|lane| format!("{:#x}", u128::from(lane) | 1 << width)),
        format!("{said},1"),
        joined(&|_| "x".to_owned()),
    ];
    if ty.is_integer() {
        same.push(joined(&|lane| lane.to_string()));
        wrong.extend([joined(&|_| (1_u128 << width).to_string()), joined(&|_| (-(1_i128 << (width - 1)) - 1).to_string())]);
    } else {
        wrong.push(joined(&|_| if width == 32 { "1e39".to_owned() } else { "1e309".to_owned() }));
    }
    if let Some(text) = same.iter().find(|text| reads(text) != Some(value)) {
        return Err(Fault::new("other-value", "read", format!("{text} of {ty}: {:?}, not {printed}", reads(text))));
    }
    match wrong.iter().find(|text| reads(text).is_some()) {
        Some(text) => Err(Fault::new("accepted", "read", format!("{text:?} of {ty} is {:?}", reads(text)))),
        None => Ok(()),
    }
}

/// Returns the texts of the lanes.
fn parts(ty: ValueType, text: &str) -> Vec<&str> {
    match text.strip_prefix('<').and_then(|text| text.strip_suffix('>')) {
        Some(lanes) if ty.lanes() > 0 => lanes.split(", ").collect(),
        None if ty.lanes() == 0 => vec![text],
        _ => Vec::new(),
    }
}

/// Returns whether a text says the number of a lane, by the standard library's conversions.
fn is_said(ty: ValueType, lane: u64, text: &str) -> bool {
    let width = ty.scalar_bits();
    let exact = |value: f64, parsed: Option<u64>| match text.strip_prefix("nan:0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok() == Some(lane) && value.is_nan(),
        None if value.is_nan() => text.trim_start_matches('-') == "nan",
        None => parsed == Some(lane),
    };
    match ty.scalar_kind() {
        Scalar::Integer(1) => text == if lane == 1 { "1" } else { "0" },
        Scalar::Integer(_) => text == ((lane << (64 - width)) as i64 >> (64 - width)).to_string(),
        Scalar::Float => exact(f32::from_bits(lane as u32).into(), text.parse::<f32>().ok().map(|value| value.to_bits().into())),
        Scalar::Double => exact(f64::from_bits(lane), text.parse::<f64>().ok().map(f64::to_bits)),
        Scalar::Void | Scalar::Unknown => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_every_type_are_said_and_read() {
        for seed in 0..2000_u64 {
            let draws: Vec<u8> =
                (0..64).flat_map(|at| (seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ at << 40).rotate_left(at as u32).to_le_bytes()).collect();
            let mut draws = Unstructured::new(&draws);
            let choices = &mut Choices::new(&mut draws);
            let ty = ValueType::ALL[seed as usize % ValueType::ALL.len()];
            let lanes: Vec<u64> = (0..ty.lanes().max(1)).map(|_| lane(choices, ty)).collect();
            assert_eq!(judge(ty, &lanes).map_err(|fault| fault.evidence), Ok(()), "{ty} {lanes:x?}");
        }
    }

    #[test]
    fn deviations_are_seen() {
        let byte = ValueType::integer(8);
        assert!(is_said(byte, 255, "-1") && !is_said(byte, 255, "255") && !is_said(byte, 1, "0"));
        let float = ValueType::scalar(Scalar::Float);
        assert!(is_said(float, 0x3f00_0000, "0.5") && !is_said(float, 0x3f00_0001, "0.5") && is_said(float, 0x7f80_0001, "nan:0x7f800001"));
        assert!(!is_said(float, 0x7f80_0000, "nan") && is_said(float, 0xff80_0000, "-inf"));
        let pair = ValueType::vector(4, Scalar::Integer(1));
        assert_eq!(parts(pair, "<1, 0, 1, 1>"), ["1", "0", "1", "1"]);
        assert!(parts(pair, "1, 0").is_empty());
        // Fewer lanes than the type has.
        assert_eq!(judge(pair, &[1]).map_err(|fault| fault.property), Err("other-text"));
    }
}
