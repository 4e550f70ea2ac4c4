//! Floating-point numbers as doubles: conversions, parts and classes, apart from the interpreter's. Nothing is said of what NaNs become.

use super::lanes::{low, signed};

/// Returns a double as half precision, rounded once to the nearest, to even if two are as near.
pub(super) fn half_of(number: f64) -> Option<u128> {
    let sign = u128::from(number.is_sign_negative()) << 15;
    let size = number.abs();
    if number.is_nan() {
        return None;
    }
    // Steps are 2^-24 below 2^-14, and 2^-10 of the number's power of two above.
    let power = if size < 2f64.powi(-14) { -14 } else { (size.to_bits() >> 52) as i32 - 1023 };
    let steps = (size / 2f64.powi(power - 10)).round_ties_even();
    let bits = if power > 15 { 0x7c00 } else { steps as u128 + ((power + 14) as u128) * 0x400 };
    Some(sign | bits.min(0x7c00))
}

/// Returns the number of half precision.
pub(super) fn half(bits: u128) -> f64 {
    let (exponent, fraction) = ((bits >> 10 & 31) as i32, (bits & 0x3ff) as f64);
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1024.0 + fraction) * 2f64.powi(exponent - 25),
    };
    if bits >> 15 & 1 == 1 { -size } else { size }
}

/// Returns the number of these bits; `None` for a NaN, and for another width than 16, 32 and 64.
pub(super) fn number(width: u32, bits: u128) -> Option<f64> {
    let number = match width {
        16 => half(bits),
        32 => f32::from_bits(bits as u32).into(),
        64 => f64::from_bits(bits as u64),
        _ => return None,
    };
    Some(number).filter(|number| !number.is_nan())
}

/// Returns the number of one format as one of another, rounded to the nearest; `None` for a NaN or another width.
pub(super) fn as_float(from: u32, to: u32, bits: u128) -> Option<u128> {
    let number = number(from, bits)?;
    match to {
        16 => half_of(number),
        32 => Some((number as f32).to_bits().into()),
        64 => Some(number.to_bits().into()),
        _ => None,
    }
}

pub(super) fn of_integer(to: u32, number: i128) -> Option<u128> {
    match to {
        // Those that a double rounds are infinite as halves.
        16 => half_of(number as f64),
        32 => Some((number as f32).to_bits().into()),
        64 => Some((number as f64).to_bits().into()),
        _ => None,
    }
}

/// Returns the integer of a number, cut or rounded, within the range of its type; of a NaN 0 if it saturates.
pub(super) fn as_integer(from: u32, bits: u128, range: (i128, i128), saturates: bool) -> Option<u128> {
    if saturates && is_nan(from, bits) {
        return Some(0);
    }
    as_whole(number(from, bits)?.trunc(), range, saturates)
}

pub(super) fn as_whole(whole: f64, range: (i128, i128), saturates: bool) -> Option<u128> {
    let integer = whole as i128;
    let fits = (range.0..=range.1).contains(&integer) && whole.abs() < 2f64.powi(126);
    if fits || saturates { Some(integer.clamp(range.0, range.1) as u128) } else { None }
}

/// Returns whether these bits are a NaN of a format.
pub(super) fn is_nan(width: u32, bits: u128) -> bool {
    matches!(width, 16 | 32 | 64) && number(width, bits).is_none()
}

/// Returns the larger of two numbers, or the smaller one. Zeros of both signs are open unless they are `ordered`.
pub(super) fn extreme(width: u32, a: u128, b: u128, is_max: bool, ordered: bool) -> Option<u128> {
    let (x, y) = (number(width, a)?, number(width, b)?);
    let is_first = if x == y { a >> (width - 1) == 0 } else { x > y };
    let is_open = x == y && a != b && !ordered;
    (!is_open).then_some(if is_first == is_max { a } else { b })
}

