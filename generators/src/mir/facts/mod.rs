//! What is known of a finished file: what its rows look at. Nothing here asks the generator.

mod bodies;
mod flow;

use super::target_facts::{Member, Members, members};
use bodies::Bodies;
pub(super) use flow::Flow;
use irsmith_mir::tables::{Slot, Target};
use irsmith_mir::{
    Block, CfiOperation, File, FloatImmediate, FloatPredicate, Function, Instruction, IntegerImmediate, IntegerPredicate, IrValue,
    MemoryOperand, Operand, OperandKind, RegisterOperand, RegisterQualifier, Suffixes, Type,
};
use irsmith_mir::{MemorySize, ir::IrNames};
use std::cell::OnceCell;
use std::collections::HashMap;

/// An instruction, and its group where it is of one.
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
    /// All instructions, those of bundles too.
    lines: Vec<Line<'m>>,
    /// Every register, and whether it stands before the equals sign.
    registers: Vec<(bool, &'m RegisterOperand)>,
    operands: Vec<&'m OperandKind>,
    /// What stands where opcodes of groups take a number.
    at_numbers: Vec<&'m Operand>,
    /// Offsets of operands from what they name.
    offsets: Vec<i64>,
    /// Plain numbers, offsets among them.
    numbers: Vec<i64>,
    memory: Vec<&'m MemoryOperand>,
    types: Vec<Type>,
    names: IrNames,
    flow: Flow,
    bodies: Bodies,
}

/// Whether a name needs no quotes.
pub(super) fn is_plain_name(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.$-".contains(&byte))
}

fn count<T>(all: impl IntoIterator<Item = T>, is: impl Fn(T) -> bool) -> u64 {
    all.into_iter().filter_map(|item| is(item).then_some(())).count() as u64
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
        // Targets share few names of opcodes, and it takes long to find the target of a file.
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
            several => several.iter().find(|member| Some(member.target) == of_file()),
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

    pub(super) const fn flow(&self) -> &Flow {
        &self.flow
    }

    pub(super) const fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// The text of the embedded module.
    pub(super) fn module(&self) -> Option<&'m str> {
        self.file.ir.as_ref().map(|ir| ir.text.as_str())
    }

    /// Instructions of an opcode.
    pub(super) fn opcode(&self, name: &str) -> u64 {
        self.opcodes.get(name).copied().unwrap_or(0)
    }

    /// Instructions of a group.
    pub(super) fn of_group(&self, group: &Members) -> u64 {
        self.groups.get(group.name.as_str()).copied().unwrap_or(0)
    }

    pub(super) fn lines(&self, is: impl Fn(&'m Instruction) -> bool) -> u64 {
        count(&self.lines, |line| is(line.instruction))
    }

    /// Instructions that are of some group.
    pub(super) fn in_groups(&self, is: impl Fn(&'m Instruction) -> bool) -> u64 {
        count(&self.lines, |line| line.member.is_some() && is(line.instruction))
    }

    pub(super) fn suffixes(&self, is: impl Fn(&'m Suffixes) -> bool) -> u64 {
        count(&self.lines, |line| line.instruction.suffixes.as_ref().is_some_and(|suffixes| is(suffixes)))
    }

    pub(super) fn blocks(&self, is: impl Fn(&'m Block) -> bool) -> u64 {
        count(self.file.functions.iter().flat_map(|function| &function.blocks), is)
    }

    /// The sum over all functions.
    pub(super) fn functions(&self, seen: impl Fn(&'m Function) -> u64) -> u64 {
        self.file.functions.iter().map(seen).sum()
    }

    /// Registers; the first argument says whether one is a result.
    pub(super) fn registers(&self, is: impl Fn(bool, &'m RegisterOperand) -> bool) -> u64 {
        count(&self.registers, |(is_result, operand)| is(*is_result, operand))
    }

    pub(super) fn operands(&self, is: impl Fn(&'m OperandKind) -> bool) -> u64 {
        count(self.operands.iter().copied(), is)
    }

    /// What stands where opcodes of groups take a number.
    pub(super) fn at_numbers(&self, is: impl Fn(&'m Operand) -> bool) -> u64 {
        count(self.at_numbers.iter().copied(), is)
    }

    pub(super) fn offsets(&self, is: impl Fn(i64) -> bool) -> u64 {
        count(self.offsets.iter().copied(), is)
    }

    pub(super) fn numbers(&self, is: impl Fn(i64) -> bool) -> u64 {
        count(self.numbers.iter().copied(), is)
    }

    pub(super) fn integers(&self, is: impl Fn(&'m IntegerImmediate) -> bool) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::Integer(found) if is(found)))
    }

    pub(super) fn floats(&self, is: impl Fn(&'m FloatImmediate) -> bool) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::Float(found) if is(found)))
    }

    pub(super) fn integer_predicates(&self, predicate: IntegerPredicate) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::IntegerPredicate(found) if *found == predicate))
    }

    pub(super) fn float_predicates(&self, predicate: FloatPredicate) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::FloatPredicate(found) if *found == predicate))
    }

    pub(super) fn memory(&self, is: impl Fn(&'m MemoryOperand) -> bool) -> u64 {
        count(self.memory.iter().copied(), is)
    }

    pub(super) fn types(&self, is: impl Fn(Type) -> bool) -> u64 {
        count(self.types.iter().copied(), is)
    }

    /// Names of the module: globals, functions, and what is in these.
    pub(super) fn names(&self, is: impl Fn(&IrValue) -> bool) -> u64 {
        let functions = self.names.functions.iter().flat_map(|function| {
            let own = function.arguments.iter().chain(&function.blocks).chain(&function.values);
            std::iter::once(&function.name).chain(own)
        });
        count(self.names.globals.iter().chain(functions), is)
    }
}

/// The number of bytes in an operation of CFI_INSTRUCTION.
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
