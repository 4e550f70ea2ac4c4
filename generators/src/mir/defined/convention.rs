//! Parameters, results and calls, by the conventions of X86-64 and AArch64: integers of 32 and 64 bits in registers, and what these have no
//! room for on the stack.

use super::maker::{Maker, Value, made, used};
use crate::Choices;
use irsmith_mir::tables::Target;
use irsmith_mir::{FixedObject, Instruction, IrValue, Name, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, Type};

/// What a function takes and returns.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    parameters: Vec<Type>,
    /// At least one; more than one only in functions for the interpreter alone.
    pub(super) results: Vec<Type>,
}

/// X86-64's registers of integer arguments.
const X86: [(&str, &str); 6] = [("edi", "rdi"), ("esi", "rsi"), ("edx", "rdx"), ("ecx", "rcx"), ("r8d", "r8"), ("r9d", "r9")];
/// AArch64's.
const AARCH64: [(&str, &str); 8] =
    [("w0", "x0"), ("w1", "x1"), ("w2", "x2"), ("w3", "x3"), ("w4", "x4"), ("w5", "x5"), ("w6", "x6"), ("w7", "x7")];

impl Signature {
    /// Draws one to four parameters, or up to eleven, for which the registers have no room.
    pub(super) fn drawn(choices: &mut Choices<'_, '_>, is_plain: bool) -> Self {
        let width = |choices: &mut Choices<'_, '_>| Type::scalar([32, 64][choices.below(2)]);
        let most = if choices.chance(40) { 10 } else { 3 };
        let parameters = (0..=choices.up_to(most)).map(|_| width(choices)).collect();
        let count = if !is_plain && choices.chance(64) { 3 } else { 1 };
        Self { parameters, results: (0..count).map(|_| width(choices)).collect() }
    }
}

/// Bytes of an argument on the stack, with those above it.
const SLOT: u32 = 8;

/// Returns the registers of integer arguments: 32 and 64 bits.
pub(in crate::mir) const fn argument_registers(target: Target) -> &'static [(&'static str, &'static str)] {
    if matches!(target, Target::AArch64) { &AARCH64 } else { &X86 }
}

/// Returns how many parameters have registers.
const fn register_count(target: Target) -> usize {
    argument_registers(target).len()
}

fn argument_register(target: Target, number: usize, ty: Type) -> &'static str {
    let (narrow, wide) = argument_registers(target).get(number).copied().unwrap_or_default();
    if ty == Type::scalar(64) { wide } else { narrow }
}

/// Returns the register of a result, of 32 or 64 bits; `None` if there are not so many.
pub(in crate::mir) fn result_register(target: Target, number: usize, ty: Type) -> Option<&'static str> {
    // eax, edx and ecx, and then what callers do not keep either.
    let (narrow, wide) = match (target, number) {
        (Target::AArch64, _) => argument_registers(target).get(number).copied()?,
        (_, 0) => ("eax", "rax"),
        _ => argument_registers(target).get(number + 1).copied()?,
    };
    Some(if ty == Type::scalar(32) { narrow } else { wide })
}

