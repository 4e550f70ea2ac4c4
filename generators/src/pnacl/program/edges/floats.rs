//! Pairs of floats.

use super::{ieee::Ieee, pick};
use crate::SplitMix64;
use irsmith_pnacl::tables::BinaryOp;

/// A value of an IEEE format, or one relative to the other operand of its pair.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Edge {
    /// This number, rounded to the format.
    Is(f64),
    /// 2 to the power of minus this many bits more than the fraction has: the sum of 1 and this, for 1, is the midpoint of two numbers.
    Ulp(i32),
    Infinity,
    /// A NaN that operations propagate.
    Quiet,
    /// A NaN that operations first make quiet.
    Signalling,
    /// A NaN with the sign set.
    NegativeNan,
    /// The smallest denormal number, plus this.
    Smallest(u64),
    /// The smallest normal number, plus this.
    Normal(i64),
    /// The largest finite number, minus this.
    Largest(u64),
    /// A denormal number.
    Denormal,
    /// An integer at the border where not every integer has a float.
    Integer(f64),
    /// Any value, rarely a NaN.
    Random,
    /// A number from -8 to 7, with a fraction.
    Small,
    /// The other operand.
    Same,
    /// The number next to the other operand.
    Next,
    /// The other operand with the opposite sign.
    Negated,
    /// The negation of another edge case.
    MinusLargest,
    MinusInfinity,
}
use Edge::{
    Denormal, Infinity, Integer, Is, Largest, MinusInfinity, MinusLargest, Negated, NegativeNan, Next, Normal, Quiet, Random, Same,
    Signalling, Small, Smallest, Ulp,
};

impl Edge {
    fn value(self, format: Ieee, other: u64, noise: &mut SplitMix64) -> u64 {
        let payload = |noise: &mut SplitMix64| noise.next() & (format.quiet() - 1);
        match self {
            Is(value) => format.nearest(value),
            Ulp(more) => format.power(-(format.fraction as i32) - more),
            Infinity => format.infinity(),
            MinusInfinity => format.sign() | format.infinity(),
            Quiet => format.infinity() | format.quiet() | payload(noise),
            Signalling => format.infinity() | payload(noise) | 1,
            NegativeNan => format.sign() | format.infinity() | format.quiet() | payload(noise),
            Smallest(more) => 1 + more,
            Normal(more) => (1_u64 << format.fraction).wrapping_add(more as u64),
            Largest(less) => format.infinity() - 1 - less,
            MinusLargest => format.sign() | (format.infinity() - 1),
            Denormal => noise.next() & (format.sign() | format.fraction_mask()) | 1,
            Integer(more) => format.nearest(format.number(format.power(format.fraction as i32 + 1)) + more),
            Random => noise.next() & super::low(format.bits),
            Small => format.nearest((noise.next() >> 56) as f64 / 16.0 - 8.0),
            Same => other,
            Next => other ^ 1,
            Negated => other ^ format.sign(),
        }
    }
}

type Pair = (Edge, Edge);

