//! Expressions and their operations.

use super::super::build::Build;
use super::super::rows::Family;
use super::super::shapes::Shape;
use super::fields::Given;
use irsmith_debuginfo::tables::{INSTRUCTIONS, Layout, OPERATIONS, Status};
use irsmith_debuginfo::{Id, Info, Literals};
use smallvec::SmallVec;

/// An operation that was made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operation {
    id: Id,
    effect: Effect,
}

/// What an operation does to the stack.
#[derive(Clone, Copy, Debug)]
struct Effect {
    pops: u8,
    pushes: u8,
    /// Whether nothing but a piece can follow.
    ends: bool,
}

/// What the operation with this number does to the stack (DWARF 5, 2.5 and 2.6).
const fn effect(code: u32) -> Effect {
    let (pops, pushes, ends) = match code {
        0 | 3 | 10 | 26 | 31 | 32 | 146 | 153 | 162 | 164 => (1, 1, false),
        1 | 2 | 6 | 27..=30 | 33..=37 | 39..=44 | 147 | 163 => (2, 1, false),
        4 | 7 | 9 | 145 => (1, 0, true),
        78..=109 | 142 | 156 => (0, 0, true),
        5 => (2, 2, false),
        21 | 24 => (1, 2, false),
        22 | 38 => (1, 0, false),
        23 => (2, 3, false),
        25 => (3, 3, false),
        45 | 148 | 150..=152 => (0, 0, false),
        _ => (0, 1, false),
    };
    Effect { pops, pushes, ends }
}

impl Effect {
    /// Whether the operation can be executed on a stack of this depth, here.
    const fn fits(self, depth: u32, last: bool) -> bool {
        self.pops as u32 <= depth && (last || !self.ends)
    }
}

/// How many operations are tried before one is taken that does not fit.
const TRIES: usize = 4;

impl Build<'_, '_> {
    /// An expression. Most can be evaluated on a stack with one entry.
    pub(super) fn expression(&mut self) {
        let count = self.choices.up_to(self.config.operands.min(1_000));
        let mut ids: SmallVec<[Id; 8]> = SmallVec::new();
        let mut depth = 1;
        for at in 0..count {
            let last = at + 1 == count;
            let Some(operation) = self.some_operation(depth, last) else { break };
            depth = depth.saturating_sub(u32::from(operation.effect.pops)) + u32::from(operation.effect.pushes);
            ids.push(self.or_none(31, "operations", operation.id));
        }
        self.make(31, &[("operations", Given::Ids(&ids))]);
    }

    /// An operation for an expression: one of another expression, or a new one.
    fn some_operation(&mut self, depth: u32, last: bool) -> Option<Operation> {
        if self.choices.chance(64)
            && let Some(&operation) = self.choices.pick(&self.scratch.graph.operations)
            && operation.effect.fits(depth, last)
            && self.is_on(Family::Shape, Shape::SharedOperation as usize)
        {
            self.notice(Shape::SharedOperation);
            return Some(operation);
        }
        self.operation(depth, last)
    }

    /// A new operation that fits, if one is found soon.
    pub(super) fn operation(&mut self, depth: u32, last: bool) -> Option<Operation> {
        if !self.is_on(Family::Debug, 30) {
            return None;
        }
        let mut place = None;
        for _ in 0..TRIES {
            place = self.operation_row();
            if place.is_some_and(|place| effect(OPERATIONS[place].code).fits(depth, last)) {
                break;
            }
        }
        let place = place?;
        let row = &OPERATIONS[place];
        let operands: Literals = (0..row.operands.len()).map(|at| self.operation_literal(row.code, at, depth)).collect();
        self.note_count(30, &INSTRUCTIONS[30].fields[1], operands.len());
        let id = self.id();
        self.put(id, Info::Operation { operation: row.code.into(), operands });
        self.note(Family::Operation, place);
        self.scratch.graph.pools.add(30, id);
        let operation = Operation { id, effect: effect(row.code) };
        self.scratch.graph.operations.push(operation);
        Some(operation)
    }

    /// The place of an operation that may be made.
    fn operation_row(&mut self) -> Option<usize> {
        let own = OPERATIONS
            .iter()
            .take_while(|row| row.status == Status::Specified || (row.status == Status::OpenCl && self.layout == Layout::OpenCl))
            .count();
        let (first, length) = if self.choices.chance(self.config.experimental.min(256)) { (own, OPERATIONS.len() - own) } else { (0, own) };
        let base = Family::Operation.ids().start + first as u16;
        let start = self.choices.below(length) as u16;
        let id = self.config.rows.next_from(base, length as u16, start)?;
        Some(usize::from(id - base) + first)
    }

    /// A literal operand: mostly one that lets the operation succeed.
    fn operation_literal(&mut self, code: u32, at: usize, depth: u32) -> u32 {
        const WIDTHS: [u32; 4] = [32, 8, 16, 64];
        // DWARF's codes of encodings: boolean, float, signed, unsigned.
        const ENCODINGS: [u32; 4] = [7, 5, 4, 2];
        if self.choices.chance(48) {
            let literal = self.literal();
            // The index of Pick takes one byte, and so do sizes.
            return match code {
                24 => literal & 0xff,
                146 | 147 => literal.clamp(1, 8),
                _ => literal,
            };
        }
        match (code, at) {
            (10, 0) => WIDTHS[self.choices.below(4)],
            (10, _) => ENCODINGS[self.choices.below(4)],
            (24, _) => self.choices.below(depth as usize) as u32,
            (146 | 147 | 162 | 163, 0) => [4, 1, 2, 8][self.choices.below(4)],
            (38 | 45, _) => self.choices.below(4) as u32,
            (4 | 9 | 145, _) => 8 * self.choices.below(9) as u32,
            _ => self.literal(),
        }
    }
}
