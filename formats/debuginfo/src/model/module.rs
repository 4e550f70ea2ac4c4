//! A module.

use crate::grammar::is_string;
use crate::tables::{SHADER_SETS, ShaderRow};
use crate::{CoreInstruction, Id, Instruction, Sets};
use spirv::Op;
use std::collections::BTreeSet;

/// The order of the bytes of a word in a file (SPIR-V, *Physical Layout of a SPIR-V Module and Instruction*: the magic number shows it).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// Least significant byte first, as all tools write.
    #[default]
    Little,
    /// Most significant byte first.
    Big,
}

/// The words before the first instruction, except for the magic number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Header {
    /// Order of the bytes of every word in the file.
    pub order: ByteOrder,
    /// Version of SPIR-V: major in bits 16 to 23, minor in bits 8 to 15.
    pub version: u32,
    /// Tool that made the module in the upper half, its version in the lower.
    pub generator: u32,
    /// Upper bound of the ids; all are smaller.
    pub bound: u32,
    /// Reserved, should be zero.
    pub schema: u32,
}

/// A SPIR-V module whose debug instructions are typed. Instructions are in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Module {
    /// The header.
    pub header: Header,
    /// Everything after it.
    pub instructions: Vec<Instruction>,
}

impl Default for Header {
    /// Returns version 1.0, little-endian, no ids.
    fn default() -> Self {
        Self { order: ByteOrder::Little, version: 0x1_0000, generator: 0, bound: 1, schema: 0 }
    }
}

impl Module {
    /// Returns the debug sets that the module imports.
    pub fn sets(&self) -> Sets {
        Sets::of(&self.instructions)
    }

    /// Returns the imports of `NonSemantic.Shader.DebugInfo`.
    pub fn shader_sets(&self) -> BTreeSet<Id> {
        let imports = self.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::ExtInstImport));
        let is_shader =
            |core: &&CoreInstruction| core.words.get(1..).is_some_and(|name| SHADER_SETS.iter().any(|set| is_string(name, set)));
        imports.filter(is_shader).filter_map(|core| core.id(0)).collect()
    }

    /// Returns the instructions of `NonSemantic.Shader.DebugInfo`, which are words, by index, with their rows.
    pub fn shader_instructions(&self) -> impl Iterator<Item = (usize, &CoreInstruction, &'static ShaderRow)> {
        let sets = self.shader_sets();
        self.instructions.iter().enumerate().filter_map(move |(at, instruction)| {
            let core = instruction.core().filter(|core| core.is(Op::ExtInst) || core.is(Op::ExtInstWithForwardRefsKHR))?;
            core.id(2).filter(|set| sets.contains(set))?;
            Some((at, core, ShaderRow::find(*core.words.get(3)?)?))
        })
    }
}
