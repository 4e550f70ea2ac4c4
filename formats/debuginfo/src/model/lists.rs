//! Repeated operands.

use crate::Id;
use smallvec::SmallVec;

/// Ids at the end of an instruction, up to four without an allocation.
pub type Ids = SmallVec<[Id; 4]>;

/// Literal words at the end of a DebugOperation.
pub type Literals = SmallVec<[u32; 4]>;

/// A value of an enumeration and its name (specification, *DebugTypeEnum*).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Enumerator {
    /// An integer OpConstant.
    pub value: Id,
    /// An OpString.
    pub name: Id,
}
