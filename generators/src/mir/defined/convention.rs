//! Parameters, results and calls, by the conventions of X86-64 and AArch64: integers of 32 and 64 bits in registers.

use super::maker::{Maker, Value, made, used};
use crate::Choices;
use irsmith_mir::tables::Target;
use irsmith_mir::{Instruction, IrValue, Name, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, Type};

/// What a function takes and returns.
#[derive(Clone, Debug)]
pub(super) struct Signature {
    parameters: Vec<Type>,
    pub(super) result: Type,
}

/// X86-64's registers of integer arguments: 32 and 64 bits.
const X86: [(&str, &str); 6] = [("edi", "rdi"), ("esi", "rsi"), ("edx", "rdx"), ("ecx", "rcx"), ("r8d", "r8"), ("r9d", "r9")];
/// AArch64's.
const AARCH64: [(&str, &str); 8] =
    [("w0", "x0"), ("w1", "x1"), ("w2", "x2"), ("w3", "x3"), ("w4", "x4"), ("w5", "x5"), ("w6", "x6"), ("w7", "x7")];

impl Signature {
    /// Draws one to four parameters.
    pub(super) fn drawn(choices: &mut Choices<'_, '_>) -> Self {
        let width = |choices: &mut Choices<'_, '_>| Type::scalar([32, 64][choices.below(2)]);
        let parameters = (0..=choices.up_to(3)).map(|_| width(choices)).collect();
        Self { parameters, result: width(choices) }
    }
}

fn argument_register(target: Target, number: usize, ty: Type) -> &'static str {
    let registers = if target == Target::AArch64 { &AARCH64[..] } else { &X86[..] };
    let (narrow, wide) = registers.get(number).copied().unwrap_or_default();
    if ty == Type::scalar(64) { wide } else { narrow }
}

fn result_register(target: Target, ty: Type) -> &'static str {
    match target {
        Target::AArch64 => argument_register(target, 0, ty),
        _ => {
            if ty == Type::scalar(64) {
                "rax"
            } else {
                "eax"
            }
        }
    }
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
        for (number, ty) in signature.parameters.iter().enumerate() {
            let register = argument_register(self.target, number, *ty);
            self.live_in(physical(register));
            self.take(register, *ty);
        }
    }

    /// Copies a value from a register, and keeps it.
    fn take(&mut self, register: &'static str, ty: Type) {
        let from = OperandKind::Register(RegisterOperand { register: physical(register), ..RegisterOperand::default() });
        let value = self.op(ty, "COPY", [from]);
        self.keep(value);
    }

    pub(super) fn leave(&mut self, result: Value) {
        let register = result_register(self.target, result.ty);
        self.push(copy_to(register, result));
        let leave = match self.target {
            Target::AArch64 => made(&[], "RET_ReallyLR", [reads(register)]),
            _ => made(&[], "RET", [OperandKind::Immediate(0), reads(register)]),
        };
        self.push(leave);
    }

    /// Calls the function at a place among those before this one.
    pub(super) fn call(&mut self, number: usize, callee: &Signature) {
        self.calls = true;
        let arguments: Vec<Value> = callee.parameters.iter().map(|ty| self.value(*ty)).collect();
        let zero = || OperandKind::Immediate(0);
        let is_x86 = self.target != Target::AArch64;
        let frame = |opcode: &'static str, zeros: usize| {
            let effects = if is_x86 {
                vec![writes("rsp"), writes("eflags"), writes("ssp"), reads("rsp"), reads("ssp")]
            } else {
                vec![writes("sp"), reads("sp")]
            };
            made(&[], opcode, (0..zeros).map(|_| zero()).chain(effects))
        };
        self.push(if is_x86 { frame("ADJCALLSTACKDOWN64", 3) } else { frame("ADJCALLSTACKDOWN", 2) });
        let mut used_registers = Vec::new();
        for (place, argument) in arguments.into_iter().enumerate() {
            let register = argument_register(self.target, place, argument.ty);
            self.push(copy_to(register, argument));
            used_registers.push(reads(register));
        }
        let name = format!("f{}", self.first as usize + number);
        let callee_name = OperandKind::Global { value: IrValue::Named(name.into()), offset: 0 };
        let result = result_register(self.target, callee.result);
        let mut call = if is_x86 {
            made(&[], "CALL64pcrel32", [callee_name, OperandKind::RegisterMask("csr_64".into()), reads("rsp"), reads("ssp")])
        } else {
            made(&[], "BL", [callee_name, OperandKind::RegisterMask("csr_aarch64_aapcs".into()), writes("lr"), reads("sp")])
        };
        call.operands.extend(used_registers.into_iter().chain([writes(result)]).map(Operand::from));
        self.push(call);
        self.push(if is_x86 { frame("ADJCALLSTACKUP64", 2) } else { frame("ADJCALLSTACKUP", 2) });
        self.take(result, callee.result);
    }
}
