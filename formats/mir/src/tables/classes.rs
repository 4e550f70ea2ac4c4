//! Register classes of a target.

use super::{IndexId, RegisterId};

/// A register class, as LLVM's own number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClassId(pub u16);

/// A register class.
#[derive(Debug)]
pub struct ClassRow {
    /// The spelling.
    pub name: &'static str,
    /// The width of its registers in bits.
    pub bits: u16,
    /// The size of a spill slot in bytes.
    pub spill_size: u16,
    /// The alignment of a spill slot in bytes.
    pub spill_alignment: u16,
    /// Whether virtual registers may have it.
    pub allocatable: bool,
    /// The lanes of its registers.
    pub lanes: u64,
    /// The registers in ascending order.
    pub members: &'static [RegisterId],
    /// The subclasses, including the class itself, in ascending order.
    pub subclasses: &'static [ClassId],
    /// The sub-register indices that some of its registers have, in ascending order.
    pub parts: &'static [ClassPart],
}

/// The properties of a sub-register index in a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassPart {
    /// The index.
    pub index: IndexId,
    /// The largest subclass whose registers all have that sub-register.
    pub narrowed: ClassId,
    /// The class of those sub-registers, if there is one.
    pub class: Option<ClassId>,
}

impl ClassRow {
    /// Returns whether a register is in the class.
    pub fn contains(&self, register: RegisterId) -> bool {
        self.members.binary_search(&register).is_ok()
    }

    /// Returns whether a class is this class or a subclass of it.
    pub fn includes(&self, class: ClassId) -> bool {
        self.subclasses.binary_search(&class).is_ok()
    }

    /// Returns the properties of a sub-register index; `None` if no register has such a sub-register.
    pub fn part(&self, index: IndexId) -> Option<&ClassPart> {
        self.parts.iter().find(|part| part.index == index)
    }
}
