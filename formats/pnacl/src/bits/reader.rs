//! Reads fixed and variable-width values from bytes.

use crate::{BitAddress, Error, ErrorKind, Result};

/// A cursor over the bits of a file.
#[derive(Clone, Debug)]
pub struct BitReader<'a> {
    bytes: &'a [u8],
    /// The next byte that is not in `buffer`.
    next: usize,
    /// Bits that were loaded and not read, the next one lowest, zeros above.
    buffer: u64,
    /// How many bits of `buffer` there are.
    loaded: u32,
}

/// By width of chunks, the top bit of each whole chunk that a full buffer holds.
const TOP_BITS: [u64; 64] = {
    let mut table = [0; 64];
    let mut width = 1;
    while width < 64 {
        let mut bit = width - 1;
        while bit < REFILL as usize {
            table[width] |= 1 << bit;
            bit += width;
        }
        width += 1;
    }
    table
};

/// Bits that are loaded after a refill, unless the file ends.
const REFILL: u32 = 56;

impl<'a> BitReader<'a> {
    /// A cursor at the first bit of `bytes`.
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, next: 0, buffer: 0, loaded: 0 }
    }

    /// Where the next bit stands.
    pub const fn address(&self) -> BitAddress {
        BitAddress(self.next as u64 * 8 - self.loaded as u64)
    }

    /// Moves to a byte of the file, or to its end where that is nearer.
    pub fn seek_byte(&mut self, byte: usize) {
        *self = Self { next: byte.min(self.bytes.len()), ..Self::new(self.bytes) };
    }

    /// Bits that are left.
    pub const fn remaining(&self) -> u64 {
        self.bytes.len() as u64 * 8 - self.address().0
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
    #[inline(always)]
    pub fn fixed(&mut self, width: u32) -> Result<u64> {
        debug_assert!(width <= 64);
        if width > REFILL {
            return self.wide(width);
        }
        if self.loaded < width {
            self.refill();
            if self.loaded < width {
                return Err(self.error(ErrorKind::UnexpectedEnd));
            }
        }
        let value = self.buffer & mask(width);
        self.consume(width);
        Ok(value)
    }

    /// The next variable-width value in chunks of `width` bits, the top bit of a chunk saying that more follow, least significant chunk
    /// first; `width` 1 to 32. A chunk of one bit carries no data.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`], or [`ErrorKind::VbrTooLarge`] when bits above the 64th are set. Needless chunks of zeros are read,
    /// as the tools do.
    #[inline(always)]
    pub fn vbr(&mut self, width: u32) -> Result<u64> {
        if self.loaded < width {
            self.refill();
        }
        let chunk = self.buffer & mask(width);
        if chunk >> (width - 1) == 0 && width <= self.loaded {
            self.consume(width);
            return Ok(chunk);
        }
        self.long_vbr(width)
    }

    /// Skips to the next multiple of 32 bits from the start of the file. The bits skipped may have any value, as in the tools.
    ///
    /// # Errors
    /// [`ErrorKind::UnexpectedEnd`] when that lies past the end.
    pub fn align32(&mut self) -> Result<()> {
        let position = self.address().0;
        self.fixed((position.next_multiple_of(32) - position) as u32).map(drop)
    }

    /// A variable-width value of several chunks: as many as are loaded at once, else one by one.
    fn long_vbr(&mut self, width: u32) -> Result<u64> {
        // Most values of several chunks have two or three.
        if self.loaded < 3 * width {
            self.refill();
        }
        // The first chunk without its top bit is the last; where there is none, the shift below passes the bits that are loaded.
        let last = !self.buffer & TOP_BITS[width as usize & 63];
        let used = last.trailing_zeros() + 1;
        if used <= self.loaded {
            let data = width - 1;
            let mut rest = self.buffer & (u64::MAX >> (64 - used));
            let (mut value, mut shift) = (rest & mask(data), data);
            while {
                rest >>= width;
                rest != 0
            } {
                value |= (rest & mask(data)) << shift;
                shift += data;
            }
            self.consume(used);
            return Ok(value);
        }
        self.huge_vbr(width)
    }

    #[cold]
    fn huge_vbr(&mut self, width: u32) -> Result<u64> {
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

    #[cold]
    fn wide(&mut self, width: u32) -> Result<u64> {
        if u64::from(width) > self.remaining() {
            return Err(self.error(ErrorKind::UnexpectedEnd));
        }
        let low = self.fixed(32)?;
        Ok(low | self.fixed(width - 32)? << 32)
    }

    #[inline(always)]
    const fn consume(&mut self, bits: u32) {
        self.buffer >>= bits;
        self.loaded -= bits;
    }

    /// Loads bytes until at least [`REFILL`] bits are there or the file ends.
    #[inline]
    fn refill(&mut self) {
        match self.bytes.get(self.next..).and_then(<[u8]>::first_chunk) {
            Some(eight) if self.loaded < 64 => {
                self.buffer |= u64::from_le_bytes(*eight) << self.loaded;
                let bytes = (63 - self.loaded) / 8;
                self.next += bytes as usize;
                self.loaded += bytes * 8;
                // Bits beyond the whole bytes loaded will be loaded again.
                self.buffer &= u64::MAX >> (64 - self.loaded);
            }
            Some(_) => {}
            None => self.refill_tail(),
        }
    }

    #[cold]
    fn refill_tail(&mut self) {
        while self.loaded <= REFILL
            && let Some(&byte) = self.bytes.get(self.next)
        {
            self.buffer |= u64::from(byte) << self.loaded;
            self.next += 1;
            self.loaded += 8;
        }
    }
}

/// The low `width` bits set; `width` 0 to 63.
const fn mask(width: u32) -> u64 {
    (1 << width) - 1
}
