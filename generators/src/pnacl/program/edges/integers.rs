//! Pairs of integers.

use super::{low, pick};
use crate::SplitMix64;
use irsmith_pnacl::tables::BinaryOp;

/// A value relative to a width, and to the other operand of its pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Edge {
    /// This number, cut to the width.
    Is(i64),
    /// The smallest signed value, plus this.
    Min(i64),
    /// The largest signed value, plus this.
    Max(i64),
    /// The width, plus this.
    Width(i64),
    /// 2 to the power of half the width, plus this.
    Half(i64),
    /// 01 repeated.
    Fives,
    /// 10 repeated.
    Tens,
    /// A different byte in each place.
    Digits,
    /// A power of two, plus this.
    Power(i64),
    /// A number from 0 to 15.
    Small,
    /// A number below the width.
    Amount,
    /// Any value.
    Random,
    /// The other operand, plus this.
    Other(i64),
    /// The other operand negated.
    Negated,
    /// The other operand inverted.
    Inverted,
}
use Edge::{Amount, Digits, Fives, Half, Inverted, Is, Max, Min, Negated, Other, Power, Random, Small, Tens, Width};

impl Edge {
    fn value(self, bits: u32, other: u64, noise: &mut SplitMix64) -> u64 {
        let plus = |value: u64, more: i64| value.wrapping_add(more as u64);
        let value = match self {
            Is(value) => value as u64,
            Min(more) => plus(1 << (bits - 1), more),
            Max(more) => plus((1 << (bits - 1)) - 1, more),
            Width(more) => plus(bits.into(), more),
            Half(more) => plus(1 << (bits / 2), more),
            Fives => 0x5555_5555_5555_5555,
            Tens => 0xaaaa_aaaa_aaaa_aaaa,
            Digits => 0x0123_4567_89ab_cdef,
            Power(more) => plus(1 << ((noise.next() >> 32) % u64::from(bits)), more),
            Small => noise.next() >> 60,
            Amount => (noise.next() >> 32) % u64::from(bits),
            Random => noise.next(),
            Other(more) => plus(other, more),
            Negated => other.wrapping_neg(),
            Inverted => !other,
        };
        value & low(bits)
    }
}

type Pair = (Edge, Edge);

/// Carries and borrows across the sign, and pairs without any.
const SUMS: &[Pair] = &[
    (Max(0), Is(1)),
    (Min(0), Is(-1)),
    (Is(-1), Is(1)),
    (Is(0), Min(0)),
    (Min(0), Min(0)),
    (Max(0), Max(0)),
    (Is(0), Is(1)),
    (Random, Other(0)),
    (Random, Negated),
    (Random, Random),
];
/// Products that just overflow, signed and unsigned.
const PRODUCTS: &[Pair] = &[
    (Min(0), Is(-1)),
    (Half(0), Half(0)),
    (Half(-1), Half(1)),
    (Max(0), Is(2)),
    (Is(-1), Is(-1)),
    (Random, Power(0)),
    (Random, Is(-1)),
    (Random, Other(0)),
    (Random, Random),
];
/// Dividends and divisors of both signs, equal ones, large ones, and the two pairs without a quotient.
const QUOTIENTS: &[Pair] = &[
    (Min(0), Is(-1)),
    (Min(0), Is(-1)),
    (Min(0), Is(-1)),
    (Min(0), Is(-1)),
    (Min(0), Is(-1)),
    (Random, Is(0)),
    (Min(0), Is(1)),
    (Min(0), Is(2)),
    (Min(0), Min(0)),
    (Min(1), Is(-1)),
    (Max(0), Is(-1)),
    (Is(-1), Min(0)),
    (Is(-7), Is(2)),
    (Is(7), Is(-2)),
    (Is(-7), Is(-2)),
    (Is(-1), Is(2)),
    (Is(0), Is(-1)),
    (Random, Other(1)),
    (Random, Other(0)),
    (Random, Power(0)),
    (Random, Small),
    (Random, Random),
];
/// Amounts around 0 and the width; values whose sign matters.
const SHIFTS: &[Pair] = &[
    (Min(0), Width(-1)),
    (Is(-1), Width(-1)),
    (Is(1), Width(-1)),
    (Min(0), Is(1)),
    (Max(0), Is(1)),
    (Digits, Is(0)),
    (Is(-1), Width(0)),
    (Random, Width(0)),
    (Random, Width(1)),
    (Random, Is(-1)),
    (Random, Is(64)),
    (Is(-2), Amount),
    (Random, Amount),
    (Random, Amount),
];
const BITWISE: &[Pair] =
    &[(Fives, Tens), (Fives, Is(-1)), (Random, Other(0)), (Random, Inverted), (Random, Is(-1)), (Random, Is(0)), (Random, Random)];
/// Orders that differ between signed and unsigned, neighbours, equals.
const COMPARED: &[Pair] = &[
    (Min(0), Max(0)),
    (Max(0), Min(0)),
    (Is(-1), Is(0)),
    (Is(0), Is(-1)),
    (Is(-1), Is(1)),
    (Random, Other(0)),
    (Random, Other(1)),
    (Random, Other(-1)),
    (Max(0), Other(1)),
    (Min(0), Other(0)),
    (Small, Small),
    (Random, Random),
];

/// Draws operands of an operation on integers of this many bits.
pub(in crate::pnacl::program) fn operands(op: BinaryOp, bits: u32, noise: &mut SplitMix64) -> (u64, u64) {
    let table = match op {
        BinaryOp::Add | BinaryOp::Sub => SUMS,
        BinaryOp::Mul => PRODUCTS,
        BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem => QUOTIENTS,
        BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => SHIFTS,
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => BITWISE,
    };
    draw(table, bits, noise)
}

/// Draws operands of a comparison of integers of this many bits.
pub(in crate::pnacl::program) fn compared(bits: u32, noise: &mut SplitMix64) -> (u64, u64) {
    draw(COMPARED, bits, noise)
}

fn draw(table: &[Pair], bits: u32, noise: &mut SplitMix64) -> (u64, u64) {
    let (first, second) = pick(table, noise).unwrap_or((Random, Random));
    let a = first.value(bits, 0, noise);
    (a, second.value(bits, a, noise))
}

/// Draws an integer of this many bits.
pub(super) fn any(bits: u32, noise: &mut SplitMix64) -> u64 {
    const EDGES: &[Edge] =
        &[Is(0), Is(1), Is(-1), Min(0), Max(0), Min(1), Width(-1), Half(0), Digits, Power(0), Power(-1), Small, Small, Random, Random];
    pick(EDGES, noise).unwrap_or(Random).value(bits, 0, noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_those_of_their_width() {
        let mut noise = SplitMix64::new(0);
        let mut value = |edge: Edge, bits| edge.value(bits, 7, &mut noise);
        assert_eq!([Min(0), Max(0), Is(-1), Width(1)].map(|edge| value(edge, 8)), [0x80, 0x7f, 0xff, 9]);
        assert_eq!([Min(0), Max(0), Is(-1), Half(0)].map(|edge| value(edge, 64)), [1 << 63, (1 << 63) - 1, u64::MAX, 1 << 32]);
        assert_eq!([Min(0), Max(0), Other(1), Negated].map(|edge| value(edge, 1)), [1, 0, 0, 1]);
    }

    #[test]
    fn the_pair_without_a_quotient_is_no_rarity() {
        let mut noise = SplitMix64::new(1);
        let hits = (0..1_000).filter(|_| operands(BinaryOp::SDiv, 64, &mut noise) == (1 << 63, u64::MAX)).count();
        assert!((150..400).contains(&hits), "{hits}");
    }
}
