//! What a reader may spend on one file.

/// Bounds on the work and the memory that reading one file may cost.
///
/// Files are refused at the record that would pass a bound, before anything is allocated for it. Of the bounds that readers may have
/// (`bytes`, `records`, `nesting`), this one has all, and two on memory: `operands` and `implicit_operands`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB: the largest pexe known to have been shipped had 30 MB. Never more than 512 MiB,
    /// whose bits 32-bit addresses can name.
    pub bytes: usize,
    /// Records, block enters and exits, and abbreviation definitions together. Default 16 million.
    pub records: usize,
    /// Depth of nested blocks. Default 16: a well-formed module needs 3.
    pub nesting: usize,
    /// Operands of all records together, 8 bytes of memory each. Default 64 million.
    pub operands: usize,
    /// Operands that take no bits of the file: elements of arrays of literals or of width 0. Default 1 million: without this bound a
    /// file of 100 bytes could ask for gigabytes.
    pub implicit_operands: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, records: 16 << 20, nesting: 16, operands: 64 << 20, implicit_operands: 1 << 20 }
    }
}
