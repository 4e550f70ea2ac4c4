//! Terminators, and the block arguments of edges.

use super::Lowering;
use crate::Error;
use cranelift_codegen::ir::{Block, BlockArg, InstBuilder};
use cranelift_frontend::Switch;
use irsmith_pnacl::interpret::TrapKind;
use irsmith_pnacl::{BlockId, Instruction, SwitchCase, Value};
use std::collections::BTreeMap;

impl Lowering<'_, '_> {
    /// Lowers the terminator of a block.
    pub(super) fn terminator(&mut self, block: usize, terminator: &Instruction) -> Result<(), Error> {
        match terminator {
            Instruction::Ret { value } => self.ret(*value)?,
            Instruction::Branch { target } => {
                let arguments = self.edge(block, *target)?;
                self.builder.ins().jump(self.blocks[target.0 as usize], &arguments);
            }
            Instruction::BranchIf { then, otherwise, condition } => {
                let condition = self.operand(*condition)?;
                let (with, without) = (self.edge(block, *then)?, self.edge(block, *otherwise)?);
                let (then, otherwise) = (self.blocks[then.0 as usize], self.blocks[otherwise.0 as usize]);
                self.builder.ins().brif(condition, then, &with, otherwise, &without);
            }
            Instruction::Switch { condition, default, cases, .. } => self.switch(block, *condition, *default, cases)?,
            Instruction::Unreachable {} => self.trap(TrapKind::Unreachable),
            // `instruction` names every one of the others, so that the compiler asks there for a new terminator too.
            _ => return Err(Error::Invalid("a block ends in what is no terminator")),
        }
        Ok(())
    }

    fn ret(&mut self, value: Option<Value>) -> Result<(), Error> {
        let value = value.map(|value| self.operand(value)).transpose()?;
        self.restore_saved_stack();
        self.end_jumper();
        self.builder.ins().return_(value.as_slice());
        Ok(())
    }

    /// Returns the values that a block passes to the phis of another.
    fn edge(&mut self, from: usize, to: BlockId) -> Result<Vec<BlockArg>, Error> {
        let mut arguments = Vec::new();
        for at in self.graph.blocks[to.0 as usize].clone() {
            match &self.body.instructions[at] {
                Instruction::Phi { incoming, .. } => {
                    let incoming = incoming.iter().find(|incoming| incoming.block.0 as usize == from);
                    let value = incoming.ok_or(Error::Invalid("a phi has no value for an edge"))?.value;
                    arguments.push(BlockArg::Value(self.operand(value)?));
                }
                Instruction::Declare { .. } => {}
                _ => break,
            }
        }
        Ok(arguments)
    }

    fn switch(&mut self, from: usize, condition: Value, default: BlockId, cases: &[SwitchCase]) -> Result<(), Error> {
        let bits = self.type_of(condition).scalar_bits();
        let condition = self.operand(condition)?;
        let mut switch = Switch::new();
        // Cranelift's helper passes no arguments to its targets, so targets with arguments are reached through a block that passes them.
        let mut targets = BTreeMap::new();
        for case in cases {
            let value = case.value as u64 & (u64::MAX >> (64 - bits));
            if !switch.entries().contains_key(&u128::from(value)) {
                let target = *targets.entry(case.target).or_insert_with(|| self.builder.create_block());
                switch.set_entry(value.into(), target);
            }
        }
        let otherwise = *targets.entry(default).or_insert_with(|| self.builder.create_block());
        switch.emit(&mut self.builder, condition, otherwise);
        targets.into_iter().try_for_each(|(target, block)| self.trampoline(from, target, block))
    }

    fn trampoline(&mut self, from: usize, target: BlockId, block: Block) -> Result<(), Error> {
        self.builder.switch_to_block(block);
        let arguments = self.edge(from, target)?;
        self.builder.ins().jump(self.blocks[target.0 as usize], &arguments);
        Ok(())
    }
}
