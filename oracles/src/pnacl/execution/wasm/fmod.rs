//! The remainder of floats, which WebAssembly does not have, by integers alone: a different algorithm than in C libraries and Rust's `%`.

/// Bits of a double's fraction.
const FRACTION: u32 = 52;
/// The implicit bit of a normal double.
const IMPLICIT: u64 = 1 << FRACTION;

/// Computes C's `fmod`: the rest of `a` after subtracting `b` as often as it fits; exact, with the sign of `a`.
pub(super) fn fmod(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() || a.is_infinite() || b == 0.0 {
        return f64::NAN;
    }
    if b.is_infinite() || a.abs() < b.abs() {
        return a;
    }
    let ((mut rest, mut exponent), (divisor, end)) = (parts(a), parts(b));
    rest %= divisor;
    while exponent > end {
        // The rest is below 2^53, so 11 more bits fit.
        let step = (exponent - end).min(11);
        rest = (rest << step) % divisor;
        exponent -= step;
    }
    f64::from_bits(bits(rest, exponent) | a.to_bits() & 1 << 63)
}

/// Returns an integer and a binary exponent whose product is the absolute value. A larger value never has a smaller exponent.
fn parts(value: f64) -> (u64, u64) {
    let bits = value.to_bits();
    let (exponent, fraction) = (bits >> FRACTION & 0x7ff, bits & (IMPLICIT - 1));
    if exponent == 0 { (fraction, 1) } else { (fraction | IMPLICIT, exponent) }
}

/// Returns the bits of an integer below 2^53 times a power of two; the exponent is as in [`parts`].
fn bits(mut integer: u64, mut exponent: u64) -> u64 {
    if integer == 0 {
        return 0;
    }
    while integer < IMPLICIT && exponent > 1 {
        integer <<= 1;
        exponent -= 1;
    }
    if integer < IMPLICIT { integer } else { exponent << FRACTION | integer & (IMPLICIT - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_by_hand() {
        let cases = [
            (5.5, 2.0, 1.5),
            (-5.5, 2.0, -1.5),
            (5.5, -2.0, 1.5),
            (-4.0, 2.0, -0.0),
            (1.0, f64::INFINITY, 1.0),
            (0.0, 3.0, 0.0),
            (2f64.powi(100), 3.0, 1.0),
            (f64::from_bits(3), f64::from_bits(2), f64::from_bits(1)),
            (1.0, f64::from_bits(3), f64::from_bits(1)),
            (f64::MAX, f64::from_bits(1), 0.0),
        ];
        for (a, b, expected) in cases {
            assert_eq!(fmod(a, b).to_bits(), f64::to_bits(expected), "{a:e} mod {b:e}");
        }
        for (a, b) in [(1.0, 0.0), (f64::INFINITY, 1.0), (f64::NAN, 1.0), (1.0, f64::NAN)] {
            assert!(fmod(a, b).is_nan());
        }
    }

    /// The C library, which Rust uses, has another algorithm.
    #[test]
    fn agrees_with_the_c_library() {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from_bits(state ^ state >> 29)
        };
        for _ in 0..20_000 {
            let (a, b) = (next(), next());
            let (ours, theirs) = (fmod(a, b), a % b);
            assert!(ours.to_bits() == theirs.to_bits() || ours.is_nan() && theirs.is_nan(), "{a:e} mod {b:e}: {ours:e}, {theirs:e}");
        }
    }
}