/// Returns the same, or the number if the other operand is a quiet NaN.
pub(super) fn extreme_number(width: u32, a: u128, b: u128, is_max: bool, ordered: bool) -> Option<u128> {
    let quiet = match width {
        16 => 1 << 9,
        32 => 1 << 22,
        _ => 1 << 51,
    };
    let is_quiet = |bits: u128| is_nan(width, bits) && bits & quiet != 0;
    match (number(width, a), number(width, b)) {
        (None, Some(_)) if is_quiet(a) => Some(b),
        (Some(_), None) if is_quiet(b) => Some(a),
        _ => extreme(width, a, b, is_max, ordered),
    }
}

/// Returns a number that is scaled by a power of two, unless a double that results is denormal.
pub(super) fn scaled(width: u32, a: u128, exponent: u128) -> Option<u128> {
    let exponent = i32::try_from(signed(32, low(32, exponent))).ok().filter(|exponent| exponent.unsigned_abs() < 300)?;
    let result = number(width, a)? * 2f64.powi(exponent);
    if width < 64 || result.is_normal() { as_float(64, width, result.to_bits().into()) } else { None }
}

/// Returns the power of a number with an exponent of 32 bits that is so small that every order of multiplications has the same result.
pub(super) fn power(width: u32, a: u128, exponent: u128) -> Option<u128> {
    let exponent = signed(32, low(32, exponent));
    macro_rules! of {
        ($float:ty, $bits:ty) => {{
            let a = <$float>::from_bits(a as $bits);
            let product = match exponent.unsigned_abs() {
                0 => 1.0,
                1 => a,
                2 => a * a,
                3 => a * a * a,
                _ => return None,
            };
            let power = if exponent < 0 { 1.0 / product } else { product };
            Some(power).filter(|power| !power.is_nan()).map(|power| power.to_bits().into())
        }};
    }
    match width {
        32 => of!(f32, u32),
        64 => of!(f64, u64),
        _ => None,
    }
}

/// Returns `a * b + c`, rounded once.
pub(super) fn fused(width: u32, a: u128, b: u128, c: u128) -> Option<u128> {
    match width {
        16 => half_of(rounded_to_odd(half(a) * half(b), half(c))),
        32 => as_float(32, 32, f32::from_bits(a as u32).mul_add(f32::from_bits(b as u32), f32::from_bits(c as u32)).to_bits().into()),
        64 => as_float(64, 64, f64::from_bits(a as u64).mul_add(f64::from_bits(b as u64), f64::from_bits(c as u64)).to_bits().into()),
        _ => None,
    }
}

/// Returns `a * b + c`, rounded twice.
pub(super) fn multiplied_and_added(width: u32, a: u128, b: u128, c: u128) -> Option<u128> {
    match width {
        16 => half_of(half(half_of(half(a) * half(b))?) + half(c)),
        32 => as_float(32, 32, (f32::from_bits(a as u32) * f32::from_bits(b as u32) + f32::from_bits(c as u32)).to_bits().into()),
        64 => as_float(64, 64, (f64::from_bits(a as u64) * f64::from_bits(b as u64) + f64::from_bits(c as u64)).to_bits().into()),
        _ => None,
    }
}

/// Returns the sum, with an odd last bit if it is not exact: rounded again to fewer bits, that is as if it were rounded once.
fn rounded_to_odd(a: f64, b: f64) -> f64 {
    let sum = a + b;
    // The exact error of the sum (Knuth).
    let other = sum - a;
    let error = (a - (sum - other)) + (b - other);
    if !sum.is_finite() || error == 0.0 || sum.to_bits() & 1 == 1 {
        return sum;
    }
    f64::from_bits(if (error > 0.0) == (sum > 0.0) { sum.to_bits() + 1 } else { sum.to_bits() - 1 })
}

