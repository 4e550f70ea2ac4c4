//! Statements and constructs in a row, and the constructs of control flow that are no loops.
//!
//! Constructs nest. What a construct defines can be named within it only; what is to be named behind it goes through a phi.

use super::super::kinds::{KINDS, Kind, extend};
use super::Program;
use super::edges;
use super::frame::Mark;
use super::rounds::Edge;
use irsmith_pnacl::tables::{BinaryOp, IntrinsicId, Predicate};
use irsmith_pnacl::{BlockId, Case, Incoming, Instruction, Value};
use smallvec::SmallVec;

/// A construct: the fewest instructions that it is worth, how often, and what makes it of about so many. `false` if it made nothing.
struct Construct {
    least: u32,
    weight: u16,
    make: fn(&mut Program<'_, '_>, u32) -> bool,
}

static CONSTRUCTS: &[Construct] = &[
    Construct { least: 8, weight: 20, make: |program, budget| program.if_else(budget) },
    Construct { least: 12, weight: 60, make: |program, budget| program.counted_loop(budget) },
    Construct { least: 14, weight: 12, make: |program, budget| program.switch(budget) },
    Construct { least: 20, weight: 3, make: |program, budget| program.two_entries(budget) },
    Construct { least: 8, weight: 4, make: |program, budget| program.leave_loop(budget) },
    Construct { least: 16, weight: 4, make: |program, budget| program.recursion(budget) },
    Construct { least: 8, weight: 3, make: |program, budget| program.stack_scope(budget / 2) },
    Construct { least: 6, weight: 2, make: |program, budget| program.early_return(budget) },
    Construct { least: 4, weight: 2, make: |program, _| program.never() },
    Construct { least: 2, weight: 2, make: |program, _| program.jump() },
    Construct { least: 8, weight: 1, make: |program, _| program.orphan() },
    Construct { least: 10, weight: 6, make: |program, budget| program.jump_back(budget) },
];

impl Program<'_, '_> {
    /// Statements and constructs until about so many instructions are made.
    pub(super) fn sequence(&mut self, budget: u32) {
        let end = self.frame.made + budget;
        // Some draws make nothing.
        let mut draws = budget + 4;
        while self.frame.made < end && draws > 0 && !self.build.choices.is_exhausted() {
            draws -= 1;
            let left = end - self.frame.made.min(end);
            let nested = self.frame.depth < self.build.config.depth.min(8);
            if !(nested && left >= 6 && self.build.choices.chance(60) && self.construct(left)) {
                self.statement();
            }
        }
    }

    fn construct(&mut self, left: u32) -> bool {
        let total: usize = CONSTRUCTS.iter().map(|row| usize::from(row.weight)).sum();
        let mut draw = self.build.choices.below(total);
        let chosen = CONSTRUCTS.iter().find(|row| {
            let hit = draw < usize::from(row.weight);
            draw = draw.wrapping_sub(row.weight.into());
            hit
        });
        let Some(construct) = chosen.filter(|row| row.least <= left) else { return false };
        let budget = construct.least + self.build.choices.below((left - construct.least) as usize + 1) as u32;
        self.frame.depth += 1;
        let made = (construct.make)(self, budget);
        self.frame.depth -= 1;
        made
    }

    pub(super) fn branch(&mut self, target: usize) {
        self.push(Instruction::Branch { target: BlockId(target as u32) });
    }

    pub(super) fn branch_if(&mut self, condition: Value, then: usize, otherwise: usize) {
        let [then, otherwise] = [then, otherwise].map(|block| BlockId(block as u32));
        self.push(Instruction::BranchIf { then, otherwise, condition });
    }

    /// Kinds of values that a join is to bring together: none to two.
    pub(super) fn kinds_to_join(&mut self) -> SmallVec<[Kind; 2]> {
        (0..self.build.choices.below(3)).map(|_| self.phi_kind()).collect()
    }

    /// A kind for a phi: half of the time one that there are values of.
    pub(super) fn phi_kind(&mut self) -> Kind {
        let draw = self.build.choices.below(2 * KINDS);
        let kind = Kind::ALL[draw % KINDS];
        let allowed = self.vectors || !kind.ty().is_vector();
        if allowed && (draw < KINDS || !self.frame.pools[kind.index()].is_empty()) { kind } else { Kind::I32 }
    }

