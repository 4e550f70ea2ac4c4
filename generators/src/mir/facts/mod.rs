//! Facts about a finished file, from which its rows are counted. They do not depend on the generator.

mod bodies;
mod counts;
mod flow;

use super::target_facts::{Member, members};
use bodies::Bodies;
pub(super) use flow::Flow;
use irsmith_mir::ir::IrNames;
use irsmith_mir::tables::{Slot, Target};
use irsmith_mir::{
    CfiOperation, File, Instruction, MemoryOperand, MemorySize, Operand, OperandKind, RegisterOperand, RegisterQualifier, Type,
};
use std::cell::OnceCell;
use std::collections::HashMap;

/// An instruction, and its group if it is of one.
struct Line<'m> {
    instruction: &'m Instruction,
    member: Option<&'static Member>,
}

/// The facts of a file, found in one walk over it.
pub(crate) struct Facts<'m> {
    file: &'m File,
    /// Instructions by their opcodes.
    opcodes: HashMap<&'m str, u64>,
    /// Instructions by their groups.
    groups: HashMap<&'static str, u64>,
    /// All instructions, including members of bundles.
    lines: Vec<Line<'m>>,
    /// Every register, and whether it is before the equals sign.
    registers: Vec<(bool, &'m RegisterOperand)>,
    operands: Vec<&'m OperandKind>,
    /// Operands in places where opcodes of groups take a number.
    at_numbers: Vec<&'m Operand>,
    /// Offsets of operands.
    offsets: Vec<i64>,
    /// Plain numbers, including offsets.
    numbers: Vec<i64>,
    memory: Vec<&'m MemoryOperand>,
    types: Vec<Type>,
    names: IrNames,
    flow: Flow,
    bodies: Bodies,
}

/// Returns whether a name needs no quotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    name.chars().all(is_plain_character)
}

/// Returns whether a name without quotes may contain a character.
pub(super) fn is_plain_character(character: char) -> bool {
    character.is_ascii_alphanumeric() || matches!(character, '_' | '.' | '$' | '-')
}

impl<'m> Facts<'m> {
    pub(super) fn of(file: &'m File) -> Self {
        let mut facts = Self {
            file,
            opcodes: HashMap::new(),
            groups: HashMap::new(),
            lines: Vec::new(),
            registers: Vec::new(),
            operands: Vec::new(),
            at_numbers: Vec::new(),
            offsets: Vec::new(),
            numbers: Vec::new(),
            memory: Vec::new(),
            types: Vec::new(),
            names: file.ir.as_ref().map(|ir| ir.names()).unwrap_or_default(),
            flow: Flow::default(),
            bodies: Bodies::default(),
        };
        // Targets share few opcode names, and finding the target of a file takes long.
        let target = OnceCell::new();
        for function in &file.functions {
            let first = facts.lines.len();
            for line in function.blocks.iter().flat_map(|block| &block.instructions) {
                facts.line(line, &target);
                line.bundle.iter().flatten().for_each(|inner| facts.line(inner, &target));
            }
            facts.flow.function(function);
            facts.bodies.function(function, &facts.lines[first..]);
        }
        facts
    }

    fn line(&mut self, instruction: &'m Instruction, target: &OnceCell<Option<Target>>) {
        let of_file = || *target.get_or_init(|| Target::of_triple(&self.file.triple()?));
        let member = match members(&instruction.opcode) {
            [] => None,
            [member] => Some(member),
            several => several.iter().find(|member| Some(member.machine.target()) == of_file()),
        };
        *self.opcodes.entry(&instruction.opcode).or_default() += 1;
        for result in &instruction.results {
            self.register(true, result);
        }
        for operand in &instruction.operands {
            self.operand(&operand.kind);
        }
        if let Some(member) = member {
            *self.groups.entry(&member.of.name).or_default() += 1;
            let takes_number = |slot: &Slot| slot.class.is_none() && slot.kind.type_number().is_none();
            let numbers = instruction.operands.iter().zip(member.opcode.use_slots()).filter(|(_, slot)| takes_number(slot));
            self.at_numbers.extend(numbers.map(|(operand, _)| operand));
        }
        for memory in &instruction.memory {
            if let MemorySize::Type(ty) = memory.size {
                self.types.push(ty);
            }
            self.memory.push(memory);
        }
        self.lines.push(Line { instruction, member });
    }

    fn register(&mut self, is_result: bool, operand: &'m RegisterOperand) {
        if let RegisterQualifier::Type(ty) = operand.qualifier {
            self.types.push(ty);
        }
        self.registers.push((is_result, operand));
    }

    fn operand(&mut self, kind: &'m OperandKind) {
        match kind {
            OperandKind::Register(operand) => self.register(false, operand),
            OperandKind::Immediate(number) => self.numbers.push(*number),
            OperandKind::Constant { offset, .. }
            | OperandKind::TargetIndex { offset, .. }
            | OperandKind::ExternalSymbol { offset, .. }
            | OperandKind::Global { offset, .. }
            | OperandKind::BlockAddress { offset, .. } => {
                self.numbers.push(*offset);
                self.offsets.push(*offset);
            }
            OperandKind::Cfi(operation) => self.numbers.extend(offset_of(operation).map(i64::from)),
            _ => {}
        }
        self.operands.push(kind);
    }
}

/// Returns the number of bytes in an operation of CFI_INSTRUCTION.
const fn offset_of(operation: &CfiOperation) -> Option<i32> {
    match operation {
        CfiOperation::Offset(_, offset)
        | CfiOperation::RelativeOffset(_, offset)
        | CfiOperation::DefCfaOffset(offset)
        | CfiOperation::AdjustCfaOffset(offset)
        | CfiOperation::DefCfa(_, offset)
        | CfiOperation::DefAddressSpaceCfa(_, offset, _) => Some(*offset),
        _ => None,
    }
}
