//! Loops that count.
//!
//! A loop's header has the counter, the checksum, and phis of any kinds. Two or three of one kind form a ring: over the back edge each
//! takes another's value, so that who reads phis one after the other instead of all at once gets other results.

use super::super::kinds::{Kind, extend};
use super::Program;
use super::edges::{self, low};
use super::guards::Spoil;
use super::rounds::{Carried, Count, Edge, Loop, Role};
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{BlockId, Incoming, Instruction, Value};
use smallvec::SmallVec;

impl Program<'_, '_> {
    /// A loop of some rounds, as many as what is left of the function's cost allows.
    pub(super) fn counted_loop(&mut self, budget: u32) -> bool {
        let round = self.frame.times * u64::from(budget / 2 + 16);
        let affordable = self.limit().saturating_sub(self.frame.cost) / round;
        let most = affordable.min(u64::from(self.knobs.rounds));
        if most < 2 {
            return false;
        }
        let rounds = 2 + self.build.choices.below(most as usize - 1) as u64;
        let kind = Kind::NUMBERS[self.build.choices.below(Kind::NUMBERS.len())];
        let (count, start, rounds) = self.count(kind, rounds);
        let before = self.frame.times;
        self.frame.times *= rounds;
        self.loop_of(budget, kind, count, start);
        self.frame.times = before;
        true
    }

    /// How to count, the value to start with, and the number of rounds at most.
    fn count(&mut self, kind: Kind, rounds: u64) -> (Count, Value, u64) {
        let bits = kind.ty().scalar_bits();
        match self.build.choices.below(8) {
            0 => {
                // A number of rounds that nobody knows beforehand.
                let mask = (rounds + 1).next_power_of_two() / 2 - 1;
                let (value, mask_value) = (self.operand(kind), self.literal(kind, mask));
                let start = self.binary_of(kind, BinaryOp::And, value, mask_value);
                (Count::Down, start, mask.max(1))
            }
            1 => {
                let start = self.build.choices.byte();
                let start = u64::from(start) & low(rounds.min(8) as u32) | 1;
                (Count::Shift, self.literal(kind, start), rounds)
            }
            draw => {
                let start = edges::any(kind, &mut self.noise()) as u64;
                let step = if draw < 5 { [1, u64::MAX][draw & 1] } else { extend(u64::from(self.build.choices.byte()), 8) as u64 };
                let step = if step == 0 { 1 } else { step };
                let end = start.wrapping_add(step.wrapping_mul(rounds)) & low(bits);
                let start = self.material(kind, start.into());
                (Count::Until { step, end }, start, rounds)
            }
        }
    }

    fn loop_of(&mut self, budget: u32, kind: Kind, count: Count, start: Value) {
        let (header, exit) = (self.frame.block(), self.frame.block());
        let ring = 2 + self.build.choices.below(2);
        let ring_kind = self.phi_kind();
        let mut initial: SmallVec<[(Kind, Value, Role); 6]> = SmallVec::new();
        initial.push((kind, start, Role::Counter));
        initial.push((Kind::I64, self.sum(), Role::Sum));
        if self.build.choices.chance(192) {
            for place in 0..ring {
                // One of them is new, so that not all are equal.
                let value = if place == 0 { self.fresh(ring_kind) } else { self.operand(ring_kind) };
                initial.push((ring_kind, value, Role::Ring(2 + (place + 1) % ring)));
            }
        }
        for _ in 0..self.build.choices.below(3) {
            let kind = self.phi_kind();
            let value = self.operand(kind);
            initial.push((kind, value, Role::Free));
        }
        let kinds = self.kinds_to_join();
        let before = self.frame.current;
        self.branch(header);
        self.frame.start(header);
        let mark = self.frame.mark();
        let mut carried: SmallVec<[Carried; 6]> = SmallVec::new();
        for (kind, value, role) in initial {
            let ty = self.build.types.of(kind);
            let incoming = std::iter::once(Incoming { value, block: BlockId(before as u32) }).collect();
            let value = self.temporary(kind, Instruction::Phi { ty, incoming });
            match role {
                Role::Sum => self.frame.sum = Some(value),
                _ => self.frame.offer(kind, value, role == Role::Counter, matches!(role, Role::Ring(_))),
            }
            carried.push(Carried { kind, value, role });
        }
        let tests_first = self.build.choices.chance(112);
        self.frame.loops.push(Loop { header, exit, kind, count, tests_first, carried, kinds, exits: Vec::new() });
        if tests_first {
            let body = self.frame.block();
            let value = self.frame.loops.last().map(Loop::counter).map_or(start, |counter| counter.1);
            self.test(value, body);
            self.frame.start(body);
        }
        self.sequence(budget / 2);
        self.end_round(mark);
        let Some(done) = self.frame.loops.pop() else { return };
        self.frame.release(mark);
        self.join(done.exit, &done.kinds, &done.exits);
        for carried in done.carried {
            if carried.role != Role::Sum {
                // What is left of the ring shows how it turned.
                self.frame.offer(carried.kind, carried.value, !matches!(carried.role, Role::Ring(_)), false);
            }
        }
    }

