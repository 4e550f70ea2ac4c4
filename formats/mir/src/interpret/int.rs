//! Integers of any fixed width.

use smallvec::{SmallVec, smallvec};
use std::cmp::Ordering;
use std::fmt;

type Words = SmallVec<[u64; 4]>;

/// An integer of a fixed width, as its bits. Arithmetic wraps; operands have the same width. Up to 256 bits need no allocation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Int {
    /// From the least significant; bits from the width on are 0.
    words: Words,
    bits: u32,
}

const fn words_of(bits: u32) -> usize {
    bits.div_ceil(64) as usize
}

impl Int {
    /// Returns 0 of this many bits.
    pub fn zero(bits: u32) -> Self {
        Self { words: smallvec![0; words_of(bits)], bits }
    }

    /// Returns the number whose bits are all 1.
    pub fn ones(bits: u32) -> Self {
        Self { words: smallvec![u64::MAX; words_of(bits)], bits }.cleared()
    }

    /// Returns the lowest bits of a number, extended with zeros.
    pub fn new(bits: u32, value: u128) -> Self {
        Self::from_words(bits, &[value as u64, (value >> 64) as u64])
    }

    /// Returns the lowest bits of a signed number, extended with its sign.
    pub fn signed(bits: u32, value: i128) -> Self {
        let mut words: Words = smallvec![if value < 0 { u64::MAX } else { 0 }; words_of(bits)];
        words.iter_mut().zip([value as u64, (value >> 64) as u64]).for_each(|(word, part)| *word = part);
        Self { words, bits }.cleared()
    }

    /// Returns the number with these words, from the least significant; missing words are 0, and bits beyond the width are dropped.
    pub fn from_words(bits: u32, words: &[u64]) -> Self {
        let mut number = Self::zero(bits);
        number.words.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
        number.cleared()
    }

    /// Returns the number that decimal digits say, with an optional minus sign; `None` if it needs more bits than there are, whether it is
    /// read as signed or not.
    pub fn parse(bits: u32, text: &str) -> Option<Self> {
        let (digits, is_negative) = text.strip_prefix('-').map_or((text, false), |digits| (digits, true));
        if digits.is_empty() || digits.len() > bits as usize + 1 || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let mut number = Self::zero(bits + 4);
        for digit in digits.bytes() {
            number = number.mul(&Self::new(bits + 4, 10)).add(&Self::new(bits + 4, (digit - b'0').into()));
            if number.leading_zeros() < 4 {
                return None;
            }
        }
        let value = number.trunc(bits);
        let fits = !is_negative || value.is_zero() || value.sub(&Self::new(bits, 1)).leading_zeros() > 0;
        fits.then(|| if is_negative { value.neg() } else { value })
    }

    /// Returns the number that hexadecimal digits say.
    pub fn parse_hexadecimal(bits: u32, digits: &str) -> Option<Self> {
        if digits.is_empty() || digits.len() > 1 << 15 {
            return None;
        }
        let wide = digits.len() as u32 * 4;
        let mut number = Self::zero(wide.max(bits));
        for (place, digit) in digits.chars().rev().enumerate() {
            number.words[place / 16] |= u64::from(digit.to_digit(16)?) << (place % 16 * 4);
        }
        (number.bits - number.leading_zeros() <= bits).then(|| number.trunc(bits))
    }

    fn cleared(mut self) -> Self {
        let used = self.bits % 64;
        if let (1.., Some(last)) = (used, self.words.last_mut()) {
            *last &= u64::MAX >> (64 - used);
        }
        self
    }

    /// Returns the width.
    pub fn bits(&self) -> u32 {
        self.bits
    }

    /// Returns the words, from the least significant.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns the lowest 128 bits.
    pub fn low(&self) -> u128 {
        let word = |place| u128::from(self.words.get(place).copied().unwrap_or(0));
        word(0) | word(1) << 64
    }

