//! Direct calls.

use super::Lowering;
use crate::Error;
use crate::context::CALLS;
use cranelift_codegen::ir::{self, FuncRef, Inst, InstBuilder, types};
use cranelift_module::Module as _;
use irsmith_pnacl::Value;
use irsmith_pnacl::interpret::TrapKind;

impl Lowering<'_, '_> {
    /// Calls a function or an intrinsic; returns the result, if it has one.
    pub(super) fn call(&mut self, callee: u32, arguments: &[Value]) -> Result<Option<ir::Value>, Error> {
        let function = self.environment.functions.get(callee as usize).copied().flatten();
        let Some(function) = function else { return self.intrinsic(callee, arguments) };
        let expected = &self.environment.shapes[callee as usize].parameters;
        if !arguments.iter().map(|&argument| self.type_of(argument)).eq(expected.iter().copied()) {
            return Err(Error::Invalid("arguments are not of the parameters' types"));
        }
        let arguments = self.arguments(arguments)?;
        let function: FuncRef = self.jit.declare_func_in_func(function, self.builder.func);
        Ok(self.counted(|this| this.builder.ins().call(function, &arguments)))
    }

    /// Returns the context, followed by the arguments.
    pub(super) fn arguments(&mut self, arguments: &[Value]) -> Result<Vec<ir::Value>, Error> {
        let mut native = vec![self.context];
        for &argument in arguments {
            native.push(self.operand(argument)?);
        }
        Ok(native)
    }

    /// Makes a call if the depth limit allows another active function; continues if the execution has not ended.
    pub(super) fn counted(&mut self, call: impl FnOnce(&mut Self) -> Inst) -> Option<ir::Value> {
        let calls = self.builder.ins().load(types::I32, self.flags.context, self.context, CALLS);
        let none = self.is_zero(calls);
        self.trap_if(none, TrapKind::CallDepth);
        let fewer = self.builder.ins().iadd_imm_s(calls, -1);
        self.builder.ins().store(self.flags.context, fewer, self.context, CALLS);
        let call = call(self);
        let result = self.builder.inst_results(call).first().copied();
        self.unwind_if_ended();
        self.builder.ins().store(self.flags.context, calls, self.context, CALLS);
        result
    }
}
