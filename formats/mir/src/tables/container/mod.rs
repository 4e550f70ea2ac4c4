//! The keys of a function's YAML document: name, type, default, place in printing order, and since which version.
//!
//! The rows were read off what llc 14, 16 and 19 print and accept (`-run-pass=none`, with and without `-simplify-mir`) and agree with the
//! specification's section "High Level Structure", whose text leaves most keys out. Printing order is the order of the rows.

mod frame;
mod function;
mod info;
mod kind;

pub(crate) use frame::frame_fields;
pub use function::FUNCTION;
pub use info::function_info;
pub use kind::{Absent, Choice, Item, Key, Map, Text, Value, When, Written};
