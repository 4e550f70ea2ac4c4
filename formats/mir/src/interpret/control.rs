//! The state of an execution beside values and memory: events, registers, the stack.

use super::memory::{Memory, NO_OBJECT, READ_WRITE};
use super::op::{Call, Cell};
use super::program::Code;
use super::registers;
use super::rules::{PoisonKind, UndefinedKind};

/// Bytes between objects of the stack, which are no object's.
const GAP: u64 = 16;
/// The least alignment of the stack pointer.
const STACK_ALIGNMENT: u64 = 16;

#[derive(Debug)]
pub(super) struct Control {
    /// The first undefined event and its operation.
    pub(super) undefined: Option<(UndefinedKind, u32)>,
    /// The first reason for poison and its operation.
    pub(super) poison: Option<(PoisonKind, u32)>,
    pub(super) is_relaxed: bool,
    /// Whether executions end at the first undefined event.
    pub(super) stops: bool,
    /// The cells of physical registers.
    pub(super) registers: Vec<Cell>,
    pub(super) stack: Stack,
}

/// Where the running function's memory is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Stack {
    /// The stack pointer.
    pub(super) pointer: u64,
    /// The lowest address of the function's objects.
    pub(super) frame: u64,
    /// The stack pointer at the call.
    pub(super) caller: u64,
    /// The lowest address of the stack, and the lowest one that was used.
    pub(super) end: u64,
    pub(super) lowest: u64,
}

const UNDEFINED: Cell = Cell { value: 0, mask: u64::MAX };

impl Control {
    pub(super) fn new(stack: Stack) -> Self {
        Self {
            undefined: None,
            poison: None,
            is_relaxed: false,
            stops: false,
            registers: vec![UNDEFINED; registers::CELLS as usize],
            stack,
        }
    }

    /// Forgets events and registers.
    pub(super) fn restart(&mut self) {
        self.undefined = None;
        self.poison = None;
        self.is_relaxed = false;
        self.registers.fill(UNDEFINED);
    }

    /// Notes an undefined event.
    #[cold]
    pub(super) fn note(&mut self, kind: UndefinedKind, op: u32) {
        self.undefined.get_or_insert((kind, op));
    }

    /// Returns whether the execution is to end because of an undefined event.
    pub(super) fn is_stopped(&self) -> bool {
        self.stops && self.undefined.is_some()
    }

    /// Makes the registers undefined that a call does not preserve, except its results; those that it does contain what they did before it.
    pub(super) fn clobber(&mut self, call: &Call, saved: &[Cell]) {
        for (cell, count) in registers::all() {
            if !call.results.contains(&cell) {
                self.registers[cell as usize..][..count as usize].fill(UNDEFINED);
            }
        }
        for (cell, saved) in call.kept.iter().zip(saved) {
            self.registers[*cell as usize] = *saved;
        }
    }
}

impl Stack {
    /// Allocates an object below the stack pointer; returns its address, `None` if the stack has no room.
    pub(super) fn allocate(&mut self, memory: &mut Memory, size: u64, alignment: u64) -> Option<u64> {
        let alignment = alignment.max(STACK_ALIGNMENT);
        let lowest = self.pointer.checked_sub(GAP)?.checked_sub(size)? / alignment * alignment;
        if lowest < self.end {
            return None;
        }
        memory.set_object(lowest, size, READ_WRITE);
        self.move_to(lowest);
        Some(lowest)
    }

    fn move_to(&mut self, address: u64) {
        self.pointer = address;
        self.lowest = self.lowest.min(address);
    }

    /// Frees everything from the stack pointer up to an address.
    pub(super) fn free(&mut self, memory: &mut Memory, address: u64) {
        if address > self.pointer {
            memory.set_object(self.pointer, address - self.pointer, NO_OBJECT);
        }
        self.pointer = address;
    }

    /// Begins a function that was called with the current stack pointer; `None` if the stack has no room for its objects.
    pub(super) fn enter(&mut self, memory: &mut Memory, code: &Code) -> Option<()> {
        self.caller = self.pointer;
        let alignment = code.alignment.max(STACK_ALIGNMENT);
        let frame = self.pointer.checked_sub(code.frame)?.checked_sub(if code.frame > 0 { GAP } else { 0 })? / alignment * alignment;
        if frame < self.end {
            return None;
        }
        self.move_to(frame);
        self.frame = frame;
        for (offset, size) in &code.objects {
            memory.set_object(frame + offset, *size, READ_WRITE);
        }
        Some(())
    }
}
