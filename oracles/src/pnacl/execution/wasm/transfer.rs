//! Terminators.

use super::super::Unsupported;
use super::function::FunctionLowering;
use super::numbers::STACK;
use irsmith_pnacl::{BlockId, SwitchCase, Value};
use wasm_encoder::BlockType;

impl FunctionLowering<'_, '_> {
    pub(super) fn ret(&mut self, value: Option<Value>) -> Result<(), Unsupported> {
        self.forget_jumps();
        if let Some(frame) = self.frame() {
            self.sink().local_get(frame).global_set(STACK);
        }
        if let Some(value) = value {
            self.push(value)?;
        }
        self.sink().return_();
        Ok(())
    }

    pub(super) fn branch_if(&mut self, then: BlockId, otherwise: BlockId, condition: Value) -> Result<(), Unsupported> {
        self.push(condition)?;
        self.edge_if(then)?;
        self.edge(otherwise)
    }

    /// Lowers a switch: cases are compared one by one.
    pub(super) fn switch(&mut self, condition: Value, default: BlockId, cases: &[SwitchCase]) -> Result<(), Unsupported> {
        let bits = self.type_of(condition).scalar_bits();
        for case in cases {
            self.push(condition)?;
            match bits {
                64 => self.sink().i64_const(case.value).i64_eq(),
                32 => self.sink().i32_const(case.value as i32).i32_eq(),
                1 | 8 | 16 => self.sink().i32_const(case.value as i32 & ((1 << bits) - 1)).i32_eq(),
                _ => return Err(Unsupported("type")),
            };
            self.edge_if(case.target)?;
        }
        self.edge(default)
    }

    /// Branches to a block if the i32 on the stack is not 0.
    fn edge_if(&mut self, target: BlockId) -> Result<(), Unsupported> {
        self.sink().if_(BlockType::Empty);
        self.nesting += 1;
        self.edge(target)?;
        self.nesting -= 1;
        self.sink().end();
        Ok(())
    }
}
