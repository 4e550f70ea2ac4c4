//! Queries of rows on the facts of a file: mostly counts of things of a kind.

use super::{Bodies, Facts, Flow};
use crate::mir::target_facts::Members;
use irsmith_mir::{
    Block, FloatImmediate, FloatPredicate, Function, Instruction, IntegerImmediate, IntegerPredicate, IrValue, MemoryOperand, Operand,
    OperandKind, RegisterOperand, Suffixes, Type,
};

fn count<T>(all: impl IntoIterator<Item = T>, is: impl Fn(T) -> bool) -> u64 {
    all.into_iter().map(|item| u64::from(is(item))).sum()
}

impl<'m> Facts<'m> {
    pub(in crate::mir) const fn flow(&self) -> &Flow {
        &self.flow
    }

    pub(in crate::mir) const fn bodies(&self) -> &Bodies {
        &self.bodies
    }

    /// Returns the text of the embedded module.
    pub(in crate::mir) fn module(&self) -> Option<&'m str> {
        self.file.ir.as_ref().map(|ir| ir.text.as_str())
    }

    /// Counts instructions of an opcode.
    pub(in crate::mir) fn opcode(&self, name: &str) -> u64 {
        self.opcodes.get(name).copied().unwrap_or(0)
    }

    /// Counts instructions of a group.
    pub(in crate::mir) fn of_group(&self, group: &Members) -> u64 {
        self.groups.get(group.name.as_str()).copied().unwrap_or(0)
    }

    pub(in crate::mir) fn lines(&self, is: impl Fn(&'m Instruction) -> bool) -> u64 {
        count(&self.lines, |line| is(line.instruction))
    }

    /// Counts instructions that are of some group.
    pub(in crate::mir) fn in_groups(&self, is: impl Fn(&'m Instruction) -> bool) -> u64 {
        count(&self.lines, |line| line.member.is_some() && is(line.instruction))
    }

    pub(in crate::mir) fn suffixes(&self, is: impl Fn(&'m Suffixes) -> bool) -> u64 {
        count(&self.lines, |line| line.instruction.suffixes.as_ref().is_some_and(|suffixes| is(suffixes)))
    }

    pub(in crate::mir) fn blocks(&self, is: impl Fn(&'m Block) -> bool) -> u64 {
        count(self.file.functions.iter().flat_map(|function| &function.blocks), is)
    }

    /// Returns the sum over all functions.
    pub(in crate::mir) fn functions(&self, seen: impl Fn(&'m Function) -> u64) -> u64 {
        self.file.functions.iter().map(seen).sum()
    }

    /// Counts registers; the first argument of `fits` is whether the register is a result.
    pub(in crate::mir) fn registers(&self, is: impl Fn(bool, &'m RegisterOperand) -> bool) -> u64 {
        count(&self.registers, |(is_result, operand)| is(*is_result, operand))
    }

    pub(in crate::mir) fn operands(&self, is: impl Fn(&'m OperandKind) -> bool) -> u64 {
        count(self.operands.iter().copied(), is)
    }

    /// Counts operands in places where opcodes of groups take a number.
    pub(in crate::mir) fn at_numbers(&self, is: impl Fn(&'m Operand) -> bool) -> u64 {
        count(self.at_numbers.iter().copied(), is)
    }

    pub(in crate::mir) fn offsets(&self, is: impl Fn(i64) -> bool) -> u64 {
        count(self.offsets.iter().copied(), is)
    }

    pub(in crate::mir) fn numbers(&self, is: impl Fn(i64) -> bool) -> u64 {
        count(self.numbers.iter().copied(), is)
    }

    pub(in crate::mir) fn integers(&self, is: impl Fn(&'m IntegerImmediate) -> bool) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::Integer(found) if is(found)))
    }

    pub(in crate::mir) fn floats(&self, is: impl Fn(&'m FloatImmediate) -> bool) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::Float(found) if is(found)))
    }

    pub(in crate::mir) fn integer_predicates(&self, predicate: IntegerPredicate) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::IntegerPredicate(found) if *found == predicate))
    }

    pub(in crate::mir) fn float_predicates(&self, predicate: FloatPredicate) -> u64 {
        self.operands(|operand| matches!(operand, OperandKind::FloatPredicate(found) if *found == predicate))
    }

    pub(in crate::mir) fn memory(&self, is: impl Fn(&'m MemoryOperand) -> bool) -> u64 {
        count(self.memory.iter().copied(), is)
    }

    pub(in crate::mir) fn types(&self, is: impl Fn(Type) -> bool) -> u64 {
        count(self.types.iter().copied(), is)
    }

    /// Counts names of the module: globals, functions, and names in these.
    pub(in crate::mir) fn names(&self, is: impl Fn(&IrValue) -> bool) -> u64 {
        let functions = self.names.functions.iter().flat_map(|function| {
            let own = function.arguments.iter().chain(&function.blocks).chain(&function.values);
            std::iter::once(&function.name).chain(own)
        });
        count(self.names.globals.iter().chain(functions), is)
    }
}
