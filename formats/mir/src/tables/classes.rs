//! Register classes of a target.

use super::{IndexId, RegisterId};

/// A register class, by LLVM's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u16);

/// A register class.
#[derive(Debug)]
pub struct ClassRow {
    /// As spelled.
    pub name: &'static str,
    /// Width of its registers in bits.
    pub bits: u16,
    /// Bytes of a spill slot.
    pub spill_size: u16,
    /// Alignment of a spill slot in bytes.
    pub spill_alignment: u16,
    /// Whether virtual registers may have it.
    pub allocatable: bool,
    /// The lanes of its registers.
    pub lanes: u64,
    /// Its registers in ascending order.
    pub members: &'static [RegisterId],
    /// The classes within it, itself among them, in ascending order.
    pub subclasses: &'static [ClassId],
    /// The indices that some of its registers have, in ascending order.
    pub parts: &'static [ClassPart],
}

/// What a class says of a sub-register index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassPart {
    /// The index.
    pub index: IndexId,
    /// The largest class within it whose registers all have that part.
    pub narrowed: ClassId,
    /// The class of those parts, where there is one.
    pub class: Option<ClassId>,
}

impl ClassRow {
    /// Whether a register is in the class.
    pub fn contains(&self, register: RegisterId) -> bool {
        self.members.binary_search(&register).is_ok()
    }

    /// Whether a class is within this one, or is this one.
    pub fn includes(&self, class: ClassId) -> bool {
        self.subclasses.binary_search(&class).is_ok()
    }

    /// What it says of a sub-register index; `None` where no register has such a part.
    pub fn part(&self, index: IndexId) -> Option<&ClassPart> {
        self.parts.iter().find(|part| part.index == index)
    }
}
