//! Major releases of LLVM, in which rows state the first release that reads a construct.

use std::fmt;

/// A major release of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u8);

impl Version {
    /// The oldest release that was observed. Constructs that it reads may be older.
    pub const OLDEST: Self = Self(14);
    /// The release from which the tables were made and that the printer follows.
    pub const TABLES: Self = Self(19);
    /// Later than every release: the end of a range of releases that has not ended.
    pub const FUTURE: Self = Self(u8::MAX);
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LLVM {}", self.0)
    }
}
