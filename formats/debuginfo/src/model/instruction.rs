//! Instructions: typed if they belong to a debug set, words otherwise.

use crate::{Id, Info};
use smallvec::SmallVec;

/// The words of an instruction after the first, up to four without an allocation.
pub type Words = SmallVec<[u32; 4]>;

/// An instruction of a module.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Instruction {
    /// An instruction outside the debug sets, or one that its row does not describe.
    Core(CoreInstruction),
    /// A debug instruction.
    Debug(DebugInstruction),
}

/// An instruction as words.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CoreInstruction {
    /// Number of the instruction in the core specification.
    pub opcode: u16,
    /// The words after the first; [`crate::grammar`] describes them.
    pub words: Words,
}

/// An `OpExtInst` of a debug set.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DebugInstruction {
    /// Should be OpTypeVoid.
    pub result_type: Id,
    /// Names this instruction.
    pub result: Id,
    /// The OpExtInstImport.
    pub set: Id,
    /// The content.
    pub info: Info,
}

impl CoreInstruction {
    /// Makes an instruction with these words after the first.
    pub fn new(opcode: spirv::Op, words: impl IntoIterator<Item = u32>) -> Self {
        Self { opcode: opcode as u16, words: words.into_iter().collect() }
    }

    /// Returns whether this is the instruction `op`.
    pub fn is(&self, op: spirv::Op) -> bool {
        self.opcode == op as u16
    }

    /// Returns the id at an index among the words after the first.
    pub fn id(&self, position: usize) -> Option<Id> {
        self.words.get(position).map(|&word| Id(word))
    }
}

impl Instruction {
    /// Returns the instruction as words, if it is one.
    pub fn core(&self) -> Option<&CoreInstruction> {
        match self {
            Self::Core(core) => Some(core),
            Self::Debug(_) => None,
        }
    }

    /// Returns the debug instruction, if it is one.
    pub fn debug(&self) -> Option<&DebugInstruction> {
        match self {
            Self::Core(_) => None,
            Self::Debug(debug) => Some(debug),
        }
    }

    /// Returns the id that the instruction defines.
    pub fn result(&self) -> Option<Id> {
        match self {
            Self::Debug(debug) => Some(debug.result),
            Self::Core(core) => crate::grammar::shape(core.opcode).result(&core.words),
        }
    }

    /// Returns the id of the result's type.
    pub fn result_type(&self) -> Option<Id> {
        match self {
            Self::Debug(debug) => Some(debug.result_type),
            Self::Core(core) => crate::grammar::shape(core.opcode).result_type(&core.words),
        }
    }
}
