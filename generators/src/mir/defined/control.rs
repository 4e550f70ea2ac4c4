//! Constructs: straight lines, branches that meet again, loops that count, calls, traps.

use super::convention::Signature;
use super::maker::{Maker, Value, lane_bits, made, target_block, used};
use irsmith_mir::{IntegerPredicate, IrValue, OperandKind, Type};

/// The deepest nesting.
const DEPTH: u32 = 2;
/// Rows of a straight line, at most.
const ROWS: u32 = 6;
/// How many of 256 rows are idioms.
const IDIOMS: u16 = 72;
/// How many of 256 branches end the program on one way, of every second branch, which may.
const TRAPS: u16 = 120;
/// Rounds of a loop, at most.
const ROUNDS: u32 = 5;

/// A way from a branch to where the ways meet.
struct Way {
    first: u32,
    last: u32,
    /// What is computed on it.
    value: Value,
}

impl Maker<'_, '_, '_> {
    /// Makes the function; `others` are those that it may call, in the order of their names.
    pub(super) fn function(&mut self, others: &[Signature]) -> Signature {
        let signature = Signature::drawn(self.choices, self.is_plain);
        self.take_parameters(&signature);
        for _ in 0..self.choices.up_to(2) {
            self.object();
        }
        for _ in 0..self.constructs {
            self.construct(DEPTH, others);
        }
        let results: Vec<Value> = signature.results.iter().map(|ty| self.value(*ty)).collect();
        for value in self.unused() {
            self.publish(value);
        }
        self.leave(&results);
        signature
    }

    fn construct(&mut self, depth: u32, others: &[Signature]) {
        match self.choices.below(8) {
            0 if depth > 0 && self.has("G_BRJT") && self.choices.chance(96) => self.switch(depth - 1, others),
            0 if depth > 0 && self.has("G_BRINDIRECT") && self.choices.chance(64) => self.jump(depth - 1, others),
            1 if depth > 0 && self.has("G_TRAP") && self.choices.chance(TRAPS) => self.trap(),
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
        let before = self.block();
        let ways = self.ways(2, depth, others);
        self.insert(before, true, made(&[], "G_BRCOND", [used(condition), target_block(ways[0].first)]));
        self.insert(before, true, made(&[], "G_BR", [target_block(ways[1].first)]));
        self.meet(&ways);
    }

    /// A branch that ends the program where a value is a drawn number, mostly one that arguments often are.
    fn trap(&mut self) {
        let ty = self.scalar_of(16);
        let (value, number) = (self.value(ty), self.number(lane_bits(ty)));
        let limit = self.constant(ty, number);
        let predicate = OperandKind::IntegerPredicate(IntegerPredicate::Equal);
        let condition = self.op(Type::scalar(1), "G_ICMP", [predicate, used(value), used(limit)]);
        let before = self.block();
        let end = self.begin();
        if self.has("G_UBSANTRAP") && self.choices.chance(128) {
            let kind = i64::from(self.choices.byte() / 2);
            self.define(&[], "G_UBSANTRAP", [OperandKind::Immediate(kind)]);
        } else {
            self.define(&[], "G_TRAP", []);
        }
        let after = self.begin();
        for next in [end, after] {
            self.succeed(before, next);
        }
        self.insert(before, true, made(&[], "G_BRCOND", [used(condition), target_block(end)]));
        self.insert(before, true, made(&[], "G_BR", [target_block(after)]));
    }

    /// A jump by a table with two to eight entries to one of two or four ways.
    fn switch(&mut self, depth: u32, others: &[Signature]) {
        let (word, count) = (Type::scalar(64), [2, 4, 8][self.choices.below(3)]);
        let index = self.value(word);
        let mask = self.constant(word, count - 1);
        let index = self.of(word, "G_AND", &[index, mask]);
        let id = self.tables.len() as u32;
        self.tables.push(Vec::new());
        let table = self.op(Type::pointer(0), "G_JUMP_TABLE", [OperandKind::JumpTable(id)]);
        let before = self.block();
        let ways = if count == 2 || self.choices.chance(128) { 2 } else { 4 };
        let ways = self.ways(ways, depth, others);
        let mut blocks: Vec<u32> = ways.iter().map(|way| way.first).collect();
        while blocks.len() < count as usize {
            // Neighbours may be equal.
            let place = self.choices.below(blocks.len());
            blocks.insert(place, blocks[place]);
        }
        self.tables[id as usize] = blocks;
        self.insert(before, true, made(&[], "G_BRJT", [used(table), OperandKind::JumpTable(id), used(index)]));
        self.meet(&ways);
    }

    /// A jump to the address of one of two ways.
    fn jump(&mut self, depth: u32, others: &[Signature]) {
        let pointer = Type::pointer(0);
        let condition = self.value(Type::scalar(1));
        let before = self.block();
        let ways = self.ways(2, depth, others);
        let mut addresses = Vec::new();
        for way in &ways {
            let (function, block) = (IrValue::Named(self.name.as_str().into()), self.take_address(way.first));
            let address = OperandKind::BlockAddress { function: function.into(), block: block.into(), offset: 0 };
            let result = self.fresh(pointer);
            self.insert(before, true, made(&[result], "G_BLOCK_ADDR", [address]));
            addresses.push(result);
        }
        let chosen = self.fresh(pointer);
        let [then, otherwise] = [addresses[0], addresses[1]];
        self.insert(before, true, made(&[chosen], "G_SELECT", [used(condition), used(then), used(otherwise)]));
        self.insert(before, true, made(&[], "G_BRINDIRECT", [used(chosen)]));
        self.meet(&ways);
    }

    /// Makes ways that begin behind the current block, each with a value of the same type.
    fn ways(&mut self, count: usize, depth: u32, others: &[Signature]) -> Vec<Way> {
        let (before, since) = (self.block(), self.kept());
        let ty = self.scalar_of(8);
        let way = |_| {
            let first = self.begin();
            self.succeed(before, first);
            self.construct(depth, others);
            let value = self.value(ty);
            self.forget(since);
            Way { first, last: self.block(), value }
        };
        (0..count).map(way).collect()
    }

    /// Lets ways meet in a new block, and keeps the value of the one that was taken.
    fn meet(&mut self, ways: &[Way]) {
        let after = self.begin();
        for way in ways {
            self.succeed(way.last, after);
            self.insert(way.last, true, made(&[], "G_BR", [target_block(after)]));
        }
        let Some(ty) = ways.first().map(|way| way.value.ty) else { return };
        let result = self.fresh(ty);
        self.define(&[result], "G_PHI", ways.iter().flat_map(|way| [used(way.value), target_block(way.last)]));
        self.keep(result);
    }

    /// A loop that counts up, with a value that goes from round to round.
    fn repeat(&mut self, depth: u32, others: &[Signature]) {
        let carried_type = self.scalar_of(8);
        let initial = self.value(carried_type);
        let firsts: Vec<Value> = if self.choices.chance(64) { (0..3).map(|_| self.value(carried_type)).collect() } else { Vec::new() };
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
        // Three values that change places in each round.
        let circle: Vec<Value> = firsts.iter().map(|_| self.fresh(carried_type)).collect();
        circle.iter().for_each(|value| self.keep(*value));
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
        for (place, value) in circle.iter().enumerate() {
            self.insert(head, false, phi(*value, firsts[place], circle[(place + 1) % circle.len()]));
        }
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
