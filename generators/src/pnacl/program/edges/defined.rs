//! The operands for which the manual defines an operation.

use super::{ieee::Ieee, low};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::tables::{BinaryOp, CastOp};

/// Returns whether an operation on integers of this many bits has a result: a shift amount is below the width, a divisor is not zero, and
/// the quotient fits.
pub(in crate::pnacl::program) const fn binary(op: BinaryOp, bits: u32, a: u64, b: u64) -> bool {
    match op {
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => b < bits as u64,
        BinaryOp::UDiv | BinaryOp::URem => b != 0,
        BinaryOp::SDiv | BinaryOp::SRem => b != 0 && !(a == 1 << (bits - 1) && b == low(bits)),
        _ => true,
    }
}

/// Returns whether a conversion of such a lane has a result. NaN and infinity convert to floats, but not to integers.
pub(in crate::pnacl::program) fn cast(op: CastOp, from: ValueType, to: ValueType, value: u64) -> bool {
    let format = Ieee::of(from);
    let number = format.number(value);
    let power = |exponent: u32| f64::from_bits(u64::from(1023 + exponent) << 52);
    match op {
        CastOp::FpToUi => number > -1.0 && number < power(to.scalar_bits()),
        CastOp::FpToSi => number.trunc() >= -power(to.scalar_bits() - 1) && number < power(to.scalar_bits() - 1),
        CastOp::FpTrunc => !number.is_finite() || number.abs() <= f64::from(f32::MAX),
        _ => true,
    }
}

/// Returns the least and the greatest float that a conversion to integers of this many bits accepts.
pub(in crate::pnacl::program) fn bounds(format: Ieee, bits: u32, signed: bool) -> (u64, u64) {
    let power = |exponent: u32| f64::from_bits(u64::from(1023 + exponent) << 52);
    let upper = format.nearest(power(bits - u32::from(signed))) - 1;
    // The first integer that is too small; in a negative number the lower bits are nearer to zero.
    let below = if signed { -power(bits - 1) - 1.0 } else { -1.0 };
    let rounded = format.nearest(below);
    let exact = format.number(rounded) == below && (!signed || below < -power(bits - 1));
    (if exact { rounded - 1 } else { rounded }, upper)
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_pnacl::Scalar;

    #[test]
    fn bounds_are_the_last_values_that_are_defined() {
        for (format, scalar) in [(Ieee::SINGLE, Scalar::Float), (Ieee::DOUBLE, Scalar::Double)] {
            for (op, signed) in [(CastOp::FpToUi, false), (CastOp::FpToSi, true)] {
                for bits in [1, 8, 16, 32, 64] {
                    let (lower, upper) = bounds(format, bits, signed);
                    let is_defined = |value| cast(op, ValueType::scalar(scalar), ValueType::integer(bits), value);
                    assert!(is_defined(lower) && is_defined(upper), "{op:?} {scalar:?} {bits}");
                    assert!(!is_defined(lower + 1) && !is_defined(upper + 1), "{op:?} {scalar:?} {bits}");
                }
            }
        }
    }
}
