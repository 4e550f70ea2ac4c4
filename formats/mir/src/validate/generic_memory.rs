//! The memory operands of generic opcodes.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Item, Line};
use super::types;
use crate::{Access, MemoryOperand, MemorySize, Ordering, Pointer, Type};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, operands: &[Item<'_>]) {
    match line.opcode() {
        "G_LOAD" | "G_STORE" | "G_SEXTLOAD" | "G_ZEXTLOAD" | "G_FPEXTLOAD" | "G_FPTRUNCSTORE" => {
            check_access(context, body, line, operands);
        }
        "G_MEMCPY" | "G_MEMCPY_INLINE" | "G_MEMMOVE" => check_copy(context, body, line, operands),
        "G_MEMSET" | "G_MEMSET_INLINE" | "G_BZERO" => check_fill(context, body, line, operands),
        _ => {}
    }
}

fn check_access(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, operands: &[Item<'_>]) {
    let name = line.opcode();
    let [operand] = line.memory() else {
        context.add_instruction(
            RuleId::GenericMemory,
            line.site,
            format_args!("{name} has {} memory operands, not one", line.memory().len()),
        );
        return;
    };
    let value = body.type_of(operands.first());
    if operand.size == MemorySize::Unknown {
        // The verifier of LLVM 19 treats the unknown size as the largest size.
        context.add_instruction(RuleId::GenericMemorySize, line.site, format_args!("memory of unknown size"));
    }
    if let (Some(value), MemorySize::Type(memory)) = (value, operand.size)
        && !types::is_scalable(value)
        && !types::is_scalable(memory)
        && let (Some(value), Some(memory)) = (types::bits(value, context.pointers), types::bits(memory, context.pointers))
    {
        let wrong = match name {
            // Sizes are compared in whole bytes, so that s1 may be loaded from s8.
            "G_LOAD" | "G_STORE" => memory.div_ceil(8) > value.div_ceil(8),
            _ => memory.div_ceil(8) * 8 >= value && memory >= value,
        };
        if wrong {
            context.add_instruction(RuleId::GenericMemorySize, line.site, format_args!("{memory} bits of memory, {value} of the register"));
        }
    }
    let is_store = matches!(name, "G_STORE" | "G_FPTRUNCSTORE");
    let wrong = match operand.ordering {
        Some(Ordering::AcquireRelease) => true,
        Some(Ordering::Acquire) => is_store,
        Some(Ordering::Release) => !is_store,
        _ => false,
    };
    if wrong {
        context.add_instruction(
            RuleId::GenericOrdering,
            line.site,
            format_args!("{name} with {}", operand.ordering.map_or("", Ordering::name)),
        );
    }
}

/// Returns whether the address space of an operand equals that of a pointer, or is not known.
fn is_in_space(context: &Context<'_>, operand: &MemoryOperand, pointer: Option<Type>) -> bool {
    match (pointer.map(types::element), space(context, operand)) {
        (Some(crate::Element::Pointer(of)), Some(space)) => of == space,
        _ => true,
    }
}

/// Returns the address space of an operand: the one that it states, or else the one of the memory that it names. It is 0 if nothing is
/// named; for a value of the IR its type determines it, and for objects of the frame and the like the target does.
fn space(context: &Context<'_>, operand: &MemoryOperand) -> Option<u32> {
    let implied = match &operand.pointer {
        None | Some(Pointer::Unknown) => Some(0),
        Some(Pointer::Ir(_) | Pointer::Global(_)) => (!context.has_address_spaces()).then_some(0),
        Some(Pointer::Constant(text)) => (!text.contains("addrspace")).then_some(0),
        // Targets that have tables have their stacks in address space 0.
        Some(_) => context.machine.map(|_| 0),
    };
    operand.address_space.or(implied)
}

fn is_flag(item: Option<&Item<'_>>) -> bool {
    item.and_then(Item::immediate).is_some_and(|value| matches!(value, 0 | 1))
}

fn check_copy(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, operands: &[Item<'_>]) {
    let message = match line.memory() {
        [store, load] if store.access != Access::Store || load.access != Access::Load => "the first is a store, the second a load",
        [store, load] if store.size != load.size => "the sizes differ",
        [store, _] if !is_in_space(context, store, body.type_of(operands.first())) => "the address space of the store is not the pointer's",
        [_, load] if !is_in_space(context, load, body.type_of(operands.get(1))) => "the address space of the load is not the pointer's",
        [_, _] => "",
        _ => "there are two memory operands",
    };
    if !message.is_empty() {
        context.add_instruction(RuleId::GenericMemory, line.site, format_args!("{message}"));
    }
    if line.opcode() != "G_MEMCPY_INLINE" && !is_flag(operands.get(3)) {
        context.add_instruction(RuleId::GenericImmediate, line.site, format_args!("whether it is a tail call is 0 or 1"));
    }
}

fn check_fill(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, operands: &[Item<'_>]) {
    let message = match line.memory() {
        [store] if store.access != Access::Store => "the memory operand is a store",
        [store] if !is_in_space(context, store, body.type_of(operands.first())) => "the address space is not the pointer's",
        [_] => "",
        _ => "there is one memory operand",
    };
    if !message.is_empty() {
        context.add_instruction(RuleId::GenericMemory, line.site, format_args!("{message}"));
    }
    if line.opcode() != "G_MEMSET_INLINE" && !is_flag(operands.last()) {
        context.add_instruction(RuleId::GenericImmediate, line.site, format_args!("whether it is a tail call is 0 or 1"));
    }
}
