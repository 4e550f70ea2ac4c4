//! A violation of a rule, and its place.

use crate::{BitAddress, TypeId, Value};
use std::fmt;

/// A broken rule.
pub type Violation = irsmith_rules::Violation<BitAddress, Part>;

/// A place in a module and, if the module was read from a file, the bit address of the record.
pub type Place = irsmith_rules::Place<BitAddress, Part>;

/// A part of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The whole module.
    Module,
    /// A record that the model does not keep.
    Record,
    /// A type.
    Type(TypeId),
    /// A function, by index.
    Function(u32),
    /// A global, by index.
    Global(u32),
    /// An initializer.
    Initializer {
        /// The global, by index.
        global: u32,
        /// The initializer, by index within the global.
        index: u32,
    },
    /// An entry of the symbol table, by index.
    Symbol(u32),
    /// A constant.
    Constant {
        /// The function, by index.
        function: u32,
        /// The constant, by index within the function.
        index: u32,
    },
    /// An instruction or forward declaration.
    Instruction {
        /// The function, by index.
        function: u32,
        /// The basic block, by index within the function.
        block: u32,
        /// The instruction, by index within the function's body.
        index: u32,
        /// The value that the instruction defines, by index, if it does.
        result: Option<u32>,
    },
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Module => f.write_str("module"),
            Self::Record => f.write_str("record"),
            Self::Type(id) => write!(f, "{id}"),
            Self::Function(index) => write!(f, "{}", Value::function(index)),
            Self::Global(index) => write!(f, "{}", Value::global(index)),
            Self::Initializer { global, index } => write!(f, "{} initializer {index}", Value::global(global)),
            Self::Symbol(index) => write!(f, "symbol {index}"),
            Self::Constant { function, index } => write!(f, "{} {}", Value::function(function), Value::constant(index)),
            Self::Instruction { function, block, result: Some(result), .. } => {
                write!(f, "{} %b{block} {}", Value::function(function), Value::instruction(result))
            }
            Self::Instruction { function, block, index, result: None } => {
                write!(f, "{} %b{block} instruction {index}", Value::function(function))
            }
        }
    }
}
