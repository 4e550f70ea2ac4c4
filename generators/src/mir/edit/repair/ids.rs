//! Repairs numbers: each is unique, and names an existing entry.

use crate::mir::edit::{each_instruction_mut, largest};
use irsmith_mir::transform::Space;
use irsmith_mir::{
    BlockReference, Constant, FixedObject, Function, JumpTable, JumpTableEntry, JumpTableKind, OperandKind, Pointer, StackObject,
};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn repair(function: &mut Function) {
    separate(function);
    entries(function);
    references(function);
}

/// Gives a new number to an entry with the number of an earlier one.
fn separate(function: &mut Function) {
    let fresh = |function: &mut Function, space| largest(function, space).map_or(0, |largest| largest.saturating_add(1));
    let mut next = [Space::Block, Space::Stack, Space::FixedStack, Space::Constant, Space::JumpTable].map(|space| fresh(function, space));
    once(function.blocks.iter_mut().map(|block| &mut block.number), &mut next[0]);
    once(function.stack.iter_mut().map(|object| &mut object.id), &mut next[1]);
    once(function.fixed_stack.iter_mut().map(|object| &mut object.id), &mut next[2]);
    once(function.constants.iter_mut().map(|entry| &mut entry.id), &mut next[3]);
    once(function.jump_table.iter_mut().flat_map(|table| &mut table.entries).map(|entry| &mut entry.id), &mut next[4]);
    let mut seen = BTreeSet::new();
    function.registers.retain(|entry| seen.insert(entry.id));
}

fn once<'a>(numbers: impl Iterator<Item = &'a mut u32>, next: &mut u32) {
    let mut seen = BTreeSet::new();
    for number in numbers {
        if !seen.insert(*number) {
            *number = *next;
            *next = next.saturating_add(1);
            seen.insert(*number);
        }
    }
}

/// Adds the missing entries of lists that operands name.
fn entries(function: &mut Function) {
    let mut named: [BTreeSet<u32>; 4] = Default::default();
    each_instruction_mut(function, &mut |instruction| {
        for operand in &instruction.operands {
            match operand.kind {
                OperandKind::Stack { id, .. } => _ = named[0].insert(id),
                OperandKind::FixedStack(id) => _ = named[1].insert(id),
                OperandKind::Constant { id, .. } => _ = named[2].insert(id),
                OperandKind::JumpTable(id) => _ = named[3].insert(id),
                _ => {}
            }
        }
        for memory in &instruction.memory {
            match memory.pointer {
                Some(Pointer::Stack { id, .. }) => _ = named[0].insert(id),
                Some(Pointer::FixedStack(id)) => _ = named[1].insert(id),
                _ => {}
            }
        }
    });
    let [stack, fixed, constants, tables] = named;
    add(&mut function.stack, stack, |object| object.id, |id| StackObject { id, ..StackObject::default() });
    add(&mut function.fixed_stack, fixed, |object| object.id, |id| FixedObject { id, ..FixedObject::default() });
    add(&mut function.constants, constants, |entry| entry.id, |id| Constant { id, value: "i32 0".into(), ..Constant::default() });
    if !tables.is_empty() {
        let blocks: Vec<BlockReference> =
            function.blocks.iter().take(1).map(|block| BlockReference { number: block.number, name: None }).collect();
        let table = function.jump_table.get_or_insert_with(|| JumpTable { kind: JumpTableKind::LabelDifference32, ..JumpTable::default() });
        add(&mut table.entries, tables, |entry| entry.id, |id| JumpTableEntry { id, blocks: blocks.clone(), ..JumpTableEntry::default() });
    }
}

fn add<T>(list: &mut Vec<T>, named: BTreeSet<u32>, id: impl Fn(&T) -> u32, make: impl Fn(u32) -> T) {
    let there: BTreeSet<u32> = list.iter().map(id).collect();
    list.extend(named.into_iter().filter(|id| !there.contains(id)).map(make));
}

/// Makes references match labels: their names, and their numbers if there is no such block.
fn references(function: &mut Function) {
    let labels: BTreeMap<u32, Option<Box<str>>> =
        function.blocks.iter().map(|block| (block.number, block.name.as_deref().map(Into::into))).collect();
    let is_there = |block: &BlockReference| labels.contains_key(&block.number);
    let agree = |block: &mut BlockReference| {
        if block.name.is_some() && labels.get(&block.number) != Some(&block.name) {
            block.name = None;
        }
    };
    for points in [&mut function.frame.save_points, &mut function.frame.restore_points] {
        points.retain(|point| is_there(&point.block));
        points.iter_mut().for_each(|point| agree(&mut point.block));
    }
    for entry in function.jump_table.iter_mut().flat_map(|table| &mut table.entries) {
        entry.blocks.retain(is_there);
        entry.blocks.iter_mut().for_each(agree);
    }
    let last = function.blocks.last().map_or(0, |block| block.number);
    for block in &mut function.blocks {
        if let Some(successors) = &mut block.successors {
            successors.retain(|successor| is_there(&successor.block));
            successors.iter_mut().for_each(|successor| agree(&mut successor.block));
        }
    }
    each_instruction_mut(function, &mut |instruction| {
        let is_phi = matches!(instruction.opcode.as_str(), "PHI" | "G_PHI");
        for operand in &mut instruction.operands {
            if let OperandKind::Block(block) = &mut operand.kind {
                // A PHI loses the pair later, when its predecessors are checked.
                if !is_there(block) && !is_phi {
                    block.number = last;
                }
                agree(block);
            }
        }
    });
    let names: BTreeMap<u32, &str> = function.stack.iter().map(|object| (object.id, object.name.as_str())).collect();
    let wrong = |id: u32, name: &Option<Box<str>>| name.as_deref().is_some_and(|name| names.get(&id) != Some(&name));
    let mut blocks = std::mem::take(&mut function.blocks);
    for instruction in blocks.iter_mut().flat_map(|block| &mut block.instructions) {
        for operand in &mut instruction.operands {
            if let OperandKind::Stack { id, name } = &mut operand.kind
                && wrong(*id, name)
            {
                *name = None;
            }
        }
        for memory in &mut instruction.memory {
            if let Some(Pointer::Stack { id, name }) = &mut memory.pointer
                && wrong(*id, name)
            {
                *name = None;
            }
        }
    }
    function.blocks = blocks;
}
