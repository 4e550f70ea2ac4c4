//! `setjmp` and `longjmp`.
//!
//! Blocks are divided after every setjmp, so that the dispatch of blocks can continue there. The host keeps the setjmps of active
//! functions; a depth identifies an active function. A longjmp gets the depth to return to from the host, and stores it in a global;
//! functions return, with any result, until one has that depth.

use super::super::Unsupported;
use super::function::{FunctionLowering, Segment};
use super::memory::{Access, load, store};
use super::numbers::{DEPTH, FORGET, FUEL, LONGJMP, RESUME, SETJMP, STACK, TARGET, VALUE};
use super::operand::{Operand, value_type};
use irsmith_pnacl::interpret::{OUT_OF_FUEL_CODE, TrapKind};
use irsmith_pnacl::{Value, ValueType};
use wasm_encoder::BlockType;

impl FunctionLowering<'_, '_> {
    /// Lowers a setjmp. Its result is in the local of jumps: 0 now. The next segment reads it from there.
    pub(super) fn setjmp(&mut self, buffer: Value) -> Result<(), Unsupported> {
        let jump = self.jump.ok_or(Unsupported("malformed"))?;
        let (address, base) = (self.operand(buffer)?, self.base(Access::Write));
        self.locate(address, 4, Access::Write);
        let resume = self.segment as i32 + 1;
        self.sink().global_get(DEPTH).i32_const(resume).global_get(STACK).call(SETJMP);
        store(&mut self.sink(), ValueType::I32, base)?;
        self.sink().i32_const(0).local_set(jump);
        Ok(())
    }

    /// Begins a segment after a setjmp: a jump consumes fuel, and sets the result of the setjmp.
    pub(super) fn resume(&mut self, segment: &Segment) -> Result<(), Unsupported> {
        let jump = self.jump.ok_or(Unsupported("malformed"))?;
        self.instruction = segment.range.start - 1;
        self.sink().local_get(jump).if_(BlockType::Empty).global_get(FUEL).i64_eqz();
        self.trap_code_if(OUT_OF_FUEL_CODE);
        self.sink().global_get(FUEL).i64_const(1).i64_sub().global_set(FUEL).end();
        if let Some(result) = self.result_local(self.instruction) {
            self.sink().local_get(jump).local_set(result);
        }
        Ok(())
    }

    pub(super) fn longjmp(&mut self, buffer: Value, value: Value) -> Result<(), Unsupported> {
        let (address, base) = (self.operand(buffer)?, self.base(Access::Read));
        self.locate(address, 4, Access::Read);
        load(&mut self.sink(), ValueType::I32, base)?;
        self.sink().call(LONGJMP).global_set(STACK).global_set(RESUME).global_set(TARGET).global_get(TARGET).i32_eqz();
        self.trap_if(TrapKind::BadJump);
        self.push(value)?;
        self.sink().i32_const(1);
        self.push(value)?;
        self.sink().select().global_set(VALUE);
        self.unwind()
    }

    /// Emits the code after a call: continues unwinding if the callee did.
    pub(super) fn unwind_behind_call(&mut self) -> Result<(), Unsupported> {
        if self.shared.jumps {
            self.sink().global_get(TARGET).if_(BlockType::Empty);
            self.nesting += 1;
            self.unwind()?;
            self.nesting -= 1;
            self.sink().end();
        }
        Ok(())
    }

    /// Continues after the target setjmp if it is in this function, otherwise returns.
    fn unwind(&mut self) -> Result<(), Unsupported> {
        if let Some(jump) = self.jump {
            self.sink().global_get(TARGET).global_get(DEPTH).i32_eq().if_(BlockType::Empty);
            self.sink().i32_const(0).global_set(TARGET).global_get(VALUE).local_set(jump);
            self.nesting += 1;
            if let (label, Some(next)) = self.loop_label() {
                self.sink().global_get(RESUME).local_set(next).br(label);
            }
            self.nesting -= 1;
            self.sink().end();
        }
        let result = self.plan().result(self.function);
        if result != ValueType::VOID {
            Operand::zero(value_type(result)?).push(&mut self.sink());
        }
        self.sink().return_();
        Ok(())
    }

    /// Emits the code before a return: the function's setjmps are no longer valid.
    pub(super) fn forget_jumps(&mut self) {
        if self.jump.is_some() {
            self.sink().global_get(DEPTH).call(FORGET);
        }
    }
}
