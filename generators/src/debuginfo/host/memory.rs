//! Loads, stores, addresses, calls.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::super::graph::bodies::local_debug;
use super::annotations::line;
use super::compute::compute;
use super::defined::{Type, TypeIndex, number, type_at, type_id, type_index};
use super::functions::parameters;
use super::types::{Kind, component, components, is};
use super::values::{operand, pointer, visible};
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use spirv::{MemoryAccess, MemorySemantics, Op, Scope, StorageClass};

forms! {
    /// Instructions on memory, calls, and instructions without effect.
    pub(in super::super) enum Memory: MemoryRow in Family::Memory;
    seen |form, facts: Facts| (form.row().seen)(facts);
    Load "OpLoad" { make: |build, _| load(build, MemoryAccess::NONE), seen: |facts| facts.loads(MemoryAccess::NONE) }
    LoadVolatile "OpLoad Volatile" { make: |build, _| load(build, MemoryAccess::VOLATILE), seen: |facts| facts.loads(MemoryAccess::VOLATILE) }
    LoadAligned "OpLoad Aligned" { make: |build, _| load(build, MemoryAccess::ALIGNED), seen: |facts| facts.loads(MemoryAccess::ALIGNED) }
    Store "OpStore" { make: |build, _| store(build, MemoryAccess::NONE), seen: |facts| facts.stores(MemoryAccess::NONE) }
    StoreVolatile "OpStore Volatile" { make: |build, _| store(build, MemoryAccess::VOLATILE), seen: |facts| facts.stores(MemoryAccess::VOLATILE) }
    StoreAligned "OpStore Aligned" { make: |build, _| store(build, MemoryAccess::ALIGNED), seen: |facts| facts.stores(MemoryAccess::ALIGNED) }
    Chain "OpAccessChain" { make: |build, _| chain(build, Op::AccessChain), seen: |facts| facts.count(Op::AccessChain) }
    InBounds "OpInBoundsAccessChain" { make: |build, _| chain(build, Op::InBoundsAccessChain), seen: |facts| facts.count(Op::InBoundsAccessChain) }
    Copy "OpCopyMemory" { make: |build, _| copy(build), seen: |facts| facts.count(Op::CopyMemory) }
    Address "OpConvertPtrToU" { make: |build, _| address(build), seen: |facts| facts.count(Op::ConvertPtrToU) }
    Barrier "OpMemoryBarrier" { make: |build, _| barrier(build), seen: |facts| facts.count(Op::MemoryBarrier) }
    Atomic "OpAtomicIAdd" { make: |build, _| atomic(build), seen: |facts| facts.count(Op::AtomicIAdd) }
    Call "OpFunctionCall" { make: |build, caller| call(build, caller), seen: |facts| facts.count(Op::FunctionCall) }
    Nop "OpNop" { make: |build, _| nop(build), seen: |facts| facts.count(Op::Nop) }
}

