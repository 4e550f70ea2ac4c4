//! The state of the debug graph that is being generated.

use super::pools::Pools;
use irsmith_debuginfo::Id;
use irsmith_debuginfo::interpret::expression::Operation;
use irsmith_debuginfo::tables::OperationRow;

/// The debug graph that is being generated.
#[derive(Debug, Default)]
pub(in super::super) struct Graph {
    /// The OpExtInstImport of the debug set.
    pub(in super::super) set: Id,
    /// The DebugInfoNone, if there is one yet.
    pub(super) none: Option<Id>,
    pub(super) pools: Pools,
    /// OpStrings with names, for reuse.
    pub(super) names: Vec<Id>,
    /// For each value of a byte, the step that it chooses.
    pub(super) steps: Vec<u8>,
    pub(super) functions: Vec<DebugFunction>,
    pub(super) inlined: Vec<Inlined>,
    pub(super) locals: Vec<Local>,
    pub(super) operations: Vec<Made>,
    /// The active scope at this place of a body.
    pub(super) active: Option<Active>,
    /// The host function whose body is generated.
    pub(super) host: usize,
    pub(super) words: Vec<u32>,
    pub(super) text: String,
}

impl Graph {
    pub(in super::super) fn clear(&mut self) {
        self.none = None;
        self.pools.clear();
        self.names.clear();
        self.functions.clear();
        self.inlined.clear();
        self.locals.clear();
        self.operations.clear();
        self.active = None;
    }
}

/// A debug function.
#[derive(Clone, Copy, Debug)]
pub(super) struct DebugFunction {
    /// The host's function that it describes.
    pub(super) host: Option<u16>,
    /// How many arguments have a variable so far.
    pub(super) arguments: u32,
}

/// A place where something was inlined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inlined {
    pub(super) id: Id,
    /// The host's function that contains the instructions.
    pub(super) root: u16,
}

/// A local variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) id: Id,
    /// The debug function around it.
    pub(super) owner: u16,
}

/// The active scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    /// The debug function around it.
    pub(super) owner: u16,
}

/// An operation that was generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) id: Id,
    pub(super) row: &'static OperationRow,
    pub(super) operation: Operation,
}
