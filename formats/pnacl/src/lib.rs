//! PNaCl bitcode: reading, writing, printing, validating and running `.pexe` files.
//!
//! The crate is independent of fuzzing. A file passes through three layers, each with its own guarantee:
//!
//! | layer | type | keeps |
//! |---|---|---|
//! | bits | [`bits::BitReader`], [`bits::BitWriter`] | values of fixed and variable width |
//! | stream | [`Stream`] | every record, its abbreviation, its order and its bit address |
//! | model | [`Module`] | what the file means; one spelling of each thing |
//!
//! ```
//! use irsmith_pnacl::{Limits, Module, Type};
//!
//! let mut module = Module::default();
//! module.types.push(Type::Integer(32));
//! let bytes = module.write().expect("every small module can be written");
//! assert_eq!(Module::read(&bytes, &Limits::default()).unwrap(), module);
//! ```
//!
//! Exact round trips: `Module::read(m.write()) == m` for every model that can be written; `Stream::read(b).write() == b` for every file
//! that a canonical writer made; for any other readable `b`, `Module::read(b).write()` reads back to the same model and is a fixpoint.
//!
//! Sources: *the manual* in comments is the PNaCl Bitcode File Reference Manual; *the tools* are pnacl-bcdis, pnacl-thaw, pnacl-abicheck
//! and LLVM's IR verifier, whose observed behaviour decides where the manual is silent or contradicts itself.

mod address;
pub mod bits;
mod error;
pub mod interpret;
mod limits;
pub mod model;
pub mod read;
pub mod runtime;
pub mod stream;
pub mod tables;
pub mod text;
pub mod validate;
pub mod write;

pub use address::BitAddress;
pub use error::{Error, ErrorKind, Result};
pub use limits::Limits;
pub use model::{
    Alignment, BlockId, Body, Constant, Function, Global, Incoming, Initializer, Instruction, Linkage, Literal, Module, Scalar, Signature,
    SwitchCase, Symbol, Type, TypeId, Value, ValueKind, ValueType, ValueTypes,
};
pub use read::Places;
pub use stream::Stream;
