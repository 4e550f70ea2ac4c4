//! Reductions of optional parts of instructions and blocks.

use super::keys::Plain;
use crate::mir::edit::each_instruction_mut;
use irsmith_mir::{Block, File, Instruction, OperandKind, RegisterFlags, Suffixes};
use std::ops::Range;

pub(super) fn count(file: &File) -> usize {
    let mut plain = Plain::default();
    visit(&mut file.clone(), &mut plain);
    plain.count()
}

pub(super) fn simplify(file: &mut File, range: Range<usize>) {
    visit(file, &mut Plain::new(range));
}

fn visit(file: &mut File, plain: &mut Plain) {
    for function in &mut file.functions {
        function.blocks.iter_mut().for_each(|each| block(each, plain));
        each_instruction_mut(function, &mut |each| instruction(each, plain));
    }
}

fn block(block: &mut Block, plain: &mut Plain) {
    plain.clear(&mut block.name);
    let attributes = &mut block.attributes;
    plain.clear(&mut attributes.ir_block);
    plain.clear(&mut attributes.machine_address_taken);
    plain.clear(&mut attributes.ir_address_taken);
    plain.clear(&mut attributes.landing_pad);
    plain.clear(&mut attributes.inline_asm_target);
    plain.clear(&mut attributes.eh_scope_entry);
    plain.clear(&mut attributes.eh_funclet_entry);
    plain.clear(&mut attributes.alignment);
    plain.clear(&mut attributes.section);
    plain.clear(&mut attributes.id);
    plain.clear(&mut attributes.call_frame_size);
    for successor in block.successors.iter_mut().flatten() {
        plain.clear(&mut successor.probability);
    }
    plain.clear(&mut block.successors);
    block.live_ins.iter_mut().for_each(|live_in| plain.clear(&mut live_in.lanes));
    plain.retain(&mut block.live_ins);
}

fn instruction(instruction: &mut Instruction, plain: &mut Plain) {
    plain.bits(&mut instruction.flags.0);
    if let Some(suffixes) = instruction.suffixes.as_deref_mut() {
        let Suffixes {
            pre_symbol,
            post_symbol,
            heap_alloc_marker,
            pc_sections,
            memory_model,
            cfi_type,
            deactivation_symbol,
            debug_number,
            debug_location,
        } = suffixes;
        plain.clear(pre_symbol);
        plain.clear(post_symbol);
        plain.clear(heap_alloc_marker);
        plain.clear(pc_sections);
        plain.clear(memory_model);
        plain.clear(cfi_type);
        plain.clear(deactivation_symbol);
        plain.clear(debug_number);
        plain.clear(debug_location);
    }
    if instruction.suffixes.as_deref() == Some(&Suffixes::default()) {
        instruction.suffixes = None;
    }
    let registers = instruction.operands.iter_mut().filter_map(|operand| match &mut operand.kind {
        OperandKind::Register(register) => Some(register),
        _ => None,
    });
    for register in instruction.results.iter_mut().chain(registers) {
        // Implicit and undefined flags have a reason; all other flags are optional.
        let kept = register.flags.0 & (RegisterFlags::IMPLICIT | RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEF | RegisterFlags::UNDEF).0;
        let mut others = u32::from(register.flags.0 & !kept);
        plain.bits(&mut others);
        register.flags = RegisterFlags(kept | others as u16);
        plain.clear(&mut register.subregister);
    }
    for operand in &mut instruction.operands {
        plain.clear(&mut operand.target_flags);
        match &mut operand.kind {
            OperandKind::Block(block) => plain.clear(&mut block.name),
            OperandKind::Stack { name, .. } => plain.clear(name),
            _ => {}
        }
    }
    instruction.memory.iter_mut().for_each(|each| memory(each, plain));
}

fn memory(memory: &mut irsmith_mir::MemoryOperand, plain: &mut Plain) {
    let mut flags = u32::from(memory.flags.0);
    plain.bits(&mut flags);
    memory.flags.0 = flags as u8;
    plain.clear(&mut memory.target_flags);
    plain.clear(&mut memory.failure_ordering);
    if memory.failure_ordering.is_none() {
        plain.clear(&mut memory.ordering);
    }
    plain.clear(&mut memory.scope);
    if memory.offset == 0 {
        plain.clear(&mut memory.pointer);
    }
    plain.clear(&mut memory.offset);
    plain.clear(&mut memory.alignment);
    plain.clear(&mut memory.base_alignment);
    plain.clear(&mut memory.address_space);
    plain.clear(&mut memory.tbaa);
    plain.clear(&mut memory.alias_scope);
    plain.clear(&mut memory.no_alias);
    plain.clear(&mut memory.no_alias_spaces);
    plain.clear(&mut memory.range);
}