    /// The edge out of the present block.
    pub(super) fn edge(&mut self, kinds: &[Kind]) -> Edge {
        let values = kinds.iter().map(|&kind| self.operand(kind)).collect();
        Edge { block: self.frame.current, sum: self.sum(), values }
    }

    /// Begins a block that these edges enter.
    pub(super) fn join(&mut self, block: usize, kinds: &[Kind], edges: &[Edge]) {
        self.frame.start(block);
        let Some(first) = edges.first() else { return };
        let sums = || edges.iter().map(|edge| edge.sum);
        self.frame.sum = Some(if sums().all(|sum| sum == first.sum) { first.sum } else { self.phi(Kind::I64, edges, sums()) });
        for (place, &kind) in kinds.iter().enumerate() {
            let value = self.phi(kind, edges, edges.iter().map(|edge| edge.values[place]));
            let keep = self.build.choices.chance(128);
            self.frame.offer(kind, value, false, keep);
        }
    }

    fn phi(&mut self, kind: Kind, edges: &[Edge], values: impl Iterator<Item = Value>) -> Value {
        let mut incoming: SmallVec<[Incoming; 2]> =
            edges.iter().zip(values).map(|(edge, value)| Incoming { value, block: BlockId(edge.block as u32) }).collect();
        let turn = self.build.choices.below(incoming.len());
        incoming.rotate_left(turn);
        let ty = self.build.types.of(kind);
        self.temporary(kind, Instruction::Phi { ty, incoming })
    }

    /// An arm of a construct: its statements, then the edge out of it. The caller ends its last block.
    pub(super) fn arm(&mut self, block: usize, budget: u32, kinds: &[Kind], sum: Value) -> Edge {
        self.frame.start(block);
        self.frame.sum = Some(sum);
        let mark = self.frame.mark();
        self.sequence(budget);
        let mut edge = self.edge(kinds);
        self.leave(mark);
        // Sinks may have added to it.
        edge.sum = self.sum();
        edge.block = self.frame.current;
        edge
    }

    fn if_else(&mut self, budget: u32) -> bool {
        let condition = self.condition();
        let kinds = self.kinds_to_join();
        let mut straight = self.build.choices.chance(96).then(|| self.edge(&kinds));
        let sum = self.sum();
        let [then, next] = [self.frame.block(), self.frame.block()];
        let otherwise = if straight.is_some() { next } else { self.frame.block() };
        let swapped = self.build.choices.chance(128);
        let (first, second) = if swapped { (otherwise, then) } else { (then, otherwise) };
        self.branch_if(condition, first, second);
        let mut edges = Vec::with_capacity(2);
        edges.push(self.arm(then, budget / 3, &kinds, sum));
        self.branch(next);
        edges.push(match straight.take() {
            Some(edge) => edge,
            None => {
                let edge = self.arm(otherwise, budget / 3, &kinds, sum);
                self.branch(next);
                edge
            }
        });
        self.join(next, &kinds, &edges);
        true
    }

