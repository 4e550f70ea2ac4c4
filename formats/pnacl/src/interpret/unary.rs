//! Bit operations of one operand.

use super::UndefinedKind;
use super::integer::Noted;
use super::op::Unary;

/// Computes the result; bit counts of 0 are the width.
pub(super) fn compute(op: Unary, a: u64) -> Noted {
    let zero = (a == 0).then_some(UndefinedKind::CountOfZero);
    let (leading_32, trailing_32) = ((a as u32).leading_zeros().into(), (a as u32).trailing_zeros().into());
    let (leading_64, trailing_64) = (a.leading_zeros().into(), a.trailing_zeros().into());
    match op {
        Unary::Swap16 => ((a as u16).swap_bytes().into(), None),
        Unary::Swap32 => ((a as u32).swap_bytes().into(), None),
        Unary::Swap64 => (a.swap_bytes(), None),
        Unary::LeadingZeros32 => (leading_32, None),
        Unary::LeadingZeros64 => (leading_64, None),
        Unary::TrailingZeros32 => (trailing_32, None),
        Unary::TrailingZeros64 => (trailing_64, None),
        Unary::LeadingZeros32NotZero => (leading_32, zero),
        Unary::LeadingZeros64NotZero => (leading_64, zero),
        Unary::TrailingZeros32NotZero => (trailing_32, zero),
        Unary::TrailingZeros64NotZero => (trailing_64, zero),
        Unary::Count => (a.count_ones().into(), None),
        Unary::Abs32 => (a & 0x7fff_ffff, None),
        Unary::Abs64 => (a & 0x7fff_ffff_ffff_ffff, None),
    }
}
