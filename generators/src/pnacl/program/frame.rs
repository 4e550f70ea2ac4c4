//! The current function, and the cost of running it.

use super::super::kinds::Kind;
use super::code::Code;
use super::rounds::Loop;
use super::scope::Scope;
use irsmith_pnacl::{Instruction, Value};
use smallvec::SmallVec;

/// A function of the module and the maximum cost of calling it.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    pub(super) function: u32,
    pub(super) result: Option<Kind>,
    pub(super) parameters: SmallVec<[Kind; 6]>,
    /// Instructions, including those of its callees.
    pub(super) cost: u64,
}

/// The current function.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) code: Code,
    pub(super) scope: Scope,
    /// The index among the planned functions.
    place: usize,
    /// The checksum so far, an i64.
    sum: Option<Value>,
    /// Loops around the place, outermost first.
    loops: Vec<Loop>,
    /// Constructs around the place.
    depth: u32,
    /// Limit of how often the place is executed in one call.
    times: u64,
    /// Limit of the instructions that one call executes so far.
    cost: u64,
    /// Limit of the bytes of stack that one call uses so far, without its callees.
    stack: u64,
    /// Instructions generated.
    made: u32,
    /// Whether the function calls itself.
    recursive: bool,
    /// Where in the sinks' memory this iteration of a loop writes, and the block that computed it.
    round: Option<(usize, Value)>,
}

impl Frame {
    /// Begins a function, with its first block.
    pub(super) fn begin(&mut self, place: usize) {
        *self = Self { place, times: 1, ..Self::default() };
        let entry = self.code.block();
        self.code.start(entry);
    }

    /// Returns its index among the planned functions.
    pub(super) const fn place(&self) -> usize {
        self.place
    }

    /// Appends an instruction, with a result of a kind if it has one.
    pub(super) fn push(&mut self, instruction: Instruction, kind: Option<Kind>) -> Value {
        self.cost += self.times;
        self.made += 1;
        self.code.push(instruction, kind)
    }

    /// Returns the number of instructions generated.
    pub(super) const fn made(&self) -> u32 {
        self.made
    }

    /// Returns the constructs around the place.
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

    /// Returns the checksum so far, an i64.
    pub(super) const fn sum(&self) -> Option<Value> {
        self.sum
    }

    pub(super) const fn set_sum(&mut self, sum: Value) {
        self.sum = Some(sum);
    }

    /// Returns the limit of how often the place is executed in one call.
    pub(super) const fn times(&self) -> u64 {
        self.times
    }

    pub(super) const fn set_times(&mut self, times: u64) {
        self.times = times;
    }

    /// Returns whether the place is executed once, in the function that is executed first.
    pub(super) const fn is_executed_once(&self) -> bool {
        self.times == 1 && self.place == 0
    }

    /// Returns the limit of the instructions that one call executes so far.
    pub(super) const fn cost(&self) -> u64 {
        self.cost
    }

    /// Returns the total cost after adding an instruction with this cost here.
    pub(super) const fn cost_with(&self, instruction: u64) -> u64 {
        self.cost + self.times * instruction
    }

    /// Adds instructions that one call executes.
    pub(super) const fn add_cost(&mut self, cost: u64) {
        self.cost += cost;
    }

    /// Returns the limit of the bytes of stack that one call uses so far, without its callees.
    pub(super) const fn stack(&self) -> u64 {
        self.stack
    }

    /// Returns the total stack use after adding this many bytes here.
    pub(super) const fn stack_with(&self, bytes: u64) -> u64 {
        self.stack + self.times * bytes
    }

    pub(super) const fn set_stack(&mut self, stack: u64) {
        self.stack = stack;
    }

    /// Returns whether the function calls itself.
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

    /// Returns the innermost loop around the place.
    pub(super) fn innermost(&self) -> Option<&Loop> {
        self.loops.last()
    }

    pub(super) fn innermost_mut(&mut self) -> Option<&mut Loop> {
        self.loops.last_mut()
    }

    /// Hides the loops around the place: the following code cannot leave any of them.
    pub(super) fn hide_loops(&mut self) -> Vec<Loop> {
        std::mem::take(&mut self.loops)
    }

    /// Restores the loops.
    pub(super) fn show_loops(&mut self, loops: Vec<Loop>) {
        self.loops = loops;
    }

    /// Returns where in the sinks' memory this iteration of a loop writes, if the current block has computed it.
    pub(super) fn round(&self) -> Option<Value> {
        self.round.filter(|(block, _)| *block == self.code.current()).map(|(_, value)| value)
    }

    pub(super) const fn set_round(&mut self, round: Value) {
        self.round = Some((self.code.current(), round));
    }
}