/// Returns a mantissa from 1/2 to 1 and the exponent of the power of two; of a zero itself and 0. `None` for what is not finite.
fn split(width: u32, a: u128) -> Option<(f64, i32)> {
    let number = number(width, a).filter(|number| number.is_finite())?;
    if number == 0.0 {
        return Some((number, 0));
    }
    // A denormal double becomes a normal one.
    let scale = if number.is_normal() { 0 } else { 54 };
    let bits = (number * 2f64.powi(scale)).to_bits();
    let exponent = (bits >> 52 & 0x7ff) as i32 - 1022;
    Some((f64::from_bits(bits & !(0x7ff << 52) | 1022 << 52), exponent - scale))
}

pub(super) fn mantissa(from: u32, to: u32, a: u128) -> Option<u128> {
    as_float(64, to, split(from, a)?.0.to_bits().into())
}

pub(super) fn exponent(from: u32, _: u32, a: u128) -> Option<u128> {
    Some(split(from, a)?.1 as u128)
}

/// Returns the part of a number behind the point, with its sign.
pub(super) fn fraction(from: u32, to: u32, a: u128) -> Option<u128> {
    let number = number(from, a)?;
    let fraction = if number.is_infinite() { 0.0 } else { number - number.trunc() };
    as_float(64, to, fraction.copysign(number).to_bits().into())
}

/// Returns the part of a number before the point.
pub(super) fn whole_part(from: u32, to: u32, a: u128) -> Option<u128> {
    as_float(64, to, number(from, a)?.trunc().to_bits().into())
}

/// Returns whether a number is of one of these classes (`llvm::FPClassTest`), as one bit.
pub(super) fn class(classes: i64, from: u32, to: u32, a: u128) -> Option<u128> {
    let (exponents, fractions) = match from {
        16 => (5, 10),
        32 => (8, 23),
        64 => (11, 52),
        128 => (15, 112),
        _ => return None,
    };
    let (is_negative, exponent, fraction) = (a >> (from - 1) & 1 == 1, low(exponents, a >> fractions), low(fractions, a));
    let positive = match (exponent == low(exponents, u128::MAX), exponent, fraction) {
        // Both kinds of NaN have no sign.
        (true, _, 1..) => fraction >> (fractions - 1),
        (true, ..) => 9,
        (_, 0, 0) => 6,
        (_, 0, _) => 7,
        _ => 8,
    };
    let class = if is_negative && positive >= 6 { 11 - positive } else { positive };
    (to == 1).then(|| classes as u128 >> class & 1)
}

/// Returns a number of a narrower format, rounded in a direction (`llvm::RoundingMode`); `None` if it is too large for that.
pub(super) fn rounded_as(direction: i64, from: u32, to: u32, a: u128) -> Option<u128> {
    let exact = number(from, a)?;
    let nearest = as_float(from, to, a)?;
    let given = number(to, nearest)?;
    if given == exact || exact.is_infinite() {
        return Some(nearest);
    }
    let is_below = given < exact;
    let next = match direction {
        0 => given.abs() > exact.abs(),
        1 => false,
        2 => is_below,
        3 => !is_below,
        4 => {
            // Ties go away from zero; the distances to both neighbours of a tie are exact.
            let other = step(nearest, is_below, to);
            given.is_finite() && (exact - given).abs() == (number(to, other)? - exact).abs() && given.abs() < exact.abs()
        }
        _ => return None,
    };
    Some(if next { step(nearest, is_below, to) } else { nearest })
}

