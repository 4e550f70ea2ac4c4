//! A machine instruction.

use super::place_of;
use crate::tables::FLAGS;
use crate::{DebugLocation, IrValue, MemoryOperand, Name, Operand, RegisterOperand};
use smallvec::SmallVec;

/// An instruction: `results = flags OPCODE operands, suffixes :: memory operands` (reference, *Machine Instructions*).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Instruction {
    /// The results before `=`.
    pub results: SmallVec<[RegisterOperand; 1]>,
    /// The flags before the opcode.
    pub flags: InstructionFlags,
    /// The name of the opcode.
    pub opcode: Name,
    /// The operands after the opcode.
    pub operands: SmallVec<[Operand; 3]>,
    /// Symbols, markers, debug location; `None` if there are none.
    pub suffixes: Option<Box<Suffixes>>,
    /// The memory operands.
    pub memory: Vec<MemoryOperand>,
    /// The instructions in braces after this one, if it opens a bundle. They cannot open bundles.
    pub bundle: Option<Vec<Instruction>>,
}

/// The optional parts after the operands, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Suffixes {
    /// `pre-instr-symbol <mcsymbol NAME>`.
    pub pre_symbol: Option<Name>,
    /// `post-instr-symbol <mcsymbol NAME>`.
    pub post_symbol: Option<Name>,
    /// `heap-alloc-marker !N`.
    pub heap_alloc_marker: Option<u32>,
    /// `pcsections !N`, since LLVM 16.
    pub pc_sections: Option<u32>,
    /// `mmra !N`, since LLVM 23.
    pub memory_model: Option<u32>,
    /// `cfi-type`, since LLVM 16.
    pub cfi_type: Option<u32>,
    /// `deactivation-symbol @NAME`, since LLVM 22.
    pub deactivation_symbol: Option<IrValue>,
    /// `debug-instr-number`.
    pub debug_number: Option<u32>,
    /// `debug-location`.
    pub debug_location: Option<DebugLocation>,
}

/// The flags before an opcode, one bit each: its position in [`InstructionFlags::NAMES`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct InstructionFlags(pub u32);

impl InstructionFlags {
    /// The flags, in the order in which llc prints them: the rows of [`FLAGS`]. No release reads `nomerge`.
    pub const NAMES: &'static [&'static str] = &names::<{ FLAGS.len() }>();

    /// Returns the flag of a name, for constants: there a name that is not a flag does not compile.
    ///
    /// # Panics
    /// Panics if the name is not a flag.
    pub const fn named(name: &str) -> Self {
        match place_of(Self::NAMES, name) {
            Some(place) => Self(1 << place),
            None => panic!("no flag of an instruction has this name"),
        }
    }

    /// Returns the flag of a name; `None` if the name is not a flag.
    pub fn of(name: &str) -> Option<Self> {
        // Opcodes are looked up here too, and nearly all of them begin with a capital letter.
        if !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            return None;
        }
        Self::NAMES.iter().position(|known| *known == name).map(|position| Self(1 << position))
    }

    /// Returns whether all flags of `other` are set.
    pub fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

const fn names<const COUNT: usize>() -> [&'static str; COUNT] {
    let mut names = [""; COUNT];
    let mut place = 0;
    while place < COUNT {
        names[place] = FLAGS[place].name;
        place += 1;
    }
    names
}
