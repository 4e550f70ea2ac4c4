//! Memory: bytes of which some are undefined or poison, and which of them belong to an object.

use super::int::Int;
use super::lane::Raw;

/// The address of the first byte. Smaller addresses are no object's.
pub(super) const BASE: u64 = 0x10000;

/// What may be done with a byte.
pub(super) const NO_OBJECT: u8 = 0;
pub(super) const READ: u8 = 1;
pub(super) const READ_WRITE: u8 = 3;

/// Why an access fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A byte is no object's.
    Outside,
    /// A byte is a constant's.
    Constant,
}

/// Three planes: bits, masks as in [`Raw`], and what may be done with each byte.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    bytes: Vec<u8>,
    masks: Vec<u8>,
    states: Vec<u8>,
}

impl Memory {
    pub(super) fn new(size: usize) -> Self {
        Self { bytes: vec![0; size], masks: vec![0; size], states: vec![NO_OBJECT; size] }
    }

    /// Returns the address behind the last byte.
    pub(super) fn end(&self) -> u64 {
        BASE + self.bytes.len() as u64
    }

    fn range(&self, address: u64, size: u64) -> Option<std::ops::Range<usize>> {
        let first = usize::try_from(address.checked_sub(BASE)?).ok()?;
        let end = first.checked_add(usize::try_from(size).ok()?)?;
        (end <= self.bytes.len()).then_some(first..end)
    }

    /// Returns the place of bytes that are all of objects.
    fn checked(&self, address: u64, size: u64, state: u8) -> Result<std::ops::Range<usize>, Fault> {
        let range = self.range(address, size).ok_or(Fault::Outside)?;
        let states = &self.states[range.clone()];
        if states.iter().any(|byte| byte & READ == 0) {
            return Err(Fault::Outside);
        }
        if states.iter().any(|byte| byte & state != state) {
            return Err(Fault::Constant);
        }
        Ok(range)
    }

    /// Makes a range an object, or part of none, with undefined bytes. Ranges outside of memory are ignored.
    pub(super) fn set_object(&mut self, address: u64, size: u64, state: u8) {
        if let Some(range) = self.range(address, size) {
            self.states[range.clone()].fill(state);
            self.bytes[range.clone()].fill(0);
            self.masks[range].fill(u8::MAX);
        }
    }

    /// Makes the bytes of a range undefined, or poison.
    pub(super) fn forget(&mut self, address: u64, size: u64, is_poison: bool) {
        if let Some(range) = self.range(address, size) {
            self.bytes[range.clone()].fill(if is_poison { u8::MAX } else { 0 });
            self.masks[range].fill(u8::MAX);
        }
    }

    /// Sets defined bytes, whatever their state.
    pub(super) fn initialize(&mut self, address: u64, bytes: &[u8]) {
        if let Some(range) = self.range(address, bytes.len() as u64) {
            self.bytes[range.clone()].copy_from_slice(bytes);
            self.masks[range].fill(0);
        }
    }

    /// Sets a range to what it is in another memory of the same size.
    pub(super) fn restore(&mut self, from: &Self, address: u64, size: u64) {
        if let Some(range) = self.range(address, size) {
            self.bytes[range.clone()].copy_from_slice(&from.bytes[range.clone()]);
            self.masks[range.clone()].copy_from_slice(&from.masks[range.clone()]);
            self.states[range.clone()].copy_from_slice(&from.states[range]);
        }
    }

    /// Returns the bits and the mask of up to 8 bytes, if all are readable.
    #[inline(always)]
    pub(super) fn load<const SIZE: usize>(&self, address: u64) -> Option<(u64, u64)> {
        let first = address.wrapping_sub(BASE) as usize;
        let word = |plane: &[u8]| {
            let mut word = [0; 8];
            word[..SIZE].copy_from_slice(plane.get(first..)?.first_chunk::<SIZE>()?);
            Some(u64::from_le_bytes(word))
        };
        let readable = 0x0101_0101_0101_0101 >> (64 - SIZE * 8);
        (word(&self.states)? & readable == readable).then_some((word(&self.bytes)?, word(&self.masks)?))
    }

    /// Stores up to 8 defined bytes, if all are writable.
    #[inline(always)]
    pub(super) fn store<const SIZE: usize>(&mut self, address: u64, value: u64) -> Option<()> {
        let first = address.wrapping_sub(BASE) as usize;
        let states = self.states.get(first..)?.first_chunk::<SIZE>()?;
        if *states != [READ_WRITE; SIZE] {
            return None;
        }
        *self.bytes.get_mut(first..)?.first_chunk_mut::<SIZE>()? = *value.to_le_bytes().first_chunk()?;
        *self.masks.get_mut(first..)?.first_chunk_mut::<SIZE>()? = [0; SIZE];
        Some(())
    }

    /// Returns the bits of a range.
    pub(super) fn read(&self, address: u64, size: u64) -> Result<Raw, Fault> {
        let range = self.checked(address, size, READ)?;
        let bits = size as u32 * 8;
        Ok(Raw { value: integer(bits, &self.bytes[range.clone()]), mask: integer(bits, &self.masks[range]) })
    }

    /// Checks that a range can be written.
    pub(super) fn check_write(&self, address: u64, size: u64) -> Result<(), Fault> {
        self.checked(address, size, READ_WRITE).map(|_| ())
    }

    /// Sets the bits of a range: a number of bytes.
    pub(super) fn write(&mut self, address: u64, raw: &Raw) -> Result<(), Fault> {
        let range = self.checked(address, u64::from(raw.bits() / 8), READ_WRITE)?;
        bytes(&raw.value, &mut self.bytes[range.clone()]);
        bytes(&raw.mask, &mut self.masks[range]);
        Ok(())
    }

    /// Copies a range, as if by a buffer.
    pub(super) fn copy(&mut self, to: u64, from: u64, size: u64) -> Result<(), Fault> {
        let from = self.checked(from, size, READ)?;
        let to = self.checked(to, size, READ_WRITE)?;
        self.bytes.copy_within(from.clone(), to.start);
        self.masks.copy_within(from, to.start);
        Ok(())
    }

    /// Fills a range with a byte and its mask.
    pub(super) fn fill(&mut self, address: u64, size: u64, value: u8, mask: u8) -> Result<(), Fault> {
        let range = self.checked(address, size, READ_WRITE)?;
        self.bytes[range.clone()].fill(value);
        self.masks[range].fill(mask);
        Ok(())
    }

    /// Returns the defined bits of a range, with 0 for others, and the masks.
    pub(super) fn planes(&self, address: u64, size: u64) -> Option<(&[u8], &[u8])> {
        let range = self.range(address, size)?;
        Some((&self.bytes[range.clone()], &self.masks[range]))
    }
}

fn integer(bits: u32, bytes: &[u8]) -> Int {
    let mut words = smallvec::SmallVec::<[u64; 4]>::new();
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        words.push(u64::from_le_bytes(word));
    }
    Int::from_words(bits, &words)
}

fn bytes(number: &Int, to: &mut [u8]) {
    for (chunk, word) in to.chunks_mut(8).zip(number.words()) {
        let length = chunk.len();
        chunk.copy_from_slice(&word.to_le_bytes()[..length]);
    }
}
