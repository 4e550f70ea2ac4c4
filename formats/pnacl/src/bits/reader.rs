//! Reads fixed and variable-width values from bytes.

use crate::{BitAddress, Error, ErrorKind, Result};

/// A cursor over the bits of a file.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// The index of the next bit, at most the number of bits of `bytes`.
    position: u64,
}

/// The number of bits from the cursor on that one load of eight bytes contains, for any position of the cursor in its first byte.
const WINDOW: u32 = 57;

/// For each width of chunks, the top bit of each whole chunk within a window.
const TOP_BITS: [u64; 64] = {
    let mut table = [0; 64];
    let mut width = 1;
    while width < 64 {
        let mut bit = width - 1;
        while bit < WINDOW as usize {
            table[width] |= 1 << bit;
            bit += width;
        }
        width += 1;
    }
    table
};

impl<'a> BitReader<'a> {
    /// Makes a cursor at the first bit of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Returns the position of the next bit.
    pub const fn address(&self) -> BitAddress {
        BitAddress(self.position)
    }

    /// Moves to a byte of the file, or to its end if that is before it.
    pub fn seek_byte(&mut self, byte: usize) {
        self.position = byte.min(self.bytes.len()) as u64 * 8;
    }

    /// Returns the number of remaining bits.
    pub const fn remaining(&self) -> u64 {
        self.bytes.len() as u64 * 8 - self.position
    }

    /// Returns whether no bit is left.
    pub const fn is_at_end(&self) -> bool {
        self.remaining() == 0
    }

    /// Makes an error at the cursor.
    pub const fn error(&self, kind: ErrorKind) -> Error {
        Error { at: self.address(), kind }
    }

    /// Reads the next `width` bits as an unsigned value; `width` 0 to 64, 0 reads nothing and returns 0.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] if fewer bits are left.
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        debug_assert!(width <= 64);
        match self.window() {
            Some(window) if width <= WINDOW => {
                self.position += u64::from(width);
                Ok(window & mask(width))
            }
            _ => self.any_fixed(width),
        }
    }

    /// Reads the next variable-width value in chunks of `width` bits, where the top bit of a chunk means that more follow, least
    /// significant chunk first; `width` 1 to 32. A chunk of one bit carries no data.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`], or [`ErrorKind::VbrTooLarge`] if bits above the 64th are set. Unnecessary chunks of zeros are
    /// accepted, as by the tools.
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        self.field(&Field::vbr(width))
    }

    /// Reads the next value of a field, errors as for [`BitReader::vbr`].
    #[inline(always)]
    pub(crate) fn field(&mut self, field: &Field) -> Result<u64> {
        let Some(window) = self.window() else { return self.any_field(field) };
        let value = window & u64::from(field.mask);
        if value & u64::from(field.more) != 0 {
            return self.long_vbr(window, field);
        }
        self.position += u64::from(field.width);
        Ok(field.literal | value)
    }

    /// Skips to the next multiple of 32 bits from the start of the file. The bits skipped may have any value, as in the tools.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] if that is past the end.
    pub fn align32(&mut self) -> Result<()> {
        let position = self.address().0;
        self.fixed((position.next_multiple_of(32) - position) as u32).map(drop)
    }

    /// Reads a variable-width value of several chunks: from the window if it contains all of them, otherwise one by one.
    #[inline(always)]
    fn long_vbr(&mut self, window: u64, field: &Field) -> Result<u64> {
        let width = field.width;
        // The last chunk is the first without its top bit.
        let last = !window & TOP_BITS[width as usize & 63];
        if last == 0 {
            return self.any_field(field);
        }
        let used = last.trailing_zeros() + 1;
        self.position += u64::from(used);
        let data = width - 1;
        let mut rest = window & (u64::MAX >> (64 - used));
        let (mut value, mut shift) = (rest & mask(data), data);
        while {
            rest >>= width;
            rest != 0
        } {
            value |= (rest & mask(data)) << shift;
            shift += data;
        }
        Ok(value)
    }

    /// Reads as [`BitReader::field`], chunk by chunk: at the end of the file and for values of many chunks.
    #[cold]
    fn any_field(&mut self, field: &Field) -> Result<u64> {
        let width = field.width;
        if field.more == 0 {
            return Ok(field.literal | self.fixed(width)?);
        }
        let data = width - 1;
        let (mut value, mut shift) = (0, 0u32);
        loop {
            let chunk = self.fixed(width)?;
            let bits = chunk & mask(data);
            if bits != 0 {
                if shift >= 64 || (bits << shift) >> shift != bits {
                    return Err(self.error(ErrorKind::VbrTooLarge));
                }
                value |= bits << shift;
            }
            if chunk >> data == 0 {
                return Ok(value);
            }
            shift = shift.saturating_add(data);
        }
    }

    /// Reads as [`BitReader::fixed`] at the end of the file, and for more bits than a window has.
    #[cold]
    fn any_fixed(&mut self, width: u32) -> Result<u64> {
        if u64::from(width) > self.remaining() {
            return Err(self.error(ErrorKind::UnexpectedEnd));
        }
        if width > WINDOW {
            let low = self.fixed(32)?;
            return Ok(low | self.fixed(width - 32)? << 32);
        }
        let (byte, bit) = (self.position / 8, self.position % 8);
        // At most nine bytes.
        let rest = self.bytes.iter().skip(byte as usize).take(9).rev();
        let word = rest.fold(0, |word, &byte| word << 8 | u128::from(byte));
        self.position += u64::from(width);
        Ok((word >> bit) as u64 & mask(width))
    }

    /// Returns at least [`WINDOW`] bits from the cursor on, the next one lowest; `None` within the last eight bytes.
    #[inline(always)]
    fn window(&self) -> Option<u64> {
        let byte = (self.position / 8) as usize;
        let eight = self.bytes.get(byte..byte + 8)?.first_chunk()?;
        Some(u64::from_le_bytes(*eight) >> (self.position % 8))
    }
}

/// A value of fixed or variable width, or one that occupies no bits, with precomputed data for reading it many times.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// The value if it occupies no bits, otherwise 0.
    literal: u64,
    /// The mask of the bits of a chunk.
    mask: u32,
    /// The bit that means that more chunks follow; 0 for a fixed width.
    more: u32,
    /// Width of a chunk in bits.
    width: u32,
}

impl Field {
    /// Makes a value that occupies no bits.
    pub(crate) const fn literal(literal: u64) -> Self {
        Self { literal, mask: 0, more: 0, width: 0 }
    }

    /// Makes a value of 0 to 32 bits.
    pub(crate) const fn fixed(width: u32) -> Self {
        Self { literal: 0, mask: mask(width) as u32, more: 0, width }
    }

    /// Makes a value in chunks of 1 to 32 bits, see [`BitReader::vbr`].
    pub(crate) const fn vbr(width: u32) -> Self {
        Self { more: 1 << (width - 1), ..Self::fixed(width) }
    }
}

/// Returns the low `width` bits set; `width` 0 to 63.
const fn mask(width: u32) -> u64 {
    (1 << width) - 1
}