/// The columns of an instruction on memory.
pub(in super::super) struct MemoryRow {
    /// Generates it in the function at a place; returns `false` if that was impossible.
    make: fn(&mut Build<'_, '_>, usize) -> bool,
    seen: fn(&Facts<'_>) -> u64,
}

/// Generates an instruction on memory or a call.
pub(in super::super) fn memory(build: &mut Build<'_, '_>, function: usize) {
    if let Some(form) = build.form_on(Memory::ALL) {
        (form.row().make)(build, function);
    }
}

/// Generates a block of host and debug instructions.
pub(in super::super) fn instructions(build: &mut Build<'_, '_>, function: usize) {
    let count = build.choices.up_to(build.config.instructions);
    for _ in 0..count {
        match build.choices.byte() {
            0..128 => compute(build),
            128..192 => memory(build, function),
            192..216 => line(build),
            _ => local_debug(build),
        }
    }
}

/// Draws the operands that describe a memory access.
fn access_words(words: &mut Words, access: MemoryAccess) {
    if access != MemoryAccess::NONE {
        words.push(access.bits());
    }
    if access.contains(MemoryAccess::ALIGNED) {
        words.push(4);
    }
}

fn load(build: &mut Build<'_, '_>, access: MemoryAccess) -> bool {
    let Some((pointer, to)) = pointer(build, |_, _, _| true) else { return false };
    let mut words = Words::from_slice(&[pointer.id.0]);
    access_words(&mut words, access);
    let id = build.define(Op::Load, type_id(build, to), &words);
    build.scratch.host.values.add(id, to);
    true
}

fn store(build: &mut Build<'_, '_>, access: MemoryAccess) -> bool {
    let Some((pointer, to)) = pointer(build, |_, _, writable| writable) else { return false };
    let Some(value) = operand(build, to) else { return false };
    let mut words = Words::from_slice(&[pointer.id.0, value.0]);
    access_words(&mut words, access);
    build.push_words(Section::Bodies, Op::Store, words);
    true
}

fn chain(build: &mut Build<'_, '_>, op: Op) -> bool {
    let Some((base, to)) = pointer(build, |build, to, _| components(build, to) > 0) else { return false };
    let Type::Pointer { class, .. } = type_at(build, base.ty) else { return false };
    let index = build.choices.below(components(build, to));
    let component = component(build, to, index);
    let index = number(build, index as u64);
    let ty = type_index(build, Type::Pointer { class, to: component });
    let id = build.define(op, type_id(build, ty), &[base.id.0, index.0]);
    // It is like the variable that contains it, but is not an operand of a call in a shader.
    build.scratch.host.values.add_value(super::values::Value { id, ty, writable: base.writable });
    true
}

fn copy(build: &mut Build<'_, '_>) -> bool {
    let Some((from, to)) = pointer(build, |_, _, _| true) else { return false };
    let Some((target, _)) = pointer(build, |_, other, writable| writable && other == to) else { return false };
    build.push(Section::Bodies, Op::CopyMemory, &[target.id.0, from.id.0]);
    true
}

/// Generates the address of a pointer as a number, which only kernels support.
fn address(build: &mut Build<'_, '_>) -> bool {
    if !build.scratch.host.version.kernel {
        return false;
    }
    let Some((pointer, _)) = pointer(build, |_, _, _| true) else { return false };
    let ty = type_index(build, Type::Int { bits: 64, signed: false });
    let id = build.define(Op::ConvertPtrToU, type_id(build, ty), &[pointer.id.0]);
    build.scratch.host.values.add(id, ty);
    true
}

fn nop(build: &mut Build<'_, '_>) -> bool {
    build.push(Section::Bodies, Op::Nop, &[]);
    true
}

fn barrier(build: &mut Build<'_, '_>) -> bool {
    let semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
    let words = [number(build, Scope::Workgroup as u64).0, number(build, u64::from(semantics.bits())).0];
    build.push(Section::Bodies, Op::MemoryBarrier, &words);
    true
}

/// Generates an atomic addition to a word that others see.
fn atomic(build: &mut Build<'_, '_>) -> bool {
    let word = type_index(build, super::defined::U32);
    let shared = visible(build, |build, value| {
        let Type::Pointer { class, to } = type_at(build, value.ty) else { return false };
        to == word && value.writable && matches!(class, StorageClass::Workgroup | StorageClass::CrossWorkgroup)
    });
    let Some(pointer) = shared else { return false };
    let Some(value) = operand(build, word) else { return false };
    let (scope, relaxed) = (number(build, Scope::Workgroup as u64).0, number(build, 0).0);
    let id = build.define(Op::AtomicIAdd, type_id(build, word), &[pointer.id.0, scope, relaxed, value.0]);
    build.scratch.host.values.add(id, word);
    true
}

fn call(build: &mut Build<'_, '_>, caller: usize) -> bool {
    let host = &build.scratch.host;
    let (count, entry, later) = (host.functions.len(), host.entry, host.calls_later);
    let callee = build.choices.below(count);
    let function = build.scratch.host.functions[callee];
    let order = if later { callee > caller } else { callee < caller };
    if callee == entry || (function.has_body && !order) {
        return false;
    }
    let mut words = Words::from_slice(&[function.id.0]);
    for at in 0..parameters(build, function.ty).len() {
        let parameter = parameters(build, function.ty)[at];
        let Some(argument) = argument(build, parameter) else { return false };
        words.push(argument.0);
    }
    let id = build.define(Op::FunctionCall, type_id(build, function.result), &words);
    if type_at(build, function.result) != Type::Void {
        build.scratch.host.values.add(id, function.result);
    }
    true
}

/// Draws an argument of a call. Shaders pass only pointers to whole variables.
fn argument(build: &mut Build<'_, '_>, ty: TypeIndex) -> Option<Id> {
    if build.scratch.host.version.kernel || is(build, ty, Kind::Value) {
        return operand(build, ty);
    }
    let values = &build.scratch.host.values;
    let whole = |id: &Id| values.visible().iter().any(|value| value.id == *id && value.ty == ty);
    values.variables().iter().chain(values.parameters()).find(|&id| whole(id)).copied()
}