/// Returns the next number of a format, upward or downward.
const fn step(bits: u128, upward: bool, width: u32) -> u128 {
    let sign = 1 << (width - 1);
    match (bits & sign != 0, upward) {
        (false, false) if bits == 0 => sign | 1,
        (true, true) if bits == sign => 1,
        (false, true) | (true, false) => bits + 1,
        (false, false) | (true, true) => bits - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_are_rounded_once() {
        assert_eq!(half_of(1.0 + 2f64.powi(-11) + 2f64.powi(-40)), Some(0x3c01));
        assert_eq!(half_of(1.0 + 2f64.powi(-11)), Some(0x3c00));
        assert_eq!([half_of(65519.0), half_of(65520.0), half_of(-1e9)], [Some(0x7bff), Some(0x7c00), Some(0xfc00)]);
        for bits in (0..0x1_0000).filter(|bits| !half(*bits).is_nan()) {
            assert_eq!(half_of(half(bits)), Some(bits), "{bits:x}");
        }
    }

    /// What the hardware computes in wider formats, for every half and some doubles.
    #[test]
    fn parts_classes_and_directions() {
        let bits = |number: f64| u128::from(number.to_bits());
        for half_bits in 0..0x1_0000u128 {
            let number = half(half_bits);
            let is = |classes: i64| class(classes, 16, 1, half_bits) == Some(1);
            assert_eq!(is(0b11), number.is_nan(), "{half_bits:x}");
            assert_eq!(is(0b10_0000_0100), number.is_infinite(), "{half_bits:x}");
            assert_eq!(is(0b110_0000), number == 0.0, "{half_bits:x}");
            assert_eq!(is(0b11_1100_0000), !number.is_nan() && number.is_sign_positive(), "{half_bits:x}");
            if number.is_finite() {
                let (part, power) = (half(mantissa(16, 16, half_bits).unwrap()), exponent(16, 32, half_bits).unwrap() as i32);
                assert_eq!(part * 2f64.powi(power), number);
                assert!(number == 0.0 || (0.5..1.0).contains(&part.abs()));
                let [behind, before] = [fraction(16, 16, half_bits), whole_part(16, 16, half_bits)].map(|bits| half(bits.unwrap()));
                assert_eq!((behind + before, before), (number, number.trunc()));
            }
        }
        assert_eq!(exponent(64, 32, 1), Some(-1073i32 as u128));
        // A number between 1 and the next half, and a tie.
        let (above, tie) = (1.0 + 2f64.powi(-13), 1.0 + 2f64.powi(-11));
        let given = |number: f64| [0, 1, 2, 3, 4].map(|direction| rounded_as(direction, 64, 16, bits(number)).unwrap());
        assert_eq!(given(above), [0x3c00, 0x3c00, 0x3c01, 0x3c00, 0x3c00]);
        assert_eq!(given(-above), [0xbc00, 0xbc00, 0xbc00, 0xbc01, 0xbc00]);
        assert_eq!(given(tie), [0x3c00, 0x3c00, 0x3c01, 0x3c00, 0x3c01]);
        assert_eq!(given(-tie), [0xbc00, 0xbc00, 0xbc00, 0xbc01, 0xbc01]);
        assert_eq!(given(1e-9), [0, 0, 1, 0, 0]);
        assert_eq!(given(-1e-9), [0x8000, 0x8000, 0x8000, 0x8001, 0x8000]);
        assert_eq!(given(1e6), [0x7bff, 0x7c00, 0x7c00, 0x7bff, 0x7c00]);
    }

    /// A sum that a double rounds to the middle between two halves.
    #[test]
    fn products_and_sums_of_halves_are_rounded_once() {
        let of = |number: f64| half_of(number).unwrap();
        let small = 2f64.powi(-24);
        // 2048 * 1 + ... has steps of 2; 2049 is a tie, and a bit more is not.
        let fused = |a, b, c| half(fused(16, of(a), of(b), of(c)).unwrap());
        assert_eq!([fused(2048.0, 1.0, 1.0), fused(683.0, 3.0, small), fused(683.0, 3.0, -small)], [2048.0, 2050.0, 2048.0]);
        assert_eq!(fused(small, small, 1.0), 1.0);
        let twice = |a, b, c| half(multiplied_and_added(16, of(a), of(b), of(c)).unwrap());
        assert_eq!([twice(683.0, 3.0, small), twice(2048.0, 1.0, 1.0)], [2048.0, 2048.0]);
    }
}
