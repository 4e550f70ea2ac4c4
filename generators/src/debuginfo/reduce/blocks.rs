//! The blocks of functions, and what keeps them well formed after a change of branches.

use super::cut::{Orphans, cut, is_terminator};
use super::program::functions;
use crate::debuginfo::edit::is;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// A block of a function.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Names it.
    pub(super) label: Id,
    /// From its OpLabel to its terminator, both included.
    pub(super) range: Range<usize>,
    /// Whether it is the first of its function.
    pub(super) is_entry: bool,
    /// The index of its merge instruction.
    pub(super) merge: Option<usize>,
}

impl Block {
    /// Returns the index of the terminator.
    pub(super) fn terminator(&self) -> usize {
        self.range.end - 1
    }
}

/// Returns the blocks of all functions in order.
pub(super) fn blocks(module: &Module) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    for function in functions(module) {
        let mut open: Option<Block> = None;
        let mut is_entry = true;
        for at in function {
            let instruction = &module.instructions[at];
            if is(instruction, Op::Label) {
                open = instruction.result().map(|label| Block { label, range: at..at + 1, is_entry, merge: None });
                is_entry = false;
            } else if let Some(block) = &mut open {
                block.range.end = at + 1;
                if is(instruction, Op::LoopMerge) || is(instruction, Op::SelectionMerge) {
                    block.merge = Some(at);
                } else if is_terminator(instruction) {
                    blocks.extend(open.take());
                }
            }
        }
    }
    blocks
}

/// Returns the positions of labels among the words of a terminator or merge instruction, after its first.
pub(super) fn label_words(core: &CoreInstruction) -> Vec<usize> {
    match Op::from_u32(u32::from(core.opcode)) {
        Some(Op::Branch | Op::SelectionMerge) => vec![0],
        Some(Op::LoopMerge) => vec![0, 1],
        Some(Op::BranchConditional) => vec![1, 2],
        // Literals of 32 bits; a selector of another width makes the result ill-formed, and it is not accepted.
        Some(Op::Switch) => [1].into_iter().chain((3..core.words.len()).step_by(2)).collect(),
        _ => Vec::new(),
    }
}

/// Returns the labels that an instruction names.
pub(super) fn labels(instruction: &Instruction) -> Vec<Id> {
    let Some(core) = instruction.core() else { return Vec::new() };
    label_words(core).into_iter().filter_map(|word| core.id(word)).collect()
}

/// Returns the predecessors of each block.
pub(super) fn predecessors(module: &Module, blocks: &[Block]) -> BTreeMap<Id, BTreeSet<Id>> {
    let mut all: BTreeMap<Id, BTreeSet<Id>> = BTreeMap::new();
    for block in blocks {
        for label in labels(&module.instructions[block.terminator()]) {
            all.entry(label).or_default().insert(block.label);
        }
    }
    all
}

/// Removes blocks that nothing reaches, and the operands of phis for edges that are gone.
///
/// The blocks that a merge instruction names stay, even if no branch reaches them.
pub(super) fn tidy(module: &mut Module) {
    let all = blocks(module);
    let by_label: BTreeMap<Id, &Block> = all.iter().map(|block| (block.label, block)).collect();
    let mut reached = BTreeSet::new();
    let mut queue: Vec<Id> = all.iter().filter(|block| block.is_entry).map(|block| block.label).collect();
    while let Some(label) = queue.pop() {
        let Some(block) = by_label.get(&label).filter(|_| reached.insert(label)) else { continue };
        queue.extend(labels(&module.instructions[block.terminator()]));
        queue.extend(block.merge.iter().flat_map(|&merge| labels(&module.instructions[merge])));
    }
    let kept: Vec<Block> = all.iter().filter(|block| reached.contains(&block.label)).cloned().collect();
    let edges = predecessors(module, &kept);
    let none = BTreeSet::new();
    for block in &kept {
        let from = edges.get(&block.label).unwrap_or(&none);
        for at in block.range.clone() {
            if let Instruction::Core(phi) = &mut module.instructions[at]
                && phi.is(Op::Phi)
            {
                retain_pairs(phi, |_, label| from.contains(&label));
            }
        }
    }
    let gone: BTreeSet<usize> = all.iter().filter(|block| !reached.contains(&block.label)).flat_map(|block| block.range.clone()).collect();
    // A phi without operands has no value.
    let empty = |at: &usize| module.instructions[*at].core().is_some_and(|core| core.is(Op::Phi) && core.words.len() == 2);
    let phis: Vec<usize> = kept.iter().flat_map(|block| block.range.clone()).filter(empty).collect();
    let gone: BTreeSet<usize> = gone.into_iter().chain(phis).collect();
    if !gone.is_empty() {
        cut(module, gone, Orphans::Go);
    }
}

/// Keeps the pairs of a value and a predecessor of a phi for which `stays` holds.
fn retain_pairs(phi: &mut CoreInstruction, stays: impl Fn(Id, Id) -> bool) {
    let pairs: Vec<u32> = phi.words[2..].chunks_exact(2).filter(|pair| stays(Id(pair[0]), Id(pair[1]))).flatten().copied().collect();
    phi.words.truncate(2);
    phi.words.extend(pairs);
}
