//! Expressions.
//!
//! Most expressions track their stack: each operation finds its operands there, or operands are pushed for it first, and the end describes
//! something. The others ([`Config::arbitrary_expressions`](super::super::Config)) consist of arbitrary operations.

use super::super::build::Build;
use super::super::shapes::Shape;
use super::draft::{Draft, MOST, append, may_append};
use super::fields::{Given, make};
use super::functions::or_none;
use super::operands::{prepare, prepare_conversion, push_any, push_generic};
use super::operations::{COMPUTE, Group, LOCATIONS, PIECES, any_literals, fitting_literals, make_operation, operation_of};
use super::stack::Stack;
use super::state::Made;
use crate::forms::Form;
use irsmith_debuginfo::interpret::expression::Type;
use irsmith_debuginfo::tables::{DebugOp, Ends, FieldId, OPERATIONS, Op, OperationRow, Status};
use smallvec::SmallVec;

/// How many operations are tried before an unsuitable one is accepted.
const TRIES: usize = 4;

/// Generates an expression.
pub(super) fn expression(build: &mut Build<'_, '_>) {
    let count = build.choices.up_to(build.config.operands.min(MOST as u32));
    let mut draft = Draft { ids: SmallVec::new(), stack: Stack::first() };
    if build.choices.chance(256 - build.config.arbitrary_expressions.min(256)) {
        (0..count).for_each(|_| goal(build, &mut draft));
        if count > 0 {
            end(build, &mut draft);
        }
    } else {
        arbitrary(build, count, &mut draft);
    }
    make(build, DebugOp::Expression, &[(FieldId::Operations, Given::Ids(&draft.ids))]);
}

/// Generates arbitrary operations: most can be evaluated on a stack with one entry, if types are ignored.
fn arbitrary(build: &mut Build<'_, '_>, count: u32, draft: &mut Draft) {
    for at in 0..count {
        let last = at + 1 == count;
        let Some(made) = some_operation(build, &draft.stack, last) else { break };
        draft.stack.execute(made.row, &made.operation);
        draft.ids.push(or_none(build, DebugOp::Expression, FieldId::Operations, made.id));
    }
}

/// Returns an operation for an expression: one of another expression, or a new one.
fn some_operation(build: &mut Build<'_, '_>, stack: &Stack, last: bool) -> Option<Made> {
    if build.choices.chance(64)
        && let Some(&made) = build.choices.pick(&build.scratch.graph.operations)
        && has_enough(stack, made.row, last)
        && build.is_on(Shape::SharedOperation)
    {
        return Some(made);
    }
    operation(build, stack, last)
}

/// Generates a new operation that fits, if one is found soon.
fn operation(build: &mut Build<'_, '_>, stack: &Stack, last: bool) -> Option<Made> {
    if !build.is_on(DebugOp::Operation) {
        return None;
    }
    let mut op = None;
    for _ in 0..TRIES {
        op = operation_row(build);
        if op.is_some_and(|op| has_enough(stack, op.row(), last)) {
            break;
        }
    }
    let op = op?;
    let literals = any_literals(build, op, stack.len());
    Some(make_operation(build, op, &literals))
}

/// Generates an operation that is not in an expression yet.
pub(super) fn lone_operation(build: &mut Build<'_, '_>) {
    operation(build, &Stack::first(), false);
}

/// Draws one of the allowed operations, each equally likely.
fn operation_row(build: &mut Build<'_, '_>) -> Option<Op> {
    let own = OPERATIONS
        .iter()
        .take_while(|row| row.status == Status::Specified || (row.status == Status::OpenCl && build.layout.is_opencl()))
        .count();
    let (own, others) = Op::all().split_at(own);
    let among = if build.choices.chance(build.config.experimental.min(256)) { others } else { own };
    build.form_on(among)
}

/// Appends an operation, and before it the operands that it needs.
fn goal(build: &mut Build<'_, '_>, draft: &mut Draft) {
    if build.choices.chance(32) && share(build, draft) {
        return;
    }
    let Some(op) = operation_of(build, COMPUTE) else { return };
    match op {
        Op::Convert | Op::Reinterpret => prepare_conversion(build, draft),
        Op::Pick => (0..build.choices.below(4)).for_each(|_| push_any(build, draft)),
        _ => {}
    }
    prepare(build, draft, op.row().takes);
    if matches!(op, Op::Bra | Op::Skip) && build.choices.chance(128) {
        return skip(build, draft, op);
    }
    let literals = fitting_literals(build, op, &draft.stack);
    append(build, draft, op, &literals);
}

/// Appends an operation of another expression, if one is found that can be executed.
fn share(build: &mut Build<'_, '_>, draft: &mut Draft) -> bool {
    let Some(&made) = build.choices.pick(&build.scratch.graph.operations) else { return false };
    let may = draft.stack.bears(made.row, &made.operation) && build.is_on(Shape::SharedOperation);
    if may {
        draft.take(made);
    }
    may
}

/// Appends a branch over an operation that does not change the types on the stack, so that it does not matter whether the operation is
/// executed.
fn skip(build: &mut Build<'_, '_>, draft: &mut Draft, op: Op) {
    const OVER: [Op; 4] = [Op::Nop, Op::PlusUconst, Op::Neg, Op::Abs];
    let over = OVER[build.choices.below(4)];
    let takes = op.row().takes;
    let after = draft.stack.len().saturating_sub(takes.count());
    if after > 0 && draft.stack.has(takes) && may_append(build, draft, op) && may_append(build, draft, over) && draft.ids.len() + 1 < MOST {
        let made = make_operation(build, op, &[1]);
        draft.take(made);
        let literals = fitting_literals(build, over, &draft.stack);
        append(build, draft, over, &literals);
    }
}

/// Appends the final description: an address, a value, a register, or some pieces of these.
fn end(build: &mut Build<'_, '_>, draft: &mut Draft) {
    let top = draft.stack.ty(0);
    // A value shows its type; a float is not an address, and neither is nothing.
    if top.is_none_or(|ty| ty == Type::Generic) || !append(build, draft, Op::StackValue, &[]) {
        if top != Some(Type::Generic) && !push_generic(build, draft, false) {
            return;
        }
        if build.choices.chance(96) {
            end_here(build, draft, LOCATIONS);
        }
    }
    if build.choices.chance(48) {
        pieces(build, draft);
    } else if build.layout.is_opencl() && build.choices.chance(48) {
        let literals = any_literals(build, Op::Fragment, 0);
        append(build, draft, Op::Fragment, &literals);
    }
}

/// Appends a piece of the description, and perhaps others.
fn pieces(build: &mut Build<'_, '_>, draft: &mut Draft) {
    let Some(first) = operation_of(build, PIECES) else { return };
    let mut piece = first;
    let more = build.choices.below(3);
    for at in 0..=more {
        let literals = any_literals(build, piece, 0);
        append(build, draft, piece, &literals);
        if at < more {
            if !push_generic(build, draft, false) {
                break;
            }
            if build.choices.chance(128) {
                end_here(build, draft, LOCATIONS);
            }
            piece = operation_of(build, PIECES).unwrap_or(first);
        }
    }
}

fn end_here(build: &mut Build<'_, '_>, draft: &mut Draft, groups: &'static [Group]) {
    let Some(op) = operation_of(build, groups) else { return };
    let literals = any_literals(build, op, 0);
    append(build, draft, op, &literals);
}

/// Returns whether a stack has as many entries as an operation takes, and the operation is allowed there.
fn has_enough(stack: &Stack, row: &OperationRow, last: bool) -> bool {
    row.takes.count() <= stack.len() && (last || row.ends == Ends::Nothing)
}
