//! An expression that is being generated.

use super::super::build::Build;
use super::operations::{has_operation, make_operation};
use super::stack::Stack;
use super::state::Made;
use irsmith_debuginfo::Id;
use irsmith_debuginfo::interpret::expression::Operation;
use irsmith_debuginfo::tables::{DebugOp, Ends, Op};
use smallvec::SmallVec;

/// Most operations of an expression: all must fit in an instruction.
pub(super) const MOST: usize = 1_000;

/// An expression that is being generated.
pub(super) struct Draft {
    pub(super) ids: SmallVec<[Id; 16]>,
    pub(super) stack: Stack,
}

impl Draft {
    /// Appends a generated operation.
    pub(super) fn take(&mut self, made: Made) {
        self.stack.execute(made.row, &made.operation);
        self.ids.push(made.id);
    }
}

/// Appends an operation, if it is allowed and can be executed.
pub(super) fn append(build: &mut Build<'_, '_>, draft: &mut Draft, op: Op, literals: &[u32]) -> bool {
    let (row, operation) = (op.row(), Operation::new(op, literals));
    let suits = if row.ends == Ends::Nothing { draft.stack.bears(row, &operation) } else { draft.stack.has(row.takes) };
    let may = suits && may_append(build, draft, op);
    if may {
        let made = make_operation(build, op, literals);
        draft.take(made);
    }
    may
}

pub(super) fn may_append(build: &Build<'_, '_>, draft: &Draft, op: Op) -> bool {
    build.is_on(DebugOp::Operation) && has_operation(build, op) && draft.ids.len() < MOST
}
