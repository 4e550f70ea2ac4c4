//! `setjmp` and `longjmp`.
//!
//! A setjmp makes a record: which activation of a function executed it, and where. A longjmp checks whether that activation is still
//! active, stores the index of the record in place of the execution's end, and returns; so do its callers, up to the activation in the
//! record. That one continues after its setjmp, from a block to which all its calls may branch. Values there are as they are at the
//! longjmp, which static single assignment form cannot express for blocks that may be reached from anywhere: such a function keeps its
//! results in variables, and Cranelift determines the block parameters.

use super::Lowering;
use super::access::Access;
use super::representation::representation;
use crate::Error;
use crate::context::{
    CALLS, END, JUMPERS, JUMPING, MAX_SETJMPS, RECORD, RECORD_LEVEL, RECORD_SERIAL, RECORD_SITE, RECORD_STACK, RECORDS, SERIAL, SERIALS,
    SETJMPS, STACK, TOO_MANY_SETJMPS, VALUE, end_word,
};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, BlockArg, InstBuilder, types};
use cranelift_frontend::{Switch, Variable};
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{Body, Instruction, Module, Value};

/// Name of the intrinsic.
pub(super) const SETJMP: &[u8] = b"llvm.nacl.setjmp";

/// Returns whether a body calls a function of this name.
pub(super) fn calls(module: &Module, body: &Body, name: &[u8]) -> bool {
    let named = |callee: Value| module.name_of(callee) == Some(name);
    body.instructions.iter().any(|instruction| matches!(instruction, Instruction::Call { callee, .. } if named(*callee)))
}

/// Returns whether a function of a module may execute setjmp.
pub(crate) fn may_setjmp(module: &Module) -> bool {
    module.functions.iter().filter_map(|function| function.body.as_ref()).any(|body| calls(module, body, SETJMP))
}

/// The state of a function that may execute setjmp.
pub(super) struct Jumper {
    /// The number of such functions that are active below this one.
    level: ir::Value,
    /// The number of this activation.
    serial: ir::Value,
    /// Calls that may be nested below this function.
    calls: ir::Value,
    /// The target of calls in which the execution ended, or which a longjmp left.
    pub(super) caught: Block,
    /// Where each setjmp returns for the second time.
    resumes: Vec<Block>,
    /// Results of the function.
    pub(super) variables: Vec<Variable>,
}

impl Lowering<'_, '_> {
    /// Begins an activation, in a function that may execute setjmp.
    pub(super) fn begin_jumper(&mut self) -> Result<(), Error> {
        if !calls(self.environment.module, self.body, SETJMP) {
            return Ok(());
        }
        let level = self.field(types::I32, JUMPERS);
        let serial = self.field(types::I32, SERIAL);
        let serial = self.builder.ins().iadd_imm_s(serial, 1);
        self.set_field(serial, SERIAL);
        let slot = self.serial_slot(level);
        self.builder.ins().store(self.flags.context, serial, slot, 0);
        let calls = self.field(types::I32, CALLS);
        let caught = self.builder.create_block();
        let mut variables = Vec::with_capacity(self.types.results().len());
        for &ty in self.types.results() {
            variables.push(self.builder.declare_var(representation(ty)?));
        }
        self.jumper = Some(Jumper { level, serial, calls, caught, resumes: Vec::new(), variables });
        self.count_jumpers(1);
        Ok(())
    }

    /// Ends the activation.
    pub(super) fn end_jumper(&mut self) {
        self.count_jumpers(0);
    }

    /// Sets the number of activations to the number before this function plus `more`.
    fn count_jumpers(&mut self, more: i64) {
        if let Some(level) = self.jumper.as_ref().map(|jumper| jumper.level) {
            let count = self.builder.ins().iadd_imm_s(level, more);
            self.set_field(count, JUMPERS);
        }
    }

    fn field(&mut self, ty: ir::Type, offset: i32) -> ir::Value {
        self.builder.ins().load(ty, self.flags.context, self.context, offset)
    }

    fn set_field(&mut self, value: ir::Value, offset: i32) {
        self.builder.ins().store(self.flags.context, value, self.context, offset);
    }

    /// Returns the address of the serial number of the activation at this level: there are fewer than functions may be active.
    fn serial_slot(&mut self, level: ir::Value) -> ir::Value {
        let serials = self.field(types::I64, SERIALS);
        self.element(serials, level, size_of::<u32>() as i64)
    }

    /// Returns the address of the record of this index, which must be less than the number of setjmps.
    fn record(&mut self, index: ir::Value) -> ir::Value {
        let records = self.field(types::I64, RECORDS);
        self.element(records, index, RECORD)
    }

    fn element(&mut self, start: ir::Value, index: ir::Value, size: i64) -> ir::Value {
        let index = self.builder.ins().uextend(types::I64, index);
        let offset = self.builder.ins().imul_imm_s(index, size);
        self.builder.ins().iadd(start, offset)
    }

