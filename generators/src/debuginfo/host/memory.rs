//! Loads, stores, addresses, calls.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::types::{Kind, Type, TypeIndex};
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use spirv::{MemoryAccess, MemorySemantics, Op, Scope, StorageClass};

forms! {
    /// Instructions on memory, calls, and what does nothing.
    pub(in super::super) enum Memory: MemoryRow in Family::Memory;
    seen |form, facts: Facts| (form.row().seen)(facts);
    Load "OpLoad" { make: |build, _| build.load(MemoryAccess::NONE), seen: |facts| facts.loads(MemoryAccess::NONE) }
    LoadVolatile "OpLoad Volatile" { make: |build, _| build.load(MemoryAccess::VOLATILE), seen: |facts| facts.loads(MemoryAccess::VOLATILE) }
    LoadAligned "OpLoad Aligned" { make: |build, _| build.load(MemoryAccess::ALIGNED), seen: |facts| facts.loads(MemoryAccess::ALIGNED) }
    Store "OpStore" { make: |build, _| build.store(MemoryAccess::NONE), seen: |facts| facts.stores(MemoryAccess::NONE) }
    StoreVolatile "OpStore Volatile" { make: |build, _| build.store(MemoryAccess::VOLATILE), seen: |facts| facts.stores(MemoryAccess::VOLATILE) }
    StoreAligned "OpStore Aligned" { make: |build, _| build.store(MemoryAccess::ALIGNED), seen: |facts| facts.stores(MemoryAccess::ALIGNED) }
    Chain "OpAccessChain" { make: |build, _| build.chain(Op::AccessChain), seen: |facts| facts.count(Op::AccessChain) }
    InBounds "OpInBoundsAccessChain" { make: |build, _| build.chain(Op::InBoundsAccessChain), seen: |facts| facts.count(Op::InBoundsAccessChain) }
    Copy "OpCopyMemory" { make: |build, _| build.copy(), seen: |facts| facts.count(Op::CopyMemory) }
    Address "OpConvertPtrToU" { make: |build, _| build.address(), seen: |facts| facts.count(Op::ConvertPtrToU) }
    Barrier "OpMemoryBarrier" { make: |build, _| build.barrier(), seen: |facts| facts.count(Op::MemoryBarrier) }
    Atomic "OpAtomicIAdd" { make: |build, _| build.atomic(), seen: |facts| facts.count(Op::AtomicIAdd) }
    Call "OpFunctionCall" { make: |build, caller| build.call(caller), seen: |facts| facts.count(Op::FunctionCall) }
    Nop "OpNop" { make: |build, _| build.nop(), seen: |facts| facts.count(Op::Nop) }
}

/// The columns of an instruction on memory.
pub(in super::super) struct MemoryRow {
    /// Makes it in the function at a place; `false` if it turned out impossible.
    make: fn(&mut Build<'_, '_>, usize) -> bool,
    seen: fn(&Facts<'_>) -> u64,
}

impl Build<'_, '_> {
    /// Makes some instruction on memory or a call.
    pub(in super::super) fn memory(&mut self, function: usize) {
        if let Some(form) = self.form_on(Memory::ALL) {
            (form.row().make)(self, function);
        }
    }

    /// A block of instructions: host and debug.
    pub(in super::super) fn instructions(&mut self, function: usize) {
        let count = self.choices.up_to(self.config.instructions);
        for _ in 0..count {
            match self.choices.byte() {
                0..128 => self.compute(),
                128..192 => self.memory(function),
                192..216 => self.line(),
                _ => self.local_debug(),
            }
        }
    }

    /// The operands that say how memory is accessed.
    fn access(words: &mut Words, access: MemoryAccess) {
        if access != MemoryAccess::NONE {
            words.push(access.bits());
        }
        if access.contains(MemoryAccess::ALIGNED) {
            words.push(4);
        }
    }

    fn load(&mut self, access: MemoryAccess) -> bool {
        let Some((pointer, to)) = self.pointer(|_, _, _| true) else { return false };
        let mut words = Words::from_slice(&[pointer.id.0]);
        Self::access(&mut words, access);
        let id = self.define(Op::Load, self.type_id(to), &words);
        self.scratch.host.values.add(id, to);
        true
    }

