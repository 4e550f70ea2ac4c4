//! Reads fixed and variable-width values from bytes.

use crate::{BitAddress, Error, ErrorKind, Result};

/// A cursor over the bits of a file.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    position: u64,
}

impl<'a> BitReader<'a> {
    /// A cursor at the first bit of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    /// Where the next bit stands.
    pub const fn address(&self) -> BitAddress {
        BitAddress(self.position)
    }

    /// Moves to a byte of the file, which may lie past its end.
    pub const fn seek_byte(&mut self, byte: u64) {
        self.position = byte * 8;
    }

    /// Bits that are left.
    pub const fn remaining(&self) -> u64 {
        (self.bytes.len() as u64 * 8).saturating_sub(self.position)
    }

    /// Whether no bit is left.
    pub const fn is_at_end(&self) -> bool {
        self.remaining() == 0
    }

    /// An error at the cursor.
    pub const fn error(&self, kind: ErrorKind) -> Error {
        Error { at: self.address(), kind }
    }

    /// The next `width` bits as an unsigned value; `width` 0 to 64, 0 reads nothing and gives 0.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when fewer bits are left.
    #[inline]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        debug_assert!(width <= 64);
        if u64::from(width) > self.remaining() {
            return Err(self.error(ErrorKind::UnexpectedEnd));
        }
        let value = if width <= 56 {
            self.window() & mask(width)
        } else {
            // 57 to 64 bits may straddle nine bytes: read two halves.
            let low = self.window() & mask(32);
            self.position += 32;
            let high = self.window() & mask(width - 32);
            self.position -= 32;
            low | high << 32
        };
        self.position += u64::from(width);
        Ok(value)
    }

    /// The next variable-width value in chunks of `width` bits, the top bit of a chunk saying that more follow, least significant chunk
    /// first; `width` 1 to 32. A chunk of one bit carries no data.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`], or [`ErrorKind::VbrTooLarge`] when bits above the 64th are set. Needless chunks of zeros are read,
    /// as the tools do.
    #[inline]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        let data = width - 1;
        let more = 1u64 << data;
        let chunk = self.fixed(width)?;
        if chunk & more == 0 {
            return Ok(chunk);
        }
        let mut value = chunk & (more - 1);
        let mut shift = data;
        loop {
            let chunk = self.fixed(width)?;
            let bits = chunk & (more - 1);
            if bits != 0 {
                if shift >= 64 || (bits << shift) >> shift != bits {
                    return Err(self.error(ErrorKind::VbrTooLarge));
                }
                value |= bits << shift;
            }
            if chunk & more == 0 {
                return Ok(value);
            }
            shift = shift.saturating_add(data);
        }
    }

    /// Skips to the next multiple of 32 bits from the start of the file. The bits skipped may have any value, as in the tools.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when that lies past the end.
    pub fn align32(&mut self) -> Result<()> {
        let aligned = self.position.next_multiple_of(32);
        if aligned > self.bytes.len() as u64 * 8 {
            return Err(self.error(ErrorKind::UnexpectedEnd));
        }
        self.position = aligned;
        Ok(())
    }

    /// At least 56 bits from the cursor on, zeros behind the end.
    #[inline]
    fn window(&self) -> u64 {
        let byte = (self.position / 8) as usize;
        let shift = (self.position % 8) as u32;
        let word = match self.bytes.get(byte..byte + 8) {
            Some(eight) => u64::from_le_bytes(eight.try_into().unwrap_or_default()),
            None => self.tail(byte),
        };
        word >> shift
    }

    #[cold]
    fn tail(&self, byte: usize) -> u64 {
        let mut eight = [0; 8];
        if let Some(rest) = self.bytes.get(byte..) {
            eight[..rest.len()].copy_from_slice(rest);
        }
        u64::from_le_bytes(eight)
    }
}

/// The low `width` bits set; `width` 0 to 63.
const fn mask(width: u32) -> u64 {
    (1 << width) - 1
}
