//! Writes fixed and variable-width values into bytes.

use crate::BitAddress;

/// Collects bits into bytes.
#[derive(Clone, Debug, Default)]
pub struct BitWriter {
    bytes: Vec<u8>,
    /// Bits not yet in `bytes`, fewer than 32 between calls.
    pending: u64,
    pending_bits: u32,
}

impl BitWriter {
    /// Makes a writer that appends to `bytes`.
    pub const fn after(bytes: Vec<u8>) -> Self {
        Self { bytes, pending: 0, pending_bits: 0 }
    }

    /// Returns the position of the next bit.
    pub fn address(&self) -> BitAddress {
        BitAddress(self.bytes.len() as u64 * 8 + u64::from(self.pending_bits))
    }

    /// Appends the low `width` bits of `value`; `width` 0 to 64. Bits above are dropped: callers check that values fit.
    #[inline]
    pub fn fixed(&mut self, value: u64, width: u32) {
        debug_assert!(width <= 64);
        if width > 32 {
            self.chunk(value & 0xffff_ffff, 32);
            self.chunk(value >> 32, width - 32);
        } else {
            self.chunk(value, width);
        }
    }

    /// Appends a value in chunks of `width` bits as [`crate::bits::BitReader::vbr`] reads it; `width` 2 to 32, or 1 for the value 0.
    #[inline]
    pub fn vbr(&mut self, value: u64, width: u32) {
        debug_assert!(width > 1 || value == 0);
        if value >> (width - 1) == 0 {
            self.chunk(value, width);
        } else {
            self.long_vbr(value, width);
        }
    }

    /// Appends a value of several chunks.
    fn long_vbr(&mut self, value: u64, width: u32) {
        let data = width - 1;
        let more = 1u64 << data;
        let mut rest = value;
        while rest >= more {
            self.chunk((rest & (more - 1)) | more, width);
            rest >>= data;
        }
        self.chunk(rest, width);
    }

    /// Appends zero bits up to the next multiple of 32 bits from the start of the file.
    pub fn align32(&mut self) {
        let position = self.address().0;
        self.fixed(0, (position.next_multiple_of(32) - position) as u32);
    }

    /// Overwrites an aligned 32-bit word that was written before.
    pub fn patch_word(&mut self, byte: usize, word: u32) {
        if let Some(place) = self.bytes.get_mut(byte..byte + 4) {
            place.copy_from_slice(&word.to_le_bytes());
        }
    }

    /// Returns the bytes, the last one padded with zero bits.
    pub fn into_bytes(mut self) -> Vec<u8> {
        while self.pending_bits > 0 {
            self.bytes.push(self.pending as u8);
            self.pending >>= 8;
            self.pending_bits = self.pending_bits.saturating_sub(8);
        }
        self.bytes
    }

    #[inline(always)]
    fn chunk(&mut self, value: u64, width: u32) {
        self.pending |= (value & ((1 << width) - 1)) << self.pending_bits;
        self.pending_bits += width;
        if self.pending_bits >= 32 {
            self.flush_word();
        }
    }

    fn flush_word(&mut self) {
        self.bytes.extend_from_slice(&(self.pending as u32).to_le_bytes());
        self.pending >>= 32;
        self.pending_bits -= 32;
    }
}