/// Signs of zero, infinities that cancel, overflow, halfway cases, results that are denormal.
const SUMS: &[Pair] = &[
    (Is(1.0), Ulp(1)),
    (Is(1.0), Ulp(2)),
    (Is(-1.0), Ulp(1)),
    (Infinity, MinusInfinity),
    (Infinity, Infinity),
    (Is(0.0), Is(-0.0)),
    (Is(-0.0), Is(-0.0)),
    (Largest(0), Largest(0)),
    (Smallest(0), Smallest(0)),
    (Normal(0), Smallest(0)),
    (Normal(1), Normal(0)),
    (Integer(-1.0), Is(1.5)),
    (Small, Negated),
    (Random, Negated),
    (Quiet, Is(1.0)),
    (Signalling, Is(-0.0)),
    (Small, NegativeNan),
    (Signalling, Quiet),
    (Is(0.1), Is(0.2)),
    (Random, Random),
    (Small, Small),
];
const PRODUCTS: &[Pair] = &[
    (Infinity, Is(0.0)),
    (MinusInfinity, Is(2.0)),
    (Is(-0.0), Small),
    (Normal(0), Is(0.5)),
    (Normal(1), Is(0.5)),
    (Smallest(0), Is(0.5)),
    (Smallest(2), Is(0.5)),
    (Largest(0), Is(2.0)),
    (Largest(0), Is(1.5)),
    (Is(0.1), Is(10.0)),
    (Denormal, Integer(0.0)),
    (Signalling, Is(1.0)),
    (NegativeNan, Is(-1.0)),
    (Quiet, Infinity),
    (Random, Is(-1.0)),
    (Random, Random),
    (Small, Small),
];
const QUOTIENTS: &[Pair] = &[
    (Is(0.0), Is(0.0)),
    (Is(1.0), Is(0.0)),
    (Is(1.0), Is(-0.0)),
    (Infinity, Infinity),
    (Infinity, Is(-2.0)),
    (Is(1.0), MinusInfinity),
    (Is(1.0), Is(3.0)),
    (Normal(0), Is(2.0)),
    (Normal(1), Is(2.0)),
    (Smallest(0), Is(2.0)),
    (Largest(0), Is(0.5)),
    (Smallest(0), Largest(0)),
    (Signalling, Is(1.0)),
    (Is(0.0), NegativeNan),
    (Random, Same),
    (Random, Random),
    (Small, Small),
];
/// Long quotients, exact remainders of both signs, and pairs without a remainder.
const REMAINDERS: &[Pair] = &[
    (Is(1.0), Is(0.0)),
    (Infinity, Is(2.0)),
    (Is(5.5), Infinity),
    (Is(-5.5), Is(2.0)),
    (Is(5.5), Is(-2.0)),
    (Is(-4.0), Is(2.0)),
    (Largest(0), Is(3.0)),
    (Largest(0), Smallest(0)),
    (Largest(1), Normal(1)),
    (Denormal, Smallest(2)),
    (Is(-0.0), Is(1.0)),
    (Quiet, Is(1.0)),
    (Is(1.0), Signalling),
    (Random, Same),
    (Random, Random),
    (Small, Small),
];
const COMPARED: &[Pair] = &[
    (Quiet, Is(1.0)),
    (Is(1.0), Quiet),
    (Signalling, Same),
    (NegativeNan, Infinity),
    (Is(0.0), Is(-0.0)),
    (Is(-0.0), Is(0.0)),
    (Infinity, Infinity),
    (MinusInfinity, Largest(0)),
    (Infinity, Largest(0)),
    (Smallest(0), Is(0.0)),
    (Denormal, Negated),
    (Random, Same),
    (Random, Next),
    (Random, Negated),
    (Small, Small),
    (Random, Random),
];

/// Draws operands of an operation on floats.
pub(in crate::pnacl::program) fn operands(op: BinaryOp, format: Ieee, noise: &mut SplitMix64) -> (u64, u64) {
    let table = match op {
        BinaryOp::Mul => PRODUCTS,
        BinaryOp::SDiv => QUOTIENTS,
        BinaryOp::SRem => REMAINDERS,
        _ => SUMS,
    };
    draw(table, format, noise)
}

/// Draws operands of a comparison of floats.
pub(in crate::pnacl::program) fn compared(format: Ieee, noise: &mut SplitMix64) -> (u64, u64) {
    draw(COMPARED, format, noise)
}

fn draw(table: &[Pair], format: Ieee, noise: &mut SplitMix64) -> (u64, u64) {
    let (first, second) = pick(table, noise).unwrap_or((Random, Random));
    let a = first.value(format, 0, noise);
    let b = second.value(format, a, noise);
    // The tables contain each pair in one order.
    if noise.next() >> 63 == 0 { (a, b) } else { (b, a) }
}

/// Draws a float.
pub(super) fn any(format: Ieee, noise: &mut SplitMix64) -> u64 {
    const EDGES: &[Edge] = &[
        Is(0.0),
        Is(-0.0),
        Is(1.0),
        Is(-1.0),
        Is(2.5),
        Infinity,
        MinusInfinity,
        Quiet,
        Signalling,
        NegativeNan,
        Smallest(0),
        Normal(0),
        Normal(-1),
        Largest(0),
        MinusLargest,
        Denormal,
        Integer(-1.0),
        Small,
        Small,
        Small,
        Random,
        Random,
    ];
    pick(EDGES, noise).unwrap_or(Random).value(format, 0, noise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_what_they_are_called_in_both_formats() {
        let mut noise = SplitMix64::new(0);
        for format in [Ieee::SINGLE, Ieee::DOUBLE] {
            let mut value = |edge: Edge| edge.value(format, 0, &mut noise);
            let half_ulp = format.number(value(Ulp(1)));
            assert_eq!(format.nearest(1.0 + half_ulp), format.nearest(1.0));
            assert_ne!(format.nearest(1.0 + 2.0 * half_ulp), format.nearest(1.0));
            for nan in [Quiet, Signalling, NegativeNan] {
                assert!(format.number(value(nan)).is_nan(), "{nan:?}");
            }
            assert_eq!(value(Signalling) & format.quiet(), 0);
            assert!(format.number(value(Largest(0))).is_finite());
            assert!(format.number(value(Infinity)).is_infinite() && format.number(value(MinusInfinity)) == f64::NEG_INFINITY);
            assert_eq!(value(Normal(-1)), format.fraction_mask());
        }
    }
}
