//! The declarative tables of Machine IR, from which reader, writer, printer, parser, validator, generator and the book derive.

mod container;
mod target;
mod version;

pub use container::{Absent, Choice, FUNCTION, Item, Key, Map, Text, Value, When, Written, function_info};
pub use target::Target;
pub use version::Version;
