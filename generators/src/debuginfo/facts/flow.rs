//! Control flow of the functions, as far as rows need it.

use super::op_of;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::HashMap;

/// Counts of constructs and of ends of blocks.
#[derive(Default)]
pub(in super::super) struct Flow {
    pub(in super::super) branches: u64,
    pub(in super::super) ifs: u64,
    pub(in super::super) ifs_with_else: u64,
    pub(in super::super) switches: u64,
    pub(in super::super) loops_test_first: u64,
    pub(in super::super) loops_test_last: u64,
    pub(in super::super) branch_phis: u64,
    pub(in super::super) loop_phis: u64,
    pub(in super::super) without_merge: u64,
    pub(in super::super) returns: u64,
    pub(in super::super) value_returns: u64,
    pub(in super::super) unreachable_ends: u64,
    pub(in super::super) early_returns: u64,
    pub(in super::super) breaks: u64,
    pub(in super::super) continues: u64,
    pub(in super::super) early_unreachables: u64,
    /// Unreachable blocks.
    pub(in super::super) unreached: u64,
}

/// A block of a function.
#[derive(Default)]
struct Block<'m> {
    label: Id,
    phis: u64,
    /// The merge block that a merge instruction names.
    merge: Option<Id>,
    end: Option<&'m CoreInstruction>,
    /// The number of edges to the block.
    predecessors: u64,
    successors: Vec<Id>,
    /// Whether one of these edges is a back edge.
    is_loop: bool,
}

impl Block<'_> {
    fn ends_with(&self, op: Op) -> bool {
        self.end.is_some_and(|end| end.is(op))
    }

    /// The targets of the block. `literal` returns how many words a literal has that is compared with a value.
    fn successors(&self, literal: impl Fn(Id) -> usize) -> Vec<Id> {
        let Some(end) = self.end else { return Vec::new() };
        let words = end.words.as_slice();
        match op_of(end) {
            Some(Op::Branch) => words.iter().take(1).map(|&word| Id(word)).collect(),
            Some(Op::BranchConditional) => words.iter().skip(1).take(2).map(|&word| Id(word)).collect(),
            Some(Op::Switch) => {
                let step = 1 + literal(Id(words[0]));
                words.iter().skip(1).step_by(step).map(|&word| Id(word)).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns whether an instruction ends a block here.
fn is_end(core: &CoreInstruction) -> bool {
    [Op::Branch, Op::BranchConditional, Op::Switch, Op::Return, Op::ReturnValue, Op::Unreachable].iter().any(|&op| core.is(op))
}

impl Flow {
    /// Returns the targets. `literal` returns how many words a literal has that is compared with a value.
    pub(super) fn of(module: &Module, literal: impl Fn(Id) -> usize) -> Self {
        let mut flow = Self::default();
        let mut blocks: Vec<Block<'_>> = Vec::new();
        for core in module.instructions.iter().filter_map(Instruction::core) {
            match op_of(core) {
                Some(Op::Label) => blocks.push(Block { label: Id(core.words[0]), ..Block::default() }),
                Some(Op::FunctionEnd) => flow.function(std::mem::take(&mut blocks), &literal),
                op => {
                    let Some(block) = blocks.last_mut() else { continue };
                    match op {
                        Some(Op::Phi) => block.phis += 1,
                        Some(Op::SelectionMerge | Op::LoopMerge) => block.merge = core.id(0),
                        _ if is_end(core) => block.end = Some(core),
                        _ => {}
                    }
                }
            }
        }
        flow
    }

    fn function(&mut self, mut blocks: Vec<Block<'_>>, literal: &impl Fn(Id) -> usize) {
        let places: HashMap<Id, usize> = blocks.iter().enumerate().map(|(at, block)| (block.label, at)).collect();
        for at in 0..blocks.len() {
            let successors = blocks[at].successors(literal);
            for to in successors.iter().filter_map(|label| places.get(label)).copied() {
                blocks[to].predecessors += 1;
                blocks[to].is_loop |= to <= at;
            }
            blocks[at].successors = successors;
        }
        // The blocks after loops, and those from which loops continue.
        let (mut exits, mut latches) = (Vec::new(), Vec::new());
        for (at, block) in blocks.iter().enumerate() {
            let back = |label: &Id| places.get(label).is_some_and(|&to| to <= at);
            if block.is_loop {
                exits.extend(block.merge);
                if block.ends_with(Op::BranchConditional) {
                    exits.extend(block.successors.get(1));
                }
            }
            if block.successors.iter().any(back) {
                latches.push(block.label);
                exits.extend(block.successors.iter().filter(|label| !back(label)));
            }
        }
        let last = blocks.len().saturating_sub(1);
        for (at, block) in blocks.iter().enumerate() {
            self.block(block, at == last, &exits, &latches);
            self.construct(block, blocks.get(at + 1), &blocks, &latches);
            self.unreached += u64::from(at > 0 && block.predecessors == 0);
        }
    }

    fn block(&mut self, block: &Block<'_>, is_last: bool, exits: &[Id], latches: &[Id]) {
        if block.is_loop {
            self.loop_phis += block.phis;
        } else {
            self.branch_phis += block.phis;
        }
        if latches.contains(&block.label) && !block.is_loop {
            // The end of the body has an edge here too.
            self.continues += block.predecessors.saturating_sub(1);
        }
        match block.end.and_then(op_of) {
            Some(Op::Return) => self.returns += 1,
            Some(Op::ReturnValue) => self.value_returns += 1,
            Some(Op::Unreachable) if !is_last => self.early_unreachables += 1,
            Some(Op::Unreachable) => self.unreachable_ends += u64::from(block.predecessors > 0 || block.phis > 0),
            Some(Op::Branch) if !block.is_loop => self.breaks += u64::from(block.successors.iter().any(|label| exits.contains(label))),
            _ => {}
        }
        self.early_returns += u64::from(!is_last && (block.ends_with(Op::Return) || block.ends_with(Op::ReturnValue)));
    }

    fn construct(&mut self, block: &Block<'_>, next: Option<&Block<'_>>, blocks: &[Block<'_>], latches: &[Id]) {
        let is_latch = latches.contains(&block.label);
        let conditional = block.ends_with(Op::BranchConditional);
        if block.is_loop {
            self.loops_test_first += u64::from(conditional);
            self.loops_test_last += u64::from(!conditional);
        } else if conditional && !is_latch {
            let other = block.successors[1];
            let joined = blocks.iter().any(|found| found.label == other && found.predecessors > 1);
            self.ifs += u64::from(joined || block.merge == Some(other));
            self.ifs_with_else += u64::from(!joined && block.merge != Some(other));
        } else if block.ends_with(Op::Branch) && block.merge.is_none() {
            // Not into a loop, from its end to its beginning, or from an arm to the block after all arms.
            let joins = |next: &&Block<'_>| next.is_loop || next.predecessors > 1 || latches.contains(&next.label);
            self.branches += u64::from(next.filter(|next| !joins(next)).is_some_and(|next| block.successors.contains(&next.label)));
        }
        self.switches += u64::from(block.ends_with(Op::Switch));
        let needs_merge = block.is_loop || block.ends_with(Op::Switch) || conditional && !is_latch;
        self.without_merge += u64::from(needs_merge && block.merge.is_none());
    }
}
