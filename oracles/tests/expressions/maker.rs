//! A generator of expressions that tracks the types on the stack, and ignores them now and then.

use irsmith_debuginfo::interpret::expression::{AddressSize, Elsewhere, Machine, Operation, Type};
use irsmith_debuginfo::tables::{Ends, Leaves, OPERATIONS, Op, OperationRow, Takes};

pub(crate) struct Maker {
    state: u64,
    stack: Vec<Type>,
}

const WORDS: [u32; 14] = [0, 1, 2, 3, 4, 7, 8, 31, 32, 63, 0x7f, 0x8000_0000, 0x7fff_ffff, u32::MAX];

/// Makes a machine that has everything, except what is removed now and then.
pub(crate) fn machine(maker: &mut Maker, address: AddressSize) -> Machine {
    let mut some = || maker.bits();
    let mut machine = Machine {
        address,
        registers: (0..40).map(|_| some()).collect(),
        entry_registers: (0..40).map(|_| some()).collect(),
        elsewhere: Elsewhere::Pattern,
        frame_base: Some(some()),
        frame_address: Some(some()),
        object: Some(some()),
        thread_local: Some(some()),
        addresses: (0..4).map(|_| some()).collect(),
        constants: (0..4).map(|_| some()).collect(),
        ..Machine::default()
    };
    machine.procedures = (0..3).map(|number| maker.procedure(address, number)).collect();
    if maker.chance(20) {
        machine.elsewhere = Elsewhere::Nothing;
        machine.registers.truncate(3);
        (machine.frame_base, machine.frame_address, machine.object, machine.thread_local) = (None, None, None, None);
    }
    machine
}

