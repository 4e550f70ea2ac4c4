//! Checks, and the exits of a function when one fails.

use super::{Lowering, representation};
use crate::Error;
use crate::context::{END, FUEL, FUNCTION, end_word};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{self, Block, BlockArg, InstBuilder, types};
use cranelift_frontend::FunctionBuilder;
use irsmith_pnacl::ValueType;
use irsmith_pnacl::interpret::{OUT_OF_FUEL_CODE, TrapKind};

/// The exits of a function other than a return.
pub(super) struct Exits {
    /// Stores how the execution ends.
    end: Block,
    /// The parameter of that block.
    word: ir::Value,
    /// Returns because the execution has ended.
    pub(super) unwind: Block,
}

impl Exits {
    pub(super) fn new(builder: &mut FunctionBuilder<'_>) -> Self {
        let (end, unwind) = (builder.create_block(), builder.create_block());
        let word = builder.append_block_param(end, types::I64);
        builder.set_cold_block(end);
        builder.set_cold_block(unwind);
        Self { end, word, unwind }
    }
}

impl Lowering<'_, '_> {
    /// Ends the execution here if the condition holds.
    pub(super) fn trap_if(&mut self, condition: ir::Value, kind: TrapKind) {
        self.end_if(condition, kind.code());
    }

    /// As [`Lowering::trap_if`], for any code.
    pub(super) fn end_if(&mut self, condition: ir::Value, code: u8) {
        let word = self.end_argument(code);
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, self.exits.end, &[word], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Ends the execution here, and the block.
    pub(super) fn trap(&mut self, kind: TrapKind) {
        let word = self.end_argument(kind.code());
        self.builder.ins().jump(self.exits.end, &[word]);
    }

    /// Consumes 1 unit of fuel, or ends the execution if none is left.
    pub(super) fn take_fuel(&mut self) {
        let fuel = self.builder.ins().load(types::I64, self.flags.context, self.context, FUEL);
        let word = self.end_argument(OUT_OF_FUEL_CODE);
        let next = self.builder.create_block();
        self.builder.ins().brif(fuel, next, &[], self.exits.end, &[word]);
        self.builder.switch_to_block(next);
        let rest = self.builder.ins().iadd_imm_s(fuel, -1);
        self.builder.ins().store(self.flags.context, rest, self.context, FUEL);
    }

    /// Returns if the execution has ended in a call, or a longjmp leaves this function; continues at the setjmp if the longjmp's target is
    /// in this function.
    pub(super) fn unwind_if_ended(&mut self) {
        let word = self.builder.ins().load(types::I64, self.flags.context, self.context, END);
        let target = self.jumper.as_ref().map_or(self.exits.unwind, |jumper| jumper.caught);
        let next = self.builder.create_block();
        self.builder.ins().brif(word, target, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    /// Returns if the condition holds, which means that the execution has ended.
    pub(super) fn unwind_if(&mut self, condition: ir::Value) {
        let next = self.builder.create_block();
        self.builder.ins().brif(condition, self.exits.unwind, &[], next, &[]);
        self.builder.switch_to_block(next);
    }

    fn end_argument(&mut self, code: u8) -> BlockArg {
        BlockArg::Value(self.builder.ins().iconst(types::I64, end_word(code, self.at) as i64))
    }

    /// Fills the exit blocks.
    pub(super) fn finish_exits(&mut self) -> Result<(), Error> {
        self.finish_caught();
        let Exits { end, word, unwind } = self.exits;
        self.builder.switch_to_block(end);
        self.builder.ins().store(self.flags.context, word, self.context, END);
        let function = self.constant(types::I32, i64::from(self.function));
        self.builder.ins().store(self.flags.context, function, self.context, FUNCTION);
        self.builder.ins().jump(unwind, &[]);
        self.builder.switch_to_block(unwind);
        match self.result_type() {
            ValueType::VOID => self.builder.ins().return_(&[]),
            ty => {
                let zero = self.zero(representation(ty)?);
                self.builder.ins().return_(&[zero])
            }
        };
        Ok(())
    }

    /// Returns whether an integer is 0.
    pub(super) fn is_zero(&mut self, value: ir::Value) -> ir::Value {
        self.builder.ins().icmp_imm_s(IntCC::Equal, value, 0)
    }
}
