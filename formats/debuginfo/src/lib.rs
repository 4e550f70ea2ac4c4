//! SPIR-V debug information: reading, writing, printing, validating and interpreting `.spv` modules with debug information.
//!
//! The crate is independent of fuzzing. A file passes through two layers, each with its own guarantee:
//!
//! | layer | type | keeps |
//! |---|---|---|
//! | stream | [`Stream`] | every word of the file and where each instruction starts |
//! | model | [`Module`] | the debug instructions typed, all others as words |
//!
//! ```
//! use irsmith_debuginfo::{Limits, Module};
//!
//! let module = Module::default();
//! let bytes = module.write().expect("every small module can be written");
//! assert_eq!(Module::read(&bytes, &Limits::default()).unwrap(), module);
//! ```
//!
//! Exact round trips: `Module::write(Module::read(b)) == b` for every file that can be read, word for word and in the file's byte order;
//! `Module::read(m.write()) == m` for every model whose instructions can be expressed by their numbers and layouts. An instruction of a
//! debug set that its row does not describe (an unknown number, too few operands, too many) is kept as words, and the validator reports it.
//!
//! Sources: *the specification* in comments is SPIR-V Extended Instructions for DebugInfo, version 1.00; *the experimental list* is the
//! SPIR-V translator's list of additional DWARF operations; *the tools* are SPIRV-Tools and the SPIR-V LLVM translator, whose
//! observed behaviour decides where both are silent.

pub mod convert;
mod error;
pub mod grammar;
pub mod interpret;
mod limits;
pub mod model;
pub mod read;
pub mod stream;
pub mod tables;
pub mod text;
pub mod transform;
pub mod validate;
pub mod write;

pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use model::{
    ByteOrder, CompositeTag, CoreInstruction, DebugInstruction, Dialect, Encoding, Enumerator, Flags, Header, Id, Ids, ImportedEntityTag,
    Info, Instruction, Literals, Module, OperationCode, Qualifier, Sets, SourceLanguage, StorageClass, Words,
};
pub use stream::Stream;
