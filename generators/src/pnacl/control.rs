//! Control flow of a function, planned before its instructions: constructs nest like a program's, then some edges are torn loose.

use super::Config;
use super::build::Build;
use super::dominators::Dominators;
use super::forms::SWITCH_KINDS;
use super::kinds::Kind;
use super::rows::Family;
use super::shapes::Shape;

/// A set of basic blocks of one function, a bit each.
pub(super) type Mask = u64;

/// How a planned block ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Return,
    Unreachable,
    Branch(u8),
    BranchIf(u8, u8),
    /// Cases are `Plan::targets[first..first + count]`.
    Switch {
        kind: Kind,
        default: u8,
        first: u32,
        count: u32,
    },
}

/// The plan of a function.
#[derive(Debug, Default)]
pub(super) struct Plan {
    pub(super) ends: Vec<End>,
    pub(super) targets: Vec<u8>,
    pub(super) dominators: Dominators,
    /// Most blocks.
    limit: usize,
    /// Nesting of constructs so far, and of loops.
    depth: u32,
    loops: u32,
    /// The block behind which the next construct goes.
    current: u8,
}

impl Plan {
    /// Number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.ends.len()
    }

    fn start(&mut self, limit: usize) {
        self.ends.clear();
        self.targets.clear();
        self.ends.push(End::Return);
        self.limit = limit;
        self.depth = 0;
        self.loops = 0;
        self.current = 0;
    }

    fn left(&self) -> usize {
        self.limit.saturating_sub(self.ends.len())
    }

    fn block(&mut self) -> u8 {
        self.ends.push(End::Return);
        (self.ends.len() - 1) as u8
    }

    /// Calls `f` on every target of a block's end; a block with several edges to one target names it several times.
    pub(super) fn for_each_target(&mut self, block: usize, mut f: impl FnMut(&mut u8)) {
        match &mut self.ends[block] {
            End::Return | End::Unreachable => {}
            End::Branch(target) => f(target),
            End::BranchIf(then, otherwise) => {
                f(then);
                f(otherwise);
            }
            End::Switch { default, first, count, .. } => {
                f(default);
                self.targets[*first as usize..(*first + *count) as usize].iter_mut().for_each(f);
            }
        }
    }
}

/// A construct: its name, how many new blocks it may need, and what makes it.
pub(super) struct Construct {
    pub(super) name: &'static str,
    blocks: usize,
    make: fn(&mut Build<'_, '_>),
}

/// The constructs. Each begins in `Plan::current`, which has no end yet, and leaves there the block behind it.
pub(super) static CONSTRUCTS: &[Construct] = &[
    Construct { name: "jump", blocks: 1, make: |build| build.jump() },
    Construct { name: "if", blocks: 2, make: |build| build.if_then() },
    Construct { name: "if else", blocks: 3, make: |build| build.if_else() },
    Construct { name: "while", blocks: 3, make: |build| build.while_loop() },
    Construct { name: "do while", blocks: 2, make: |build| build.do_while() },
    Construct { name: "loop of one block", blocks: 2, make: |build| build.self_loop() },
    Construct { name: "endless loop", blocks: 2, make: |build| build.endless_loop() },
    Construct { name: "switch", blocks: 5, make: |build| build.switch() },
    Construct { name: "early return", blocks: 2, make: |build| build.leave(End::Return) },
    Construct { name: "early unreachable", blocks: 2, make: |build| build.leave(End::Unreachable) },
    Construct { name: "branch with equal arms", blocks: 1, make: |build| build.equal_arms() },
    Construct { name: "block without predecessors", blocks: 2, make: |build| build.orphan() },
];

/// What is done to a plan as a whole.
pub(super) const LAYOUTS: &[&str] = &["constructs", "random edges", "torn edges", "shuffled blocks"];
const RANDOM: usize = 1;
const TORN: usize = 2;
const SHUFFLED: usize = 3;

