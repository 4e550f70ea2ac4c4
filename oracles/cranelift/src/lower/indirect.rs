//! Indirect calls.

use super::Lowering;
use super::representation::native_signature;
use crate::Error;
use crate::signatures::Shape;
use crate::table::{NUMBER, ROW};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, InstBuilder, MemFlagsData, types};
use cranelift_module::Module as _;
use irsmith_pnacl::interpret::{Layout, TrapKind};
use irsmith_pnacl::{TypeId, Value};

/// The table is written before any code runs.
const TABLE: MemFlagsData = MemFlagsData::trusted().with_readonly();

impl Lowering<'_, '_> {
    /// Calls the function at an address; returns the result, if there is one.
    pub(super) fn call_indirect(&mut self, pointer: Value, result: TypeId, arguments: &[Value]) -> Result<Option<ir::Value>, Error> {
        let parameters = arguments.iter().map(|&argument| self.type_of(argument)).collect();
        let shape = Shape { result: self.environment.module.value_type(result), parameters };
        let number = self.environment.signatures.number(&shape);
        let pointer = self.operand(pointer)?;
        let row = self.row(pointer);
        self.check_signature(row, number);
        let arguments = self.arguments(arguments)?;
        let signature = self.builder.import_signature(native_signature(&shape)?);
        Ok(self.counted(|this| {
            let code = this.builder.ins().load(types::I64, TABLE, row, 0);
            this.builder.ins().call_indirect(signature, code, &arguments)
        }))
    }

    /// Returns the row of the function table for an address that may be a function's.
    fn row(&mut self, pointer: ir::Value) -> ir::Value {
        // An address that is not a multiple of the step becomes a large number, as does an address below the first.
        let offset = self.builder.ins().iadd_imm_s(pointer, -i64::from(Layout::FUNCTIONS));
        let index = self.builder.ins().rotr_imm_u(offset, i64::from(Layout::FUNCTION_STEP.trailing_zeros()));
        let count = self.environment.functions.len() as i64;
        let outside = self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, index, count);
        self.trap_if(outside, TrapKind::BadFunction);
        let table = self.jit.declare_data_in_func(self.environment.table, self.builder.func);
        let table = self.builder.ins().symbol_value(types::I64, table);
        let index = self.builder.ins().uextend(types::I64, index);
        let offset = self.builder.ins().imul_imm_s(index, ROW as i64);
        self.builder.ins().iadd(table, offset)
    }

    /// Checks that the row has a function, with this signature; a signature that no function has is numbered 0.
    fn check_signature(&mut self, row: ir::Value, number: u32) {
        let actual = self.builder.ins().load(types::I32, TABLE, row, NUMBER as i32);
        let missing = self.is_zero(actual);
        self.trap_if(missing, TrapKind::BadFunction);
        let other = self.builder.ins().icmp_imm_u(IntCC::NotEqual, actual, i64::from(number));
        self.trap_if(other, TrapKind::BadSignature);
    }
}
