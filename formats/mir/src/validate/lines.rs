//! A body as the machine verifier sees it: one line per instruction, including those of bundles, with operands in LLVM's order.

use super::registers::Registers;
use super::{BlockPlace, Site};
use crate::tables::{Machine, Opcode, Properties, RegisterId};
use crate::{Dialect, Function, Instruction, MemoryOperand, OperandKind, Register, RegisterFlags, RegisterOperand};
use std::ops::Range;

/// An instruction.
pub(super) struct Line<'a> {
    pub(super) site: Site,
    pub(super) instruction: &'a Instruction,
    /// The row; `None` if the tables do not have it.
    pub(super) row: Option<&'static Opcode>,
    operands: Range<usize>,
}

/// An operand.
#[derive(Clone, Copy)]
pub(super) struct Item<'a> {
    /// The position in the text: results first.
    pub(super) place: usize,
    pub(super) what: What<'a>,
}

/// The kinds of operands.
#[derive(Clone, Copy)]
pub(super) enum What<'a> {
    Register(Use<'a>),
    Other(&'a OperandKind),
}

/// A register operand.
#[derive(Clone, Copy)]
pub(super) struct Use<'a> {
    pub(super) operand: &'a RegisterOperand,
    pub(super) is_definition: bool,
    pub(super) is_implicit: bool,
    pub(super) identity: Identity,
}

/// The identity of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Identity {
    /// `$noreg`.
    None,
    /// A physical register; `None` if the tables do not have its name.
    Physical(Option<RegisterId>),
    /// A virtual register, by its index among those of the function.
    Virtual(u32),
}

impl Use<'_> {
    pub(super) fn has(&self, flag: RegisterFlags) -> bool {
        self.operand.flags.contains(flag)
    }

    /// Returns whether the register's value matters: a write to a part preserves the other parts.
    pub(super) fn is_read(&self) -> bool {
        let kept = !self.is_definition || self.operand.subregister.is_some();
        kept && !self.has(RegisterFlags::UNDEF) && !self.has(RegisterFlags::INTERNAL)
    }

    pub(super) fn is_physical(&self) -> bool {
        matches!(self.identity, Identity::Physical(_))
    }
}

impl<'a> Item<'a> {
    pub(super) fn register(&self) -> Option<Use<'a>> {
        match self.what {
            What::Register(register) => Some(register),
            What::Other(_) => None,
        }
    }

    pub(super) fn other(&self) -> Option<&'a OperandKind> {
        match self.what {
            What::Other(kind) => Some(kind),
            What::Register(_) => None,
        }
    }

    pub(super) fn immediate(&self) -> Option<i64> {
        match self.other()? {
            OperandKind::Immediate(value) => Some(*value),
            _ => None,
        }
    }
}