    /// The value that is switched on meets the cases most of the time. In one switch of four the cases lie far apart: engines search where
    /// a table would be too large, and a value may then be between two cases.
    fn switch(&mut self, budget: u32) -> bool {
        let kind = Kind::NUMBERS[self.build.choices.below(Kind::NUMBERS.len())];
        let bits = kind.ty().scalar_bits();
        let count = match self.build.choices.below(8) {
            0 => 0,
            1 => 1,
            7 => 7 + self.build.choices.below(10),
            _ => 2 + self.build.choices.below(5),
        };
        let base = edges::any(kind, &mut self.noise()) as u64;
        // Twice an odd number apart: no two are equal, and an odd multiple lies between them.
        let apart = (bits > 1 && self.build.choices.chance(64)).then(|| self.build.choices.wide() | 1);
        let distance = apart.map_or(1, |half| half.wrapping_mul(2));
        let value = self.operand(kind);
        let value = if self.build.choices.chance(208) {
            let reach = (count as u64).next_power_of_two().max(2) << u32::from(apart.is_some());
            let mask = self.literal(kind, reach - 1);
            let low = self.binary_of(kind, BinaryOp::And, value, mask);
            let low = match apart {
                Some(half) => {
                    let half = self.literal(kind, half & edges::low(bits));
                    self.binary_of(kind, BinaryOp::Mul, low, half)
                }
                None => low,
            };
            let base = self.literal(kind, base);
            self.binary_of(kind, BinaryOp::Add, low, base)
        } else {
            value
        };
        let kinds = self.kinds_to_join();
        let straight = self.edge(&kinds);
        let arms = 1 + self.build.choices.below(3);
        let blocks: SmallVec<[usize; 4]> = (0..arms).map(|_| self.frame.block()).collect();
        let next = self.frame.block();
        let ty = self.build.types.of(kind);
        let mut used = [false; 4];
        let mut target = |program: &mut Self| {
            let arm = program.build.choices.below(arms + 1);
            used[arm] = true;
            BlockId(blocks.get(arm).copied().unwrap_or(next) as u32)
        };
        let default = target(self);
        let cases: SmallVec<[Case; 4]> = (0..count as u64)
            .map(|index| Case { value: extend(base.wrapping_add(index.wrapping_mul(distance)), bits), target: target(self) })
            .collect();
        let direct =
            std::iter::once(&default).chain(cases.iter().map(|case| &case.target)).filter(|target| target.0 == next as u32).count();
        self.push(Instruction::Switch { ty, condition: value, default, cases });
        let mut edges: Vec<Edge> = std::iter::repeat_n(straight.clone(), direct).collect();
        for (place, &block) in blocks.iter().enumerate() {
            // An arm that no case reaches is a block without predecessors.
            let share = if used[place] { budget / (arms as u32 + 2) } else { 1 };
            edges.push(self.arm(block, share, &kinds, straight.sum));
            self.branch(next);
        }
        self.join(next, &kinds, &edges);
        true
    }

    fn early_return(&mut self, budget: u32) -> bool {
        self.side_way(budget, |program, mark| {
            program.sink_scope(mark);
            program.leave_function();
        });
        true
    }

    /// A way to leave under a condition: statements, then what `leave` ends their last block with. What follows begins in a block behind it.
    pub(super) fn side_way(&mut self, budget: u32, leave: impl FnOnce(&mut Self, Mark)) {
        let condition = self.condition();
        let sum = self.sum();
        let [side, next] = [self.frame.block(), self.frame.block()];
        self.branch_if(condition, side, next);
        self.frame.start(side);
        let mark = self.frame.mark();
        self.sequence(budget / 4);
        leave(self, mark);
        self.frame.release(mark);
        self.frame.start(next);
        self.frame.sum = Some(sum);
    }

    /// A place that is never reached, or rarely: behind a condition that does not hold.
    fn never(&mut self) -> bool {
        let condition = if self.is_rare_trap() {
            self.condition()
        } else {
            let kind = Kind::NUMBERS[self.build.choices.below(Kind::NUMBERS.len())];
            let value = self.operand(kind);
            let (predicate, other) = match self.build.choices.below(3) {
                0 => (Predicate::Ne, value),
                1 => (Predicate::Ult, self.literal(kind, 0)),
                _ => (Predicate::Sgt, self.literal(kind, (1 << (kind.ty().scalar_bits() - 1)) - 1)),
            };
            self.temporary(Kind::I1, Instruction::Compare { a: value, b: other, predicate })
        };
        let [side, next] = [self.frame.block(), self.frame.block()];
        self.branch_if(condition, side, next);
        self.frame.start(side);
        if self.build.choices.chance(96) {
            self.call_named(IntrinsicId::Trap, &[]);
        }
        self.push(Instruction::Unreachable {});
        self.frame.start(next);
        true
    }

    /// Goes on in another block, in one or two ways.
    fn jump(&mut self) -> bool {
        let next = self.frame.block();
        if self.build.choices.chance(96) {
            let condition = self.condition();
            self.branch_if(condition, next, next);
        } else {
            self.branch(next);
        }
        self.frame.start(next);
        true
    }

    /// A block without predecessors.
    fn orphan(&mut self) -> bool {
        let [orphan, next] = [self.frame.block(), self.frame.block()];
        let kinds = self.kinds_to_join();
        let straight = self.edge(&kinds);
        self.branch(next);
        let edge = self.arm(orphan, 3, &kinds, straight.sum);
        self.branch(next);
        self.join(next, &kinds, &[straight, edge]);
        true
    }
}
