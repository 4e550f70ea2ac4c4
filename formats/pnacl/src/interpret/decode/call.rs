//! Calls of functions.

use super::super::op::Op;
use super::super::program::width;
use super::body::BodyDecoder;
use crate::interpret::CallSignature;
use crate::{Value, ValueType};

impl BodyDecoder<'_> {
    pub(super) fn call(&mut self, function: u32, arguments: &[Value]) {
        if let Some(row) = self.context.intrinsics[function as usize] {
            return self.intrinsic(row, arguments);
        }
        let first = self.arguments(arguments);
        let signature = self.program.functions[function as usize].signature;
        let returns = self.signatures.get(signature).result != ValueType::VOID;
        let result = if returns { self.result() } else { 0 };
        self.push(Op::Call(result, function, first));
    }

    pub(super) fn call_indirect(&mut self, pointer: Value, result: ValueType, arguments: &[Value]) {
        let first = self.arguments(arguments);
        let parameters = arguments.iter().map(|&argument| self.ty(argument)).collect();
        let signature = self.signatures.intern(CallSignature { parameters, result });
        let pointer = self.operand(pointer);
        let result = if result == ValueType::VOID { 0 } else { self.result() };
        self.push(Op::CallIndirect(result, pointer, signature, first));
    }

    /// Lists the slots of arguments, or their places; returns the index of the list.
    fn arguments(&mut self, arguments: &[Value]) -> u32 {
        let first = self.program.arguments.len() as u32;
        for &argument in arguments {
            let slot = self.slots.slot(argument);
            self.program.arguments.extend(slot..slot + width(self.ty(argument)));
        }
        first
    }
}