    /// Ends a block of the loop: on to `more`, or to the exit. `value` is the counter that is tested.
    fn test(&mut self, value: Value, more: usize) {
        let Some(inner) = self.frame.loops.last() else { return };
        let (kind, count, exit, kinds) = (inner.kind, inner.count, inner.exit, inner.kinds.clone());
        let end = match count {
            Count::Until { end, .. } => end,
            Count::Down | Count::Shift => 0,
        };
        let end = self.literal(kind, end);
        let stops = self.build.choices.chance(128);
        let predicate = match (count, stops) {
            (Count::Down, false) => Predicate::Sgt,
            (Count::Down, true) => Predicate::Sle,
            (_, false) => Predicate::Ne,
            (_, true) => Predicate::Eq,
        };
        let condition = if self.is_spoiled(Spoil::Trap) && self.build.choices.chance(40) {
            // May never end. Rare, for running out of fuel takes longer than all the rest of a case.
            self.operand(Kind::I1)
        } else {
            self.temporary(Kind::I1, Instruction::Compare { a: value, b: end, predicate })
        };
        let edge = self.edge(&kinds);
        if let Some(inner) = self.frame.loops.last_mut() {
            inner.exits.push(edge);
        }
        if stops { self.branch_if(condition, exit, more) } else { self.branch_if(condition, more, exit) }
    }

    fn next_count(&mut self, kind: Kind, count: Count, counter: Value) -> Value {
        let (op, by) = match count {
            Count::Until { step, .. } => (BinaryOp::Add, step),
            Count::Down if self.build.choices.chance(128) => (BinaryOp::Sub, 1),
            Count::Down => (BinaryOp::Add, u64::MAX),
            Count::Shift => (BinaryOp::LShr, 1),
        };
        let by = self.literal(kind, by & low(kind.ty().scalar_bits()));
        self.binary_of(kind, op, counter, by)
    }

    /// Ends a round of the innermost loop: the values of the next one, the sinks of this one, and the way back. `mark` is where the
    /// values begin that this end is to sink.
    fn end_round(&mut self, mark: super::frame::Mark) {
        let Some(inner) = self.frame.loops.last().cloned() else { return };
        let next = self.next_count(inner.kind, inner.count, inner.counter().1);
        let mut values: SmallVec<[Value; 6]> = SmallVec::new();
        for carried in &inner.carried {
            values.push(match carried.role {
                Role::Counter | Role::Sum => next,
                Role::Ring(place) if self.build.choices.chance(208) => inner.carried[place].value,
                Role::Ring(_) | Role::Free => self.operand(carried.kind),
            });
        }
        self.sink_scope(mark);
        values[1] = self.sum();
        if inner.tests_first {
            self.branch(inner.header);
        } else {
            self.test(next, inner.header);
        }
        let block = BlockId(self.frame.current as u32);
        for ((instruction, _), value) in self.frame.blocks[inner.header].iter_mut().zip(values) {
            if let Instruction::Phi { incoming, .. } = instruction {
                incoming.push(Incoming { value, block });
            }
        }
    }

