//! Calls of functions.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::numbers::DEPTH;
use irsmith_pnacl::interpret::{Layout, TrapKind};
use irsmith_pnacl::{TypeId, Value, ValueType};
use wasm_encoder::ValType;

impl FunctionLowering<'_, '_> {
    pub(super) fn call(&mut self, callee: Value, arguments: &[Value]) -> Result<(), Unsupported> {
        let number = self.shared.number(callee.index()).ok_or(Unsupported("malformed"))?;
        if arguments.len() != self.plan().parameters(callee.index()).count() {
            return Err(Unsupported("malformed"));
        }
        self.enter(arguments)?;
        self.sink().call(number);
        self.leave()
    }

    pub(super) fn call_indirect(&mut self, pointer: Value, result: TypeId, arguments: &[Value]) -> Result<(), Unsupported> {
        let parameters: Vec<ValueType> = arguments.iter().map(|&argument| self.type_of(argument)).collect();
        let result = self.shared.module().value_type(result);
        let wanted = self.shared.class(&parameters, result) as i32;
        let ty = self.shared.signature_type(&parameters, result)?;
        let (class, function) = (self.scratch(ValType::I32, 0), self.shared.class_function.ok_or(Unsupported("malformed"))?);
        self.push(pointer)?;
        self.sink().call(function).local_tee(class).i32_const(-1).i32_eq();
        self.trap_if(TrapKind::BadFunction);
        self.sink().local_get(class).i32_const(wanted).i32_ne();
        self.trap_if(TrapKind::BadSignature);
        self.enter(arguments)?;
        self.push(pointer)?;
        let (first, step) = (Layout::FUNCTIONS as i32, Layout::FUNCTION_STEP.trailing_zeros() as i32);
        self.sink().i32_const(first).i32_sub().i32_const(step).i32_shr_u().call_indirect(0, ty);
        self.leave()
    }

    /// Counts one more active function, and pushes its arguments.
    fn enter(&mut self, arguments: &[Value]) -> Result<(), Unsupported> {
        let depth = self.plan().budget.depth as i32;
        self.sink().global_get(DEPTH).i32_const(depth).i32_ge_u();
        self.trap_if(TrapKind::CallDepth);
        self.sink().global_get(DEPTH).i32_const(1).i32_add().global_set(DEPTH);
        for &argument in arguments {
            self.push(argument)?;
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<(), Unsupported> {
        self.sink().global_get(DEPTH).i32_const(1).i32_sub().global_set(DEPTH);
        self.unwind_behind_call()
    }
}
