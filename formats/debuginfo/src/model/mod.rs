//! The typed values: plain data, not necessarily meaningful.

mod id;
mod instruction;
mod lists;
mod module;
mod sets;

pub use crate::tables::{
    CompositeTag, Dialect, Encoding, Flags, ImportedEntityTag, Info, OperationCode, Qualifier, SourceLanguage, StorageClass,
};
pub use id::Id;
pub use instruction::{CoreInstruction, DebugInstruction, Instruction, Words};
pub use lists::{Enumerator, Ids, Literals};
pub use module::{ByteOrder, Header, Module};
pub use sets::Sets;
