//! For which types an identity holds.

use super::pattern::Bound;

/// A condition on the types that the letters of a pattern stand for. No condition holds for lanes of more than 128 bits, which are the widest
/// constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Condition {
    /// Any width.
    Any,
    /// Lanes of at least two bits.
    Wide,
    /// Lanes whose double has at most 128 bits.
    Doubled,
    /// Lanes of a power of two.
    PowerOfTwo,
    /// Lanes of whole bytes, of a power of two.
    Bytes,
    /// Lanes of 16 bits and multiples.
    Swappable,
    /// Lanes of exactly so many bits.
    Exactly(u32),
    /// Scalars, `U` half as wide as `T`.
    Halves,
    /// Scalars, `U` twice as wide as `T`.
    Doubles,
    /// `T` at least two bits and wider than `U`.
    Wider,
    /// `T` narrower than `U`.
    Narrower,
    /// Immediates of at least 1 and less than the width.
    Within,
    /// The predicate is this one.
    Predicate(&'static str),
}

impl Condition {
    pub(super) fn holds(self, bound: &Bound) -> bool {
        let (t, u) = (bound.bits('T').unwrap_or(1), bound.bits('U').unwrap_or(1));
        let scalars = bound.lanes('T').unwrap_or(1) == 1 && bound.lanes('U').unwrap_or(1) == 1;
        // Comparisons in wider lanes and scalars have other truths.
        let same_lanes = [bound.lanes('U'), bound.lanes('B')].into_iter().flatten().all(|lanes| lanes == bound.lanes('T').unwrap_or(lanes));
        let narrow = ['T', 'U'].into_iter().filter_map(|letter| bound.bits(letter)).all(|bits| bits <= 128);
        let parts = matches!(self, Self::Halves | Self::Doubles);
        narrow
            && (same_lanes || parts)
            && match self {
                Self::Any => true,
                Self::Wide => t >= 2,
                Self::Doubled => t <= 64,
                Self::PowerOfTwo => t.is_power_of_two(),
                Self::Bytes => t.is_power_of_two() && t >= 8,
                Self::Swappable => t % 16 == 0,
                Self::Exactly(bits) => t == bits,
                Self::Halves => scalars && t == 2 * u,
                Self::Doubles => scalars && u == 2 * t,
                Self::Wider => t >= 2 && t > u,
                Self::Narrower => t < u,
                Self::Within => (1..i64::from(t)).contains(&bound.immediate),
                Self::Predicate(name) => bound.integer.is_some_and(|predicate| predicate.name() == name),
            }
    }
}
