//! Bits, written one by one: slow, and obviously right.

/// A string of bits, least significant bit of a byte first.
#[derive(Clone, Debug)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    /// In bits; the bits of the last byte beyond it are 0.
    length: u64,
}

impl Bits {
    /// Begins with the first `length` bits of `bytes`, which has as many.
    pub(super) fn beginning(bytes: &[u8], length: u64) -> Self {
        let mut bytes = bytes[..length.div_ceil(8) as usize].to_vec();
        if let (Some(last), rest @ 1..) = (bytes.last_mut(), length % 8) {
            *last &= (1 << rest) - 1;
        }
        Self { bytes, length }
    }

    pub(super) const fn length(&self) -> u64 {
        self.length
    }

    pub(super) fn bit(&mut self, bit: bool) {
        if self.length.is_multiple_of(8) {
            self.bytes.push(0);
        }
        if bit && let Some(last) = self.bytes.last_mut() {
            *last |= 1 << (self.length % 8);
        }
        self.length += 1;
    }

    /// Appends the low bits of a value, lowest first.
    pub(super) fn fixed(&mut self, value: u64, width: u32) {
        (0..width).for_each(|bit| self.bit(bit < 64 && value >> bit & 1 == 1));
    }

    /// Appends a value in chunks of `width` bits, at least 2: the low bits are data, the top bit says that another chunk follows.
    pub(super) fn vbr(&mut self, value: u64, width: u32) {
        let data = width - 1;
        let mut rest = value;
        while data < 64 && rest >> data != 0 {
            self.fixed(rest, data);
            self.bit(true);
            rest >>= data;
        }
        self.fixed(rest, data);
        self.bit(false);
    }

    /// Appends zeros up to a multiple of 32 bits.
    pub(super) fn align(&mut self) {
        while !self.length.is_multiple_of(32) {
            self.bit(false);
        }
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_those_of_the_manual() {
        // The manual's example of a variable-width value: 33 in chunks of 6 bits is 100001 000001.
        let mut bits = Bits::beginning(&[0xff], 3);
        bits.vbr(33, 6);
        assert_eq!(bits.length(), 15);
        assert_eq!(bits.clone().into_bytes(), [0b0000_1111, 0b0000_0011]);
        bits.align();
        bits.fixed(0x8000_0001, 32);
        assert_eq!(bits.into_bytes()[4..], [1, 0, 0, 0x80]);
    }
}
