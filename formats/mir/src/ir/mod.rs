//! The names in an embedded IR module. The text is not validated: only names and numbers are found, by a scan of its tokens, so that bodies
//! can refer to functions, blocks and values. [`IrUse`] is the reverse: the parts of a module that a function names.

mod function;
mod lexer;
mod name;
mod node;
mod scan;
mod uses;

pub use function::IrFunction;
pub(crate) use lexer::{Lexer, Token};
pub(crate) use name::{spelled, value};
pub use node::IrNode;
pub use uses::IrUse;

use crate::{EmbeddedIr, IrValue};

/// The names of a module, each list in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IrNames {
    /// Global variables, aliases and resolvers, `@name` or `@0`.
    pub globals: Vec<IrValue>,
    /// Functions that are defined or declared.
    pub functions: Vec<IrFunction>,
    /// Metadata nodes, `!0 = ...`.
    pub metadata: Vec<IrNode>,
    /// Blocks whose address is used as a constant, `blockaddress(@f, %b)`: the function and the block.
    pub taken: Vec<(IrValue, IrValue)>,
    /// The text of `target triple`, or empty.
    pub triple: String,
}

impl IrNames {
    /// Returns the function of this name.
    pub fn function(&self, name: &str) -> Option<&IrFunction> {
        self.functions.iter().find(|function| matches!(&function.name, IrValue::Named(found) if &**found == name))
    }
}

impl EmbeddedIr {
    /// Returns the names in the text. Text that is not a module has few or none; every text can be scanned.
    pub fn names(&self) -> IrNames {
        scan::module(&self.text)
    }
}
