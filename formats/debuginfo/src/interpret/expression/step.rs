//! Executes single operations.

use super::evaluation::Evaluation;
use super::operators::{Binary, Comparison};
use super::value::sign_extend;
use super::{Location, Operation, TrapKind, Type, UndefinedKind, Value};
use crate::tables::Op;

impl Evaluation<'_> {
    /// Executes an operation that has all its literals.
    pub(super) fn step(&mut self, op: Op, operation: &Operation) -> Result<(), TrapKind> {
        let word = operation.word(0);
        match op {
            Op::Deref => self.dereference(self.address.bytes(), false),
            Op::Plus => self.binary(Binary::Plus),
            Op::Minus => self.binary(Binary::Minus),
            Op::PlusUconst => self.plus_constant(word),
            Op::BitPiece => self.piece(word.into(), Some(operation.word(1))),
            Op::Swap => self.swap(),
            Op::Xderef => self.dereference(self.address.bytes(), true),
            Op::StackValue => self.stack_value(),
            Op::Constu | Op::Addr | Op::Const4u | Op::Const8u => self.push_generic(word.into()),
            Op::Fragment => self.describe_fragment(word, operation.word(1)),
            Op::Convert => self.convert(Type::encoded(word, operation.word(1), self.address)),
            Op::Const1u => self.constant(word, 8, false),
            Op::Const1s => self.constant(word, 8, true),
            Op::Const2u => self.constant(word, 16, false),
            Op::Const2s => self.constant(word, 16, true),
            Op::Const4s | Op::Const8s | Op::Consts => self.push_generic(operation.signed(0).cast_unsigned()),
            Op::Dup => self.pick(0),
            Op::Drop => self.pop().map(|_| ()),
            Op::Over => self.pick(1),
            Op::Pick => self.pick(word),
            Op::Rot => self.rotate(),
            Op::Abs => self.absolute(),
            Op::And => self.binary(Binary::And),
            Op::Div => self.binary(Binary::Div),
            Op::Mod => self.binary(Binary::Mod),
            Op::Mul => self.binary(Binary::Mul),
            Op::Neg => self.negate(),
            Op::Not => self.complement(),
            Op::Or => self.binary(Binary::Or),
            Op::Shl => self.binary(Binary::Shl),
            Op::Shr => self.binary(Binary::Shr),
            Op::Shra => self.binary(Binary::Shra),
            Op::Xor => self.binary(Binary::Xor),
            Op::Bra => self.branch(operation.signed(0)),
            Op::Eq => self.compare(Comparison::Eq),
            Op::Ge => self.compare(Comparison::Ge),
            Op::Gt => self.compare(Comparison::Gt),
            Op::Le => self.compare(Comparison::Le),
            Op::Lt => self.compare(Comparison::Lt),
            Op::Ne => self.compare(Comparison::Ne),
            Op::Skip => self.skip(operation.signed(0)),
            Op::Lit(number) => self.push_generic(number.get().into()),
            Op::Reg(number) => self.finish(Location::Register(number.get())),
            Op::Breg(number) => self.register_offset(number.get(), operation.signed(0)),
            Op::Regx => self.finish(Location::Register(word)),
            Op::Fbreg => self.offset(self.machine.frame_base, operation.signed(0), TrapKind::FrameBase),
            Op::Bregx => self.register_offset(word, operation.signed(1)),
            Op::Piece => self.piece(u64::from(word) * 8, None),
            Op::DerefSize => self.sized_dereference(word, false),
            Op::XDerefSize => self.sized_dereference(word, true),
            Op::Nop => Ok(()),
            Op::PushObjectAddress => self.offset(self.machine.object, 0, TrapKind::Object),
            Op::Call2 | Op::Call4 | Op::CallRef => self.call(word),
            Op::FormTlsAddress => self.thread_local(),
            Op::CallFrameCfa => self.offset(self.machine.frame_address, 0, TrapKind::FrameAddress),
            Op::ImplicitPointer => self.finish(Location::ImplicitPointer { entity: word, offset: operation.word(1).cast_signed() }),
            Op::AddrX => self.offset(self.machine.addresses.get(word as usize).copied(), 0, TrapKind::Index),
            Op::ConstX => self.offset(self.machine.constants.get(word as usize).copied(), 0, TrapKind::Index),
            Op::EntryValue => self.entry_value(word, operation.word(1)),
            Op::ConstType => self.typed_constant(word, operation.word(1), operation.word(2)),
            Op::RegvalType => self.typed_register(word, operation.word(1)),
            Op::DerefType => self.typed_dereference(word, operation.word(1), false),
            Op::XDerefType => self.typed_dereference(word, operation.word(1), true),
            Op::Reinterpret => self.reinterpret(word),
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

    /// Returns the base type of a number, which must have `size` bytes.
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
