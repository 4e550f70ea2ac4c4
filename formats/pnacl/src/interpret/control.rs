//! The state of an execution besides values and memory: undefined events, the stack pointer, setjmps and saved stack pointers.

use super::{Layout, Undefined, UndefinedKind};
use std::collections::VecDeque;

/// The number of valid setjmps of active functions: the latest ones.
const MAX_JUMPS: usize = 1 << 16;

/// A setjmp of an active function.
#[derive(Clone, Copy, Debug)]
pub(super) struct Jump {
    /// The number of callers of the function that executed it.
    pub(super) depth: u32,
    /// The operation after it.
    pub(super) op: u32,
    pub(super) result: u16,
    pub(super) stack_pointer: u32,
}

/// The state of control.
#[derive(Debug)]
pub(super) struct Control {
    pub(super) stack_pointer: u32,
    stack: u32,
    heap: u32,
    pub(super) thread_pointer: u32,
    /// The first undefined event, and its operation.
    pub(super) undefined: Option<(UndefinedKind, u32)>,
    /// Whether the execution ends at it.
    pub(super) stops: bool,
    /// Number of setjmps so far.
    count: u64,
    /// Setjmps by number, and therefore by depth; the last one has number `last`.
    jumps: VecDeque<(u64, Jump)>,
    /// Stack pointers that active functions saved, with their depth, in descending order.
    saves: Vec<(u32, u32)>,
}

impl Control {
    pub(super) fn new(layout: &Layout) -> Self {
        Self {
            stack_pointer: layout.heap,
            stack: layout.stack,
            heap: layout.heap,
            thread_pointer: 0,
            undefined: None,
            stops: false,
            count: 0,
            jumps: VecDeque::new(),
            saves: Vec::new(),
        }
    }

    /// Begins a new execution.
    pub(super) fn restart(&mut self) {
        self.stack_pointer = self.heap;
        self.undefined = None;
        self.jumps.clear();
        self.saves.clear();
    }

    /// Resets everything to the initial state.
    pub(super) fn reset(&mut self) {
        self.restart();
        self.count = 0;
        self.thread_pointer = 0;
    }

    /// Records an undefined event; returns whether the execution ends.
    #[cold]
    #[inline(never)]
    pub(super) fn note(&mut self, kind: UndefinedKind, op: u32) -> bool {
        self.undefined.get_or_insert((kind, op));
        self.stops
    }

    /// Returns the first undefined event; `place` returns the instruction of an operation.
    pub(super) fn first_undefined(&self, place: impl Fn(u32) -> super::Place) -> Option<Undefined> {
        self.undefined.map(|(kind, op)| Undefined { kind, place: place(op) })
    }

    /// Allocates stack; `None` if there is not enough.
    pub(super) fn allocate(&mut self, size: u32, alignment_less_one: u32) -> Option<u32> {
        let address = self.stack_pointer.checked_sub(size)? & !alignment_less_one;
        if address < self.stack {
            return None;
        }
        self.stack_pointer = address;
        Some(address)
    }

    /// Returns the stack pointer and records it as saved.
    pub(super) fn save(&mut self, depth: u32) -> u32 {
        if self.saves.last().is_none_or(|&(address, _)| address != self.stack_pointer) {
            self.saves.push((self.stack_pointer, depth));
        }
        self.stack_pointer
    }

    /// Sets the stack pointer; returns whether it had been saved. `None` for an address outside of the stack.
    pub(super) fn restore(&mut self, address: u32) -> Option<bool> {
        if !(self.stack..=self.heap).contains(&address) {
            return None;
        }
        self.stack_pointer = address;
        self.forget_saves_below(address);
        Some(self.saves.last().is_some_and(|&(saved, _)| saved == address))
    }

    fn forget_saves_below(&mut self, address: u32) {
        while self.saves.pop_if(|(saved, _)| *saved < address).is_some() {}
    }

    /// Returns whether [`Control::leave`] must be called when a function returns.
    pub(super) fn remembers(&self) -> bool {
        !(self.jumps.is_empty() && self.saves.is_empty())
    }

    /// Leaves functions, so that `depth` functions are active below the one that continues.
    #[cold]
    pub(super) fn leave(&mut self, depth: u32) {
        while self.jumps.back().is_some_and(|(_, jump)| jump.depth > depth) {
            self.jumps.pop_back();
        }
        while self.saves.pop_if(|(_, saved)| *saved > depth).is_some() {}
    }

    /// Returns the number that a setjmp stores.
    pub(super) fn next_number(&mut self) -> u32 {
        self.count += 1;
        self.count as u32
    }

    /// Records the setjmp that got the last number.
    pub(super) fn remember(&mut self, jump: Jump) {
        if self.jumps.len() == MAX_JUMPS {
            self.jumps.pop_front();
        }
        self.jumps.push_back((self.count, jump));
    }

    /// Returns the setjmp of a number, if its function is active, and restores the state at it.
    pub(super) fn jump(&mut self, number: u32) -> Option<Jump> {
        // Numbers are stored modulo 2^32, and all valid ones are closer to the last one than that.
        let back = (self.count as u32).wrapping_sub(number);
        let number = self.count.checked_sub(back.into())?;
        let at = self.jumps.binary_search_by_key(&number, |&(number, _)| number).ok()?;
        let jump = self.jumps[at].1;
        self.stack_pointer = jump.stack_pointer;
        self.leave(jump.depth);
        self.forget_saves_below(jump.stack_pointer);
        Some(jump)
    }
}
