//! Values from the machine: memory, registers, addresses.

use super::evaluation::Evaluation;
use super::{TrapKind, Type, Value};
use crate::tables::Op;

impl Evaluation<'_> {
    /// Executes Deref and Xderef: pops an address, and for the latter the address space below it.
    pub(super) fn dereference(&mut self, size: u32, spaces: bool) -> Result<(), TrapKind> {
        let bits = self.load(size, spaces)?;
        self.push_generic(bits)
    }

    pub(super) fn sized_dereference(&mut self, size: u32, spaces: bool) -> Result<(), TrapKind> {
        if size > self.address.bytes() {
            return Err(TrapKind::WrongSize);
        }
        self.dereference(size, spaces)
    }

    pub(super) fn typed_dereference(&mut self, size: u32, ty: u32, spaces: bool) -> Result<(), TrapKind> {
        let ty = self.sized_type(ty, size)?;
        let bits = self.load(size, spaces)?;
        self.push(Value { ty, bits })
    }

    /// Loads at most eight bytes, the first one lowest. Addresses wrap around.
    fn load(&mut self, size: u32, spaces: bool) -> Result<u64, TrapKind> {
        let address = self.pop_address()?;
        let space = if spaces { Some(self.pop_address()?) } else { None };
        let mask = Type::Generic.mask(self.address);
        let byte = |at: u32| {
            let byte = self.machine.byte(space, address.wrapping_add(at.into()) & mask);
            byte.map(|byte| u64::from(byte) << (8 * at)).ok_or(TrapKind::Memory)
        };
        (0..size).try_fold(0, |bits, at| Ok(bits | byte(at)?))
    }

    pub(super) fn register_offset(&mut self, register: u32, offset: i64) -> Result<(), TrapKind> {
        self.offset(self.machine.registers.get(register as usize).copied(), offset, TrapKind::Register)
    }

    pub(super) fn typed_register(&mut self, register: u32, ty: u32) -> Result<(), TrapKind> {
        let ty = Type::base(ty).ok_or(TrapKind::UnknownType)?;
        let bits = self.machine.registers.get(register as usize).ok_or(TrapKind::Register)?;
        self.push(Value::new(ty, *bits, self.address))
    }

    /// Pushes a value of the machine plus an offset.
    pub(super) fn offset(&mut self, base: Option<u64>, offset: i64, missing: TrapKind) -> Result<(), TrapKind> {
        self.push_generic(base.ok_or(missing)?.wrapping_add_signed(offset))
    }

    pub(super) fn thread_local(&mut self) -> Result<(), TrapKind> {
        let offset = self.pop_integer()?;
        self.offset(self.machine.thread_local, offset.cast_signed(), TrapKind::ThreadLocal)
    }

    /// Pushes an entry value. The block is DW_OP_reg0 to DW_OP_reg31, or DW_OP_regx and a register in one byte of LEB128.
    pub(super) fn entry_value(&mut self, size: u32, block: u32) -> Result<(), TrapKind> {
        let register = match (size, block.to_le_bytes()) {
            (1, [code @ Op::DWARF_REG0..=Op::DWARF_REG31, ..]) => code - Op::DWARF_REG0,
            (2, [Op::DWARF_REGX, register @ 0..=0x7f, ..]) => register,
            _ => return Err(TrapKind::EntryValue),
        };
        self.offset(self.machine.entry_registers.get(usize::from(register)).copied(), 0, TrapKind::EntryValue)
    }
}
