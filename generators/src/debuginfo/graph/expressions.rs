//! Expressions.
//!
//! Three of four know what is on their stack: each operation finds there what it takes, or operands are pushed for it first, and the end
//! describes something. The others are operations as they come.

use super::super::build::Build;
use super::super::shapes::Shape;
use super::fields::Given;
use super::operations::{COMPUTE, Group, LOCATIONS, PIECES};
use super::stack::Stack;
use super::state::Made;
use crate::forms::Form;
use irsmith_debuginfo::Id;
use irsmith_debuginfo::interpret::expression::{Operation, Type};
use irsmith_debuginfo::tables::{DebugOp, Ends, FieldId, Layout, OPERATIONS, Op, OperationRow, Status};
use smallvec::SmallVec;

/// How many operations are tried before one is taken that does not fit.
const TRIES: usize = 4;

/// Most operations of an expression: all must fit in an instruction.
const MOST: usize = 1_000;

/// An expression in the making.
pub(super) struct Draft {
    ids: SmallVec<[Id; 16]>,
    pub(super) stack: Stack,
}

impl Build<'_, '_> {
    /// An expression.
    pub(super) fn expression(&mut self) {
        let count = self.choices.up_to(self.config.operands.min(MOST as u32));
        let mut draft = Draft { ids: SmallVec::new(), stack: Stack::first() };
        if self.choices.chance(192) {
            (0..count).for_each(|_| self.goal(&mut draft));
            if count > 0 {
                self.end(&mut draft);
            }
        } else {
            self.wild(count, &mut draft);
        }
        self.make(DebugOp::Expression, &[(FieldId::Operations, Given::Ids(&draft.ids))]);
    }

    /// Operations as they come: most can be evaluated on a stack with one entry, if types are forgotten.
    fn wild(&mut self, count: u32, draft: &mut Draft) {
        for at in 0..count {
            let last = at + 1 == count;
            let Some(made) = self.some_operation(&draft.stack, last) else { break };
            draft.stack.execute(made.row, &made.operation);
            draft.ids.push(self.or_none(DebugOp::Expression, FieldId::Operations, made.id));
        }
    }

    /// An operation for an expression: one of another expression, or a new one.
    fn some_operation(&mut self, stack: &Stack, last: bool) -> Option<Made> {
        if self.choices.chance(64)
            && let Some(&made) = self.choices.pick(&self.scratch.graph.operations)
            && has_enough(stack, made.row, last)
            && self.is_on(Shape::SharedOperation)
        {
            return Some(made);
        }
        self.operation(stack, last)
    }

    /// A new operation that fits, if one is found soon.
    fn operation(&mut self, stack: &Stack, last: bool) -> Option<Made> {
        if !self.is_on(DebugOp::Operation) {
            return None;
        }
        let mut op = None;
        for _ in 0..TRIES {
            op = self.operation_row();
            if op.is_some_and(|op| has_enough(stack, op.row(), last)) {
                break;
            }
        }
        let op = op?;
        let literals = self.any_literals(op, stack.len());
        Some(self.make_operation(op, &literals))
    }

    /// An operation that is in no expression yet.
    pub(super) fn lone_operation(&mut self) {
        self.operation(&Stack::first(), false);
    }

    /// An operation that may be made, each as likely.
    fn operation_row(&mut self) -> Option<Op> {
        let own = OPERATIONS
            .iter()
            .take_while(|row| row.status == Status::Specified || (row.status == Status::OpenCl && self.layout == Layout::OpenCl))
            .count();
        let (own, others) = Op::all().split_at(own);
        let among = if self.choices.chance(self.config.experimental.min(256)) { others } else { own };
        self.form_on(among)
    }

    /// Appends an operation, and before it what it needs.
    fn goal(&mut self, draft: &mut Draft) {
        if self.choices.chance(32) && self.share(draft) {
            return;
        }
        let Some(op) = self.operation_of(COMPUTE) else { return };
        match op {
            Op::Convert | Op::Reinterpret => self.prepare_conversion(draft),
            Op::Pick => (0..self.choices.below(4)).for_each(|_| self.push_any(draft)),
            _ => {}
        }
        self.prepare(draft, op.row().takes);
        if matches!(op, Op::Bra | Op::Skip) && self.choices.chance(128) {
            return self.skip(draft, op);
        }
        let literals = self.fitting_literals(op, &draft.stack);
        self.append(draft, op, &literals);
    }