impl Build<'_, '_> {
    /// Plans the control flow of a function.
    pub(super) fn plan(&mut self) {
        let most = self.config.blocks.clamp(1, Config::MAX_BLOCKS);
        let limit = 1 + self.choices.below(most as usize);
        self.scratch.plan.start(limit);
        if limit > 1 {
            if self.is_on(Family::Layout, RANDOM) && self.choices.chance(48) {
                self.random_edges(limit);
                self.note(Family::Layout, RANDOM);
            } else {
                self.region();
                self.note(Family::Layout, 0);
            }
            if self.is_on(Family::Layout, TORN) && self.choices.chance(40) {
                self.tear_edges();
            }
            if self.is_on(Family::Layout, SHUFFLED) && self.choices.chance(64) {
                self.shuffle();
            }
        }
        let mut dominators = std::mem::take(&mut self.scratch.plan.dominators);
        dominators.compute(&mut self.scratch.plan);
        self.scratch.plan.dominators = dominators;
    }

    /// Constructs one behind another.
    fn region(&mut self) {
        let count = 1 + self.choices.below(4);
        for _ in 0..count {
            if !self.make_some(Family::Construct) {
                break;
            }
        }
    }

    /// The row of constructs.
    pub(super) fn construct(&mut self, form: usize) -> bool {
        let construct = &CONSTRUCTS[form];
        if self.scratch.plan.left() < construct.blocks {
            return false;
        }
        (construct.make)(self);
        true
    }

    /// Fills `block` with constructs that go on to `next`.
    fn inner(&mut self, block: u8, next: u8) {
        let depth = self.config.depth.min(Config::MAX_DEPTH);
        self.scratch.plan.current = block;
        if self.scratch.plan.depth < depth && self.choices.chance(112) {
            self.scratch.plan.depth += 1;
            self.region();
            self.scratch.plan.depth -= 1;
        }
        let last = self.scratch.plan.current;
        self.end(last, End::Branch(next));
    }

    fn inner_of_loop(&mut self, block: u8, next: u8) {
        if self.scratch.plan.loops > 0 {
            self.notice(Shape::NestedLoop);
        }
        self.scratch.plan.loops += 1;
        self.inner(block, next);
        self.scratch.plan.loops -= 1;
    }

    fn end(&mut self, block: u8, end: End) {
        self.scratch.plan.ends[usize::from(block)] = end;
    }

    /// Ends the present block, and goes on in another.
    fn go_on(&mut self, end: End, next: u8) {
        let current = self.scratch.plan.current;
        self.end(current, end);
        self.scratch.plan.current = next;
    }

    fn either(&mut self, a: u8, b: u8) -> End {
        if self.choices.chance(128) { End::BranchIf(b, a) } else { End::BranchIf(a, b) }
    }

    fn jump(&mut self) {
        let next = self.scratch.plan.block();
        self.go_on(End::Branch(next), next);
    }

    fn if_then(&mut self) {
        let [then, next] = [(); 2].map(|()| self.scratch.plan.block());
        let end = self.either(then, next);
        self.go_on(end, next);
        self.inner(then, next);
        self.scratch.plan.current = next;
    }

    fn if_else(&mut self) {
        let [then, otherwise, next] = [(); 3].map(|()| self.scratch.plan.block());
        self.go_on(End::BranchIf(then, otherwise), next);
        self.inner(then, next);
        self.inner(otherwise, next);
        self.scratch.plan.current = next;
    }

    fn while_loop(&mut self) {
        let [head, body, next] = [(); 3].map(|()| self.scratch.plan.block());
        self.go_on(End::Branch(head), next);
        let end = self.either(body, next);
        self.end(head, end);
        self.inner_of_loop(body, head);
        self.scratch.plan.current = next;
    }

    fn do_while(&mut self) {
        let [body, next] = [(); 2].map(|()| self.scratch.plan.block());
        self.go_on(End::Branch(body), next);
        self.inner_of_loop(body, next);
        // The last block of the body goes back or on.
        let last = self.scratch.plan.current;
        let end = self.either(body, next);
        self.end(last, end);
        self.scratch.plan.current = next;
    }

    fn self_loop(&mut self) {
        let [body, next] = [(); 2].map(|()| self.scratch.plan.block());
        self.go_on(End::Branch(body), next);
        let end = self.either(body, next);
        self.end(body, end);
    }

    fn endless_loop(&mut self) {
        let [body, next] = [(); 2].map(|()| self.scratch.plan.block());
        let end = self.either(body, next);
        self.go_on(end, next);
        self.inner_of_loop(body, body);
        self.scratch.plan.current = next;
    }

