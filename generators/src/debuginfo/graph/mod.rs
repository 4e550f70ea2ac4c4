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
pub(super) mod state;
mod steps;

use super::build::Build;
use super::shapes::Shape;
use irsmith_debuginfo::tables::DebugOp;

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