    /// Appends an operation of another expression, if one is found that can be executed.
    fn share(&mut self, draft: &mut Draft) -> bool {
        let Some(&made) = self.choices.pick(&self.scratch.graph.operations) else { return false };
        let may = draft.stack.bears(made.row, &made.operation) && self.is_on(Shape::SharedOperation);
        if may {
            draft.take(made);
        }
        may
    }

    /// Appends an operation, if it may be made and can be executed.
    pub(super) fn append(&mut self, draft: &mut Draft, op: Op, literals: &[u32]) -> bool {
        let (row, operation) = (op.row(), Operation::new(op, literals));
        let may = self.may_append(draft, op) && (row.ends != Ends::Nothing || draft.stack.bears(row, &operation));
        if may {
            let made = self.make_operation(op, literals);
            draft.take(made);
        }
        may
    }

    pub(super) fn may_append(&self, draft: &Draft, op: Op) -> bool {
        self.is_on(DebugOp::Operation) && self.has_operation(op) && draft.ids.len() < MOST
    }

    /// A branch over an operation that leaves the types on the stack as they are, so that it does not matter whether it is executed.
    fn skip(&mut self, draft: &mut Draft, op: Op) {
        const OVER: [Op; 4] = [Op::Nop, Op::PlusUconst, Op::Neg, Op::Abs];
        let over = OVER[self.choices.below(4)];
        let takes = op.row().takes;
        let after = draft.stack.len().saturating_sub(takes.count());
        if after > 0 && draft.stack.has(takes) && self.may_append(draft, op) && self.may_append(draft, over) && draft.ids.len() + 1 < MOST {
            let made = self.make_operation(op, &[1]);
            draft.take(made);
            let literals = self.fitting_literals(over, &draft.stack);
            self.append(draft, over, &literals);
        }
    }

    /// What the expression says in the end: an address, a value, a register, or some pieces of these.
    fn end(&mut self, draft: &mut Draft) {
        let top = draft.stack.ty(0);
        if top != Some(Type::Generic) && top.is_some() {
            // A value shows its type; a float is no address.
            self.append(draft, Op::StackValue, &[]);
        } else if self.choices.chance(96) {
            self.end_here(draft, LOCATIONS);
        }
        if self.choices.chance(48) {
            self.pieces(draft);
        } else if self.layout == Layout::OpenCl && self.choices.chance(48) {
            let literals = self.any_literals(Op::Fragment, 0);
            self.append(draft, Op::Fragment, &literals);
        }
    }

    /// A piece of what the expression says, and perhaps others.
    fn pieces(&mut self, draft: &mut Draft) {
        let Some(first) = self.operation_of(PIECES) else { return };
        let mut piece = first;
        let more = self.choices.below(3);
        for at in 0..=more {
            let literals = self.any_literals(piece, 0);
            self.append(draft, piece, &literals);
            if at < more {
                self.push_generic(draft, false);
                if self.choices.chance(128) {
                    self.end_here(draft, LOCATIONS);
                }
                piece = self.operation_of(PIECES).unwrap_or(first);
            }
        }
    }

    fn end_here(&mut self, draft: &mut Draft, groups: &'static [Group]) {
        let Some(op) = self.operation_of(groups) else { return };
        let literals = self.any_literals(op, 0);
        self.append(draft, op, &literals);
    }
}

impl Draft {
    fn take(&mut self, made: Made) {
        self.stack.execute(made.row, &made.operation);
        self.ids.push(made.id);
    }
}

/// Whether a stack has as many entries as an operation takes, and the operation may stand there.
fn has_enough(stack: &Stack, row: &OperationRow, last: bool) -> bool {
    row.takes.count() <= stack.len() && (last || row.ends == Ends::Nothing)
}
