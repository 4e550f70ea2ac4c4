//! The memory of a program.

/// A buffer whose first byte lies at a multiple of [`Memory::ALIGNMENT`], so that what is aligned for the program is for the host.
#[derive(Debug)]
pub(crate) struct Memory {
    bytes: Vec<u8>,
    start: usize,
    size: usize,
}

impl Memory {
    /// The largest alignment that an instruction of the host asks for.
    const ALIGNMENT: usize = 16;

    /// Zeros.
    pub(crate) fn new(size: usize) -> Self {
        let bytes = vec![0; size + Self::ALIGNMENT];
        let start = bytes.as_ptr().align_offset(Self::ALIGNMENT);
        Self { bytes, start, size }
    }

    /// The bytes.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes[self.start..self.start + self.size]
    }

    /// The bytes, to change.
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes[self.start..self.start + self.size]
    }
}
