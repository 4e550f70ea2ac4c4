//! Values that conversions round, cut or cannot represent.

use super::{floats, ieee::Ieee, integers, low, pick};
use crate::SplitMix64;
use irsmith_pnacl::ValueType;
use irsmith_pnacl::tables::CastOp;

/// Draws a value for a conversion; types are those of a lane.
pub(in crate::pnacl::program) fn operand(op: CastOp, from: ValueType, to: ValueType, noise: &mut SplitMix64) -> u64 {
    match op {
        CastOp::UiToFp | CastOp::SiToFp => rounded(from.scalar_bits(), Ieee::of(to), op == CastOp::SiToFp, noise),
        CastOp::FpToUi | CastOp::FpToSi => bounded(Ieee::of(from), to.scalar_bits(), op == CastOp::FpToSi, noise),
        CastOp::FpTrunc => narrowed(noise),
        _ if from.is_float() => floats::any(Ieee::of(from), noise),
        _ => integers::any(from.scalar_bits(), noise),
    }
}

/// Draws an integer that the format cannot represent: exactly at, just above or just below the midpoint of two floats. The values above and
/// below are wrong if they are rounded twice, first to double.
fn rounded(bits: u32, format: Ieee, signed: bool, noise: &mut SplitMix64) -> u64 {
    let precision = format.fraction + 1;
    let room = bits - u32::from(signed);
    if room <= precision || noise.next() >> 62 == 0 {
        return integers::any(bits, noise);
    }
    let most = room - precision;
    // Only large numbers lose bits as double too.
    let dropped = if noise.next() >> 62 == 0 { 1 + (noise.next() >> 32) as u32 % most } else { most };
    let kept = (noise.next() & low(precision)) | 1 << (precision - 1);
    let middle = kept << dropped | 1 << (dropped - 1);
    let value = middle.wrapping_add(pick(&[0, 1, 1, u64::MAX, u64::MAX], noise).unwrap_or(0));
    if signed && noise.next() >> 63 == 1 { value.wrapping_neg() & low(bits) } else { value & low(bits) }
}

/// Draws a float around the bounds of an integer type of this many bits.
fn bounded(format: Ieee, bits: u32, signed: bool, noise: &mut SplitMix64) -> u64 {
    // Exact powers of two: 2^64 and below.
    let power = |exponent: u32| f64::from_bits(u64::from(1023 + exponent) << 52);
    let upper = format.nearest(power(bits - u32::from(signed)));
    let lower = format.nearest(if signed { -power(bits - 1) } else { -1.0 });
    let edges = [
        upper,
        upper - 1,
        upper - 1,
        lower,
        // In a negative number the lower bits are nearer to zero.
        lower - 1,
        lower + 1,
        format.nearest(-0.5),
        format.nearest(-0.0),
        format.nearest(0.75),
        format.nearest(1.5),
        format.nearest(2.5),
        format.nearest(-2.5),
        format.infinity(),
        format.infinity() | format.quiet(),
        1,
        format.nearest((noise.next() >> 48) as f64 / 256.0),
        format.nearest((noise.next() >> (64 - bits.min(63))) as f64),
    ];
    pick(&edges, noise).unwrap_or(0)
}

/// Draws a double around the midpoint of two floats, normal, denormal or at the ends of their range, or a NaN.
fn narrowed(noise: &mut SplitMix64) -> u64 {
    const DOUBLE: Ieee = Ieee::DOUBLE;
    const DROPPED: u32 = Ieee::DOUBLE.fraction - Ieee::SINGLE.fraction;
    let sign = noise.next() & DOUBLE.sign();
    let near = pick(&[0, 1, u64::MAX], noise).unwrap_or(0);
    let fraction = noise.next() & DOUBLE.fraction_mask();
    let middle = fraction & !low(DROPPED) | 1 << (DROPPED - 1);
    let magnitude = match noise.next() >> 61 {
        // Normal floats.
        0 | 1 => (DOUBLE.power((noise.next() >> 40) as i32 % 250 - 125) | middle).wrapping_add(near),
        // Denormal ones, where more bits are dropped.
        2 => {
            let exponent = -127 - (noise.next() >> 40) as i32 % 24;
            let dropped = DROPPED + (-126 - exponent) as u32;
            (DOUBLE.power(exponent) | fraction & !low(dropped.min(52)) | 1 << (dropped - 1).min(51)).wrapping_add(near)
        }
        // The smallest denormal float and half of it.
        3 => DOUBLE.power(-149 - i32::from(noise.next() >> 63 == 1)).wrapping_add(near),
        // The largest float, and the first double that becomes infinity.
        4 => pick(
            &[0x47ef_ffff_e000_0000, 0x47ef_ffff_efff_ffff, 0x47ef_ffff_f000_0000, 0x47f0_0000_0000_0000, 0x7fef_ffff_ffff_ffff],
            noise,
        )
        .unwrap_or(0),
        // NaNs: quiet, signalling, and with bits only where a float has none.
        5 | 6 => {
            DOUBLE.infinity() | pick(&[DOUBLE.quiet(), DOUBLE.quiet() | fraction, fraction & !DOUBLE.quiet() | 1, 1], noise).unwrap_or(1)
        }
        _ => return floats::any(DOUBLE, noise),
    };
    sign | magnitude
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(mut what: impl FnMut(&mut SplitMix64) -> bool) -> usize {
        let mut noise = SplitMix64::new(5);
        (0..1_000).filter(|_| what(&mut noise)).count()
    }

    #[test]
    fn integers_round_twice_often() {
        let twice = |value: u64| (value as f64) as f32 != value as f32;
        assert!(count(|noise| twice(rounded(64, Ieee::SINGLE, false, noise))) > 50);
        let signed = |value: i64| (value as f64) as f32 != value as f32;
        assert!(count(|noise| signed(rounded(64, Ieee::SINGLE, true, noise) as i64)) > 50);
        assert!(count(|noise| rounded(64, Ieee::DOUBLE, false, noise) as f64 as u64 != 0) > 900);
    }

    #[test]
    fn doubles_fall_on_and_around_the_middle_of_floats() {
        let of = |noise: &mut SplitMix64| f64::from_bits(narrowed(noise));
        assert!(count(|noise| of(noise).is_nan()) > 100);
        assert!(count(|noise| (of(noise) as f32).is_subnormal()) > 50);
        assert!(count(|noise| of(noise).is_finite() && (of(noise) as f32).is_infinite()) > 20);
    }

    #[test]
    fn bounds_are_met_exactly() {
        for bits in [1, 8, 16, 32, 64] {
            let upper = 2f64.powi(bits as i32);
            assert!(count(|noise| f64::from_bits(bounded(Ieee::DOUBLE, bits, false, noise)) == upper) > 20, "{bits}");
            let lower = -2f64.powi(bits as i32 - 1);
            assert!(count(|noise| f64::from_bits(bounded(Ieee::DOUBLE, bits, true, noise)) == lower) > 20, "{bits}");
        }
    }
}
