//! Edges, and the phis on them.

use super::super::Unsupported;
use super::function::FunctionLowering;
use irsmith_pnacl::{BlockId, Instruction};

impl FunctionLowering<'_, '_> {
    /// Branches to a block, with its phis set to the values of this edge.
    pub(super) fn edge(&mut self, target: BlockId) -> Result<(), Unsupported> {
        self.copy_phis(target)?;
        let segment = self.segment_of(target)?;
        let (label, number) = self.label(segment);
        if let Some(number) = number {
            self.sink().i32_const(segment as i32).local_set(number);
        }
        // Otherwise the code of the target follows.
        if label > 0 || number.is_some() {
            self.sink().br(label);
        }
        Ok(())
    }

    /// Copies the values of phis. All values are on WebAssembly's stack before the first phi changes.
    fn copy_phis(&mut self, target: BlockId) -> Result<(), Unsupported> {
        let (body, from) = (self.body, self.block());
        let range = self.segment_range(self.segment_of(target)?);
        let start = range.start;
        let mut changed = Vec::new();
        for (offset, instruction) in body.instructions[range].iter().enumerate() {
            match instruction {
                Instruction::Phi { incoming, .. } => {
                    let edge = incoming.iter().find(|edge| edge.block == from).ok_or(Unsupported("malformed"))?;
                    self.push(edge.value)?;
                    changed.extend(self.result_local(start + offset));
                }
                Instruction::Declare { .. } => {}
                _ => break,
            }
        }
        for local in changed.into_iter().rev() {
            self.sink().local_set(local);
        }
        Ok(())
    }
}
