//! The typed model: the meaning of a file, as plain data.
//!
//! Each meaning has one form: records are in the order of the manual, constants precede instructions, integers are truncated to their type.
//! [`crate::Stream`] keeps the details that the model drops.

mod alignment;
mod body;
mod global;
mod ids;
mod infer;
mod module;
mod types;
mod value_type;

pub use crate::tables::{Instruction, Linkage};
pub use alignment::Alignment;
pub(crate) use body::sign_extend;
pub use body::{Body, Constant, Incoming, Literal, SwitchCase};
pub use global::{Global, Initializer};
pub use ids::{BlockId, TypeId, Value, ValueKind};
pub(crate) use infer::Typing;
pub use infer::ValueTypes;
pub use module::{Function, Module, Symbol};
pub use types::{Signature, Type};
pub use value_type::{Scalar, ValueType};
