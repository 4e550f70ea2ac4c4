//! Runs a program.

use super::calls::Calls;
use super::control::Control;
use super::integer::mask;
use super::program::{Program, width};
use super::run::{self, Stop};
use super::{Bits, Budget, End, Host, Layout, Memory, NoHost, Observer, Place, Trap, TrapKind, Undefined, Unobserved};

/// A program with its memory, ready to run.
///
/// Memory is kept between calls, until [`Machine::reset`].
#[derive(Debug)]
pub struct Machine<'p> {
    program: &'p Program,
    memory: Vec<u8>,
    calls: Calls,
    control: Control,
}

/// The buffers of a machine. Allocating them takes longer than a small program runs.
#[derive(Debug, Default)]
pub struct Buffers {
    memory: Vec<u8>,
    calls: Calls,
}

/// The result of an execution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Execution {
    /// How it ended.
    pub end: End,
    /// The first event that the manual leaves undefined.
    pub undefined: Option<Undefined>,
    /// Number of entered blocks and of longjmps.
    pub blocks: u64,
}

impl<'p> Machine<'p> {
    /// Makes a machine for a program, with the program's initial memory.
    pub fn new(program: &'p Program) -> Self {
        Self::with_buffers(program, Buffers::default())
    }

    /// Returns the program.
    pub const fn program(&self) -> &'p Program {
        self.program
    }

    /// As [`Machine::new`], with the buffers of an earlier machine.
    pub fn with_buffers(program: &'p Program, buffers: Buffers) -> Self {
        let Buffers { mut memory, calls } = buffers;
        memory.resize(program.layout.size() as usize, 0);
        let mut machine = Self { program, memory, calls, control: Control::new(&program.layout) };
        machine.reset();
        machine
    }

    /// Returns the buffers, for another machine. What a large program needed beyond 16 MiB of values is freed.
    pub fn into_buffers(self) -> Buffers {
        Buffers { memory: self.memory, calls: self.calls.trimmed() }
    }

    /// Restores the state before the first call.
    pub fn reset(&mut self) {
        let (globals, rest) = self.memory.split_at_mut(self.program.image.len());
        globals.copy_from_slice(&self.program.image);
        rest.fill(0);
        self.control.reset();
    }

    /// Sets whether executions end at the first undefined event, with [`End::Undefined`]; by default they continue.
    pub const fn stop_at_undefined(&mut self, stop: bool) {
        self.control.stops = stop;
    }

    /// Returns the memory, from [`Layout::BASE`] on.
    pub fn memory(&self) -> &[u8] {
        &self.memory
    }

    /// Returns the memory, mutably, to prepare it for a call.
    pub fn memory_mut(&mut self) -> Memory<'_> {
        Memory::new(&mut self.memory, Layout::BASE)
    }

    /// Calls a function. Only the bits of the types of arguments are used.
    ///
    /// A function that does not exist or has no body is [`TrapKind::BadFunction`], a wrong number of arguments is
    /// [`TrapKind::BadSignature`], both at the function's first instruction.
    pub fn call(&mut self, function: u32, arguments: &[Bits], budget: &Budget) -> Execution {
        self.call_with(function, arguments, budget, &mut NoHost, &mut Unobserved)
    }

    /// As [`Machine::call`], with a host, and an observer.
    pub fn call_with<O: Observer>(
        &mut self,
        function: u32,
        arguments: &[Bits],
        budget: &Budget,
        host: &mut dyn Host,
        observer: &mut O,
    ) -> Execution {
        self.control.restart();
        let place = Place { function, instruction: 0 };
        let op = match self.start(function, arguments, budget) {
            Ok(op) => op,
            Err(kind) => return Execution { end: End::Trap(Trap { kind, place }), undefined: None, blocks: 0 },
        };
        if budget.blocks == 0 {
            return Execution { end: End::OutOfFuel(place), undefined: None, blocks: 0 };
        }
        let mut execution = run::Execution {
            program: self.program,
            calls: &mut self.calls,
            control: &mut self.control,
            memory: Memory::new(&mut self.memory, self.program.layout.writable),
            host,
            fuel: budget.blocks - 1,
            depth: budget.depth as usize - 1,
        };
        let (stop, at) = execution.run(op, observer);
        let blocks = budget.blocks - execution.fuel;
        let undefined = self.control.first_undefined(|op| self.program.place(op));
        Execution { end: self.end(stop, at, undefined), undefined, blocks }
    }

    /// Prepares the call of a function; returns its first operation.
    fn start(&mut self, function: u32, arguments: &[Bits], budget: &Budget) -> Result<u32, TrapKind> {
        let program = self.program;
        let code = program.code(function).ok_or(TrapKind::BadFunction)?;
        let parameters = &program.signatures[code.signature as usize].parameters;
        if parameters.len() != arguments.len() {
            return Err(TrapKind::BadSignature);
        }
        if budget.depth == 0 {
            return Err(TrapKind::CallDepth);
        }
        let mut slots = Vec::with_capacity(code.parameters as usize);
        for (&ty, &bits) in parameters.iter().zip(arguments) {
            slots.push(bits as u64 & mask(ty.bits().clamp(1, 64) as u32));
            if width(ty) == 2 {
                slots.push((bits >> 64) as u64);
            }
        }
        self.calls.start(program, function, &slots, self.program.layout.heap)?;
        Ok(code.ops.start)
    }

    fn end(&self, stop: Stop, at: u32, undefined: Option<Undefined>) -> End {
        match (stop, undefined) {
            (Stop::Return(bits), _) => End::Return(bits),
            (Stop::Undefined, Some(undefined)) => End::Undefined(undefined),
            (Stop::Undefined, None) => End::Trap(Trap { kind: TrapKind::Unreachable, place: self.program.place(at) }),
            (Stop::Trap(kind), _) => End::Trap(Trap { kind, place: self.program.place(at) }),
            (Stop::OutOfFuel(op), _) => End::OutOfFuel(self.program.block_place(op)),
            (Stop::OutOfFuelAt(op), _) => End::OutOfFuel(self.program.place(op)),
            (Stop::Exit(status), _) => End::Exit(status),
        }
    }
}