    fn store(&mut self, access: MemoryAccess) -> bool {
        let Some((pointer, to)) = self.pointer(|_, _, writable| writable) else { return false };
        let Some(value) = self.operand(to) else { return false };
        let mut words = Words::from_slice(&[pointer.id.0, value.0]);
        Self::access(&mut words, access);
        self.push_words(Section::Bodies, Op::Store, words);
        true
    }

    fn chain(&mut self, op: Op) -> bool {
        let Some((base, to)) = self.pointer(|build, to, _| build.components(to) > 0) else { return false };
        let Type::Pointer { class, .. } = self.ty(base.ty) else { return false };
        let index = self.choices.below(self.components(to));
        let component = self.component(to, index);
        let index = self.number(index as u64);
        let ty = self.type_index(Type::Pointer { class, to: component });
        let id = self.define(op, self.type_id(ty), &[base.id.0, index.0]);
        // Like the variable that it is a part of, but no operand of a call in a shader.
        self.scratch.host.values.visible.push(super::values::Value { id, ty, writable: base.writable });
        true
    }

    fn copy(&mut self) -> bool {
        let Some((from, to)) = self.pointer(|_, _, _| true) else { return false };
        let Some((target, _)) = self.pointer(|_, other, writable| writable && other == to) else { return false };
        self.push(Section::Bodies, Op::CopyMemory, &[target.id.0, from.id.0]);
        true
    }

    /// The address of a pointer as a number, of which only kernels know.
    fn address(&mut self) -> bool {
        if !self.scratch.host.version.kernel {
            return false;
        }
        let Some((pointer, _)) = self.pointer(|_, _, _| true) else { return false };
        let ty = self.type_index(Type::Int { bits: 64, signed: false });
        let id = self.define(Op::ConvertPtrToU, self.type_id(ty), &[pointer.id.0]);
        self.scratch.host.values.add(id, ty);
        true
    }

    fn nop(&mut self) -> bool {
        self.push(Section::Bodies, Op::Nop, &[]);
        true
    }

    fn barrier(&mut self) -> bool {
        let semantics = MemorySemantics::ACQUIRE_RELEASE | MemorySemantics::WORKGROUP_MEMORY;
        let words = [self.number(Scope::Workgroup as u64).0, self.number(u64::from(semantics.bits())).0];
        self.push(Section::Bodies, Op::MemoryBarrier, &words);
        true
    }

    /// An addition to a word that others see.
    fn atomic(&mut self) -> bool {
        let word = self.type_index(super::types::U32);
        let shared = self.visible(|build, value| {
            let Type::Pointer { class, to } = build.ty(value.ty) else { return false };
            to == word && value.writable && matches!(class, StorageClass::Workgroup | StorageClass::CrossWorkgroup)
        });
        let Some(pointer) = shared else { return false };
        let Some(value) = self.operand(word) else { return false };
        let (scope, relaxed) = (self.number(Scope::Workgroup as u64).0, self.number(0).0);
        let id = self.define(Op::AtomicIAdd, self.type_id(word), &[pointer.id.0, scope, relaxed, value.0]);
        self.scratch.host.values.add(id, word);
        true
    }

    fn call(&mut self, caller: usize) -> bool {
        let host = &self.scratch.host;
        let (count, entry, later) = (host.functions.len(), host.entry, host.calls_later);
        let callee = self.choices.below(count);
        let function = self.scratch.host.functions[callee];
        let order = if later { callee > caller } else { callee < caller };
        if callee == entry || (function.has_body && !order) {
            return false;
        }
        let mut words = Words::from_slice(&[function.id.0]);
        for at in 0..self.parameters(function.ty).len() {
            let parameter = self.parameters(function.ty)[at];
            let Some(argument) = self.argument(parameter) else { return false };
            words.push(argument.0);
        }
        let id = self.define(Op::FunctionCall, self.type_id(function.result), &words);
        if self.ty(function.result) != Type::Void {
            self.scratch.host.values.add(id, function.result);
        }
        true
    }

    /// An argument of a call. Shaders pass pointers to whole variables only.
    fn argument(&mut self, ty: TypeIndex) -> Option<Id> {
        if self.scratch.host.version.kernel || self.is(ty, Kind::Value) {
            return self.operand(ty);
        }
        let values = &self.scratch.host.values;
        let whole = |id: &Id| values.visible.iter().any(|value| value.id == *id && value.ty == ty);
        values.variables.iter().chain(&values.parameters).find(|&id| whole(id)).copied()
    }
}
