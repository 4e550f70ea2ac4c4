//! What a reader may spend on one file.

/// Bounds on the work and the memory that reading one file may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB.
    pub bytes: usize,
    /// Nesting of YAML values. Default 16; a function's keys nest three deep, and what a target keeps of its own hardly more.
    pub nesting: usize,
    /// Errors after which reading stops to look for more. Default 100.
    pub errors: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, nesting: 16, errors: 100 }
    }
}
