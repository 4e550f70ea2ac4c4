//! A module.

use crate::{Instruction, Sets};

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
}
