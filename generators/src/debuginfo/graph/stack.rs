//! What an expression in the making leaves on the stack: types, which are known without a machine.
//!
//! The machine that an expression will run on has [`REGISTERS`] registers, [`INDEXED`] addresses and constants, memory wherever one reads,
//! everything else that an operation may ask for, and addresses of four or eight bytes: what runs with either is good enough.

use irsmith_debuginfo::interpret::expression::{AddressSize, Operation, Type};
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
    /// Whether it is a constant from 1 to 127: one may divide by it, and shift by it.
    small: bool,
}

/// The stack.
#[derive(Clone, Debug, Default)]
pub(super) struct Stack(SmallVec<[Entry; 8]>);

/// What an operation wants of the stack (DWARF 5, 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// So many entries, of any type.
    Entries(usize),
    /// So many integers, of any types.
    Integers(usize),
    /// Two entries of one type.
    Pair,
    /// Two integers of one type.
    IntegerPair,
    /// Two entries of one type, of which the upper one is not zero.
    Division,
    /// Two integers of one type, of which the upper one is not zero.
    Remainder,
    /// An integer, and a count on top.
    Shift,
}

/// What the operation of a number wants.
pub(super) const fn takes(code: u32) -> Takes {
    match code {
        1 | 2 | 30 | 39..=44 => Takes::Pair,
        28 => Takes::Division,
        29 => Takes::Remainder,
        27 | 33 | 37 => Takes::IntegerPair,
        34..=36 => Takes::Shift,
        0 | 32 | 38 | 146 | 153 | 162 => Takes::Integers(1),
        6 | 147 | 163 => Takes::Integers(2),
        3 | 7 | 10 | 21 | 22 | 24 | 26 | 31 | 164 => Takes::Entries(1),
        5 | 23 => Takes::Entries(2),
        25 => Takes::Entries(3),
        _ => Takes::Entries(0),
    }
}

/// Whether the operation of a number ends a description, or is a piece or fragment of one.
pub(super) const fn ends(code: u32) -> bool {
    matches!(code, 4 | 7 | 9 | 78..=109 | 142 | 145 | 156)
}

impl Stack {
    /// The stack that most expressions begin with: the operand of a DebugDeclare or DebugValue.
    pub(super) fn first() -> Self {
        let mut stack = Self::default();
        stack.push(Type::Generic);
        stack
    }

    /// How many entries are known to be there.
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    /// The type of the entry at this depth, 0 being the top.
    pub(super) fn ty(&self, depth: usize) -> Option<Type> {
        self.at(depth).map(|entry| entry.ty)
    }

    fn at(&self, depth: usize) -> Option<Entry> {
        self.0.len().checked_sub(depth + 1).map(|at| self.0[at])
    }

    fn is_integer(&self, depth: usize) -> bool {
        self.ty(depth).is_some_and(|ty| !ty.is_float())
    }

    /// Whether what an operation wants is there.
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
        }
    }

    /// Whether an operation that ends nothing can be executed with either size of addresses, or with one of them.
    pub(super) fn bears(&self, operation: &Operation) -> bool {
        let code = operation.code.0;
        let literal = |at: usize| operation.literals().get(at).copied().unwrap_or(0);
        self.has(takes(code))
            && match code {
                10 => converted(literal(0), literal(1)).is_some(),
                24 => (literal(0) as usize) < self.len(),
                // A branch has a distance, and what it skips is not known here.
                38 | 45 => literal(0) == 0,
                144 => literal(0) < REGISTERS,
                146 | 147 => literal(0) <= 8,
                157 | 158 => literal(0) < INDEXED,
                159 => is_entry_value(literal(0), literal(1)),
                160 => is_sized(literal(0), literal(1)),
                161 => literal(0) < REGISTERS && base(literal(1)).is_some(),
                162 | 163 => is_sized(literal(1), literal(0)),
                164 => numbered(literal(0)).is_some_and(|to| self.ty(0).is_some_and(|from| are_as_wide(from, to))),
                _ => !ends(code),
            }
    }

    /// What an operation leaves; called with those that [`Stack::bears`], or end.
    pub(super) fn execute(&mut self, operation: &Operation) {
        let literal = |at: usize| operation.literals().get(at).copied().unwrap_or(0);
        match operation.code.0 {
            0 | 146 | 153 => self.replace(1, Type::Generic),
            6 | 147 | 39..=44 => self.replace(2, Type::Generic),
            1 | 2 | 27..=30 | 33..=37 => self.replace(2, self.ty(1).unwrap_or(Type::Generic)),
            3 | 26 | 31 | 32 => self.replace(1, self.ty(0).unwrap_or(Type::Generic)),
            4 | 7 | 9 | 22 | 38 | 145 => self.pop(1),
            5 => self.turn(2),
            10 => self.replace(1, converted(literal(0), literal(1)).unwrap_or(Type::Generic)),
            21 => self.pick(0),
            23 => self.pick(1),
            24 => self.pick(literal(0) as usize),
            25 => self.turn(3),
            45 | 148 | 78..=109 | 142 | 156 => {}
            code @ 46..=77 => self.push_constant(Type::Generic, code - 46),
            8 | 11..=20 => self.push_constant(Type::Generic, literal(0)),
            // What a procedure leaves is not known.
            150..=152 if literal(0) < PROCEDURES => self.0.clear(),
            150..=152 => {}
            160 => self.push_constant(base(literal(0)).unwrap_or(Type::Generic), literal(2)),
            161 => self.push(base(literal(1)).unwrap_or(Type::Generic)),
            162 => self.replace(1, base(literal(1)).unwrap_or(Type::Generic)),
            163 => self.replace(2, base(literal(1)).unwrap_or(Type::Generic)),
            164 => self.replace(1, numbered(literal(0)).unwrap_or(Type::Generic)),
            _ => self.push(Type::Generic),
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

    /// The top goes below the others of these.
    fn turn(&mut self, count: usize) {
        if let Some(first) = self.len().checked_sub(count) {
            self.0[first..].rotate_right(1);
        }
    }
}

/// The type of a number in one word.
fn numbered(number: u32) -> Option<Type> {
    Type::ALL.get(number as usize).copied()
}

/// The base type of a number: any but the generic one.
pub(super) fn base(number: u32) -> Option<Type> {
    numbered(number).filter(|&ty| ty != Type::Generic)
}

/// The type that Convert names, with one of the sizes of addresses.
fn converted(bits: u32, encoding: u32) -> Option<Type> {
    Type::encoded(bits, encoding, AddressSize::Eight).or_else(|| Type::encoded(bits, encoding, AddressSize::Four))
}

fn is_sized(number: u32, size: u32) -> bool {
    base(number).is_some_and(|ty| size.checked_mul(8) == Some(ty.bits(AddressSize::Eight)))
}

/// Whether two types have as many bits, with one of the sizes of addresses.
pub(super) fn are_as_wide(left: Type, right: Type) -> bool {
    [AddressSize::Four, AddressSize::Eight].into_iter().any(|size| left.bits(size) == right.bits(size))
}

/// Whether a block is DW_OP_reg0 to DW_OP_reg31, or DW_OP_regx and one of these registers.
fn is_entry_value(size: u32, block: u32) -> bool {
    match (size, block.to_le_bytes()) {
        (1, [code, 0, 0, 0]) => (0x50..0x70).contains(&code),
        (2, [0x90, register, 0, 0]) => u32::from(register) < REGISTERS,
        _ => false,
    }
}
