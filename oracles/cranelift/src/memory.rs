//! The memory of a program.

/// A buffer whose first byte is at a multiple of [`Memory::ALIGNMENT`], so that addresses aligned for the program are aligned for the host.
#[derive(Debug)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    start: usize,
    size: usize,
}

impl Memory {
    /// The largest alignment that an instruction of the host requires.
    const ALIGNMENT: usize = 16;

    /// Makes a memory of zeros.
    pub(crate) fn new(size: usize) -> Self {
        let bytes = vec![0; size + Self::ALIGNMENT];
        let start = bytes.as_ptr().align_offset(Self::ALIGNMENT);
        Self { bytes, start, size }
    }

    /// Returns the bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.size]
    }

    /// Returns the bytes, mutably.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.size]
    }
}
