//! The remainder of floats, computed with integers.
//!
//! Cranelift has no instruction for it. Other engines use C's `fmod` and Rust's `%`, so neither would be independent of them.

/// Bits of the fraction of a double.
const FRACTION: u32 = 52;
const EXPONENT_MASK: u64 = 0x7ff;
const SIGN: u64 = 1 << 63;
const INFINITY: u64 = EXPONENT_MASK << FRACTION;
const NAN: u64 = INFINITY | 1 << (FRACTION - 1);
/// The number of quotient bits computed at once: a significand times 2^64 fits into 128 bits.
const CHUNK: u32 = 64;

/// Returns the bits of the remainder of two doubles given by their bits: exact, with the sign of `a`; NaN if there is none.
pub(crate) extern "C" fn remainder(a: u64, b: u64) -> u64 {
    let (sign, a, b) = (a & SIGN, a & !SIGN, b & !SIGN);
    if a >= INFINITY || b > INFINITY || b == 0 {
        return NAN;
    }
    // The bits of numbers without sign have the same order as the numbers.
    if a < b {
        return sign | a;
    }
    let ((a, a_exponent), (b, b_exponent)) = (parts(a), parts(b));
    sign | compose(reduce(a, a_exponent - b_exponent, b), b_exponent)
}

/// Splits a finite number into an integer and an exponent of two, relative to that of the smallest denormal.
fn parts(bits: u64) -> (u64, u32) {
    let fraction = bits & ((1 << FRACTION) - 1);
    match (bits >> FRACTION) as u32 {
        0 => (fraction, 0),
        exponent => (fraction | 1 << FRACTION, exponent - 1),
    }
}

/// Returns `a` times 2^`shift`, modulo `b`.
fn reduce(a: u64, mut shift: u32, b: u64) -> u64 {
    let mut rest = a % b;
    while shift > 0 {
        let step = shift.min(CHUNK);
        rest = ((u128::from(rest) << step) % u128::from(b)) as u64;
        shift -= step;
    }
    rest
}

/// Inverts [`parts`], for any integer below 2^53.
fn compose(mut number: u64, mut exponent: u32) -> u64 {
    while exponent > 0 && number >> FRACTION == 0 && number != 0 {
        number <<= 1;
        exponent -= 1;
    }
    // The leading bit of a normal number is not stored, and adds 1 to the exponent.
    match number >> FRACTION {
        0 => number,
        _ => (u64::from(exponent) << FRACTION) + number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(a: f64, b: f64) -> u64 {
        remainder(a.to_bits(), b.to_bits())
    }

    #[test]
    fn sign_is_the_dividends() {
        assert_eq!(of(5.5, 2.0), 1.5f64.to_bits());
        assert_eq!(of(-5.5, 2.0), (-1.5f64).to_bits());
        assert_eq!(of(5.5, -2.0), 1.5f64.to_bits());
        assert_eq!(of(-4.0, 2.0), (-0.0f64).to_bits());
        assert_eq!(of(-0.0, 3.0), (-0.0f64).to_bits());
    }

    #[test]
    fn infinities_and_zeros() {
        assert_eq!(of(1.0, 0.0), NAN);
        assert_eq!(of(f64::INFINITY, 2.0), NAN);
        assert_eq!(of(f64::NAN, 2.0), NAN);
        assert_eq!(of(2.0, -f64::NAN), NAN);
        assert_eq!(of(2.5, f64::NEG_INFINITY), 2.5f64.to_bits());
    }

    #[test]
    fn denormals_and_extremes() {
        assert_eq!(remainder(7, 3), 1);
        // 2^971 * (2^53 - 1) modulo 3 times the smallest denormal: powers of two modulo 3 alternate between 1 and 2, so 2^(971 + 1074)
        // gives 2; 2^53 - 1 gives 1; together 2.
        assert_eq!(remainder(f64::MAX.to_bits(), 3), 2);
        assert_eq!(of(f64::MAX, f64::MIN_POSITIVE), 0);
        // 2^1000 modulo 10 is 6, like 2^(4k) for every k above 0.
        assert_eq!(of(2f64.powi(1000), 10.0), 6f64.to_bits());
        assert_eq!(remainder(f64::MIN_POSITIVE.to_bits(), f64::MIN_POSITIVE.to_bits() - 1), 1);
    }

    /// Every pair of 12-bit halves: small numbers, for which the remainder of integers is the result.
    #[test]
    fn whole_numbers() {
        for a in (0..4096u32).step_by(7) {
            for b in 1..200u32 {
                assert_eq!(of(f64::from(a), f64::from(b)), f64::from(a % b).to_bits(), "{a} {b}");
                assert_eq!(of(f64::from(a) / 1024.0, f64::from(b) / 1024.0), (f64::from(a % b) / 1024.0).to_bits(), "{a} {b}");
            }
        }
    }
}
