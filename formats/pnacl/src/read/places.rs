//! The item of the stream from which each part of a model was read.

/// Item indices by part; look the address up with [`crate::Stream::address`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// By [`crate::TypeId`].
    pub types: Vec<u32>,
    /// By function.
    pub functions: Vec<u32>,
    /// By global.
    pub globals: Vec<u32>,
    /// By global, then by initializer.
    pub initializers: Vec<Vec<u32>>,
    /// By symbol.
    pub symbols: Vec<u32>,
    /// By function; `None` for declarations.
    pub bodies: Vec<Option<BodyPlaces>>,
}

/// Item indices of a function's body.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BodyPlaces {
    /// The block enter.
    pub enter: u32,
    /// By constant.
    pub constants: Vec<u32>,
    /// By instruction.
    pub instructions: Vec<u32>,
}

impl BodyPlaces {
    /// Returns the item of an instruction, or the block enter as long as no places are recorded.
    pub(super) fn instruction(&self, index: usize) -> u32 {
        self.instructions.get(index).copied().unwrap_or(self.enter)
    }
}