/// All lines of a function, in the order of its blocks.
pub(super) struct Lines<'a> {
    pub(super) lines: Vec<Line<'a>>,
    items: Vec<Item<'a>>,
    /// The lines of each block.
    pub(super) blocks: Vec<Range<usize>>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(function: &'a Function, machine: Option<&'static Machine>, dialect: Dialect, registers: &mut Registers<'a>) -> Self {
        let mut lines = Self { lines: Vec::new(), items: Vec::new(), blocks: Vec::new() };
        let row = |name: &str| machine.map_or_else(|| dialect.common_opcode(name), |machine| machine.opcode(name));
        for (index, block) in function.blocks.iter().enumerate() {
            let start = lines.lines.len();
            let place = BlockPlace { index, number: block.number };
            for (index, instruction) in block.instructions.iter().enumerate() {
                lines.push(Site { block: place, index, inner: None }, instruction, machine, row(&instruction.opcode), registers);
                for (inner, member) in instruction.bundle.iter().flatten().enumerate() {
                    lines.push(Site { block: place, index, inner: Some(inner) }, member, machine, row(&member.opcode), registers);
                }
            }
            lines.blocks.push(start..lines.lines.len());
        }
        lines
    }

    /// Adds a line. Implicit registers follow all other operands, regardless of their order in the text.
    fn push(
        &mut self,
        site: Site,
        instruction: &'a Instruction,
        machine: Option<&'static Machine>,
        row: Option<&'static Opcode>,
        registers: &mut Registers<'a>,
    ) {
        let start = self.items.len();
        let is_assembly = matches!(&*instruction.opcode, "INLINEASM" | "INLINEASM_BR");
        for implicit in [false, true] {
            for (place, what) in whats(instruction, machine, registers) {
                let is_implicit = !is_assembly && matches!(what, What::Register(register) if register.is_implicit);
                if is_implicit == implicit {
                    self.items.push(Item { place, what });
                }
            }
        }
        self.lines.push(Line { site, instruction, row, operands: start..self.items.len() });
    }

    /// Returns the operands of a line: explicit ones first, then implicit ones.
    pub(super) fn operands(&self, line: &Line<'a>) -> &[Item<'a>] {
        &self.items[line.operands.clone()]
    }

    /// Returns the lines of a block.
    pub(super) fn block(&self, index: usize) -> &[Line<'a>] {
        self.blocks.get(index).map_or(&[], |range| &self.lines[range.clone()])
    }
}

fn whats<'a, 'b>(
    instruction: &'a Instruction,
    machine: Option<&'static Machine>,
    registers: &'b mut Registers<'a>,
) -> impl Iterator<Item = (usize, What<'a>)> + use<'a, 'b> {
    let results = instruction.results.iter().map(|operand| (operand, true));
    let results = results.map(|(operand, is_result)| Ok((operand, is_result)));
    let operands = instruction.operands.iter().map(|operand| match &operand.kind {
        OperandKind::Register(register) => Ok((register, false)),
        kind => Err(kind),
    });
    results.chain(operands).enumerate().map(move |(place, what)| match what {
        Ok((operand, is_result)) => (place, What::Register(use_of(operand, is_result, machine, registers))),
        Err(kind) => (place, What::Other(kind)),
    })
}

fn use_of<'a>(operand: &'a RegisterOperand, is_result: bool, machine: Option<&'static Machine>, registers: &mut Registers<'a>) -> Use<'a> {
    let has = |flag| operand.flags.contains(flag);
    let identity = match &operand.register {
        Register::None => Identity::None,
        Register::Physical(name) => Identity::Physical(machine.and_then(|machine| machine.register(name))),
        virtual_ => Identity::Virtual(registers.number(virtual_)),
    };
    Use {
        operand,
        is_definition: is_result || has(RegisterFlags::DEF) || has(RegisterFlags::IMPLICIT_DEF),
        is_implicit: has(RegisterFlags::IMPLICIT) || has(RegisterFlags::IMPLICIT_DEF),
        identity,
    }
}

impl<'a> Line<'a> {
    pub(super) fn opcode(&self) -> &'a str {
        &self.instruction.opcode
    }

    pub(super) fn memory(&self) -> &'a [MemoryOperand] {
        &self.instruction.memory
    }

    /// Returns whether its row has all these properties; its bundle is not considered.
    pub(super) fn is(&self, properties: Properties) -> bool {
        self.row.is_some_and(|row| row.is(properties))
    }

    pub(super) fn is_phi(&self) -> bool {
        matches!(self.opcode(), "PHI" | "G_PHI")
    }

    pub(super) fn is_debug(&self) -> bool {
        self.is_debug_value() || matches!(self.opcode(), "DBG_INSTR_REF" | "DBG_PHI" | "DBG_LABEL")
    }

    pub(super) fn is_debug_value(&self) -> bool {
        matches!(self.opcode(), "DBG_VALUE" | "DBG_VALUE_LIST")
    }

    pub(super) fn is_inline_assembly(&self) -> bool {
        matches!(self.opcode(), "INLINEASM" | "INLINEASM_BR")
    }
}
