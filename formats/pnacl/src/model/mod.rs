//! The typed model: what a file means, as plain data.
//!
//! One meaning has one spelling: records stand in the order of the manual, constants precede instructions, integers are cut to their
//! type. What this drops, [`crate::Stream`] keeps.

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
