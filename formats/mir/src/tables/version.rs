//! Major releases of LLVM, in which rows state the first release that reads a construct.

use std::fmt;

/// A major release of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version(pub u8);

impl Version {
    /// The oldest release that was observed. Constructs that it reads may be older.
    pub const OLDEST: Self = Self(14);
    /// The default release: the one that the printer follows, and whose tables apply if no release is given.
    pub const TABLES: Self = Self(19);
    /// The newest release that was observed.
    pub const NEWEST: Self = Self(23);
    /// Later than every release: the end of a range of releases that has not ended.
    pub const FUTURE: Self = Self(u8::MAX);
    /// The observed releases, of which there are tables.
    pub const OBSERVED: [Self; 5] = [Self::OLDEST, Self(16), Self::TABLES, Self(22), Self::NEWEST];

    /// The number of releases from the oldest to the newest one, including those that were not observed.
    pub(super) const COUNT: usize = (Self::NEWEST.0 - Self::OLDEST.0) as usize + 1;

    /// Returns the place among the releases from the oldest to the newest one.
    pub(super) fn place(self) -> Option<usize> {
        let place = usize::from(self.0.checked_sub(Self::OLDEST.0)?);
        (place < Self::COUNT).then_some(place)
    }

    /// Returns the last observed release up to this one, and the first from this one on: twice the same for an observed release.
    pub(super) fn neighbours(self) -> Option<[Self; 2]> {
        let older = Self::OBSERVED.into_iter().rev().find(|observed| *observed <= self)?;
        let newer = Self::OBSERVED.into_iter().find(|observed| *observed >= self)?;
        Some([older, newer])
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LLVM {}", self.0)
    }
}
