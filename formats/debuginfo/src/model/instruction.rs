//! Instructions: typed where they belong to a debug set, words otherwise.

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
    /// The words after the first; [`crate::grammar`] says what they are.
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
    /// What it says.
    pub info: Info,
}

impl CoreInstruction {
    /// An instruction with these words after the first.
    pub fn new(opcode: spirv::Op, words: impl IntoIterator<Item = u32>) -> Self {
        Self { opcode: opcode as u16, words: words.into_iter().collect() }
    }

    /// Whether this is the instruction `op`.
    pub fn is(&self, op: spirv::Op) -> bool {
        self.opcode == op as u16
    }

    /// The id at a position among the words after the first.
    pub fn id(&self, position: usize) -> Option<Id> {
        self.words.get(position).map(|&word| Id(word))
    }
}

impl Instruction {
    /// The instruction as words, if it is one.
    pub fn core(&self) -> Option<&CoreInstruction> {
        match self {
            Self::Core(core) => Some(core),
            Self::Debug(_) => None,
        }
    }

    /// The debug instruction, if it is one.
    pub fn debug(&self) -> Option<&DebugInstruction> {
        match self {
            Self::Core(_) => None,
            Self::Debug(debug) => Some(debug),
        }
    }

    /// The id that the instruction defines.
    pub fn result(&self) -> Option<Id> {
        match self {
            Self::Debug(debug) => Some(debug.result),
            Self::Core(core) => crate::grammar::shape(core.opcode).result(&core.words),
        }
    }

    /// The id of the result's type.
    pub fn result_type(&self) -> Option<Id> {
        match self {
            Self::Debug(debug) => Some(debug.result_type),
            Self::Core(core) => crate::grammar::shape(core.opcode).result_type(&core.words),
        }
    }
}
