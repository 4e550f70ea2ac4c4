//! Global variables and constants (manual, *Globals block*).

use super::{Alignment, Value};

/// A global variable or constant: some bytes at an address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Global {
    /// Alignment of the address.
    pub alignment: Alignment,
    /// Whether the bytes are read-only.
    pub constant: bool,
    /// The bytes, piece by piece; never empty in valid modules.
    pub initializers: Vec<Initializer>,
}

/// A piece of a global's bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Initializer {
    /// This many zero bytes.
    Zerofill(u64),
    /// These bytes.
    Data(Vec<u8>),
    /// Four bytes: the address of a function or global.
    Relocation {
        /// A function or global.
        value: Value,
        /// Added to the address modulo 2^32. `Some(0)` and `None` are different records with the same meaning.
        addend: Option<u32>,
    },
}

impl Initializer {
    /// Returns the number of bytes.
    pub fn size(&self) -> u64 {
        match self {
            Self::Zerofill(bytes) => *bytes,
            Self::Data(bytes) => bytes.len() as u64,
            Self::Relocation { .. } => 4,
        }
    }
}
