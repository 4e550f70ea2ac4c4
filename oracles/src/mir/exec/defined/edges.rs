//! Numbers at which definitions change.

use irsmith_generators::SplitMix64;

use super::lanes::low;

/// Draws numbers, often at an edge of their width, or near the one before.
pub(super) struct Edges {
    noise: SplitMix64,
    last: u128,
    /// The number of bits behind the point, if the numbers are operands of a fixed-point instruction.
    scale: Option<u32>,
}

impl Edges {
    pub(super) const fn new(noise: SplitMix64) -> Self {
        Self { noise, last: 0, scale: None }
    }

    /// States the number of bits behind the point of the numbers that follow, if they are fixed-point ones.
    pub(super) const fn set_scale(&mut self, scale: Option<u32>) {
        self.scale = scale;
    }

    pub(super) const fn below(&mut self, limit: usize) -> usize {
        (self.noise.next() >> 32) as usize % limit
    }

    const fn wide(&mut self) -> u128 {
        (self.noise.next() as u128) << 64 | self.noise.next() as u128
    }

    /// Returns a number of `bits`, from 1 to 128; mostly a floating-point one if `is_float` and there is a format of this width.
    pub(super) fn number(&mut self, bits: u32, is_float: bool) -> u128 {
        let fixed = self.scale.filter(|_| self.below(2) == 0);
        let drawn = match (bits, is_float && self.below(4) > 0) {
            (16, true) => self.float(16, 10, 15),
            (32, true) => self.float(32, 23, 127),
            (64, true) => self.float(64, 52, 1023),
            _ => match fixed {
                Some(scale) => self.fixed_point(bits, scale),
                None => self.integer(bits),
            },
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

    /// Returns a number between one and two, or if the last one is, a number whose product with it, or the quotient of both, is between the
    /// largest of `bits` and the one above.
    const fn fixed_point(&mut self, bits: u32, scale: u32) -> u128 {
        let one = 1 << scale;
        if self.below(4) > 0 && self.last >> scale != 1 {
            return one | self.wide() & (one - 1);
        }
        // As unsigned numbers, and as signed ones.
        let most = low(bits, u128::MAX) >> self.below(2);
        let (dividend, divisor) = if self.below(4) > 0 { (most, self.last) } else { (self.last, most) };
        match ((low(128 - scale, dividend) << scale) | (one - 1)).checked_div(divisor) {
            Some(quotient) => quotient,
            None => most,
        }
    }

    /// Returns a number with so many bits of the fraction, and this bias of the exponent.
    fn float(&mut self, bits: u32, fraction: u32, bias: u128) -> u128 {
        let exponent = match self.below(8) {
            // Numbers that are denormal, the smallest and the largest ones, infinities and NaNs.
            0 | 1 => [0, 0, 0, 1, 2 * bias, 2 * bias + 1, 2 * bias + 1][self.below(7)],
            2 => self.wide() % (2 * bias),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The exact product is between the largest number, signed or not, and the one above: only what is rounded up does not fit.
    #[test]
    fn fixed_point_numbers_meet_the_limit_of_their_product() {
        let mut edges = Edges::new(SplitMix64::new(1));
        let (mut signed, mut unsigned) = (0, 0);
        for scale in (1..15).cycle().take(10_000) {
            edges.set_scale(Some(scale));
            let product = edges.number(16, false) * edges.number(16, false);
            let is_between = |most: u128| product >> scale == most && low(scale, product) != 0;
            signed += usize::from(is_between(0x7fff));
            unsigned += usize::from(is_between(0xffff));
        }
        assert!(signed >= 50 && unsigned >= 50, "{signed}, {unsigned}");
    }
}
