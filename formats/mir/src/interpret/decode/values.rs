//! The virtual registers of a function.

use super::Decoder;
use crate::interpret::op::Reg;
use crate::tables::Machine;
use crate::{Class, Function, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier, Type};
use std::collections::HashMap;

/// What is said of a register.
#[derive(Default)]
struct Facts<'f> {
    ty: Option<Type>,
    class: Option<&'f str>,
    is_defined: bool,
}

/// The registers of a function, each with cells.
pub(super) struct Values<'f> {
    registers: HashMap<&'f Register, Result<Reg, &'static str>>,
    /// The number of cells.
    pub(super) cells: u32,
    /// The registers that nothing defines, in the order in which they are first named.
    pub(super) open: Vec<&'f Register>,
}

/// The most cells of one function.
const MAX_CELLS: u32 = 1 << 24;

/// Returns all instructions, those of bundles behind the first.
pub(super) fn instructions(list: &[Instruction]) -> impl Iterator<Item = &Instruction> {
    list.iter().flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten()))
}

/// Returns the register operands of an instruction with whether each is written.
pub(super) fn operands(instruction: &Instruction) -> impl Iterator<Item = (&RegisterOperand, bool)> {
    let uses = instruction.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Register(register) => {
            let is_written = register.flags.0 & (RegisterFlags::DEF.0 | RegisterFlags::IMPLICIT_DEF.0) != 0;
            Some((register, is_written))
        }
        _ => None,
    });
    instruction.results.iter().map(|result| (result, true)).chain(uses)
}

impl<'f> Values<'f> {
    pub(super) fn of(decoder: &Decoder<'_>, function: &'f Function) -> Self {
        let mut facts: HashMap<&Register, Facts<'_>> = HashMap::new();
        let mut order = Vec::new();
        for instruction in function.blocks.iter().flat_map(|block| instructions(&block.instructions)) {
            if instruction.opcode.starts_with("DBG_") {
                continue;
            }
            for (operand, is_written) in operands(instruction) {
                if !matches!(operand.register, Register::Virtual(_) | Register::Named(_)) {
                    continue;
                }
                let known = facts.entry(&operand.register).or_insert_with(|| {
                    order.push(&operand.register);
                    Facts::default()
                });
                known.is_defined |= is_written;
                if let RegisterQualifier::Type(ty) = operand.qualifier {
                    known.ty.get_or_insert(ty);
                }
                if let Class::Named(class) = &operand.class {
                    known.class.get_or_insert(class);
                }
            }
        }
        for entry in function.registers.iter().filter(|entry| entry.class != "_") {
            if let Some(known) = facts.get_mut(&Register::Virtual(entry.id)) {
                known.class.get_or_insert(&entry.class);
            }
        }
        let mut values = Self { registers: HashMap::with_capacity(order.len()), cells: 0, open: Vec::new() };
        for register in order {
            let known = &facts[register];
            let placed = values.place(decoder, known);
            values.registers.insert(register, placed);
            if !known.is_defined {
                values.open.push(register);
            }
        }
        values
    }

    fn place(&mut self, decoder: &Decoder<'_>, known: &Facts<'_>) -> Result<Reg, &'static str> {
        let machine = || decoder.program.target.and_then(Machine::of);
        let of_class = |class| {
            let machine = machine()?;
            machine.class(class).map(|class| Type::scalar(machine.class_row(class).bits))
        };
        let ty = known.ty.or_else(|| of_class(known.class?)).ok_or("nothing tells its type")?;
        let reg = Reg { slot: self.cells, shape: decoder.program.layout.shape(ty)?, ty };
        self.cells = self.cells.checked_add(reg.cells()).filter(|cells| *cells <= MAX_CELLS).ok_or("the function has too many values")?;
        Ok(reg)
    }

    /// Returns a register's cells, or why it has none.
    pub(super) fn get(&self, register: &Register) -> Result<Reg, &'static str> {
        match register {
            Register::Virtual(_) | Register::Named(_) => self.registers.get(register).copied().unwrap_or(Err("nothing tells its type")),
            Register::None => Err("no register is not a value"),
            Register::Physical(_) => Err("physical registers are not values here"),
        }
    }
}
