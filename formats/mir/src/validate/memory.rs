//! Memory operands without their instruction.

use super::body::Body;
use super::context::Context;
use super::objects::{Objects, check_global};
use super::{Detail, RuleId, blocks};
use crate::{IrValue, MemoryOperand, Pointer};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, objects: &Objects<'_>, operand: &MemoryOperand, place: &Detail) {
    if let Some(machine) = context.machine {
        for flag in operand.target_flags.iter().filter(|flag| !machine.memory_flags().contains(&flag.as_str())) {
            context.add(RuleId::MemoryFlagUnknown, place.clone(), format_args!("the target has no flag {flag:?}"));
        }
    }
    for alignment in [operand.alignment, operand.base_alignment].into_iter().flatten() {
        if !alignment.is_power_of_two() {
            context.add(RuleId::AlignmentPower, place.clone(), format_args!("{alignment} is no power of two"));
        }
    }
    // Offsets are compared as unsigned numbers: a negative offset has its own trailing zeros.
    let alignment = operand.alignment.filter(|alignment| alignment.is_power_of_two());
    if alignment.is_some_and(|alignment| operand.offset as u64 & (alignment - 1) != 0) {
        context.add(RuleId::MemoryAlign, place.clone(), format_args!("offset {}", operand.offset));
    }
    for node in [operand.tbaa, operand.alias_scope, operand.no_alias, operand.no_alias_spaces, operand.range].into_iter().flatten() {
        objects.nodes.check(context, node, place);
    }
    match &operand.pointer {
        Some(Pointer::Stack { id, name }) => objects.check_stack(context, *id, name.as_deref(), place),
        Some(Pointer::FixedStack(id)) => objects.check_fixed(context, *id, place),
        Some(Pointer::Global(value) | Pointer::CallEntryGlobal(value)) => check_global(context, value, place),
        Some(Pointer::Ir(value)) => check_ir(context, body, value, place),
        _ => {}
    }
}

/// Checks a value of the IR. Unnamed results may have a number that the text does not spell, so all numbers are accepted.
fn check_ir(context: &mut Context<'_>, body: &Body<'_>, value: &IrValue, place: &Detail) {
    let IrValue::Named(_) = value else { return };
    let missing = match &body.ir {
        Some(ir) => !ir.values.contains(value) && !ir.blocks.contains(value),
        None => context.ir.is_none() && !blocks::knows_ir_block(context, body, value),
    };
    if missing {
        context.add(RuleId::IrValue, place.clone(), format_args!("the IR function has no %ir.{value}"));
    }
}
