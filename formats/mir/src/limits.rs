//! Limits for reading one file.

/// Limits on the work and the memory for reading one file.
///
/// Of the limits that readers may have (`bytes`, `records`, `nesting`), this one has no `records`: memory grows with the file. As reading
/// continues after an error, `errors` limits the number of reported errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The size of a file in bytes. Default 64 MiB.
    pub bytes: usize,
    /// The depth of nested YAML values. Default 16: a function's keys nest three deep, and target-specific information hardly deeper.
    pub nesting: usize,
    /// The number of errors after which reading stops. Default 100.
    pub errors: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { bytes: 64 << 20, nesting: 16, errors: 100 }
    }
}
