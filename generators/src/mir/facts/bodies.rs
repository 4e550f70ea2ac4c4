//! Properties of whole functions, as far as rows need them.

use super::Line;
use irsmith_mir::tables::SlotKind;
use irsmith_mir::{Function, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand};
use std::collections::{BTreeMap, BTreeSet};

/// How often each property occurs.
#[derive(Default)]
pub(in crate::mir) struct Bodies {
    pub(in crate::mir) sparse_registers: u64,
    pub(in crate::mir) sparse_blocks: u64,
    /// Lists of objects, constants and jump tables with gaps.
    pub(in crate::mir) sparse_entries: u64,
    /// Functions with physical registers where virtual ones would be possible, and no virtual ones.
    pub(in crate::mir) physical: u64,
    /// Virtual registers that are written several times.
    pub(in crate::mir) rewritten: u64,
    /// Physical registers where virtual ones would be possible, in functions with virtual ones.
    pub(in crate::mir) physical_operands: u64,
}

impl Bodies {
    /// Counts the properties of a function.
    pub(super) fn function(&mut self, function: &Function, lines: &[Line<'_>]) {
        let mut written: BTreeMap<&Register, u64> = BTreeMap::new();
        for (is_result, operand) in lines.iter().flat_map(|line| registers(line.instruction)) {
            if matches!(operand.register, Register::Virtual(_) | Register::Named(_)) {
                let times = written.entry(&operand.register).or_default();
                *times += u64::from(is_result || operand.flags.contains(RegisterFlags::DEF));
            }
        }
        self.rewritten += written.values().filter(|times| **times > 1).count() as u64;
        let chosen: u64 = lines.iter().map(physical_choices).sum();
        if written.is_empty() {
            self.physical += u64::from(chosen > 0);
        } else {
            self.physical_operands += chosen;
        }
        let numbers = written.keys().filter_map(|register| match register {
            Register::Virtual(number) => Some(*number),
            _ => None,
        });
        self.sparse_registers += u64::from(has_gaps(numbers));
        self.sparse_blocks += u64::from(has_gaps(function.blocks.iter().map(|block| block.number)));
        let tables = function.jump_table.iter().flat_map(|table| &table.entries).map(|entry| entry.id);
        let lists = [
            has_gaps(function.stack.iter().map(|object| object.id)),
            has_gaps(function.fixed_stack.iter().map(|object| object.id)),
            has_gaps(function.constants.iter().map(|constant| constant.id)),
            has_gaps(tables),
        ];
        self.sparse_entries += lists.into_iter().map(u64::from).sum::<u64>();
    }
}

/// Returns whether numbers below the largest are missing.
fn has_gaps(numbers: impl Iterator<Item = u32>) -> bool {
    let numbers: BTreeSet<u32> = numbers.collect();
    numbers.last().is_some_and(|last| *last as usize >= numbers.len())
}

fn registers(line: &Instruction) -> impl Iterator<Item = (bool, &RegisterOperand)> {
    let operands = line.operands.iter().filter_map(|operand| match &operand.kind {
        OperandKind::Register(operand) => Some((false, operand)),
        _ => None,
    });
    line.results.iter().map(|result| (true, result)).chain(operands)
}

/// Counts operands that are physical registers of classes that virtual registers can have.
fn physical_choices(line: &Line<'_>) -> u64 {
    let Some(member) = line.member else { return 0 };
    let slots = line.instruction.operands.iter().zip(member.opcode.use_slots());
    let is_chosen = |(operand, slot): &(&irsmith_mir::Operand, &irsmith_mir::tables::Slot)| {
        let is_physical = matches!(&operand.kind, OperandKind::Register(operand) if matches!(operand.register, Register::Physical(_)));
        let may_be_virtual = slot.kind != SlotKind::Segment && slot.class.is_some_and(|class| member.machine.class_row(class).allocatable);
        is_physical && may_be_virtual
    };
    slots.filter(is_chosen).count() as u64
}
