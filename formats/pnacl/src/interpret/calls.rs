//! Frames of active functions.

use super::TrapKind;
use super::program::{Code, Program};

/// The slots that operations can address.
pub(super) type Window = [u64; 1 << 16];

/// The maximal number of slots of all frames, and places: 512 MiB.
const MAX_SLOTS: usize = 1 << 26;
/// The number of slots that are kept for the next program.
const KEPT_SLOTS: usize = 1 << 21;
/// The initial number: few, because a machine that runs one small program pays for zeroing them.
const MIN_SLOTS: usize = 1 << 13;

/// An active function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Frame {
    pub(super) function: u32,
    /// The base of its slots and of its places.
    pub(super) base: usize,
    pub(super) places: usize,
    /// The stack pointer at its entry.
    pub(super) stack_pointer: u32,
    /// The operation after the call that it waits for, and the slot of the result.
    pub(super) op: u32,
    pub(super) result: u16,
}

/// The active functions and their values.
#[derive(Debug, Default)]
pub(super) struct Calls {
    pub(super) stack: Vec<u64>,
    pub(super) places: Vec<u64>,
    /// Functions that wait for callees.
    pub(super) waiting: Vec<Frame>,
    /// The running function.
    pub(super) current: Frame,
}

impl Calls {
    /// Returns the same, but without the slots and places if those are many.
    pub(super) fn trimmed(self) -> Self {
        if self.stack.len() + self.places.len() > KEPT_SLOTS { Self::default() } else { self }
    }

    /// Returns the number of waiting functions.
    pub(super) fn depth(&self) -> usize {
        self.waiting.len()
    }

    /// Starts the first function, with its arguments by slot.
    pub(super) fn start(&mut self, program: &Program, function: u32, arguments: &[u64], stack_pointer: u32) -> Result<(), TrapKind> {
        self.waiting.clear();
        self.current = Frame { function, stack_pointer, ..Frame::default() };
        let code = &program.functions[function as usize];
        self.prepare(program, code)?;
        let parameters = if code.is_wide() { &mut self.places } else { &mut self.stack };
        parameters[..arguments.len()].copy_from_slice(arguments);
        Ok(())
    }

    /// Allocates the frame of the current function, and sets its constants.
    #[inline(always)]
    fn prepare(&mut self, program: &Program, code: &Code) -> Result<(), TrapKind> {
        let base = self.current.base;
        if self.stack.len() < base + size_of::<Window>() / 8 {
            grow(&mut self.stack, base, base + size_of::<Window>() / 8)?;
        }
        let constants = &program.constants[code.constants.start as usize..code.constants.end as usize];
        let at = code.constant_slot as usize;
        if code.is_wide() {
            let places = self.current.places;
            if self.places.len() < places + code.places as usize {
                grow(&mut self.places, places, places + code.places as usize)?;
            }
            self.places[places + at..][..constants.len()].copy_from_slice(constants);
        } else {
            self.stack[base + at..][..constants.len()].copy_from_slice(constants);
        }
        Ok(())
    }

    /// Calls a function with arguments in slots of the current one, which will continue at `op`.
    #[inline(always)]
    pub(super) fn enter(
        &mut self,
        program: &Program,
        function: u32,
        arguments: u32,
        (op, result): (u32, u16),
        stack_pointer: u32,
    ) -> Result<u32, TrapKind> {
        let caller = &program.functions[self.current.function as usize];
        let code = &program.functions[function as usize];
        let from = self.current;
        self.waiting.push(Frame { op, result, ..from });
        self.current = Frame {
            function,
            base: from.base + caller.slots as usize,
            places: from.places + caller.places as usize,
            stack_pointer,
            ..Frame::default()
        };
        self.prepare(program, code)?;
        let arguments = &program.arguments[arguments as usize..][..code.parameters as usize];
        if caller.is_wide() || code.is_wide() {
            self.pass(arguments, &from, caller, code);
        } else {
            let (lower, upper) = self.stack.split_at_mut(self.current.base);
            let lower = &lower[from.base..];
            upper.iter_mut().zip(arguments).for_each(|(to, &slot)| *to = lower[slot as usize]);
        }
        Ok(code.ops.start)
    }

    /// Passes arguments if some of them are in places.
    #[cold]
    fn pass(&mut self, arguments: &[u32], from: &Frame, caller: &Code, code: &Code) {
        for (index, &slot) in arguments.iter().enumerate() {
            let value = self.read(from, caller, slot);
            if code.is_wide() {
                self.places[self.current.places + index] = value;
            } else {
                self.stack[self.current.base + index] = value;
            }
        }
    }

    fn read(&self, frame: &Frame, code: &Code, slot: u32) -> u64 {
        if code.is_wide() { self.places[frame.places + slot as usize] } else { self.stack[frame.base + slot as usize] }
    }

    /// Returns a value of the current function.
    pub(super) fn value(&self, program: &Program, slot: u32) -> u64 {
        self.read(&self.current, &program.functions[self.current.function as usize], slot)
    }

    /// Returns to the last waiting function, and to its next operation.
    #[inline(always)]
    pub(super) fn leave(&mut self) -> Option<Frame> {
        let frame = self.waiting.pop()?;
        self.current = frame;
        Some(frame)
    }

    /// Returns to the function with this number of waiting functions below it.
    pub(super) fn unwind(&mut self, depth: u32) {
        if let Some(&frame) = self.waiting.get(depth as usize) {
            self.current = frame;
            self.waiting.truncate(depth as usize);
        }
    }
}

/// Returns the slots of the function whose slots begin at `base`.
#[inline(always)]
pub(super) fn window(stack: &mut [u64], base: usize) -> Option<&mut Window> {
    stack.get_mut(base..)?.first_chunk_mut()
}

/// Enlarges a list. Only the `used` part is kept: memory that is never touched costs nothing.
#[cold]
#[inline(never)]
fn grow(list: &mut Vec<u64>, used: usize, size: usize) -> Result<(), TrapKind> {
    if size > MAX_SLOTS {
        return Err(TrapKind::CallDepth);
    }
    let mut larger = vec![0; size.max(list.len() * 2).clamp(MIN_SLOTS, MAX_SLOTS)];
    larger[..used].copy_from_slice(&list[..used]);
    *list = larger;
    Ok(())
}
