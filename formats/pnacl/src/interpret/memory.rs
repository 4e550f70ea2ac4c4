//! The memory of a program while it runs.

use super::Layout;

/// Bytes from [`Layout::BASE`] on; accesses to addresses outside of them, and writes to constants, are rejected.
#[derive(Debug)]
pub struct Memory<'m> {
    bytes: &'m mut [u8],
    /// The first writable address.
    writable: u32,
}

impl<'m> Memory<'m> {
    /// Makes a memory of these bytes.
    pub(super) const fn new(bytes: &'m mut [u8], writable: u32) -> Self {
        Self { bytes, writable }
    }

    /// Borrows the same memory.
    pub(super) const fn reborrow(&mut self) -> Memory<'_> {
        Memory { bytes: self.bytes, writable: self.writable }
    }

    /// Loads `N` bytes.
    #[inline(always)]
    pub fn load<const N: usize>(&self, address: u32) -> Option<[u8; N]> {
        let offset = address.wrapping_sub(Layout::BASE) as usize;
        self.bytes.get(offset..offset.wrapping_add(N)).and_then(|bytes| bytes.try_into().ok())
    }

    /// Stores `N` bytes; returns `None`, and stores none, if some of them are outside of memory, or constants.
    #[inline(always)]
    #[must_use]
    pub fn store<const N: usize>(&mut self, address: u32, value: [u8; N]) -> Option<()> {
        let offset = address.wrapping_sub(Layout::BASE) as usize;
        let bytes = self.bytes.get_mut(offset..offset.wrapping_add(N)).filter(|_| address >= self.writable)?;
        bytes.copy_from_slice(&value);
        Some(())
    }

    /// Returns `length` bytes; an empty range may be anywhere.
    pub fn bytes(&self, address: u32, length: u32) -> Option<&[u8]> {
        if length == 0 {
            return Some(&[]);
        }
        let offset = address.wrapping_sub(Layout::BASE) as usize;
        self.bytes.get(offset..)?.get(..length as usize)
    }

    /// Returns `length` bytes, mutably; an empty range may be anywhere.
    pub fn bytes_mut(&mut self, address: u32, length: u32) -> Option<&mut [u8]> {
        if length == 0 {
            return Some(&mut []);
        }
        let offset = address.wrapping_sub(Layout::BASE) as usize;
        self.bytes.get_mut(offset..).filter(|_| address >= self.writable)?.get_mut(..length as usize)
    }

    /// Copies bytes, which may overlap; returns `None`, and copies none, if some are outside of memory, or would be written and are
    /// constants.
    #[must_use]
    pub fn copy(&mut self, to: u32, from: u32, length: u32) -> Option<()> {
        self.bytes(from, length)?;
        self.bytes_mut(to, length)?;
        if length > 0 {
            let source = from.wrapping_sub(Layout::BASE) as usize;
            self.bytes.copy_within(source..source + length as usize, to.wrapping_sub(Layout::BASE) as usize);
        }
        Some(())
    }
}
