//! What a reader may spend on one file.

/// Bounds on the work and the memory that reading one file may cost.
///
/// Files are refused before anything is allocated for them. Of the bounds that readers may have (`bytes`, `records`, `nesting`), this one
/// has the first only: an instruction takes 4 bytes of the file or more, nothing nests, and memory grows with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB: a model takes at most 18 times as much memory, when each instruction has one word.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20 }
    }
}
