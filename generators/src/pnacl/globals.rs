//! The global variables of the module that is being generated.

use irsmith_pnacl::{Global, Initializer, Value};

/// The global variables of the module that is being generated.
#[derive(Debug, Default)]
pub(super) struct Globals {
    list: Vec<Global>,
    /// How many there will be.
    planned: usize,
}

impl Globals {
    /// Begins with the globals that a module has.
    pub(super) fn start(&mut self, list: Vec<Global>) {
        self.planned = list.len();
        self.list = list;
    }

    /// Returns the globals, at the end.
    pub(super) fn take(&mut self) -> Vec<Global> {
        std::mem::take(&mut self.list)
    }

    /// Takes back what [`Globals::take`] gave.
    pub(super) fn give(&mut self, list: Vec<Global>) {
        self.list = list;
    }

    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Sets how many more there will be.
    pub(super) fn plan(&mut self, more: usize) {
        self.planned = self.list.len() + more;
    }

    /// Returns how many there will be after the last one.
    pub(super) fn later(&self) -> usize {
        self.planned.saturating_sub(self.list.len())
    }

    /// Returns whether it is the last planned one.
    pub(super) const fn is_last(&self, index: usize) -> bool {
        index + 1 == self.planned
    }

    pub(super) fn add(&mut self, global: Global) -> Value {
        self.list.push(global);
        Value::global(self.list.len() as u32 - 1)
    }

    /// Returns the initializers of the last global.
    pub(super) fn last_initializers(&self) -> &[Initializer] {
        self.list.last().map_or(&[], |global| &global.initializers)
    }

    pub(super) fn last_initializers_mut(&mut self) -> Option<&mut Vec<Initializer>> {
        self.list.last_mut().map(|global| &mut global.initializers)
    }
}
