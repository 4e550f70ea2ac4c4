//! Places in blocks at which the set's instructions may stand.

use super::{Loss, LossKind, Work};
use crate::{CoreInstruction, Instruction};
use spirv::Op;

/// Returns whether only instructions of this kind may precede an instruction in its block.
pub(super) fn comes_first(core: &CoreInstruction) -> bool {
    core.is(Op::Phi) || core.is(Op::Variable) || core.is(Op::UntypedVariableKHR)
}

/// Returns whether only the end of its block may follow an instruction.
fn comes_last(core: &CoreInstruction) -> bool {
    core.is(Op::SelectionMerge) || core.is(Op::LoopMerge)
}

impl Work {
    /// Moves debug instructions behind the OpPhi and OpVariable of their blocks, and before the merge instructions.
    pub(super) fn move_into_blocks(&mut self) {
        let mut blocks = Blocks { moved: Vec::with_capacity(self.module.instructions.len()), ..Blocks::default() };
        for instruction in std::mem::take(&mut self.module.instructions) {
            match &instruction {
                Instruction::Debug(debug) if !blocks.last.is_empty() => {
                    self.losses.push(Loss { result: debug.result, kind: LossKind::Place });
                    blocks.moved.push(instruction);
                }
                Instruction::Core(core) if comes_first(core) => {
                    for instruction in blocks.first.drain(..) {
                        if let Instruction::Debug(debug) = &instruction {
                            self.losses.push(Loss { result: debug.result, kind: LossKind::Place });
                            blocks.waiting.push(instruction);
                        } else {
                            blocks.moved.push(instruction);
                        }
                    }
                    blocks.moved.push(instruction);
                }
                Instruction::Debug(_) => blocks.first.push(instruction),
                Instruction::Core(core) if core.is(Op::Line) || core.is(Op::NoLine) => blocks.first.push(instruction),
                Instruction::Core(core) if comes_last(core) => {
                    blocks.flush();
                    blocks.last.push(instruction);
                }
                Instruction::Core(core) => {
                    let ends = core.is(Op::Label) || core.is(Op::FunctionEnd);
                    blocks.flush();
                    if ends || blocks.last.is_empty() {
                        blocks.moved.append(&mut blocks.last);
                        blocks.moved.push(instruction);
                    } else {
                        blocks.last.push(instruction);
                    }
                }
            }
        }
        blocks.flush();
        blocks.moved.append(&mut blocks.last);
        self.module.instructions = blocks.moved;
    }
}

/// What was read of a function, and in part is written.
#[derive(Default)]
struct Blocks {
    moved: Vec<Instruction>,
    /// Debug instructions before an OpPhi or OpVariable, which stand behind the last one.
    waiting: Vec<Instruction>,
    /// Debug instructions and lines before an instruction that may be an OpPhi or OpVariable.
    first: Vec<Instruction>,
    /// The instructions of the block from its merge instruction on.
    last: Vec<Instruction>,
}

impl Blocks {
    fn flush(&mut self) {
        let Self { moved, waiting, first, last } = self;
        let to = if last.is_empty() { moved } else { last };
        to.append(waiting);
        to.append(first);
    }
}
