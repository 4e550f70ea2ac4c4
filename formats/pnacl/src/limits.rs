//! Limits of a reader for one file.

/// Limits on the work and the memory for reading one file.
///
/// Files are rejected at the record that would exceed a limit, before anything is allocated for it. This reader has all of the limits that
/// readers may have (`bytes`, `records`, `nesting`), and two on memory: `operands` and `implicit_operands`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB: the largest known published pexe had 30 MB. At most 512 MiB, because 32-bit addresses can
    /// represent only the bits of that many bytes.
    pub bytes: usize,
    /// Records, block enters and exits, and abbreviation definitions together. Default 16 million.
    pub records: usize,
    /// Depth of nested blocks. Default 16: a well-formed module needs 3.
    pub nesting: usize,
    /// Operands of all records together, 8 bytes of memory each. Default 64 million.
    pub operands: usize,
    /// Operands that occupy no bits of the file: elements of arrays of literals or of width 0. Default 1 million: without this limit a file
    /// of 100 bytes could allocate gigabytes.
    pub implicit_operands: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, records: 16 << 20, nesting: 16, operands: 64 << 20, implicit_operands: 1 << 20 }
    }
}