    /// Makes a record, and stores its number in the program's memory. The result is 0, or the value of the longjmp when it returns again.
    pub(super) fn setjmp(&mut self, buffer: ir::Value) -> Result<ir::Value, Error> {
        let host = self.checked(buffer, types::I32.bytes(), Access::Write);
        let index = self.field(types::I32, SETJMPS);
        let none_left = self.builder.ins().icmp_imm_u(IntCC::UnsignedGreaterThanOrEqual, index, i64::from(MAX_SETJMPS));
        self.end_if(none_left, TOO_MANY_SETJMPS);
        let number = self.builder.ins().iadd_imm_s(index, 1);
        self.set_field(number, SETJMPS);
        self.fill_record(index)?;
        self.builder.ins().store(self.flags.memory, number, host, 0);
        Ok(self.returning_twice())
    }

    fn fill_record(&mut self, index: ir::Value) -> Result<(), Error> {
        let record = self.record(index);
        let jumper = self.jumper.as_ref().ok_or(Error::Invalid("a setjmp stands where none is called"))?;
        let (level, serial, site) = (jumper.level, jumper.serial, jumper.resumes.len());
        let (site, stack) = (self.constant(types::I32, site as i64), self.field(types::I32, STACK));
        for (value, offset) in [(level, RECORD_LEVEL), (serial, RECORD_SERIAL), (site, RECORD_SITE), (stack, RECORD_STACK)] {
            self.builder.ins().store(self.flags.context, value, record, offset);
        }
        Ok(())
    }

    /// Begins the block after a setjmp, and emits the path to it from a longjmp, which consumes fuel.
    fn returning_twice(&mut self) -> ir::Value {
        let (resume, behind) = (self.builder.create_block(), self.builder.create_block());
        let result = self.builder.append_block_param(behind, types::I32);
        let zero = self.constant(types::I32, 0);
        self.builder.ins().jump(behind, &[BlockArg::Value(zero)]);
        self.builder.switch_to_block(resume);
        self.take_fuel();
        let value = self.field(types::I32, VALUE);
        self.builder.ins().jump(behind, &[BlockArg::Value(value)]);
        self.builder.switch_to_block(behind);
        self.jumper.iter_mut().for_each(|jumper| jumper.resumes.push(resume));
        result
    }

    /// Returns to a setjmp whose function is active; ends the execution if it is not.
    pub(super) fn longjmp(&mut self, buffer: ir::Value, value: ir::Value) {
        let host = self.checked(buffer, types::I32.bytes(), Access::Read);
        let number = self.builder.ins().load(types::I32, self.flags.memory, host, 0);
        // The number 0 becomes the largest number.
        let index = self.builder.ins().iadd_imm_s(number, -1);
        let count = self.field(types::I32, SETJMPS);
        let unheard_of = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, index, count);
        self.trap_if(unheard_of, TrapKind::BadJump);
        let record = self.record(index);
        let level = self.builder.ins().load(types::I32, self.flags.context, record, RECORD_LEVEL);
        let active = self.field(types::I32, JUMPERS);
        let gone = self.builder.ins().icmp(IntCC::UnsignedGreaterThanOrEqual, level, active);
        self.trap_if(gone, TrapKind::BadJump);
        let serial = self.builder.ins().load(types::I32, self.flags.context, record, RECORD_SERIAL);
        let slot = self.serial_slot(level);
        let now = self.builder.ins().load(types::I32, self.flags.context, slot, 0);
        let replaced = self.builder.ins().icmp(IntCC::NotEqual, serial, now);
        self.trap_if(replaced, TrapKind::BadJump);
        let zero = self.is_zero(value);
        let one = self.constant(types::I32, 1);
        let value = self.builder.ins().select(zero, one, value);
        self.set_field(value, VALUE);
        let index = self.builder.ins().uextend(types::I64, index);
        let word = self.builder.ins().bor_imm_u(index, end_word(JUMPING, 0) as i64);
        self.set_field(word, END);
        self.unwind_if_ended();
    }

    /// Emits the block for calls that ended: it continues after the setjmp if a longjmp to this activation ended the call, otherwise it
    /// returns too.
    pub(super) fn finish_caught(&mut self) {
        let Some(Jumper { level, serial, calls, caught, ref mut resumes, .. }) = self.jumper else { return };
        let resumes = std::mem::take(resumes);
        self.builder.switch_to_block(caught);
        let word = self.field(types::I64, END);
        let code = self.builder.ins().ushr_imm_u(word, 32);
        let ended = self.builder.ins().icmp_imm_u(IntCC::NotEqual, code, i64::from(JUMPING));
        self.unwind_if(ended);
        let index = self.builder.ins().ireduce(types::I32, word);
        let record = self.record(index);
        for (ours, offset) in [(level, RECORD_LEVEL), (serial, RECORD_SERIAL)] {
            let theirs = self.builder.ins().load(types::I32, self.flags.context, record, offset);
            let other = self.builder.ins().icmp(IntCC::NotEqual, ours, theirs);
            self.unwind_if(other);
        }
        let zero = self.constant(types::I64, 0);
        self.set_field(zero, END);
        self.set_field(calls, CALLS);
        self.count_jumpers(1);
        let stack = self.builder.ins().load(types::I32, self.flags.context, record, RECORD_STACK);
        self.set_field(stack, STACK);
        let site = self.builder.ins().load(types::I32, self.flags.context, record, RECORD_SITE);
        let mut switch = Switch::new();
        (0..).zip(resumes).for_each(|(site, block)| switch.set_entry(site, block));
        switch.emit(&mut self.builder, site, self.exits.unwind);
    }
}
