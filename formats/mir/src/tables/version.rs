//! Major releases of LLVM, by which rows say since when a construct is read.

use std::fmt;

/// A major release of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u8);

impl Version {
    /// The oldest release that was observed. What it reads may be older than it.
    pub const OLDEST: Self = Self(14);
    /// The release that the tables were made from and that the printer follows.
    pub const TABLES: Self = Self(19);
    /// Later than every release: what is read until then was not dropped.
    pub const FUTURE: Self = Self(u8::MAX);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LLVM {}", self.0)
    }
}
