//! What a reader may spend on one file.

/// Bounds on the work and the memory that reading one file may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB; a model takes at most 18 times as much memory, when each instruction has one word.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20 }
    }
}
