//! What a reader may spend on one file.

/// Bounds on the work and the memory that reading one file may cost.
///
/// Of the bounds that readers may have (`bytes`, `records`, `nesting`), this one has no `records`: memory grows with the file. As it goes on
/// behind an error, `errors` bounds what it tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Size of a file in bytes. Default 64 MiB.
    pub bytes: usize,
    /// Depth of nested YAML values. Default 16: a function's keys nest three deep, and what a target keeps of its own hardly more.
    pub nesting: usize,
    /// Errors after which reading stops to look for more. Default 100.
    pub errors: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, nesting: 16, errors: 100 }
    }
}
