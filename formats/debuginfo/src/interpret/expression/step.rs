//! One operation: which number does what.

use super::arithmetic::{Binary, Comparison};
use super::evaluation::Evaluation;
use super::value::sign_extend;
use super::{Location, Operation, TrapKind, Type, UndefinedKind, Value};

impl Evaluation<'_> {
    /// Executes an operation of the table that has all its literals.
    pub(super) fn step(&mut self, operation: &Operation) -> Result<(), TrapKind> {
        let word = operation.word(0);
        match operation.code.0 {
            0 => self.dereference(self.address.bytes(), false),
            1 => self.binary(Binary::Plus),
            2 => self.binary(Binary::Minus),
            3 => self.plus_constant(word),
            4 => self.piece(word.into(), Some(operation.word(1))),
            5 => self.swap(),
            6 => self.dereference(self.address.bytes(), true),
            7 => self.stack_value(),
            8 | 11 | 18 => self.push_generic(word.into()),
            9 => self.describe_fragment(word, operation.word(1)),
            10 => self.convert(Type::encoded(word, operation.word(1), self.address)),
            12 => self.constant(word, 8, false),
            13 => self.constant(word, 8, true),
            14 => self.constant(word, 16, false),
            15 => self.constant(word, 16, true),
            16 => self.push_generic(word.into()),
            17 | 19 | 20 => self.push_generic(operation.signed(0).cast_unsigned()),
            21 => self.pick(0),
            22 => self.pop().map(|_| ()),
            23 => self.pick(1),
            24 => self.pick(word),
            25 => self.rotate(),
            26 => self.absolute(),
            27 => self.binary(Binary::And),
            28 => self.binary(Binary::Div),
            29 => self.binary(Binary::Mod),
            30 => self.binary(Binary::Mul),
            31 => self.negate(),
            32 => self.complement(),
            33 => self.binary(Binary::Or),
            34 => self.binary(Binary::Shl),
            35 => self.binary(Binary::Shr),
            36 => self.binary(Binary::Shra),
            37 => self.binary(Binary::Xor),
            38 => self.branch(operation.signed(0)),
            39 => self.compare(Comparison::Eq),
            40 => self.compare(Comparison::Ge),
            41 => self.compare(Comparison::Gt),
            42 => self.compare(Comparison::Le),
            43 => self.compare(Comparison::Lt),
            44 => self.compare(Comparison::Ne),
            45 => self.skip(operation.signed(0)),
            code @ 46..=77 => self.push_generic((code - 46).into()),
            code @ 78..=109 => self.finish(Location::Register(code - 78)),
            code @ 110..=141 => self.register_offset(code - 110, operation.signed(0)),
            142 => self.finish(Location::Register(word)),
            143 => self.offset(self.machine.frame_base, operation.signed(0), TrapKind::FrameBase),
            144 => self.register_offset(word, operation.signed(1)),
            145 => self.piece(u64::from(word) * 8, None),
            146 => self.sized_dereference(word, false),
            147 => self.sized_dereference(word, true),
            148 => Ok(()),
            149 => self.offset(self.machine.object, 0, TrapKind::Object),
            150..=152 => self.call(word),
            153 => self.thread_local(),
            154 => self.offset(self.machine.frame_address, 0, TrapKind::FrameAddress),
            156 => self.finish(Location::ImplicitPointer { entity: word, offset: operation.word(1).cast_signed() }),
            157 => self.offset(self.machine.addresses.get(word as usize).copied(), 0, TrapKind::Index),
            158 => self.offset(self.machine.constants.get(word as usize).copied(), 0, TrapKind::Index),
            159 => self.entry_value(word, operation.word(1)),
            160 => self.typed_constant(word, operation.word(1), operation.word(2)),
            161 => self.typed_register(word, operation.word(1)),
            162 => self.typed_dereference(word, operation.word(1), false),
            163 => self.typed_dereference(word, operation.word(1), true),
            164 => self.reinterpret(word),
            // The table has no other number.
            _ => Err(TrapKind::UnknownOperation),
        }
    }

    fn constant(&mut self, word: u32, width: u32, signed: bool) -> Result<(), TrapKind> {
        let extended = sign_extend(word.into(), width);
        let bits = if signed { extended } else { extended & ((1 << width) - 1) };
        let said = if signed { i64::from(word.cast_signed()) } else { i64::from(word) };
        if bits != said {
            self.note(UndefinedKind::LiteralRange);
        }
        self.push_generic(bits.cast_unsigned())
    }

    fn typed_constant(&mut self, ty: u32, size: u32, word: u32) -> Result<(), TrapKind> {
        let ty = self.sized_type(ty, size)?;
        self.push(Value::new(ty, word.into(), self.address))
    }

    /// The base type of a number, which must have `size` bytes.
    pub(super) fn sized_type(&self, number: u32, size: u32) -> Result<Type, TrapKind> {
        let ty = Type::base(number).ok_or(TrapKind::UnknownType)?;
        if ty.bits(self.address) / 8 == size { Ok(ty) } else { Err(TrapKind::WrongSize) }
    }

    fn swap(&mut self) -> Result<(), TrapKind> {
        let second = self.stack.len().checked_sub(2).ok_or(TrapKind::StackUnderflow)?;
        self.stack.swap(second, second + 1);
        Ok(())
    }

    fn pick(&mut self, index: u32) -> Result<(), TrapKind> {
        let at = self.stack.len().checked_sub(index as usize + 1).ok_or(TrapKind::StackUnderflow)?;
        self.push(self.stack[at])
    }

    fn rotate(&mut self) -> Result<(), TrapKind> {
        let third = self.stack.len().checked_sub(3).ok_or(TrapKind::StackUnderflow)?;
        self.stack[third..].rotate_right(1);
        Ok(())
    }
}
