//! The keys of a function's YAML document: name, type, default, position in printing order, and first version.
//!
//! The rows follow the observed output and input of llc 14, 16, 19, 22 and 23 (`-run-pass=none`, with and without `-simplify-mir`) and
//! LLVM's `MIRYamlMapping.h`, and agree with the specification's section "High Level Structure", whose text omits most keys. Printing order is the order of the rows.

mod frame;
mod function;
mod info;
mod kind;
mod lists;
mod objects;
mod rows;
mod words;

pub(crate) use frame::{FRAME, SAVE_POINT, frame_fields};
pub use function::FUNCTION;
pub(crate) use function::function_fields;
pub use info::function_info;
pub use kind::{Absent, Choice, Item, Key, Map, Text, Value, When, Written};
pub(crate) use lists::{
    CALL_SITE, CALLED_GLOBAL, CONSTANT, DEBUG_VALUE_SUBSTITUTION, FORWARDED_ARGUMENT, JUMP_TABLE, JUMP_TABLE_ENTRY, LIVE_IN,
    VIRTUAL_REGISTER, list_fields,
};
pub(crate) use objects::{DEBUG_VARIABLE, ENTRY_VALUE, FIXED_STACK_OBJECT, STACK_OBJECT, object_fields};
pub(crate) use words::words;
