//! A function in the making, and what running it costs.

use super::super::kinds::Kind;
use super::code::Code;
use super::rounds::Loop;
use super::scope::Scope;
use irsmith_pnacl::{Instruction, Value};
use smallvec::SmallVec;

/// A function of the module and what calling it costs at most.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) function: u32,
    pub(super) result: Option<Kind>,
    pub(super) parameters: SmallVec<[Kind; 6]>,
    /// Instructions, with those of what it calls.
    pub(super) cost: u64,
}

/// A function in the making.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) code: Code,
    pub(super) scope: Scope,
    /// Its place among the planned functions.
    place: usize,
    /// The checksum so far, an i64.
    sum: Option<Value>,
    /// Loops around the place, outermost first.
    loops: Vec<Loop>,
    /// Constructs around the place.
    depth: u32,
    /// How often the place is executed in one call, at most.
    times: u64,
    /// Instructions that one call executes so far, at most.
    cost: u64,
    /// Bytes of stack that one call takes so far, at most, without what it calls.
    stack: u64,
    /// Instructions made.
    made: u32,
    /// Whether the function calls itself.
    recursive: bool,
    /// Where in the sinks' memory this round of a loop writes, and the block that computed it.
    round: Option<(usize, Value)>,
}

impl Frame {
    /// Begins a function, with its first block.
    pub(super) fn begin(&mut self, place: usize) {
        *self = Self { place, times: 1, ..Self::default() };
        let entry = self.code.block();
        self.code.start(entry);
    }

    /// Its place among the planned functions.
    pub(super) const fn place(&self) -> usize {
        self.place
    }

    /// Appends an instruction, with a result of a kind if it has one.
    pub(super) fn push(&mut self, instruction: Instruction, kind: Option<Kind>) -> Value {
        self.cost += self.times;
        self.made += 1;
        self.code.push(instruction, kind)
    }

    /// Instructions made.
    pub(super) const fn made(&self) -> u32 {
        self.made
    }

    /// Constructs around the place.
    pub(super) const fn depth(&self) -> u32 {
        self.depth
    }

    /// Begins a construct.
    pub(super) const fn enter(&mut self) {
        self.depth += 1;
    }

    /// Ends a construct.
    pub(super) const fn leave(&mut self) {
        self.depth -= 1;
    }

    /// The checksum so far, an i64.
    pub(super) const fn sum(&self) -> Option<Value> {
        self.sum
    }

    pub(super) const fn set_sum(&mut self, sum: Value) {
        self.sum = Some(sum);
    }

    /// How often the place is executed in one call, at most.
    pub(super) const fn times(&self) -> u64 {
        self.times
    }

    pub(super) const fn set_times(&mut self, times: u64) {
        self.times = times;
    }

    /// Whether the place is executed once in the function that is executed first.
    pub(super) const fn is_executed_once(&self) -> bool {
        self.times == 1 && self.place == 0
    }

    /// Instructions that one call executes so far, at most.
    pub(super) const fn cost(&self) -> u64 {
        self.cost
    }

    /// What the cost will be with an instruction here that costs so much.
    pub(super) const fn cost_with(&self, instruction: u64) -> u64 {
        self.cost + self.times * instruction
    }

    /// Adds instructions that one call executes.
    pub(super) const fn add_cost(&mut self, cost: u64) {
        self.cost += cost;
    }

    /// Bytes of stack that one call takes so far, at most, without what it calls.
    pub(super) const fn stack(&self) -> u64 {
        self.stack
    }

    /// What the stack will be with so many bytes taken here.
    pub(super) const fn stack_with(&self, bytes: u64) -> u64 {
        self.stack + self.times * bytes
    }

    pub(super) const fn set_stack(&mut self, stack: u64) {
        self.stack = stack;
    }

    /// Whether the function calls itself.
    pub(super) const fn is_recursive(&self) -> bool {
        self.recursive
    }

    pub(super) const fn set_recursive(&mut self) {
        self.recursive = true;
    }

    /// Begins a loop.
    pub(super) fn enter_loop(&mut self, new: Loop) {
        self.loops.push(new);
    }

    /// Ends the innermost loop.
    pub(super) fn leave_loop(&mut self) -> Option<Loop> {
        self.loops.pop()
    }

    /// The innermost loop around the place.
    pub(super) fn innermost(&self) -> Option<&Loop> {
        self.loops.last()
    }

    pub(super) fn innermost_mut(&mut self) -> Option<&mut Loop> {
        self.loops.last_mut()
    }

    /// Hides the loops around the place: what comes belongs to none that can be left.
    pub(super) fn hide_loops(&mut self) -> Vec<Loop> {
        std::mem::take(&mut self.loops)
    }

    /// Shows the loops again.
    pub(super) fn show_loops(&mut self, loops: Vec<Loop>) {
        self.loops = loops;
    }

    /// Where in the sinks' memory this round of a loop writes, if the block at hand has computed it.
    pub(super) fn round(&self) -> Option<Value> {
        self.round.filter(|(block, _)| *block == self.code.current()).map(|(_, value)| value)
    }

    pub(super) const fn set_round(&mut self, round: Value) {
        self.round = Some((self.code.current(), round));
    }
}
