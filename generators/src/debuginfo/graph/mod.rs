//! The graph of debug instructions, and those in bodies.

mod bodies;
mod composites;
mod expressions;
mod fields;
pub(super) mod forms;
mod functions;
mod literals;
mod operands;
mod operations;
mod pools;
mod stack;
mod steps;

use super::build::Build;
use super::shapes::Shape;
use irsmith_debuginfo::Id;
use irsmith_debuginfo::tables::DebugOp;
use pools::Pools;

/// The debug graph in the making.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// The OpExtInstImport of the debug set.
    pub(super) set: Id,
    /// The DebugInfoNone, once there is one.
    none: Option<Id>,
    pools: Pools,
    /// OpStrings with names, to be used again.
    names: Vec<Id>,
    /// For each draw of a byte, the step that it chooses.
    steps: Vec<u8>,
    functions: Vec<functions::DebugFunction>,
    inlined: Vec<functions::Inlined>,
    locals: Vec<functions::Local>,
    operations: Vec<operations::Made>,
    /// The scope that holds at this place of a body.
    active: Option<bodies::Active>,
    /// The host function whose body is made.
    host: usize,
    words: Vec<u32>,
    text: String,
}

impl Graph {
    pub(super) fn clear(&mut self) {
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

impl Build<'_, '_> {
    /// Makes the graph: units and a type, then steps, in the middle of which the host's functions are described.
    pub(super) fn graph(&mut self) {
        self.fill_steps();
        let units = 1 + usize::from(self.wants(Shape::SeveralUnits, 24));
        for _ in 0..units {
            self.make(DebugOp::CompilationUnit, &[]);
        }
        self.make(DebugOp::TypeBasic, &[]);
        let count = self.choices.up_to(self.config.graph);
        let middle = count / 2;
        for at in 0..count {
            if at == middle {
                self.describe_functions();
            }
            self.step();
        }
        if count == 0 {
            self.describe_functions();
        }
    }
}
