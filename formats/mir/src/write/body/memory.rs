//! Memory operands.

use super::{metadata, name, number, operand, put, types};
use crate::{Access, MemoryFlags, MemoryOperand, MemorySize, Pointer};

pub(super) fn operand(operand: &MemoryOperand, out: &mut String) {
    out.push('(');
    before_size(operand, out);
    match operand.size {
        MemorySize::Type(kind) => {
            out.push('(');
            types::low_level_type(kind, out);
            out.push(')');
        }
        MemorySize::Bytes(bytes) => number(bytes, out),
        MemorySize::Unknown => out.push_str("unknown-size"),
    }
    // An offset needs a pointer before it.
    let unknown = (operand.offset != 0).then_some(&Pointer::Unknown);
    if let Some(pointer) = operand.pointer.as_ref().or(unknown) {
        put!(out, " {} ", operand.access.preposition());
        self::pointer(pointer, out);
        operand::offset(operand.offset, out);
    }
    attributes(operand, out);
    out.push(')');
}

/// Appends the flags, the access and the orderings, each followed by a blank.
fn before_size(operand: &MemoryOperand, out: &mut String) {
    let flags = operand.flags.0;
    for (_, word) in MemoryFlags::NAMES.iter().enumerate().filter(|(bit, _)| flags >> bit & 1 != 0) {
        out.push_str(word);
        out.push(' ');
    }
    for flag in &operand.target_flags {
        name::text(flag, out);
        out.push(' ');
    }
    out.push_str(match operand.access {
        Access::Load => "load ",
        Access::Store => "store ",
        Access::LoadStore => "load store ",
    });
    if let Some(scope) = &operand.scope {
        out.push_str("syncscope(");
        name::text(scope, out);
        out.push_str(") ");
    }
    for ordering in [operand.ordering, operand.failure_ordering].into_iter().flatten() {
        out.push_str(ordering.name());
        out.push(' ');
    }
}

/// Appends the pointer.
fn pointer(pointer: &Pointer, out: &mut String) {
    match pointer {
        Pointer::Ir(value) => {
            out.push_str("%ir.");
            name::value(value, out);
        }
        Pointer::Global(value) => name::global(value, out),
        Pointer::Constant(text) => put!(out, "`{text}`"),
        Pointer::StackPointer => out.push_str("stack"),
        Pointer::Got => out.push_str("got"),
        Pointer::JumpTable => out.push_str("jump-table"),
        Pointer::ConstantPool => out.push_str("constant-pool"),
        Pointer::CallEntryGlobal(value) => {
            out.push_str("call-entry ");
            name::global(value, out);
        }
        Pointer::CallEntrySymbol(symbol) => {
            out.push_str("call-entry ");
            operand::symbol(symbol, out);
        }
        Pointer::Stack { id, name } => operand::stack(*id, name.as_deref(), out),
        Pointer::FixedStack(id) => put!(out, "%fixed-stack.{id}"),
        Pointer::Custom(text) => {
            out.push_str("custom ");
            name::text(text, out);
        }
        Pointer::Unknown => out.push_str("unknown-address"),
    }
}

/// Appends the attributes after commas.
fn attributes(operand: &MemoryOperand, out: &mut String) {
    for (word, bytes) in [(", align ", operand.alignment), (", basealign ", operand.base_alignment)] {
        if let Some(bytes) = bytes {
            out.push_str(word);
            number(bytes, out);
        }
    }
    let nodes = [
        (", !tbaa ", operand.tbaa),
        (", !alias.scope ", operand.alias_scope),
        (", !noalias ", operand.no_alias),
        (", !noalias.addrspace ", operand.no_alias_spaces),
        (", !range ", operand.range),
    ];
    for (word, node) in nodes {
        if let Some(node) = node {
            out.push_str(word);
            metadata::node(node, out);
        }
    }
    if let Some(space) = operand.address_space {
        put!(out, ", addrspace {space}");
    }
}
