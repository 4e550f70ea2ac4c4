//! Numbers at which definitions change.

use irsmith_generators::SplitMix64;

use super::lanes::low;

/// Draws numbers, often at an edge of their width, or near the one before.
pub(super) struct Edges {
    noise: SplitMix64,
    last: u128,
}

impl Edges {
    pub(super) const fn new(noise: SplitMix64) -> Self {
        Self { noise, last: 0 }
    }

    pub(super) const fn below(&mut self, limit: usize) -> usize {
        (self.noise.next() >> 32) as usize % limit
    }

    const fn wide(&mut self) -> u128 {
        (self.noise.next() as u128) << 64 | self.noise.next() as u128
    }

    /// Returns a number of `bits`, from 1 to 128; mostly a floating-point one if `is_float` and there is a format of this width.
    pub(super) fn number(&mut self, bits: u32, is_float: bool) -> u128 {
        let drawn = match (bits, is_float && self.below(4) > 0) {
            (16, true) => self.float(16, 10, 15),
            (32, true) => self.float(32, 23, 127),
            (64, true) => self.float(64, 52, 1023),
            _ => self.integer(bits),
        };
        self.last = low(bits, drawn);
        self.last
    }

    fn integer(&mut self, bits: u32) -> u128 {
        let sign = 1 << (bits - 1);
        match self.below(16) {
            0 => 0,
            1 => u128::MAX,
            2 => 1,
            3 => sign,
            4 => sign - 1,
            5 => self.last,
            6 => self.last.wrapping_add(1),
            7 => !self.last,
            // Amounts of shifts and numbers of lanes.
            8 | 9 => self.below(2 * bits as usize) as u128,
            10 => 1 << self.below(bits as usize),
            11 => (1u128 << self.below(bits as usize)).wrapping_neg(),
            _ => self.wide(),
        }
    }

    /// Returns a number with so many bits of the fraction, and this bias of the exponent.
    fn float(&mut self, bits: u32, fraction: u32, bias: u128) -> u128 {
        let exponent = match self.below(8) {
            // Numbers that are denormal, the smallest and the largest ones, infinities and NaNs.
            0 => [0, 1, 2 * bias, 2 * bias + 1, 2 * bias + 1][self.below(5)],
            1 => self.wide() % (2 * bias),
            // Exponents of integers, and of numbers of narrow formats.
            _ => (bias - 15) + self.wide() % 31,
        };
        // The middle between two numbers of fewer bits, and its neighbours: where a number is rounded.
        let places = [fraction.saturating_sub(11), fraction.saturating_sub(24), self.below(fraction as usize) as u32];
        let middle = 1 << places[self.below(3)];
        let kept = self.wide() & !(2 * middle - 1);
        let number = match self.below(8) {
            0 => 0,
            1 => self.wide(),
            2 | 3 => kept | middle,
            4 | 5 => kept | (middle + 1),
            6 => kept | (middle - 1),
            _ => return self.last ^ 1 << (bits - 1),
        };
        let sign = (self.below(2) as u128) << (bits - 1);
        sign | exponent << fraction | low(fraction, number)
    }
}
