//! Runs a program.

use super::control::{Control, Stack};
use super::end::{Budget, End, Execution, Place, Poison, Trap, Undefined};
use super::execute::write_physical;
use super::lane::Raw;
use super::memory::{BASE, Memory, READ_WRITE};
use super::op::{Cell, Location};
use super::program::Program;
use super::run::{Calls, Loop, Stop};
use super::{Observer, TrapKind, Unobserved, Value};

/// A program with its memory, ready to run.
///
/// Memory is kept between calls, until [`Machine::reset`]; the stack is not.
#[derive(Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    memory: Memory,
    calls: Calls,
    control: Control,
}

impl<'p> Machine<'p> {
    /// Makes a machine for a program, with the program's initial memory.
    pub fn new(program: &'p Program) -> Self {
        let memory = program.image.clone();
        // Above the stack is a gap for accesses behind the last object.
        let top = memory.end() - 64;
        let stack = Stack { pointer: top, frame: top, caller: top, end: program.stack, lowest: top };
        Self { program, memory, calls: Calls::default(), control: Control::new(stack) }
    }

    /// Returns the program.
    pub const fn program(&self) -> &'p Program {
        self.program
    }

    /// Restores the state before the first call.
    pub fn reset(&mut self) {
        self.memory.restore(&self.program.image, BASE, self.program.stack - BASE);
    }

    /// Sets whether executions end at the first undefined event, with [`End::Undefined`]; by default they continue.
    pub const fn stop_at_undefined(&mut self, stop: bool) {
        self.control.stops = stop;
    }

    /// Sets bytes of the window, from an offset on. Returns whether the window has them all.
    pub fn set_window(&mut self, offset: u32, bytes: &[u8]) -> bool {
        let fits = self.program.window_size() >= u64::from(offset) + bytes.len() as u64;
        if fits {
            self.memory.initialize(self.program.window + u64::from(offset), bytes);
        }
        fits
    }

    /// Returns the bytes of the window and their masks: bits of which the mask is 1 are undefined or poison.
    pub fn window(&self) -> (&[u8], &[u8]) {
        self.memory.planes(self.program.window, self.program.window_size()).unwrap_or_default()
    }

    /// Returns the bytes of a global variable and their masks, as [`Machine::window`] does; `None` if the file does not define it.
    pub fn variable(&self, name: &str) -> Option<(&[u8], &[u8])> {
        let addresses = self.program.variable(name)?;
        self.memory.planes(addresses.start, addresses.end - addresses.start)
    }

    /// Returns the address of the global variables and the window, their bytes and the masks of these, as [`Machine::window`] does.
    pub fn variables(&self) -> (u64, &[u8], &[u8]) {
        let (bytes, masks) = self.memory.planes(BASE, self.program.stack - BASE).unwrap_or_default();
        (BASE, bytes, masks)
    }

    /// Returns a hash of the global variables and the window: of their defined bits, and of which bits are defined.
    pub fn memory_hash(&self) -> u64 {
        let (_, bytes, masks) = self.variables();
        // FNV-1a of 64 bits.
        bytes.iter().zip(masks).fold(0xcbf2_9ce4_8422_2325, |hash, (byte, mask)| {
            [byte & !mask, *mask].iter().fold(hash, |hash: u64, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
        })
    }

    /// Calls a function with values for its parameters, in the order of [`super::Signature::parameters`], each as wide as its parameter.
    pub fn call(&mut self, function: u32, arguments: &[Value], budget: &Budget) -> Execution {
        self.call_with(function, arguments, budget, &mut Unobserved)
    }

    /// As [`Machine::call`], with an observer.
    pub fn call_with<O: Observer>(&mut self, function: u32, arguments: &[Value], budget: &Budget, observer: &mut O) -> Execution {
        self.control.restart();
        let place = Place { function, ..Place::default() };
        let nothing = |end| Execution { end, undefined: None, poison: None, is_relaxed: false, blocks: 0 };
        let entry = match self.start(function, arguments, budget) {
            Ok(entry) => entry,
            Err(kind) => return nothing(End::Trap(Trap { kind, place })),
        };
        if budget.blocks == 0 {
            return nothing(End::OutOfFuel(self.program.place(entry)));
        }
        let mut execution = Loop {
            program: self.program,
            calls: &mut self.calls,
            control: &mut self.control,
            memory: &mut self.memory,
            fuel: budget.blocks - 1,
            depth: budget.depth as usize - 1,
        };
        let (stop, at) = execution.run(entry, observer);
        let blocks = budget.blocks - execution.fuel;
        let undefined = execution.control.undefined.map(|(kind, op)| Undefined { kind, place: self.program.place(op) });
        let trap = |kind| End::Trap(Trap { kind, place: self.program.place(at) });
        let end = match (stop, undefined) {
            (Stop::Return(outputs), _) => End::Return(execution.outputs(outputs)),
            (Stop::Undefined, Some(undefined)) => End::Undefined(undefined),
            (Stop::Undefined, None) => trap(TrapKind::Unreachable),
            (Stop::Trap(kind), _) => trap(kind),
            (Stop::OutOfFuel(op), _) => End::OutOfFuel(self.program.place(op)),
        };
        let poison = self.control.poison.map(|(kind, op)| Poison { kind, place: self.program.place(op) });
        Execution { end, undefined, poison, is_relaxed: self.control.is_relaxed, blocks }
    }

    /// Prepares the call of a function; returns its first operation.
    fn start(&mut self, function: u32, arguments: &[Value], budget: &Budget) -> Result<u32, TrapKind> {
        let program = self.program;
        let code = program.functions.get(function as usize).filter(|code| code.refusal.is_none()).ok_or(TrapKind::NoFunction)?;
        let parameters = &code.signature.parameters;
        let fit = parameters.len() == arguments.len()
            && parameters.iter().zip(arguments).all(|(parameter, value)| parameter.bits == value.bits.bits());
        if !fit {
            return Err(TrapKind::Arguments);
        }
        if budget.depth == 0 {
            return Err(TrapKind::CallDepth);
        }
        self.calls.start(program, function)?;
        // What an earlier execution left on the stack.
        let top = self.memory.end() - 64;
        let lowest = self.control.stack.lowest;
        self.memory.set_object(lowest, top - lowest, super::memory::NO_OBJECT);
        let stack = &mut self.control.stack;
        let pointer = top.saturating_sub(code.arguments) / 16 * 16;
        if pointer < stack.end {
            return Err(TrapKind::StackOverflow);
        }
        *stack = Stack { pointer, frame: pointer, caller: pointer, end: stack.end, lowest: pointer };
        self.memory.set_object(pointer, code.arguments, READ_WRITE);
        for (parameter, argument) in parameters.iter().zip(arguments) {
            let raw = Raw { value: argument.bits.or(&argument.poison), mask: argument.undefined.or(&argument.poison) };
            match &parameter.location {
                Location::Register(physical) => write_physical(&mut self.control.registers, physical, &raw),
                Location::Virtual(reg) => {
                    let cells = &mut self.calls.frame()[reg.slot as usize..];
                    for ((cell, value), mask) in cells.iter_mut().zip(raw.value.words()).zip(raw.mask.words()) {
                        *cell = Cell { value: *value, mask: *mask };
                    }
                }
                Location::Stack(offset) => {
                    let address = pointer.wrapping_add_signed(*offset);
                    let raw = raw.resized(raw.bits().div_ceil(8) * 8);
                    // The range is part of the arguments.
                    let _ = self.memory.write(address, &raw);
                }
            }
        }
        self.control.stack.enter(&mut self.memory, code).ok_or(TrapKind::StackOverflow)?;
        Ok(code.entry)
    }
}