    /// Returns the number as an index; `usize::MAX` if it is larger than every index.
    pub fn index(&self) -> usize {
        if self.words.iter().skip(1).any(|word| *word != 0) {
            return usize::MAX;
        }
        self.words.first().map_or(0, |word| usize::try_from(*word).unwrap_or(usize::MAX))
    }

    /// Returns a bit; those beyond the width are 0.
    pub fn bit(&self, place: u32) -> bool {
        self.words.get(place as usize / 64).is_some_and(|word| word >> (place % 64) & 1 != 0)
    }

    pub(super) fn set_bit(&mut self, place: u32) {
        if place < self.bits {
            self.words[place as usize / 64] |= 1 << (place % 64);
        }
    }

    /// Returns whether every bit is 0.
    pub fn is_zero(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    pub(super) fn is_ones(&self) -> bool {
        self.not().is_zero()
    }

    /// Returns the sign bit.
    pub fn is_negative(&self) -> bool {
        self.bits > 0 && self.bit(self.bits - 1)
    }

    /// Returns the smallest signed number.
    pub(super) fn smallest(bits: u32) -> Self {
        let mut number = Self::zero(bits);
        number.set_bit(bits.wrapping_sub(1));
        number
    }

    /// Returns the largest signed number.
    pub(super) fn largest(bits: u32) -> Self {
        Self::smallest(bits).not()
    }

    /// Returns the number whose lowest `count` bits are 1.
    pub(super) fn low_ones(bits: u32, count: u32) -> Self {
        Self::ones(count.min(bits)).zext(bits)
    }

    fn zip(&self, other: &Self, f: impl Fn(u64, u64) -> u64) -> Self {
        debug_assert_eq!(self.bits, other.bits);
        let words = self.words.iter().zip(&other.words).map(|(a, b)| f(*a, *b)).collect();
        Self { words, bits: self.bits }.cleared()
    }

    pub(super) fn not(&self) -> Self {
        self.zip(self, |a, _| !a)
    }

    pub(super) fn and(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    /// Returns the bits that one of both has.
    pub fn or(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    /// Returns the bits that only one of both has.
    pub fn xor(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    /// Returns the bits that the other does not have.
    pub fn and_not(&self, other: &Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    pub(super) fn add(&self, other: &Self) -> Self {
        let mut carry = false;
        let words = self.words.iter().zip(&other.words).map(|(a, b)| {
            let (sum, first) = a.overflowing_add(*b);
            let (sum, second) = sum.overflowing_add(carry.into());
            carry = first | second;
            sum
        });
        Self { words: words.collect(), bits: self.bits }.cleared()
    }

    pub(super) fn neg(&self) -> Self {
        self.not().add(&Self::new(self.bits, 1))
    }

    pub(super) fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    pub(super) fn mul(&self, other: &Self) -> Self {
        let mut product = Self::zero(self.bits);
        for (low, a) in self.words.iter().enumerate().filter(|(_, a)| **a != 0) {
            let mut carry = 0;
            for (place, b) in (low..product.words.len()).zip(&other.words) {
                let sum = u128::from(*a) * u128::from(*b) + u128::from(product.words[place]) + carry;
                product.words[place] = sum as u64;
                carry = sum >> 64;
            }
        }
        product.cleared()
    }

    /// Returns the product of polynomials over the field of two elements.
    pub(super) fn carryless_mul(&self, other: &Self) -> Self {
        let places = (0..self.bits).filter(|place| other.bit(*place));
        places.fold(Self::zero(self.bits), |sum, place| sum.xor(&self.shl(place)))
    }

    /// Returns quotient and remainder of unsigned division; `None` if the divisor is 0.
    pub(super) fn div_rem(&self, divisor: &Self) -> Option<(Self, Self)> {
        if divisor.is_zero() {
            return None;
        }
        if self.bits <= 128 {
            let (a, b) = (self.low(), divisor.low());
            return Some((Self::new(self.bits, a / b), Self::new(self.bits, a % b)));
        }
        // The remainder may need one more bit before the subtraction.
        let wide = divisor.zext(self.bits + 1);
        let (mut quotient, mut rest) = (Self::zero(self.bits), Self::zero(self.bits + 1));
        for place in (0..self.bits - self.leading_zeros()).rev() {
            rest = rest.shl(1);
            if self.bit(place) {
                rest.set_bit(0);
            }
            if rest.compare(&wide).is_ge() {
                rest = rest.sub(&wide);
                quotient.set_bit(place);
            }
        }
        Some((quotient, rest.trunc(self.bits)))
    }

    /// Returns quotient, toward zero, and remainder of signed division; `None` if the divisor is 0. The smallest number divided by -1 is
    /// itself.
    pub(super) fn signed_div_rem(&self, divisor: &Self) -> Option<(Self, Self)> {
        let (quotient, rest) = self.magnitude().div_rem(&divisor.magnitude())?;
        let quotient = if self.is_negative() == divisor.is_negative() { quotient } else { quotient.neg() };
        Some((quotient, if self.is_negative() { rest.neg() } else { rest }))
    }

    /// Returns the absolute value, as an unsigned number.
    pub(super) fn magnitude(&self) -> Self {
        if self.is_negative() { self.neg() } else { self.clone() }
    }

    /// Returns the largest integer whose square is not larger.
    pub(super) fn square_root(&self) -> Self {
        let mut root = Self::zero(self.bits);
        for place in (0..self.bits.div_ceil(2)).rev() {
            let mut larger = root.clone();
            larger.set_bit(place);
            let square = larger.zext(self.bits + 2);
            if square.mul(&square).compare(&self.zext(self.bits + 2)).is_le() {
                root = larger;
            }
        }
        root
    }

    /// Shifts to the left; by the width or more gives 0.
    pub(super) fn shl(&self, amount: u32) -> Self {
        let mut shifted = Self::zero(self.bits);
        if amount < self.bits {
            let (skip, by) = (amount as usize / 64, amount % 64);
            for place in skip..shifted.words.len() {
                let low = if by > 0 && place > skip { self.words[place - skip - 1] >> (64 - by) } else { 0 };
                shifted.words[place] = self.words[place - skip] << by | low;
            }
        }
        shifted.cleared()
    }

    /// Shifts zeros in from the left; by the width or more gives 0.
    pub(super) fn lshr(&self, amount: u32) -> Self {
        let mut shifted = Self::zero(self.bits);
        if amount < self.bits {
            let (skip, by) = (amount as usize / 64, amount % 64);
            for place in 0..shifted.words.len() - skip {
                let high = self.words.get(place + skip + 1).map_or(0, |word| if by > 0 { word << (64 - by) } else { 0 });
                shifted.words[place] = self.words[place + skip] >> by | high;
            }
        }
        shifted
    }

    /// Shifts copies of the sign in from the left; by the width or more gives 0 or -1.
    pub(super) fn ashr(&self, amount: u32) -> Self {
        let shifted = self.lshr(amount);
        if self.is_negative() { shifted.or(&Self::ones(self.bits).lshr(amount).not()) } else { shifted }
    }

    /// Returns the lowest bits.
    pub fn trunc(&self, bits: u32) -> Self {
        Self { words: self.words.iter().copied().take(words_of(bits)).collect(), bits }.cleared()
    }

    /// Extends with zeros.
    pub fn zext(&self, bits: u32) -> Self {
        Self::from_words(bits, &self.words)
    }

    /// Extends with the sign.
    pub fn sext(&self, bits: u32) -> Self {
        let wide = self.zext(bits);
        if self.is_negative() { wide.or(&Self::ones(bits).shl(self.bits)) } else { wide }
    }

    /// Returns the bits from a place on; those beyond the width are 0.
    pub(super) fn extract(&self, place: u32, bits: u32) -> Self {
        let mut part = Self::zero(bits);
        let (skip, by) = (place as usize / 64, place % 64);
        for (to, from) in part.words.iter_mut().zip(skip..) {
            let word = |place: usize| self.words.get(place).copied().unwrap_or(0);
            *to = word(from) >> by | if by > 0 { word(from + 1) << (64 - by) } else { 0 };
        }
        part.cleared()
    }

    /// Replaces the bits from a place on; those beyond the width are dropped.
    pub(super) fn insert(&mut self, place: u32, part: &Self) {
        for (word, index) in part.words.iter().zip(0..) {
            let count = (part.bits - index * 64).min(64);
            let mask = u64::MAX >> (64 - count);
            let at = place + index * 64;
            let (to, by) = (at as usize / 64, at % 64);
            if let Some(low) = self.words.get_mut(to) {
                *low = *low & !(mask << by) | word << by;
            }
            if let (1.., Some(high)) = (by, self.words.get_mut(to + 1)) {
                *high = *high & !(mask >> (64 - by)) | word >> (64 - by);
            }
        }
        let bits = self.bits;
        if let (1.., Some(last)) = (bits % 64, self.words.last_mut()) {
            *last &= u64::MAX >> (64 - bits % 64);
        }
    }

    /// Compares as unsigned numbers.
    pub fn compare(&self, other: &Self) -> Ordering {
        self.words.iter().rev().cmp(other.words.iter().rev())
    }

    /// Compares as signed numbers.
    pub fn signed_compare(&self, other: &Self) -> Ordering {
        other.is_negative().cmp(&self.is_negative()).then_with(|| self.compare(other))
    }

    pub(super) fn leading_zeros(&self) -> u32 {
        let zeros = self.words.iter().rev().take_while(|word| **word == 0).count();
        let rest = self.words.iter().rev().nth(zeros).map_or(0, |word| word.leading_zeros());
        zeros as u32 * 64 + rest - (self.words.len() as u32 * 64 - self.bits)
    }

    pub(super) fn trailing_zeros(&self) -> u32 {
        let zeros = self.words.iter().take_while(|word| **word == 0).count();
        (zeros as u32 * 64 + self.words.get(zeros).map_or(0, |word| word.trailing_zeros())).min(self.bits)
    }

    pub(super) fn count_ones(&self) -> u32 {
        self.words.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn reverse_bits(&self) -> Self {
        let words: Words = self.words.iter().rev().map(|word| word.reverse_bits()).collect();
        let all = words.len() as u32 * 64;
        Self { words, bits: all }.lshr(all - self.bits).trunc(self.bits)
    }

    /// Reverses the bytes; the width is a multiple of 8.
    pub(super) fn swap_bytes(&self) -> Self {
        let words: Words = self.words.iter().rev().map(|word| word.swap_bytes()).collect();
        let all = words.len() as u32 * 64;
        Self { words, bits: all }.lshr(all - self.bits).trunc(self.bits)
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{} {self:#x}", self.bits)
    }
}

impl fmt::LowerHex for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = String::new();
        for word in self.words.iter().rev() {
            digits += &format!("{word:016x}");
        }
        let digits = digits.trim_start_matches('0');
        f.pad_integral(true, "0x", if digits.is_empty() { "0" } else { digits })
    }
}

impl fmt::Display for Int {
    /// Prints the unsigned number in decimal digits.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, mut digits) = (self.zext(self.bits.max(4)), Vec::new());
        let ten = Self::new(rest.bits, 10);
        while let Some((quotient, digit)) = rest.div_rem(&ten).filter(|_| !rest.is_zero()) {
            digits.push(char::from(b'0' + digit.low() as u8));
            rest = quotient;
        }
        let digits: String = digits.iter().rev().collect();
        f.pad_integral(true, "", if digits.is_empty() { "0" } else { &digits })
    }
}
