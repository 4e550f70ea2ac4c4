//! Calls. The address of a function is a number; tables of the file give the signature and the machine address of each.

use super::convention::{put_arguments, result_class, take_result};
use super::function::{DEPTH, Lowering};
use super::writer::{Callee, Lanes, Reg};
use crate::mir::execution::Processor;
use irsmith_pnacl::interpret::{Layout, TrapKind};
use irsmith_pnacl::{Value, ValueType};

/// The table with the number of each function's signature, one byte each.
pub(super) const SIGNATURES: &str = "signatures";
/// The table with the machine address of each function.
pub(super) const FUNCTIONS: &str = "functions";

impl Lowering<'_> {
    pub(super) fn call(&mut self, callee: u32, arguments: &[Value]) -> Lanes {
        if let Some(id) = self.unit.intrinsic(callee) {
            return self.intrinsic(id, arguments);
        }
        let result = self.unit.plan.result(callee);
        if !self.unit.is_defined(callee) {
            return self.no_call(result, TrapKind::BadFunction);
        }
        let symbol = self.unit.symbol(callee);
        self.transfer(&Callee::Function(&symbol), result, arguments)
    }

    pub(super) fn call_indirect(&mut self, pointer: Value, result: ValueType, arguments: &[Value]) -> Lanes {
        let types: Vec<ValueType> = arguments.iter().map(|&argument| self.type_of(argument)).collect();
        let address = self.scalar(pointer);
        let count = self.unit.module().functions.len() as i64;
        let step = i64::from(Layout::FUNCTION_STEP);
        let offset = self.writer.binary_with("G_SUB", 32, address, Layout::FUNCTIONS.into());
        let rest = self.writer.binary_with("G_AND", 32, offset, step - 1);
        let is_whole = self.writer.compare_with("eq", 32, rest, 0);
        let number = self.writer.binary_with("G_LSHR", 32, offset, step.trailing_zeros().into());
        let exists = self.writer.compare_with("ult", 32, number, count);
        let holds = self.writer.binary("G_AND", 1, is_whole, exists);
        self.require(holds, TrapKind::BadFunction);
        let number = self.writer.resize("G_ZEXT", number, 32, 64);
        let table = self.writer.address_of(&self.unit.variable(SIGNATURES));
        let at = self.writer.offset(table, number);
        let signature = self.writer.scalar(8, format_args!("G_LOAD {at}(p0) :: (load (s8))"));
        let has_body = self.writer.compare_with("ne", 8, signature, 0);
        self.require(has_body, TrapKind::BadFunction);
        let Some(wanted) = self.unit.signature_number(&types, result) else {
            return self.no_call(result, TrapKind::BadSignature);
        };
        let fits = self.writer.compare_with("eq", 8, signature, wanted.into());
        self.require(fits, TrapKind::BadSignature);
        let pointer = self.function_pointer(number);
        self.transfer(&Callee::Pointer(pointer), result, arguments)
    }

    /// Returns the machine address of a function by its number.
    fn function_pointer(&mut self, number: Reg) -> Reg {
        let table = self.writer.address_of(&self.unit.variable(FUNCTIONS));
        let distance = self.writer.binary_with("G_SHL", 64, number, 3);
        let at = self.writer.offset(table, distance);
        let pointer = self.writer.reg();
        // The class that the processor's indirect call demands.
        let class = match self.unit.codegen.processor {
            Processor::X86_64 => "gr64",
            Processor::AArch64 => "gpr64",
        };
        self.writer.line(format_args!("{pointer}:{class}(p0) = G_LOAD {at}(p0) :: (load (p0))"));
        pointer
    }

    /// Writes the call itself, of a function that has the signature.
    fn transfer(&mut self, callee: &Callee<'_>, result: ValueType, arguments: &[Value]) -> Lanes {
        let depth = self.writer.load_variable(32, DEPTH);
        let holds = self.writer.compare_with("ult", 32, depth, self.unit.plan.budget.depth.into());
        self.require(holds, TrapKind::CallDepth);
        let more = self.writer.binary_with("G_ADD", 32, depth, 1);
        self.writer.store_variable(32, DEPTH, more);
        let mut values = Vec::new();
        for &argument in arguments {
            values.push((self.type_of(argument), self.operand(argument)));
        }
        let registers = put_arguments(&mut self.writer, &values);
        let register = self.writer.call(callee, &registers, result_class(result));
        let lanes = take_result(&mut self.writer, result, register);
        self.leave_if_trapped();
        self.writer.store_variable(32, DEPTH, depth);
        lanes
    }

    /// Writes a call that always traps, and a value as its result.
    fn no_call(&mut self, result: ValueType, trap: TrapKind) -> Lanes {
        self.always_trap(trap);
        if result == ValueType::VOID { Lanes::new() } else { self.zero(result) }
    }
}
