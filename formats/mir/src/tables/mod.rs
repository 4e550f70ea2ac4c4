//! The declarative tables of Machine IR, from which the reader, writer, printer, parser, validator, generator and book are derived.
//!
//! There are three kinds of rows: [`FUNCTION`] has the keys of the container; [`common_opcodes`] the opcodes that every target has;
//! [`Machine`] the opcodes, registers and names of one target, for targets that have tables. The last two are read from data that
//! `ci/mir-tables` writes, which contain the rows of all observed releases of LLVM. The spellings of the model's enumerations (predicates, orderings, kinds of stacks) are in those enumerations.

mod banks;
mod blocks;
mod classes;
mod common;
mod container;
mod data;
mod data_layout;
mod flags;
mod foreign;
mod generic;
mod machine;
mod names;
mod numbers;
mod opcode;
mod property;
mod registers;
mod slot;
mod subregisters;
mod target;
mod type_rule;
mod version;
mod word_kind;
mod words;

pub use banks::{BankRow, MaskRow};
pub use blocks::BLOCK_ATTRIBUTES;
pub use classes::{ClassId, ClassPart, ClassRow};
pub use common::{common_opcode, common_opcodes, common_opcodes_of};
pub use container::{Absent, Choice, FUNCTION, Item, Key, Map, Text, Value, When, Written, function_info};
pub(crate) use container::{
    CALL_SITE, CALLED_GLOBAL, CONSTANT, DEBUG_VALUE_SUBSTITUTION, DEBUG_VARIABLE, ENTRY_VALUE, FIXED_STACK_OBJECT, FORWARDED_ARGUMENT,
    FRAME, JUMP_TABLE, JUMP_TABLE_ENTRY, LIVE_IN, SAVE_POINT, STACK_OBJECT, VIRTUAL_REGISTER, frame_fields, function_fields, list_fields,
    object_fields, words,
};
pub(crate) use data_layout::data_layout;
pub use flags::{FLAGS, FlagGroup, FlagRow};
pub use foreign::{ForeignWords, foreign_words};
pub use machine::Machine;
pub use opcode::{Opcode, Slot, SlotKind, Tail};
pub use property::Properties;
pub use registers::{RegisterId, RegisterRow};
pub use subregisters::{IndexId, IndexRow};
pub use target::Target;
pub use type_rule::{TypeRule, TypeRules};
pub use version::Version;
pub use word_kind::WordKind;