impl Maker {
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x2545_f491_4f6c_dd1d) ^ 0x9e37_79b9_7f4a_7c15, stack: Vec::new() }
    }

    /// xorshift64*.
    fn next(&mut self) -> u64 {
        self.state ^= self.state >> 12;
        self.state ^= self.state << 25;
        self.state ^= self.state >> 27;
        self.state.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 16) % bound
    }

    /// Returns true once in `odds` times.
    pub(crate) fn chance(&mut self, odds: u64) -> bool {
        self.below(odds) == 0
    }

    fn bits(&mut self) -> u64 {
        match self.below(4) {
            0 => f64::to_bits(self.below(1000) as f64 - 500.5),
            1 => f32::to_bits(self.below(1000) as f32 - 500.5).into(),
            2 => u64::from(self.literal()) << 32 | u64::from(self.literal()),
            _ => self.next(),
        }
    }

    pub(crate) fn literal(&mut self) -> u32 {
        if self.chance(2) { WORDS[self.below(WORDS.len() as u64) as usize] } else { (self.next() >> 32) as u32 }
    }

    fn small(&mut self, bound: u64) -> u32 {
        if self.chance(40) { self.literal() } else { self.below(bound) as u32 }
    }

    /// Makes an expression without pieces that mostly leaves more entries on the stack.
    fn procedure(&mut self, address: AddressSize, number: u32) -> Vec<Operation> {
        self.stack = vec![Type::Generic; 3];
        let length = self.below(4);
        let made: Vec<_> = (0..length).map(|_| self.operation(address)).collect();
        // Mostly only those of a lower number are called, so that most expressions terminate.
        made.into_iter()
            .filter(|operation| !operation.code.row().is_some_and(|row| row.leaves == Leaves::Called) || operation.literals()[0] < number)
            .collect()
    }

    pub(crate) fn expression(&mut self, address: AddressSize, first: bool) -> Vec<Operation> {
        self.stack = vec![Type::Generic; first.into()];
        let mut operations = Vec::new();
        for _ in 0..self.below(14) {
            operations.push(self.operation(address));
            if operations.last().and_then(|operation| operation.code.row()).is_some_and(finishes) {
                break;
            }
        }
        match self.below(8) {
            0 => operations.push(Operation::new(Op::StackValue, &[])),
            1 => operations.push(Operation::new(Op::Fragment, &[self.literal(), self.literal()])),
            2 | 3 => self.pieces(address, &mut operations),
            // A float is not an address.
            _ if self.top(0).is_some_and(Type::is_float) => operations.push(Operation::new(Op::StackValue, &[])),
            _ => {}
        }
        operations
    }

    fn pieces(&mut self, address: AddressSize, operations: &mut Vec<Operation>) {
        loop {
            operations.push(self.piece());
            for _ in 0..self.below(3) {
                operations.push(self.operation(address));
            }
            if self.chance(2) {
                if !self.chance(8) {
                    operations.push(self.piece());
                }
                return;
            }
        }
    }

    fn piece(&mut self) -> Operation {
        self.stack.pop();
        let offset = self.literal();
        let size = self.literal();
        if self.chance(2) { Operation::new(Op::Piece, &[size]) } else { Operation::new(Op::BitPiece, &[size, offset]) }
    }

    /// Draws an operation that the stack mostly allows, and applies its effect.
    fn operation(&mut self, address: AddressSize) -> Operation {
        loop {
            let all = if self.chance(8) { &OPERATIONS[OPERATIONS.len() - 5..] } else { OPERATIONS };
            let row = &all[self.below(all.len() as u64) as usize];
            let anything = self.chance(150);
            // Pieces and operations that end a description are mostly at the end, and constants are frequent.
            let rare = row.ends != Ends::Nothing && row.op != Op::Regx || matches!(row.op, Op::Lit(_) | Op::Breg(_));
            if rare && !self.chance(8) || !anything && !self.allows(row) {
                continue;
            }
            let literals: Vec<u32> = (0..row.operands.len()).map(|_| self.literal()).collect();
            let mut operation = Operation::new(row.op, &literals);
            if !anything {
                operation = Operation::new(row.op, &self.sensible(row.op, literals, address));
            }
            self.effect(row, &operation, address);
            return operation;
        }
    }

    fn top(&self, depth: usize) -> Option<Type> {
        self.stack.len().checked_sub(depth + 1).map(|at| self.stack[at])
    }

    fn allows(&self, row: &OperationRow) -> bool {
        let (top, below) = (self.top(0), self.top(1));
        let integral = |ty: Option<Type>| ty.is_some_and(|ty| !ty.is_float());
        match row.takes {
            // It mostly does not pick the top.
            Takes::Entries(_) if row.op == Op::Pick => below.is_some(),
            Takes::Entries(count) => self.stack.len() >= count,
            Takes::Integers(count) => (0..count).all(|depth| integral(self.top(depth))),
            Takes::Pair | Takes::Division => top.is_some() && top == below,
            Takes::IntegerPair | Takes::Remainder => integral(top) && top == below,
            Takes::Shift => integral(top) && integral(below),
            Takes::Described => true,
        }
    }

    fn sensible(&mut self, op: Op, mut words: Vec<u32>, address: AddressSize) -> Vec<u32> {
        let mut ty = Type::ALL[1 + self.below(10) as usize];
        if matches!(op, Op::DerefType | Op::XDerefType) && ty.bits(address) > address.bits() && !self.chance(16) {
            // Operations that gimli does not support are not worth much.
            ty = Type::F32;
        }
        let bytes = ty.bits(address) / 8;
        let number = ty as u32;
        match op {
            Op::Convert => words = self.conversion(address),
            Op::Pick => words[0] = self.small(self.stack.len().max(1) as u64),
            Op::Bra | Op::Skip => words[0] = self.small(4).wrapping_sub(u32::from(self.chance(4)) * 2),
            Op::Regx | Op::Bregx => words[0] = self.small(40),
            Op::DerefSize | Op::XDerefSize => words[0] = self.small(u64::from(address.bytes()) + 1),
            Op::Call2 | Op::Call4 | Op::CallRef | Op::AddrX | Op::ConstX => words[0] = self.small(4),
            Op::EntryValue if self.chance(2) => words = vec![1, self.small(32).wrapping_add(0x50)],
            Op::EntryValue => words = vec![2, 0x90 | (self.small(40) << 8)],
            Op::ConstType => words[..2].copy_from_slice(&[number, bytes]),
            Op::RegvalType => words = vec![self.small(40), number],
            Op::DerefType | Op::XDerefType => words = vec![bytes, number],
            Op::Reinterpret => words[0] = self.small(11),
            _ => {}
        }
        if self.chance(100) && !words.is_empty() {
            let at = self.below(words.len() as u64) as usize;
            words[at] = self.small(12);
        }
        words
    }

    fn conversion(&mut self, address: AddressSize) -> Vec<u32> {
        match self.below(7) {
            0 => vec![address.bits(), 1],
            1 => vec![32, 4],
            2 => vec![64, 4],
            kind => vec![8 << self.below(4), 2 + kind as u32],
        }
    }

    /// Applies an approximate effect: a wrong guess only causes a trap.
    fn effect(&mut self, row: &OperationRow, operation: &Operation, address: AddressSize) {
        let literal = |at: usize| operation.literals()[at];
        let named = |number: u32| Type::ALL.get(number as usize).copied().unwrap_or(Type::Generic);
        let count = row.takes.count();
        let pushed = match row.leaves {
            // Maker::piece handles pieces.
            Leaves::Nothing if row.ends == Ends::Fragment => return,
            Leaves::Nothing => None,
            Leaves::Generic | Leaves::Constant => Some(Type::Generic),
            Leaves::Same => self.top(count - 1),
            Leaves::Turned => {
                let first = self.stack.len().saturating_sub(count);
                let turn = usize::from(self.stack.len() >= count);
                return self.stack[first..].rotate_right(turn);
            }
            Leaves::Copied => return self.stack.push(self.top(count - 1).unwrap_or(Type::Generic)),
            Leaves::Picked => return self.stack.push(self.top(literal(0) as usize).unwrap_or(Type::Generic)),
            Leaves::Converted => Some(Type::encoded(literal(0), literal(1), address).unwrap_or(Type::Generic)),
            Leaves::Typed(at) => Some(named(literal(at))),
            Leaves::TypedConstant => Some(named(literal(0))),
            Leaves::Called => return,
        };
        self.stack.truncate(self.stack.len().saturating_sub(count));
        self.stack.extend(pushed);
    }
}

fn finishes(row: &OperationRow) -> bool {
    matches!(row.ends, Ends::Description | Ends::Fragment)
}