    /// Leaves the innermost loop, or its round, under a condition.
    pub(super) fn leave_loop(&mut self, budget: u32) -> bool {
        let Some(inner) = self.frame.loops.last() else { return false };
        let (exit, kinds) = (inner.exit, inner.kinds.clone());
        self.side_way(budget, |program, mark| {
            if program.build.choices.chance(96) {
                program.end_round(mark);
                return;
            }
            let mut edge = program.edge(&kinds);
            program.sink_scope(mark);
            edge.sum = program.sum();
            program.branch(exit);
            edge.block = program.frame.current;
            if let Some(inner) = program.frame.loops.last_mut() {
                inner.exits.push(edge);
            }
        });
        true
    }

    /// A loop of two blocks that both can be entered from outside: no structured loop. They count together.
    pub(super) fn two_entries(&mut self, budget: u32) -> bool {
        let most = self.limit().saturating_sub(self.frame.cost) / (2 * self.frame.times * u64::from(budget + 16));
        if most < 2 {
            return false;
        }
        let rounds = 1 + self.build.choices.below(most.min(6) as usize) as u64;
        let kind = Kind::NUMBERS[self.build.choices.below(Kind::NUMBERS.len())];
        let start = self.literal(kind, rounds);
        let other = self.phi_kind();
        let initial = [start, self.sum(), self.operand(other)];
        let condition = self.condition();
        let blocks = [self.frame.block(), self.frame.block()];
        let exit = self.frame.block();
        let before = self.frame.current;
        self.branch_if(condition, blocks[0], blocks[1]);
        let times = self.frame.times;
        self.frame.times *= rounds;
        let mut ends = Vec::with_capacity(2);
        let mut lasts = Vec::with_capacity(2);
        for (place, &block) in blocks.iter().enumerate() {
            self.frame.start(block);
            let mark = self.frame.mark();
            let phis = [kind, Kind::I64, other].into_iter().zip(initial).map(|(kind, value)| {
                let ty = self.build.types.of(kind);
                let incoming = std::iter::once(Incoming { value, block: BlockId(before as u32) }).collect();
                self.temporary(kind, Instruction::Phi { ty, incoming })
            });
            let [counter, sum, value] = phis.collect::<Vec<_>>()[..] else { return true };
            self.frame.sum = Some(sum);
            self.frame.offer(other, value, false, true);
            // What is within belongs to no loop that can be left.
            let outer = std::mem::take(&mut self.frame.loops);
            self.sequence(budget / 4);
            let minus = self.literal(kind, u64::MAX);
            let next = self.binary_of(kind, BinaryOp::Add, counter, minus);
            let value = self.operand(other);
            self.sink_scope(mark);
            self.frame.loops = outer;
            let zero = self.literal(kind, 0);
            let more = self.temporary(Kind::I1, Instruction::Compare { a: next, b: zero, predicate: Predicate::Ne });
            let sum = self.sum();
            self.branch_if(more, blocks[1 - place], exit);
            ends.push(Edge { block: self.frame.current, sum, values: [value].into_iter().collect() });
            lasts.push([next, sum, value]);
            self.frame.release(mark);
        }
        for (place, &block) in blocks.iter().enumerate() {
            let from = BlockId(ends[1 - place].block as u32);
            for ((instruction, _), value) in self.frame.blocks[block].iter_mut().zip(lasts[1 - place]) {
                if let Instruction::Phi { incoming, .. } = instruction {
                    incoming.push(Incoming { value, block: from });
                }
            }
        }
        self.frame.times = times;
        self.join(exit, &[other], &ends);
        true
    }
}
