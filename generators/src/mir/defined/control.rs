//! Constructs: straight lines, branches that meet again, loops that count, calls.

use super::convention::Signature;
use super::maker::{Maker, Value, made, target_block, used};
use irsmith_mir::{IntegerPredicate, OperandKind, Type};

/// The deepest nesting.
const DEPTH: u32 = 2;
/// Rows of a straight line, at most.
const ROWS: u32 = 6;
/// How many of 256 rows are idioms.
const IDIOMS: u16 = 72;
/// Rounds of a loop, at most.
const ROUNDS: u32 = 5;

impl Maker<'_, '_, '_> {
    /// Makes the function; `others` are those that it may call, in the order of their names.
    pub(super) fn function(&mut self, others: &[Signature]) -> Signature {
        let signature = Signature::drawn(self.choices);
        self.take_parameters(&signature);
        for _ in 0..self.choices.up_to(2) {
            self.object();
        }
        for _ in 0..self.constructs {
            self.construct(DEPTH, others);
        }
        let result = self.value(signature.result);
        for value in self.unused() {
            self.publish(value);
        }
        self.leave(result);
        signature
    }

    fn construct(&mut self, depth: u32, others: &[Signature]) {
        match self.choices.below(8) {
            0 | 1 if depth > 0 => self.branch(depth - 1, others),
            2 if depth > 0 => self.repeat(depth - 1, others),
            // Not in loops of loops, so that executions stay short.
            3 if !others.is_empty() && depth == DEPTH => {
                let callee = self.choices.below(others.len());
                self.call(callee, &others[callee]);
            }
            _ => self.line(),
        }
    }

    fn line(&mut self) {
        for _ in 0..=self.choices.up_to(ROWS - 1) {
            if self.choices.chance(IDIOMS) {
                self.idiom();
            } else {
                self.row();
            }
        }
    }

    /// A branch, of which both ways meet again.
    fn branch(&mut self, depth: u32, others: &[Signature]) {
        let condition = self.value(Type::scalar(1));
        let (before, since) = (self.block(), self.kept());
        let merged = self.scalar_of(8);
        let mut ways = Vec::new();
        for _ in 0..2 {
            let first = self.begin();
            self.succeed(before, first);
            self.construct(depth, others);
            let value = self.value(merged);
            ways.push((first, self.block(), value));
            self.forget(since);
        }
        let [then, otherwise] = [ways[0], ways[1]];
        self.insert(before, true, made(&[], "G_BRCOND", [used(condition), target_block(then.0)]));
        self.insert(before, true, made(&[], "G_BR", [target_block(otherwise.0)]));
        let after = self.begin();
        for (_, last, _) in [then, otherwise] {
            self.succeed(last, after);
            self.insert(last, true, made(&[], "G_BR", [target_block(after)]));
        }
        let result = self.fresh(merged);
        self.define(&[result], "G_PHI", [used(then.2), target_block(then.1), used(otherwise.2), target_block(otherwise.1)]);
        self.keep(result);
    }

    /// A loop that counts up, with a value that goes from round to round.
    fn repeat(&mut self, depth: u32, others: &[Signature]) {
        let carried_type = self.scalar_of(8);
        let initial = self.value(carried_type);
        let counter = Type::scalar(32);
        let zero = self.constant(counter, 0);
        let rounds = i128::from(1 + self.choices.up_to(ROUNDS - 1));
        let (before, since) = (self.block(), self.kept());
        let head = self.begin();
        self.succeed(before, head);
        self.insert(before, true, made(&[], "G_BR", [target_block(head)]));
        let (count, carried) = (self.fresh(counter), self.fresh(carried_type));
        self.keep(count);
        self.keep(carried);
        self.construct(depth, others);
        let next = self.value(carried_type);
        let (one, limit) = (self.constant(counter, 1), self.constant(counter, rounds));
        let more = self.of(counter, "G_ADD", &[count, one]);
        let predicate = OperandKind::IntegerPredicate(IntegerPredicate::UnsignedLess);
        let again = self.op(Type::scalar(1), "G_ICMP", [predicate, used(more), used(limit)]);
        let last = self.block();
        let phi = |result: Value, first: Value, next: Value| {
            made(&[result], "G_PHI", [used(first), target_block(before), used(next), target_block(last)])
        };
        self.insert(head, false, phi(carried, initial, next));
        self.insert(head, false, phi(count, zero, more));
        let after = self.begin();
        self.succeed(last, head);
        self.succeed(last, after);
        self.insert(last, true, made(&[], "G_BRCOND", [used(again), target_block(head)]));
        self.insert(last, true, made(&[], "G_BR", [target_block(after)]));
        // Only what the last block computed is certain to be there: everything else is left in the loop.
        self.forget(since);
        self.keep(next);
    }
}
