//! Limits of a reader for one file.

/// Limits on the work and the memory for reading one file.
///
/// Files are rejected before anything is allocated for them. This reader has only the first of the limits that readers may have (`bytes`,
/// `records`, `nesting`): an instruction occupies at least 4 bytes of the file, nothing nests, and memory is proportional to the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB: a model needs at most 18 times as much memory, if each instruction has one word.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20 }
    }
}
