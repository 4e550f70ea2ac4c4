//! Detaches a function from the embedded IR module, or from what the module no longer has.

use super::place::each_instruction_mut;
use irsmith_mir::ir::IrNames;
use irsmith_mir::{DebugLocation, DebugVariable, Function, Instruction, IrValue, Name, OperandKind, Pointer};
use std::collections::HashSet;

/// Removes a function's references to a module: blocks and objects lose their names, global values become symbols, and debug instructions
/// and metadata are removed.
pub(in crate::mir) fn detach(function: &mut Function) {
    for object in &mut function.stack {
        (object.name, object.variable) = (Name::default(), DebugVariable::default());
    }
    function.fixed_stack.iter_mut().for_each(|object| object.variable = DebugVariable::default());
    function.entry_values.clear();
    function.metadata.clear();
    function.constants.iter_mut().filter(|entry| entry.value.contains('@')).for_each(|entry| entry.value = "i32 0".into());
    for point in function.frame.save_points.iter_mut().chain(&mut function.frame.restore_points) {
        point.block.name = None;
    }
    function.called_globals.clear();
    function
        .jump_table
        .iter_mut()
        .flat_map(|table| &mut table.entries)
        .flat_map(|entry| &mut entry.blocks)
        .for_each(|block| block.name = None);
    for block in &mut function.blocks {
        block.name = None;
        (block.attributes.ir_block, block.attributes.ir_address_taken) = (None, None);
        block.successors.iter_mut().flatten().for_each(|successor| successor.block.name = None);
        block.instructions.retain(|instruction| !is_metadata(instruction));
        block
            .instructions
            .iter_mut()
            .filter_map(|instruction| instruction.bundle.as_mut())
            .for_each(|bundle| bundle.retain(|member| !is_metadata(member)));
        block.instructions.retain(|instruction| instruction.bundle.as_ref().is_none_or(|bundle| !bundle.is_empty()));
    }
    each_instruction_mut(function, &mut instruction);
}

/// Removes a function's references to what the module does not have: blocks, stack objects and values of its own definition, and metadata
/// of memory operands and locations. References to the removed names of blocks and objects are left for a repair. Returns whether the
/// function has a definition.
pub(in crate::mir) fn detach_missing(function: &mut Function, names: &IrNames) -> bool {
    let own = function.metadata.iter().filter_map(|node| node.strip_prefix('!')?.split(' ').next()?.parse().ok());
    let nodes: HashSet<u32> = names.metadata.iter().map(|node| node.number).chain(own).collect();
    each_instruction_mut(function, &mut |instruction| forget_nodes(instruction, &nodes));
    let Some(ir) = names.function(&function.name) else { return false };
    let blocks: HashSet<&IrValue> = ir.blocks.iter().collect();
    let values: HashSet<&IrValue> = ir.arguments.iter().chain(&ir.values).collect();
    let is_missing = |names: &HashSet<&IrValue>, name: &str| !names.contains(&IrValue::Named(name.into()));
    for object in &mut function.stack {
        if !object.name.is_empty() && is_missing(&values, &object.name) {
            object.name = Name::default();
        }
    }
    for block in &mut function.blocks {
        block.name.take_if(|name| is_missing(&blocks, name));
        for attribute in [&mut block.attributes.ir_block, &mut block.attributes.ir_address_taken] {
            attribute.take_if(|name| !blocks.contains(name));
        }
    }
    each_instruction_mut(function, &mut |instruction| {
        for memory in &mut instruction.memory {
            if matches!(&memory.pointer, Some(Pointer::Ir(value)) if !values.contains(value)) {
                // An offset needs something to be added to.
                memory.pointer = (memory.offset != 0).then_some(Pointer::Unknown);
            }
        }
    });
    true
}

fn forget_nodes(instruction: &mut Instruction, nodes: &HashSet<u32>) {
    for memory in &mut instruction.memory {
        let scopes = [&mut memory.alias_scope, &mut memory.no_alias, &mut memory.no_alias_spaces];
        for node in scopes.into_iter().chain([&mut memory.tbaa, &mut memory.range]) {
            node.take_if(|node| !nodes.contains(node));
        }
    }
    if let Some(suffixes) = instruction.suffixes.as_deref_mut() {
        suffixes.debug_location.take_if(|location| matches!(location, DebugLocation::Number(node) if !nodes.contains(node)));
    }
}

fn is_metadata(instruction: &Instruction) -> bool {
    instruction.operands.iter().any(|operand| matches!(operand.kind, OperandKind::Metadata(_)))
}

fn instruction(instruction: &mut Instruction) {
    for operand in &mut instruction.operands {
        match &mut operand.kind {
            OperandKind::Block(block) => block.name = None,
            OperandKind::Stack { name, .. } => *name = None,
            OperandKind::Global { value, offset } => operand.kind = symbol(value, *offset),
            OperandKind::BlockAddress { offset, .. } => {
                operand.kind = OperandKind::ExternalSymbol { name: "block".into(), offset: *offset }
            }
            _ => {}
        }
    }
    for memory in &mut instruction.memory {
        match &mut memory.pointer {
            Some(Pointer::Stack { name, .. }) => *name = None,
            Some(Pointer::Ir(_) | Pointer::Global(_) | Pointer::Constant(_) | Pointer::CallEntryGlobal(_)) => {
                memory.pointer = Some(Pointer::Unknown);
            }
            _ => {}
        }
        (memory.tbaa, memory.alias_scope, memory.no_alias, memory.no_alias_spaces, memory.range) = (None, None, None, None, None);
    }
    if let Some(suffixes) = instruction.suffixes.as_deref_mut() {
        (suffixes.heap_alloc_marker, suffixes.pc_sections, suffixes.memory_model) = (None, None, None);
        (suffixes.deactivation_symbol, suffixes.debug_location) = (None, None);
    }
}

fn symbol(value: &IrValue, offset: i64) -> OperandKind {
    let name = match value {
        IrValue::Named(name) => name.clone(),
        IrValue::Numbered(number) => format!("g{number}").into(),
    };
    OperandKind::ExternalSymbol { name, offset }
}
