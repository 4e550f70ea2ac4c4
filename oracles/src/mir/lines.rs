//! Instructions written as lines of text, with registers that a function does not have yet.

use super::operands::{number, results_and_registers};
use irsmith_mir::{File, Function, Instruction, Limits, RegisterQualifier, Type};
use std::collections::HashMap;

/// Returns the instructions of lines; `None` if they cannot be read.
pub(super) fn instructions_of(lines: &str) -> Option<Vec<Instruction>> {
    let text = format!("name: f\nbody: |\n  bb.0:\n{lines}");
    let file = File::read(text.as_bytes(), &Limits::default()).ok()?;
    Some(file.functions.into_iter().next()?.blocks.into_iter().next()?.instructions)
}

/// The virtual registers of a function: their types, and the number of the next new one.
pub(super) struct Registers {
    types: HashMap<u32, Type>,
    next: u32,
}

impl Registers {
    pub(super) fn of(function: &Function) -> Self {
        let mut registers = Self { types: HashMap::new(), next: 0 };
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            registers.add(instruction);
        }
        registers.next = function.registers.iter().fold(registers.next, |next, entry| after(next, entry.id));
        registers
    }

    /// Adds the registers of an instruction.
    pub(super) fn add(&mut self, instruction: &Instruction) {
        for operand in results_and_registers(instruction) {
            if let Some(number) = number(operand) {
                self.next = after(self.next, number);
                if let RegisterQualifier::Type(ty) = operand.qualifier {
                    self.types.insert(number, ty);
                }
            }
        }
    }

    /// Returns the type of a register, if some operand states it.
    pub(super) fn ty(&self, number: u32) -> Option<Type> {
        self.types.get(&number).copied()
    }

    /// Returns the number of a register that the function does not have.
    pub(super) fn fresh(&mut self) -> u32 {
        self.next += 1;
        self.next - 1
    }
}

/// Returns the first number for new registers, if it was `next` and there is a register `number`. Registers near the end of the range, which
/// mutants have, do not count: behind them is no room.
const fn after(next: u32, number: u32) -> u32 {
    /// No edge of anything.
    const END: u32 = 3_000_000_000;
    if number < next || number >= END { next } else { number + 1 }
}
