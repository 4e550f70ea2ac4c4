//! Expressions.
//!
//! Three of four know what is on their stack: each operation finds there what it takes, or operands are pushed for it first, and the end
//! describes something. The others are operations as they come.

use super::super::build::Build;
use super::super::rows::Family;
use super::super::shapes::Shape;
use super::fields::Given;
use super::operations::{COMPUTE, Group, LOCATIONS, Made, PIECES};
use super::stack::{Stack, Takes, ends, takes};
use irsmith_debuginfo::Id;
use irsmith_debuginfo::interpret::expression::{Operation, Type};
use irsmith_debuginfo::tables::{Layout, OPERATIONS, Status};
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
        self.make(31, &[("operations", Given::Ids(&draft.ids))]);
    }

    /// Operations as they come: most can be evaluated on a stack with one entry, if types are forgotten.
    fn wild(&mut self, count: u32, draft: &mut Draft) {
        for at in 0..count {
            let last = at + 1 == count;
            let Some(made) = self.some_operation(&draft.stack, last) else { break };
            draft.stack.execute(&made.operation);
            draft.ids.push(self.or_none(31, "operations", made.id));
        }
    }

    /// An operation for an expression: one of another expression, or a new one.
    fn some_operation(&mut self, stack: &Stack, last: bool) -> Option<Made> {
        if self.choices.chance(64)
            && let Some(&made) = self.choices.pick(&self.scratch.graph.operations)
            && has_enough(stack, made.operation.code.0, last)
            && self.is_on(Family::Shape, Shape::SharedOperation as usize)
        {
            self.notice(Shape::SharedOperation);
            return Some(made);
        }
        self.operation(stack, last)
    }

    /// A new operation that fits, if one is found soon.
    fn operation(&mut self, stack: &Stack, last: bool) -> Option<Made> {
        if !self.is_on(Family::Debug, 30) {
            return None;
        }
        let mut code = None;
        for _ in 0..TRIES {
            code = self.operation_row();
            if code.is_some_and(|code| has_enough(stack, code, last)) {
                break;
            }
        }
        let code = code?;
        let literals = self.any_literals(code, stack.len());
        Some(self.make_operation(code, &literals))
    }

    /// An operation that is in no expression yet.
    pub(super) fn lone_operation(&mut self) {
        self.operation(&Stack::first(), false);
    }

    /// The number of an operation that may be made, each as likely.
    fn operation_row(&mut self) -> Option<u32> {
        let own = OPERATIONS
            .iter()
            .take_while(|row| row.status == Status::Specified || (row.status == Status::OpenCl && self.layout == Layout::OpenCl))
            .count();
        let (first, length) = if self.choices.chance(self.config.experimental.min(256)) { (own, OPERATIONS.len() - own) } else { (0, own) };
        let base = Family::Operation.ids().start + first as u16;
        let id = self.config.rows.draw_on(base, length, &mut self.choices)?;
        Some(OPERATIONS[usize::from(id - base) + first].code)
    }

    /// Appends an operation, and before it what it needs.
    fn goal(&mut self, draft: &mut Draft) {
        if self.choices.chance(32) && self.share(draft) {
            return;
        }
        let Some(code) = self.operation_of(COMPUTE) else { return };
        match code {
            10 | 164 => self.prepare_conversion(draft),
            24 => (0..self.choices.below(4)).for_each(|_| self.push_any(draft)),
            _ => {}
        }
        self.prepare(draft, takes(code));
        if matches!(code, 38 | 45) && self.choices.chance(128) {
            return self.skip(draft, code);
        }
        let literals = self.fitting_literals(code, &draft.stack);
        self.append(draft, code, &literals);
    }

    /// Appends an operation of another expression, if one is found that can be executed.
    fn share(&mut self, draft: &mut Draft) -> bool {
        let Some(&made) = self.choices.pick(&self.scratch.graph.operations) else { return false };
        let may = draft.stack.bears(&made.operation) && self.is_on(Family::Shape, Shape::SharedOperation as usize);
        if may {
            self.notice(Shape::SharedOperation);
            draft.take(made);
        }
        may
    }

    /// Appends an operation, if it may be made and can be executed.
    pub(super) fn append(&mut self, draft: &mut Draft, code: u32, literals: &[u32]) -> bool {
        let operation = Operation::new(code, literals);
        let may = self.may_append(draft, code) && (ends(code) || draft.stack.bears(&operation));
        if may {
            let made = self.make_operation(code, literals);
            draft.take(made);
        }
        may
    }

    pub(super) fn may_append(&self, draft: &Draft, code: u32) -> bool {
        self.is_on(Family::Debug, 30) && self.has_operation(code, false) && draft.ids.len() < MOST
    }

    /// A branch over an operation that leaves the types on the stack as they are, so that it does not matter whether it is executed.
    fn skip(&mut self, draft: &mut Draft, code: u32) {
        const OVER: [u32; 4] = [148, 3, 31, 26];
        let over = OVER[self.choices.below(4)];
        let after = draft.stack.len().saturating_sub(usize::from(code == 38));
        if after > 0
            && draft.stack.has(takes(code))
            && self.may_append(draft, code)
            && self.may_append(draft, over)
            && draft.ids.len() + 1 < MOST
        {
            let made = self.make_operation(code, &[1]);
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
            self.append(draft, 7, &[]);
        } else if self.choices.chance(96) {
            self.end_here(draft, LOCATIONS);
        }
        if self.choices.chance(48) {
            self.pieces(draft);
        } else if self.layout == Layout::OpenCl && self.choices.chance(48) {
            let literals = self.any_literals(9, 0);
            self.append(draft, 9, &literals);
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
        let Some(code) = self.operation_of(groups) else { return };
        let literals = self.any_literals(code, 0);
        self.append(draft, code, &literals);
    }
}

impl Draft {
    fn take(&mut self, made: Made) {
        self.stack.execute(&made.operation);
        self.ids.push(made.id);
    }
}

/// Whether a stack has as many entries as an operation takes, and the operation may stand there.
fn has_enough(stack: &Stack, code: u32, last: bool) -> bool {
    let count = match takes(code) {
        Takes::Entries(_) if matches!(code, 4 | 9 | 145) => 1,
        Takes::Entries(count) | Takes::Integers(count) => count,
        _ => 2,
    };
    count <= stack.len() && (last || !ends(code))
}
