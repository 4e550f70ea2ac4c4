//! The symbol table of the module that is being generated.

use irsmith_pnacl::{Symbol, Value};

/// The symbols of the module that is being generated.
#[derive(Debug, Default)]
pub(super) struct Symbols {
    list: Vec<Symbol>,
}

impl Symbols {
    /// Begins with the symbols that a module has.
    pub(super) fn start(&mut self, list: Vec<Symbol>) {
        self.list = list;
    }

    /// Returns the symbols, at the end.
    pub(super) fn take(&mut self) -> Vec<Symbol> {
        std::mem::take(&mut self.list)
    }

    /// Takes back what [`Symbols::take`] gave.
    pub(super) fn give(&mut self, list: Vec<Symbol>) {
        self.list = list;
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn all(&self) -> &[Symbol] {
        &self.list
    }

    pub(super) fn add(&mut self, value: Value, name: impl Into<Vec<u8>>) {
        self.list.push(Symbol { value, name: name.into() });
    }

    /// Moves the first symbols after the others.
    pub(super) fn turn(&mut self, by: usize) {
        self.list.rotate_left(by);
    }
}