/// Returns the instruction that returns what these registers contain.
pub(in crate::mir) fn return_of(target: Target, registers: &[&'static str]) -> Instruction {
    let (opcode, number) = match target {
        Target::AArch64 => ("RET_ReallyLR", None),
        _ => ("RET", Some(OperandKind::Immediate(0))),
    };
    made(&[], opcode, number.into_iter().chain(registers.iter().map(|register| reads(register))))
}

fn physical(name: &'static str) -> Register {
    Register::Physical(Name::from_static_str(name))
}

fn with_flags(name: &'static str, flags: RegisterFlags) -> OperandKind {
    OperandKind::Register(RegisterOperand { flags, register: physical(name), ..RegisterOperand::default() })
}

fn reads(name: &'static str) -> OperandKind {
    with_flags(name, RegisterFlags::IMPLICIT)
}

fn writes(name: &'static str) -> OperandKind {
    with_flags(name, RegisterFlags::IMPLICIT_DEF)
}

fn copy_to(register: &'static str, value: Value) -> Instruction {
    let mut copy = made(&[], "COPY", [used(value)]);
    copy.results.push(RegisterOperand { register: physical(register), ..RegisterOperand::default() });
    copy
}

impl Maker<'_, '_, '_> {
    pub(super) fn take_parameters(&mut self, signature: &Signature) {
        for (number, ty) in signature.parameters.iter().enumerate().take(register_count(self.target)) {
            let register = argument_register(self.target, number, *ty);
            self.live_in(physical(register));
            self.take(register, *ty);
        }
        self.take_from_stack(signature.parameters.get(register_count(self.target)..).unwrap_or_default());
    }

    /// Loads parameters from the stack, each from an object of its own.
    fn take_from_stack(&mut self, types: &[Type]) {
        // Numbers of objects need not follow their offsets: llc's own are in reverse order.
        let is_reverse = !types.is_empty() && self.choices.chance(192);
        for (slot, ty) in types.iter().enumerate() {
            let id = if is_reverse { types.len() - 1 - slot } else { slot } as u32;
            let alignment = Some(u64::from(if slot.is_multiple_of(2) { 2 * SLOT } else { SLOT }));
            let offset = i64::from(SLOT) * slot as i64;
            let size = if *ty == Type::scalar(64) { 8 } else { 4 };
            self.fixed.push(FixedObject { id, offset, size, alignment, ..FixedObject::default() });
            let place = self.op(Type::pointer(0), "G_FRAME_INDEX", [OperandKind::FixedStack(id)]);
            let value = self.load(*ty, place);
            self.keep(value);
        }
        self.fixed.sort_by_key(|object| object.id);
    }

    /// Copies a value from a register, and keeps it.
    fn take(&mut self, register: &'static str, ty: Type) {
        let from = OperandKind::Register(RegisterOperand { register: physical(register), ..RegisterOperand::default() });
        let value = self.op(ty, "COPY", [from]);
        self.keep(value);
    }

    pub(super) fn leave(&mut self, results: &[Value]) {
        let types = results.iter().map(|result| result.ty);
        let registers: Vec<&str> = (0..).zip(types).filter_map(|(number, ty)| result_register(self.target, number, ty)).collect();
        for (register, result) in registers.iter().zip(results) {
            self.push(copy_to(register, *result));
        }
        self.push(return_of(self.target, &registers));
    }

    /// Calls the function at a place among those before this one.
    pub(super) fn call(&mut self, number: usize, callee: &Signature) {
        self.calls = true;
        let arguments: Vec<Value> = callee.parameters.iter().map(|ty| self.value(*ty)).collect();
        let (in_registers, on_stack) = arguments.split_at(arguments.len().min(register_count(self.target)));
        // The stack stays aligned to two slots.
        let size = i64::from(SLOT) * on_stack.len().next_multiple_of(2) as i64;
        let is_x86 = self.target != Target::AArch64;
        let frame = |opcode: &'static str, zeros: usize| {
            let effects = if is_x86 {
                vec![writes("rsp"), writes("eflags"), writes("ssp"), reads("rsp"), reads("ssp")]
            } else {
                vec![writes("sp"), reads("sp")]
            };
            let numbers = std::iter::once(size).chain((1..zeros).map(|_| 0)).map(OperandKind::Immediate);
            made(&[], opcode, numbers.chain(effects))
        };
        self.push(if is_x86 { frame("ADJCALLSTACKDOWN64", 3) } else { frame("ADJCALLSTACKDOWN", 2) });
        if !on_stack.is_empty() {
            let pointer = physical(if is_x86 { "rsp" } else { "sp" });
            let pointer = OperandKind::Register(RegisterOperand { register: pointer, ..RegisterOperand::default() });
            let base = self.op(Type::pointer(0), "COPY", [pointer]);
            for (slot, argument) in (0..).zip(on_stack) {
                let place = self.at(base, SLOT * slot);
                self.store(*argument, place);
            }
        }
        let mut used_registers = Vec::new();
        for (place, argument) in in_registers.iter().enumerate() {
            let register = argument_register(self.target, place, argument.ty);
            self.push(copy_to(register, *argument));
            used_registers.push(reads(register));
        }
        let name = format!("f{}", self.first as usize + number);
        let callee_name = OperandKind::Global { value: IrValue::Named(name.into()), offset: 0 };
        let results: Vec<(&str, Type)> =
            (0..).zip(&callee.results).filter_map(|(number, ty)| Some((result_register(self.target, number, *ty)?, *ty))).collect();
        let mut call = if is_x86 {
            made(&[], "CALL64pcrel32", [callee_name, OperandKind::RegisterMask("csr_64".into()), reads("rsp"), reads("ssp")])
        } else {
            made(&[], "BL", [callee_name, OperandKind::RegisterMask("csr_aarch64_aapcs".into()), writes("lr"), reads("sp")])
        };
        call.operands.extend(used_registers.into_iter().chain(results.iter().map(|(register, _)| writes(register))).map(Operand::from));
        self.push(call);
        self.push(if is_x86 { frame("ADJCALLSTACKUP64", 2) } else { frame("ADJCALLSTACKUP", 2) });
        for (register, ty) in results {
            self.take(register, ty);
        }
    }
}
