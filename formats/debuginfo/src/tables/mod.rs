//! The declarative tables of the debug sets: one row for each instruction, operation, enumerant and dialect.
//!
//! Reader, writer, printer, parser, validator, dialect conversion and generator are derived from these rows. A new instruction is one new
//! row in `instruction`, a new operation one in `operations`.

mod dialect;
mod enumerations;
mod field;
mod instruction;
mod operand;
mod operation;
mod operations;
mod role;
mod shader;

pub use dialect::{Dialect, Layout};
pub use enumerations::{
    CompositeTag, Encoding, Enumeration, Flags, ImportedEntityTag, OperationCode, Qualifier, SourceLanguage, StorageClass,
};
pub use field::FieldId;
pub use instruction::{DebugOp, INSTRUCTIONS, Info, InstructionRow};
pub use operand::{Count, Extra, Field, Kind, TranslatorExtra};
pub use operation::{Ends, Leaves, LiteralKind, Status, Takes};
pub use operations::{OPERATIONS, Op, OperationRow, Suffix};
pub use role::Role;
pub use shader::{SHADER_INSTRUCTIONS, SHADER_SETS, ShaderOp, ShaderOperand, ShaderRole, ShaderRow};
