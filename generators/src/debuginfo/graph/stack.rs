//! The stack of an expression that is being generated: types, which are known without a machine.
//!
//! The machine that will evaluate an expression has [`REGISTERS`] registers, [`INDEXED`] addresses and constants, memory at every address,
//! everything else that an operation may need, and addresses of four or eight bytes: an expression that can be executed with one of these
//! sizes is accepted.

use irsmith_debuginfo::interpret::expression::{AddressSize, Operation, Type};
use irsmith_debuginfo::tables::{Ends, Leaves, Op, OperationRow, Takes};
use smallvec::SmallVec;

/// Registers that have a name of their own.
pub(super) const REGISTERS: u32 = 32;
/// Entries of a table of addresses or constants.
pub(super) const INDEXED: u32 = 4;
/// Expressions that may be called; a call of another one has no effect.
pub(super) const PROCEDURES: u32 = 2;

/// An entry of the stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) ty: Type,
    /// Whether it is a constant from 1 to 127, which is a valid divisor and shift amount.
    small: bool,
}

/// The stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack(SmallVec<[Entry; 8]>);

impl Stack {
    /// Returns the initial stack of most expressions: the operand of a DebugDeclare or DebugValue.
    pub(super) fn first() -> Self {
        let mut stack = Self::default();
        stack.push(Type::Generic);
        stack
    }

    /// Returns how many entries are known.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns the type of the entry at this depth, 0 being the top.
    pub(super) fn ty(&self, depth: usize) -> Option<Type> {
        self.at(depth).map(|entry| entry.ty)
    }

    fn at(&self, depth: usize) -> Option<Entry> {
        self.0.len().checked_sub(depth + 1).map(|at| self.0[at])
    }

    fn is_integer(&self, depth: usize) -> bool {
        self.ty(depth).is_some_and(|ty| !ty.is_float())
    }

    /// Returns whether the stack has the operands of an operation.
    pub(super) fn has(&self, takes: Takes) -> bool {
        let pair = || self.ty(0).is_some() && self.ty(0) == self.ty(1);
        let small = || self.at(0).is_some_and(|entry| entry.small);
        match takes {
            Takes::Entries(count) => self.len() >= count,
            Takes::Integers(count) => (0..count).all(|depth| self.is_integer(depth)),
            Takes::Pair => pair(),
            Takes::IntegerPair => pair() && self.is_integer(0),
            Takes::Division => pair() && small(),
            Takes::Remainder => pair() && small() && self.is_integer(0),
            Takes::Shift => self.is_integer(0) && self.is_integer(1) && small(),
            Takes::Described => true,
        }
    }

    /// Returns whether an operation that does not end the expression can be executed with one of the two address sizes, or with both.
    pub(super) fn bears(&self, row: &OperationRow, operation: &Operation) -> bool {
        let literal = |at: usize| operation.literals().get(at).copied().unwrap_or(0);
        self.has(row.takes)
            && match row.op {
                Op::Convert => converted(literal(0), literal(1)).is_some(),
                Op::Pick => (literal(0) as usize) < self.len(),
                // A branch has a distance, and the skipped operations are not known here.
                Op::Bra | Op::Skip => literal(0) == 0,
                Op::Bregx => literal(0) < REGISTERS,
                Op::DerefSize | Op::XDerefSize => literal(0) <= 8,
                Op::AddrX | Op::ConstX => literal(0) < INDEXED,
                Op::EntryValue => is_entry_value(literal(0), literal(1)),
                Op::ConstType => is_sized(literal(0), literal(1)),
                Op::RegvalType => literal(0) < REGISTERS && base(literal(1)).is_some(),
                Op::DerefType | Op::XDerefType => is_sized(literal(1), literal(0)),
                Op::Reinterpret => numbered(literal(0)).is_some_and(|to| self.ty(0).is_some_and(|from| are_as_wide(from, to))),
                _ => row.ends == Ends::Nothing,
            }
    }

    /// Applies the effect of an operation; called with operations that [`Stack::bears`], or that end.
    pub(super) fn execute(&mut self, row: &OperationRow, operation: &Operation) {
        let literal = |at: usize| operation.literals().get(at).copied().unwrap_or(0);
        let count = row.takes.count();
        match row.leaves {
            Leaves::Nothing => self.pop(count),
            Leaves::Generic => self.replace(count, Type::Generic),
            Leaves::Constant => {
                let word = if let Op::Lit(number) = row.op { number.get() } else { literal(0) };
                self.push_constant(Type::Generic, word);
            }
            Leaves::Same => self.replace(count, self.ty(count - 1).unwrap_or(Type::Generic)),
            Leaves::Turned => self.turn(count),
            Leaves::Copied => self.pick(count - 1),
            Leaves::Picked => self.pick(literal(0) as usize),
            Leaves::Converted => self.replace(count, converted(literal(0), literal(1)).unwrap_or(Type::Generic)),
            Leaves::Typed(at) => self.replace(count, numbered(literal(at)).unwrap_or(Type::Generic)),
            Leaves::TypedConstant => self.push_constant(numbered(literal(0)).unwrap_or(Type::Generic), literal(2)),
            // The effect of a procedure on the stack is unknown.
            Leaves::Called if literal(0) < PROCEDURES => self.0.clear(),
            Leaves::Called => {}
        }
    }

    fn push(&mut self, ty: Type) {
        self.0.push(Entry { ty, small: false });
    }

    fn push_constant(&mut self, ty: Type, word: u32) {
        self.0.push(Entry { ty, small: (1..128).contains(&word) });
    }

    fn pop(&mut self, count: usize) {
        self.0.truncate(self.len().saturating_sub(count));
    }

    fn replace(&mut self, count: usize, ty: Type) {
        self.pop(count);
        self.push(ty);
    }

    fn pick(&mut self, depth: usize) {
        self.0.extend(self.at(depth));
    }

    /// The top moves below the other entries.
    fn turn(&mut self, count: usize) {
        if let Some(first) = self.len().checked_sub(count) {
            self.0[first..].rotate_right(1);
        }
    }
}

/// Returns the type of a number in one word.
fn numbered(number: u32) -> Option<Type> {
    Type::ALL.get(number as usize).copied()
}

/// Returns the base type of a number: any but the generic one.
pub(super) fn base(number: u32) -> Option<Type> {
    numbered(number).filter(|&ty| ty != Type::Generic)
}

/// Returns the type that Convert names, with one of the address sizes.
fn converted(bits: u32, encoding: u32) -> Option<Type> {
    Type::encoded(bits, encoding, AddressSize::Eight).or_else(|| Type::encoded(bits, encoding, AddressSize::Four))
}

fn is_sized(number: u32, size: u32) -> bool {
    base(number).is_some_and(|ty| size.checked_mul(8) == Some(ty.bits(AddressSize::Eight)))
}

/// Returns whether two types have the same number of bits, with one of the address sizes.
pub(super) fn are_as_wide(left: Type, right: Type) -> bool {
    [AddressSize::Four, AddressSize::Eight].into_iter().any(|size| left.bits(size) == right.bits(size))
}

/// Returns whether a block is DW_OP_reg0 to DW_OP_reg31, or DW_OP_regx and one of these registers.
fn is_entry_value(size: u32, block: u32) -> bool {
    match (size, block.to_le_bytes()) {
        (1, [Op::DWARF_REG0..=Op::DWARF_REG31, 0, 0, 0]) => true,
        (2, [Op::DWARF_REGX, register, 0, 0]) => u32::from(register) < REGISTERS,
        _ => false,
    }
}
