//! The graph of debug instructions, and those in bodies.

pub(super) mod bodies;
pub(super) mod composites;
pub(super) mod draft;
pub(super) mod expressions;
pub(super) mod fields;
pub(super) mod forms;
pub(super) mod functions;
pub(super) mod literals;
pub(super) mod operands;
pub(super) mod operations;
pub(super) mod pools;
pub(super) mod scopes;
pub(super) mod stack;
pub(super) mod state;
pub(super) mod steps;

use super::build::Build;
use super::shapes::Shape;
use fields::make;
use functions::describe_functions;
use irsmith_debuginfo::tables::DebugOp;
use steps::{fill_steps, step};

/// Makes the graph: units and a type, then steps, in the middle of which the host's functions are described.
pub(super) fn graph(build: &mut Build<'_, '_>) {
    fill_steps(build);
    let units = 1 + usize::from(build.wants(Shape::SeveralUnits, 24));
    for _ in 0..units {
        make(build, DebugOp::CompilationUnit, &[]);
    }
    make(build, DebugOp::TypeBasic, &[]);
    let count = build.choices.up_to(build.config.graph);
    let middle = count / 2;
    for at in 0..count {
        if at == middle {
            describe_functions(build);
        }
        step(build);
    }
    if count == 0 {
        describe_functions(build);
    }
}
