//! LLVM Machine IR: reading, writing and validating `.mir` files.
//!
//! The crate does not depend on the fuzzer. A file is text in two languages: YAML documents, one per machine function, each containing a
//! body in a separate language. [`File`] is the model of both; an embedded IR module stays text.
//!
//! ```
//! use irsmith_mir::validate::{Options, validate};
//! use irsmith_mir::{File, Limits};
//!
//! let text = "name: f\ntracksRegLiveness: true\nbody: |\n  bb.0:\n    liveins: $edi\n    $eax = COPY $edi\n    RET64 implicit $eax\n";
//! let mut file = File::read(text.as_bytes(), &Limits::default()).unwrap();
//! assert_eq!(File::read(file.write().as_bytes(), &Limits::default()).unwrap(), file);
//!
//! let options = Options { triple: Some("x86_64"), ..Options::default() };
//! assert!(validate(&file, options).is_empty());
//! file.functions[0].blocks[0].instructions.remove(0);
//! let violation = &validate(&file, options)[0];
//! assert_eq!(violation.to_string(), "function \"f\" bb.0 instruction 0 operand 0: physical-undefined: $eax does not live here");
//! ```
//!
//! Round trips are exact: `File::read(f.write()) == f` for every model that can be written; `f.write()` of a file that was read is a
//! fixpoint. Only comments are dropped.
//!
//! Sources: *the reference* in comments is LLVM's Machine IR Format Reference Manual; *llc* is the observed behaviour of llc 14 to 23
//! in reading, printing and rejecting files, which decides where the reference is silent or outdated.

pub mod body;
pub mod canonical;
mod dialect;
mod error;
pub mod interpret;
pub mod ir;
mod limits;
pub mod model;
pub mod read;
mod run_line;
pub mod tables;
pub mod transform;
mod triple;
pub mod validate;
pub mod write;

pub use dialect::{CONSTRUCTS, CalibratedWord, Calibration, Dialect, Loss, NoWord, PerDialect, UnknownDialect, Words};
pub use error::{Error, ErrorKind, Older, OlderSpelling, Position, Result};
pub use limits::Limits;
pub use model::{
    Access, Atom, Block, BlockAttributes, BlockReference, CallSite, CalledGlobal, CfiOperation, Class, Constant, DebugLocation,
    DebugVariable, Element, EmbeddedIr, EntryValue, Field, File, FixedObject, FixedObjectKey, FixedObjectKind, FloatImmediate, FloatKind,
    FloatPredicate, ForwardedArgument, FrameInfo, FrameKey, FramePointerPolicy, Function, FunctionFlags, FunctionKey, FunctionLiveIn,
    Instruction, InstructionFlags, IntegerImmediate, IntegerPredicate, IrBlock, IrValue, JumpTable, JumpTableEntry, JumpTableKind, Lane,
    List, LiveIn, Mapping, MemoryFlags, MemoryOperand, MemorySize, Metadata, Name, Operand, OperandKind, Ordering, Pointer, Register,
    RegisterFlags, RegisterOperand, RegisterQualifier, SavePoint, Section, StackId, StackObject, StackObjectKey, StackObjectKind,
    Substitution, Successor, Suffixes, Type, VirtualRegister, Word, Yaml,
};
pub use read::ContainerError;
pub use run_line::RunLine;
pub use write::Style;

#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/mir.md")]
mod book {}
