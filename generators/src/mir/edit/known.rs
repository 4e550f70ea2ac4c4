//! Facts that a function states about its virtual registers, anywhere.

use irsmith_mir::transform::{Space, numbers};
use irsmith_mir::{Class, Function, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier, Type};
use std::collections::BTreeMap;

/// A virtual register.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::mir) struct Known {
    /// The class or bank, from the first place that states it.
    pub(in crate::mir) class: Class,
    /// The type.
    pub(in crate::mir) ty: Option<Type>,
    /// How often it is written.
    pub(in crate::mir) definitions: usize,
    /// How often it is read, except by debug instructions.
    pub(in crate::mir) uses: usize,
}

impl Known {
    /// Returns whether it has only a type, or a bank.
    pub(in crate::mir) fn is_generic(&self) -> bool {
        self.ty.is_some()
    }

    /// Returns an operand that writes the register, with all known facts.
    pub(in crate::mir) fn definition(&self, register: Register) -> RegisterOperand {
        let qualifier = self.ty.map_or(RegisterQualifier::None, RegisterQualifier::Type);
        RegisterOperand { register, class: self.class.clone(), qualifier, ..RegisterOperand::default() }
    }

    /// Returns whether one register may replace the other.
    pub(in crate::mir) fn is_like(&self, other: &Self) -> bool {
        self.class == other.class && self.ty == other.ty
    }

    fn note(&mut self, is_result: bool, is_debug: bool, operand: &RegisterOperand) {
        if self.class == Class::None {
            self.class = operand.class.clone();
        }
        if let RegisterQualifier::Type(ty) = operand.qualifier {
            self.ty = self.ty.or(Some(ty));
        }
        if defines(is_result, operand) {
            self.definitions += 1;
        } else if !is_debug {
            self.uses += 1;
        }
    }
}

/// Returns whether an operand writes a register.
pub(in crate::mir) fn defines(is_result: bool, operand: &RegisterOperand) -> bool {
    is_result || operand.flags.contains(RegisterFlags::DEF) || operand.flags.contains(RegisterFlags::IMPLICIT_DEF)
}

/// The virtual registers of a function.
pub(in crate::mir) type Registers = BTreeMap<Register, Known>;

/// Returns all virtual registers of a function.
pub(in crate::mir) fn known(function: &Function) -> Registers {
    let mut known = Registers::new();
    for entry in &function.registers {
        let class = if entry.class == "_" { Class::Generic } else { Class::Named(entry.class.as_str().into()) };
        known.insert(Register::Virtual(entry.id), Known { class, ..Known::default() });
    }
    let outer = function.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in outer.flat_map(|instruction| std::iter::once(instruction).chain(instruction.bundle.iter().flatten())) {
        note(&mut known, instruction);
    }
    known
}

fn note(known: &mut Registers, instruction: &Instruction) {
    let is_debug = instruction.opcode.starts_with("DBG_");
    let mut each = |is_result, operand: &RegisterOperand| {
        if matches!(operand.register, Register::Virtual(_) | Register::Named(_)) {
            known.entry(operand.register.clone()).or_default().note(is_result, is_debug, operand);
        }
    };
    instruction.results.iter().for_each(|result| each(true, result));
    for operand in &instruction.operands {
        if let OperandKind::Register(operand) = &operand.kind {
            each(false, operand);
        }
    }
}

/// Returns the largest number of a space in a function.
pub(in crate::mir) fn largest(function: &mut Function, space: Space) -> Option<u32> {
    let mut largest = None;
    numbers(function, &mut |number| {
        if number.space == space {
            largest = largest.max(Some(*number.value));
        }
    });
    largest
}

/// Returns a number that is unused in a space; `None` if the largest possible number is in use.
pub(in crate::mir) fn next_number(function: &mut Function, space: Space) -> Option<u32> {
    largest(function, space).map_or(Some(0), |largest| largest.checked_add(1))
}