    fn leave(&mut self, how: End) {
        let [side, next] = [(); 2].map(|()| self.scratch.plan.block());
        let end = self.either(side, next);
        self.go_on(end, next);
        self.end(side, how);
    }

    fn equal_arms(&mut self) {
        let next = self.scratch.plan.block();
        self.go_on(End::BranchIf(next, next), next);
    }

    fn orphan(&mut self) {
        let [orphan, next] = [(); 2].map(|()| self.scratch.plan.block());
        self.go_on(End::Branch(next), next);
        if self.choices.chance(128) {
            self.end(orphan, End::Branch(next));
        }
    }

    fn switch(&mut self) {
        let arms = 1 + self.choices.below(4) as u8;
        let first_arm = self.scratch.plan.blocks() as u8;
        for _ in 0..arms {
            self.scratch.plan.block();
        }
        let next = self.scratch.plan.block();
        // The default and the cases go to any of the arms or past them.
        let end = self.switch_to(first_arm, arms + 1);
        self.go_on(end, next);
        for arm in first_arm..next {
            // An arm may fall into the next one.
            let follow = if self.choices.chance(48) { arm + 1 } else { next };
            self.inner(arm, follow);
        }
        self.scratch.plan.current = next;
    }

    /// A switch whose targets are among `count` blocks from `first` on.
    fn switch_to(&mut self, first: u8, count: u8) -> End {
        let kind = *self.choices.pick(&SWITCH_KINDS).unwrap_or(&Kind::I32);
        let mut most = self.config.cases;
        if self.choices.chance(32) {
            most = most.saturating_mul(8);
        }
        // An i8 has no more values.
        let cases = self.choices.up_to(most).min(256);
        let start = self.scratch.plan.targets.len() as u32;
        for _ in 0..=cases {
            let target = first + self.choices.below(usize::from(count)) as u8;
            self.scratch.plan.targets.push(target);
        }
        let default = self.scratch.plan.targets.pop().unwrap_or(first);
        End::Switch { kind, default, first: start, count: cases }
    }

    /// Every block ends anyhow and goes anywhere but to the entry; in half of the plans mostly forward.
    fn random_edges(&mut self, count: usize) {
        self.scratch.plan.ends.resize(count, End::Return);
        let forward = self.choices.chance(128);
        for block in 0..count {
            let first = if forward && block + 1 < count && self.choices.chance(208) { block + 1 } else { 1 };
            let room = count - first;
            let mut target = || (first + self.choices.below(room)) as u8;
            let (a, b) = (target(), target());
            let end = match self.choices.below(16) {
                0..=5 => End::BranchIf(a, b),
                6..=10 => End::Branch(a),
                11 | 12 => self.switch_to(first as u8, room as u8),
                13 => End::Unreachable,
                _ => End::Return,
            };
            self.end(block as u8, end);
        }
    }

    /// Sends some edges elsewhere: loops get second entries, blocks lose their predecessors.
    fn tear_edges(&mut self) {
        let plan = &mut self.scratch.plan;
        let count = plan.blocks();
        for _ in 0..=self.choices.below(3) {
            let block = self.choices.below(count);
            let target = 1 + self.choices.below(count - 1);
            let mut skip = self.choices.below(2);
            plan.for_each_target(block, |edge| {
                if skip == 0 {
                    *edge = target as u8;
                }
                skip = skip.wrapping_sub(1);
            });
        }
        self.note(Family::Layout, TORN);
    }

    /// Renumbers the blocks behind the entry, so that dominating blocks may come later in the file.
    fn shuffle(&mut self) {
        let count = self.scratch.plan.blocks();
        let mut place: [u8; Config::MAX_BLOCKS as usize] = std::array::from_fn(|index| index as u8);
        for index in 2..count {
            let other = 1 + self.choices.below(index);
            place.swap(index, other);
        }
        let plan = &mut self.scratch.plan;
        for block in 0..count {
            plan.for_each_target(block, |target| *target = place[usize::from(*target)]);
        }
        let mut ends = [End::Return; Config::MAX_BLOCKS as usize];
        for block in 0..count {
            ends[usize::from(place[block])] = plan.ends[block];
        }
        plan.ends.copy_from_slice(&ends[..count]);
        self.note(Family::Layout, SHUFFLED);
    }
}
