//! The grammar of core SPIR-V around the debug instructions, from the `rspirv` and `spirv` crates: the operands of each instruction, the
//! kind of each word, and the names of enumerants.
//!
//! | question | answered by |
//! |---|---|
//! | which words are result and result type | [`shape`] |
//! | what is each word of an instruction | [`Context::operands`] |
//! | what is an instruction called | [`name`] |
//! | what is an enumerant called, which operands follow it | [`enumerant`], [`mask_bits`] |
//! | which number has a name | [`opcode`], [`enumerant_value`] |
//! | which instructions has an imported set | [`ExtendedSet`] |

mod context;
mod enumerants;
mod extended;
mod instructions;
mod operands;
mod spelling;
mod string;
mod widths;

pub use context::{Context, ImportedSet};
pub use enumerants::{Enumerant, enumerant, enumerant_value, is_mask, mask_bits};
pub use extended::ExtendedSet;
pub use instructions::{Shape, name, opcode, operation, row, shape};
pub use operands::{Operand, OperandError, Problem, operands};
pub use rspirv::grammar::{OperandKind, OperandQuantifier};
pub use string::{is_string, string, string_len, string_words};
pub use widths::{Number, Widths};
