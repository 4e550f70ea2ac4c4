//! Reductions of what a module declares before its types: capabilities, extensions, entry points, modes, interfaces.

use super::cut::{export, remove_interface};
use super::uses::{Graph, remove_where};
use crate::debuginfo::edit::is;
use irsmith_debuginfo::grammar::string_len;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::BTreeSet;
use std::ops::Range;

fn is_declaration(instruction: &Instruction) -> bool {
    const DECLARATIONS: [Op; 5] = [Op::Capability, Op::Extension, Op::EntryPoint, Op::ExecutionMode, Op::ExecutionModeId];
    DECLARATIONS.iter().any(|&op| is(instruction, op))
}

pub(super) fn count(module: &Module) -> usize {
    module.instructions.iter().filter(|instruction| is_declaration(instruction)).count()
}

/// Removes declarations; modes go with the last entry point of their function.
pub(super) fn remove(module: &mut Module, range: Range<usize>) {
    remove_where(module, range, is_declaration);
    let entries: BTreeSet<Id> = entries(module).filter_map(|entry| entry.id(1)).collect();
    module.instructions.retain(|instruction| {
        let is_mode = is(instruction, Op::ExecutionMode) || is(instruction, Op::ExecutionModeId);
        !is_mode || instruction.core().and_then(|core| core.id(0)).is_some_and(|id| entries.contains(&id))
    });
    if Graph::of(module).is_some() {
        export(module);
    }
}

fn entries(module: &Module) -> impl Iterator<Item = &CoreInstruction> {
    module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::EntryPoint))
}

/// Returns how many ids the interface of an entry point has.
fn interface(entry: &CoreInstruction) -> usize {
    let name = entry.words.get(2..).and_then(string_len).unwrap_or(0);
    entry.words.len().saturating_sub(2 + name)
}

pub(super) fn count_interfaces(module: &Module) -> usize {
    entries(module).map(interface).sum()
}

/// Removes ids from interfaces.
pub(super) fn shorten_interfaces(module: &mut Module, range: Range<usize>) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        if let Instruction::Core(core) = instruction
            && core.is(Op::EntryPoint)
        {
            remove_interface(core, |_| {
                next += 1;
                range.contains(&(next - 1))
            });
        }
    }
}
