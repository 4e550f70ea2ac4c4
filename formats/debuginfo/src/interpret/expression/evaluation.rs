//! The loop, the stack and the end.

use super::{
    AddressSize, Description, Extent, Location, Machine, Operation, Outcome, Piece, Place, Trap, TrapKind, Type, Undefined, UndefinedKind,
    Value,
};
use crate::tables::Ends;
use smallvec::{SmallVec, smallvec};

/// The maximal number of operations that one evaluation executes. An expression without loops would need as many operations; a procedure
/// counts at each call.
pub const FUEL: u32 = 10_000;

/// The maximal number of stack entries: Pick reaches 256 of them.
pub const STACK: usize = 256;

/// The maximal number of active calls.
pub const CALLS: usize = 64;

/// Evaluates an expression, on a stack that initially contains the operand of the DebugDeclare or DebugValue, if there is one.
pub fn evaluate(operations: &[Operation], machine: &Machine, first: Option<u64>) -> Outcome {
    evaluate_observed(operations, machine, first, |_, _, _| ())
}

/// As [`evaluate`], and calls `observe` before each operation with its place and the stack.
pub fn evaluate_observed(
    operations: &[Operation],
    machine: &Machine,
    first: Option<u64>,
    mut observe: impl FnMut(Place, &Operation, &[Value]),
) -> Outcome {
    let mut evaluation = Evaluation::new(operations, machine);
    evaluation.stack.extend(first.map(|bits| Value::generic(bits, machine.address)));
    let end = evaluation.run(&mut observe).map_err(|kind| Trap { kind, place: evaluation.place });
    Outcome { end, undefined: evaluation.undefined }
}

/// The position in an expression.
#[derive(Clone, Copy)]
pub(super) struct Frame<'a> {
    pub(super) operations: &'a [Operation],
    pub(super) procedure: Option<u32>,
    pub(super) next: usize,
}

/// An evaluation in progress.
pub(super) struct Evaluation<'a> {
    pub(super) machine: &'a Machine,
    pub(super) address: AddressSize,
    pub(super) stack: SmallVec<[Value; 8]>,
    pub(super) frame: Frame<'a>,
    pub(super) callers: SmallVec<[Frame<'a>; 2]>,
    pub(super) pieces: SmallVec<[Piece; 1]>,
    /// A finished description that waits for its piece.
    pub(super) finished: Option<Location>,
    pub(super) fragment: Option<Extent>,
    pub(super) undefined: Undefined,
    pub(super) place: Place,
}

impl<'a> Evaluation<'a> {
    fn new(operations: &'a [Operation], machine: &'a Machine) -> Self {
        Self {
            machine,
            address: machine.address,
            stack: SmallVec::new(),
            frame: Frame { operations, procedure: None, next: 0 },
            callers: SmallVec::new(),
            pieces: SmallVec::new(),
            finished: None,
            fragment: None,
            undefined: Undefined::default(),
            place: Place { procedure: None, operation: 0 },
        }
    }

    fn run(&mut self, observe: &mut impl FnMut(Place, &Operation, &[Value])) -> Result<Description, TrapKind> {
        let mut fuel = FUEL;
        let mut unfinished = false;
        while let Some(operation) = self.fetch() {
            fuel = fuel.checked_sub(1).ok_or(TrapKind::OutOfFuel)?;
            observe(self.place, operation, &self.stack);
            let pieces = self.pieces.len();
            self.execute(operation)?;
            unfinished = self.pieces.len() == pieces;
        }
        if unfinished && !self.pieces.is_empty() {
            return Err(TrapKind::UnfinishedPiece);
        }
        self.describe(fuel == FUEL)
    }

    /// Returns the next operation, of the innermost expression that has one left.
    fn fetch(&mut self) -> Option<&'a Operation> {
        loop {
            self.place = Place { procedure: self.frame.procedure, operation: self.frame.next };
            if let Some(operation) = self.frame.operations.get(self.frame.next) {
                self.frame.next += 1;
                return Some(operation);
            }
            self.frame = self.callers.pop()?;
        }
    }

    fn execute(&mut self, operation: &Operation) -> Result<(), TrapKind> {
        let row = operation.code.row().ok_or(TrapKind::UnknownOperation)?;
        if operation.count() != row.operands.len() {
            if operation.count() < row.operands.len() {
                return Err(TrapKind::MissingLiteral);
            }
            self.note(UndefinedKind::SurplusLiteral);
        }
        if self.finished.is_some() && !matches!(row.ends, Ends::Piece | Ends::Fragment) {
            return Err(TrapKind::AfterLocation);
        }
        self.step(row.op, operation)
    }

    /// Returns what the expression describes, after all operations are executed.
    fn describe(&mut self, nothing_executed: bool) -> Result<Description, TrapKind> {
        let fragment = self.fragment;
        let simple = |location| Description { pieces: smallvec![Piece { location, size: None, offset: None }], fragment, top: None };
        if let Some(location) = self.finished {
            return Ok(simple(location));
        }
        if !self.pieces.is_empty() {
            return Ok(Description { pieces: std::mem::take(&mut self.pieces), fragment, top: None });
        }
        if nothing_executed && self.stack.is_empty() {
            return Ok(simple(Location::Empty));
        }
        let top = self.pop()?;
        Ok(Description { top: Some(top), ..simple(Location::Memory(self.address_of(top)?)) })
    }

    pub(super) fn note(&mut self, kind: UndefinedKind) {
        self.undefined.note(kind, self.place);
    }

    pub(super) fn pop(&mut self) -> Result<Value, TrapKind> {
        self.stack.pop().ok_or(TrapKind::StackUnderflow)
    }

    pub(super) fn push(&mut self, value: Value) -> Result<(), TrapKind> {
        if self.stack.len() == STACK {
            return Err(TrapKind::StackOverflow);
        }
        self.stack.push(value);
        Ok(())
    }

    pub(super) fn push_generic(&mut self, bits: u64) -> Result<(), TrapKind> {
        self.push(Value::generic(bits, self.address))
    }

    /// Pops the top integer, extended by its type to 64 bits.
    pub(super) fn pop_integer(&mut self) -> Result<u64, TrapKind> {
        let value = self.pop()?;
        if value.ty.is_float() { Err(TrapKind::NotIntegral) } else { Ok(value.extended(self.address)) }
    }

    /// Pops the top address.
    pub(super) fn pop_address(&mut self) -> Result<u64, TrapKind> {
        let value = self.pop()?;
        self.address_of(value)
    }

    pub(super) fn address_of(&self, value: Value) -> Result<u64, TrapKind> {
        if value.ty.is_float() {
            return Err(TrapKind::NotIntegral);
        }
        Ok(value.extended(self.address) & Type::Generic.mask(self.address))
    }
}
