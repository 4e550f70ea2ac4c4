//! Reductions of control flow.

use super::blocks::{Block, blocks, label_words, labels, predecessors, tidy};
use super::cut::{collect, keep, undefined_of};
use super::graph::rename_uses;
use crate::debuginfo::edit::is;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns blocks that branch.
fn branching(module: &Module) -> Vec<Block> {
    blocks(module).into_iter().filter(|block| !labels(&module.instructions[block.terminator()]).is_empty()).collect()
}

pub(super) fn count_branching(module: &Module) -> usize {
    branching(module).len()
}

/// Ends blocks with `OpUnreachable`; what is not reached any more goes.
pub(super) fn end_blocks(module: &mut Module, range: Range<usize>) {
    let ended = &branching(module)[range];
    let merges: BTreeSet<usize> = ended.iter().filter_map(|block| block.merge).collect();
    for block in ended {
        put(module, block.terminator(), CoreInstruction::new(Op::Unreachable, []));
    }
    keep(module, |at| !merges.contains(&at));
    tidy(module);
}

/// Returns the label of the block after a construct: the first that a merge instruction names.
fn after(module: &Module, merge: usize) -> Option<Id> {
    labels(&module.instructions[merge]).first().copied()
}

/// Returns the alternatives of branches: the block and the label that it goes to. The block after a construct is one even without a branch
/// to it, unless it has phis, which would lack an operand for the new branch.
fn sides(module: &Module) -> Vec<(Block, Id)> {
    let all = blocks(module);
    let has_phi = |block: &Block| block.range.clone().any(|at| is(&module.instructions[at], Op::Phi));
    let with_phis: BTreeSet<Id> = all.iter().filter(|block| has_phi(block)).map(|block| block.label).collect();
    let mut sides = Vec::new();
    for block in all {
        let terminator = &module.instructions[block.terminator()];
        let is_choice = is(terminator, Op::BranchConditional) || is(terminator, Op::Switch);
        let mut targets: BTreeSet<Id> = labels(terminator).into_iter().filter(|_| is_choice).collect();
        targets.extend(block.merge.and_then(|merge| after(module, merge)).filter(|after| !with_phis.contains(after)));
        sides.extend(targets.into_iter().map(|target| (block.clone(), target)));
    }
    sides
}

pub(super) fn count_sides(module: &Module) -> usize {
    sides(module).len()
}

/// Branches always to one side; what is not reached any more goes. Of several sides of a branch, the last is taken.
pub(super) fn take_sides(module: &mut Module, range: Range<usize>) {
    let mut merges = BTreeSet::new();
    let mut freed = BTreeSet::new();
    let chosen: BTreeMap<Id, (Block, Id)> = sides(module)[range].iter().map(|side| (side.0.label, side.clone())).collect();
    for (block, target) in chosen.values() {
        let choice = module.instructions[block.terminator()].core().filter(|core| !core.is(Op::Branch));
        freed.extend(choice.and_then(|core| core.id(0)));
        put(module, block.terminator(), CoreInstruction::new(Op::Branch, [target.0]));
        let is_over = |merge: usize| is(&module.instructions[merge], Op::SelectionMerge) || after(module, merge) == Some(*target);
        merges.extend(block.merge.filter(|&merge| is_over(merge)));
    }
    keep(module, |at| !merges.contains(&at));
    tidy(module);
    collect(module, freed);
}

/// Returns selections with a side other than the block after them, unless that has phis, which would lack an operand.
fn shortcuts(module: &Module) -> Vec<(Block, Id)> {
    let all = blocks(module);
    let has_phi =
        |label: &Id| all.iter().any(|block| block.label == *label && block.range.clone().any(|at| is(&module.instructions[at], Op::Phi)));
    let of = |block: &Block| {
        let merge = block.merge.filter(|&merge| is(&module.instructions[merge], Op::SelectionMerge))?;
        let after = after(module, merge).filter(|after| !has_phi(after))?;
        labels(&module.instructions[block.terminator()]).iter().any(|label| *label != after).then(|| (block.clone(), after))
    };
    all.iter().filter_map(of).collect()
}

pub(super) fn count_shortcuts(module: &Module) -> usize {
    shortcuts(module).len()
}

/// Branches from selections to the blocks after them, whatever the condition; what is not reached any more goes.
pub(super) fn take_shortcuts(module: &mut Module, range: Range<usize>) {
    for (block, after) in &shortcuts(module)[range] {
        let Instruction::Core(core) = &mut module.instructions[block.terminator()] else { continue };
        for word in label_words(core) {
            core.words[word] = after.0;
        }
    }
    tidy(module);
}

/// Returns blocks with a loop merge.
fn loops(module: &Module) -> Vec<Block> {
    blocks(module).into_iter().filter(|block| block.merge.is_some_and(|merge| is(&module.instructions[merge], Op::LoopMerge))).collect()
}

pub(super) fn count_loops(module: &Module) -> usize {
    loops(module).len()
}

/// Runs loops at most once: branches back to the header go to the block after the loop.
pub(super) fn cut_loops(module: &mut Module, range: Range<usize>) {
    let all = blocks(module);
    let mut merges = BTreeSet::new();
    let mut joined: Vec<(Id, Id)> = Vec::new();
    for header in &loops(module)[range] {
        let Some(merge) = header.merge else { continue };
        let Some(after) = after(module, merge) else { continue };
        merges.insert(merge);
        // Definitions come before uses: a branch from a later block to the header is the one that repeats the loop.
        for block in all.iter().filter(|block| block.range.start >= header.range.start) {
            if let Instruction::Core(core) = &mut module.instructions[block.terminator()] {
                for word in label_words(core) {
                    if core.words[word] == header.label.0 {
                        core.words[word] = after.0;
                        joined.push((after, block.label));
                    }
                }
            }
        }
    }
    // A phi behind the loop has another predecessor.
    for block in &all {
        let from: BTreeSet<Id> = joined.iter().filter(|(after, _)| *after == block.label).map(|(_, from)| *from).collect();
        for at in block.range.clone() {
            let Instruction::Core(phi) = &mut module.instructions[at] else { continue };
            if phi.is(Op::Phi) {
                let known: BTreeSet<u32> = phi.words[2..].chunks_exact(2).map(|pair| pair[1]).collect();
                // The value comes later: id 0 for now.
                from.iter().filter(|label| !known.contains(&label.0)).for_each(|label| phi.words.extend([0, label.0]));
            }
        }
    }
    keep(module, |at| !merges.contains(&at));
    let wanted: BTreeSet<Id> = module.instructions.iter().filter_map(waiting).collect();
    let values: BTreeMap<Id, Id> = wanted.into_iter().filter_map(|ty| Some((ty, undefined_of(module, ty)?))).collect();
    for instruction in &mut module.instructions {
        let Some(&value) = waiting(instruction).and_then(|ty| values.get(&ty)) else { continue };
        if let Instruction::Core(phi) = instruction {
            phi.words[2..].iter_mut().step_by(2).filter(|word| **word == 0).for_each(|word| *word = value.0);
        }
    }
    tidy(module);
}

/// Returns the type of a phi with an operand that has no value yet.
fn waiting(instruction: &Instruction) -> Option<Id> {
    let phi = instruction.core().filter(|core| core.is(Op::Phi))?;
    phi.words[2..].iter().step_by(2).any(|&word| word == 0).then(|| Id(phi.words[0]))
}

/// Returns blocks whose only predecessor goes nowhere else, with this predecessor.
fn joints(module: &Module) -> Vec<(Block, Block)> {
    let all = blocks(module);
    let edges = predecessors(module, &all);
    let merged: BTreeSet<Id> = all.iter().filter_map(|block| block.merge).flat_map(|at| labels(&module.instructions[at])).collect();
    let by_label: BTreeMap<Id, &Block> = all.iter().map(|block| (block.label, block)).collect();
    let mut joints = Vec::new();
    for block in all.iter().filter(|block| !block.is_entry && !merged.contains(&block.label)) {
        let mut from = edges.get(&block.label).into_iter().flatten();
        if let (Some(only), None) = (from.next(), from.next())
            && let Some(before) = by_label.get(only)
            && before.merge.is_none()
            && only != &block.label
            && is(&module.instructions[before.terminator()], Op::Branch)
        {
            joints.push(((*before).clone(), block.clone()));
        }
    }
    joints
}

pub(super) fn count_joints(module: &Module) -> usize {
    joints(module).len()
}

/// Appends blocks to their only predecessors.
pub(super) fn join(module: &mut Module, range: Range<usize>) {
    let mut names = BTreeMap::new();
    let mut successors: BTreeMap<usize, Range<usize>> = BTreeMap::new();
    let mut gone = BTreeSet::new();
    for (before, block) in &joints(module)[range] {
        names.insert(block.label, before.label);
        gone.extend([before.terminator(), block.range.start]);
        for at in block.range.clone() {
            if let Some(phi) = module.instructions[at].core().filter(|core| core.is(Op::Phi))
                && let (Some(result), Some(value)) = (phi.id(1), phi.id(2))
            {
                names.insert(result, value);
                gone.insert(at);
            }
        }
        successors.insert(before.terminator(), block.range.clone());
    }
    let moved: BTreeSet<usize> = successors.values().cloned().flatten().collect();
    let mut order = Vec::with_capacity(module.instructions.len());
    for start in (0..module.instructions.len()).filter(|at| !moved.contains(at)) {
        // A chain of joined blocks follows its first.
        let mut stack: Vec<Range<usize>> = std::iter::once(start..start + 1).collect();
        while let Some(mut range) = stack.pop() {
            let Some(at) = range.next() else { continue };
            stack.push(range);
            order.push(at);
            stack.extend(successors.get(&at).cloned());
        }
    }
    let kept: Vec<Instruction> = order.into_iter().filter(|at| !gone.contains(at)).map(|at| module.instructions[at].clone()).collect();
    module.instructions = kept;
    rename_uses(module, &settled(&names));
}

/// Returns names that are not names of others.
pub(super) fn settled(names: &BTreeMap<Id, Id>) -> BTreeMap<Id, Id> {
    let last = |mut id: Id| {
        for _ in 0..names.len() {
            match names.get(&id) {
                Some(next) => id = *next,
                None => break,
            }
        }
        id
    };
    names.iter().map(|(from, to)| (*from, last(*to))).collect()
}

/// Returns blocks with nothing but a branch.
fn empty_blocks(module: &Module) -> Vec<(Block, Id)> {
    let all = blocks(module);
    let edges = predecessors(module, &all);
    let merged: BTreeSet<Id> = all.iter().filter_map(|block| block.merge).flat_map(|at| labels(&module.instructions[at])).collect();
    let has_phi: BTreeMap<Id, bool> =
        all.iter().map(|block| (block.label, block.range.clone().any(|at| is(&module.instructions[at], Op::Phi)))).collect();
    let mut empty = Vec::new();
    for block in all.iter().filter(|block| !block.is_entry && block.range.len() == 2 && !merged.contains(&block.label)) {
        if let Some(&target) = labels(&module.instructions[block.terminator()]).first()
            && is(&module.instructions[block.terminator()], Op::Branch)
            && target != block.label
        {
            let from = edges.get(&block.label).map_or(0, BTreeSet::len);
            if from == 1 || has_phi.get(&target) == Some(&false) {
                empty.push((block.clone(), target));
            }
        }
    }
    empty
}

pub(super) fn count_empty(module: &Module) -> usize {
    empty_blocks(module).len()
}

/// Branches past blocks with nothing but a branch.
pub(super) fn skip(module: &mut Module, range: Range<usize>) {
    let skipped = empty_blocks(module)[range].to_vec();
    let names = settled(&skipped.iter().map(|(block, target)| (block.label, *target)).collect());
    let edges = predecessors(module, &blocks(module));
    for instruction in &mut module.instructions {
        let Instruction::Core(core) = instruction else { continue };
        for word in label_words(core) {
            core.words[word] = names.get(&Id(core.words[word])).map_or(core.words[word], |name| name.0);
        }
        if core.is(Op::Phi) {
            for word in (3..core.words.len()).step_by(2) {
                let mut label = Id(core.words[word]);
                // Only chains of blocks with one predecessor come before a phi.
                while let Some(before) = edges.get(&label).filter(|_| names.contains_key(&label)).and_then(|from| from.first()) {
                    if *before == label {
                        break;
                    }
                    label = *before;
                }
                core.words[word] = label.0;
            }
        }
    }
    tidy(module);
}

fn put(module: &mut Module, at: usize, core: CoreInstruction) {
    module.instructions[at] = Instruction::Core(core);
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::{assemble, disassemble};

    /// Returns the number of sides of a function with these blocks, and its instructions after the last sides of all branches are taken.
    fn taken(blocks: &str) -> (usize, String) {
        let text = format!(
            "OpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n%void = OpTypeVoid\n%bool = OpTypeBool\n%yes = OpConstantTrue %bool\n\
             %type = OpTypeFunction %void\n%function = OpFunction %void None %type\n{blocks}OpFunctionEnd\n"
        );
        let mut module = Module::from_stream(&assemble(&text).unwrap());
        let count = count_sides(&module);
        take_sides(&mut module, 0..count);
        (count, disassemble(&module.to_stream().unwrap()))
    }

    #[test]
    fn what_comes_after_a_loop_that_is_never_left_is_reached() {
        let (count, listing) = taken(
            "%entry = OpLabel\nOpBranch %header\n%header = OpLabel\nOpLoopMerge %after %again None\nOpBranch %again\n\
             %again = OpLabel\nOpBranch %header\n%after = OpLabel\nOpUnreachable\n",
        );
        let says = |what: &str| listing.matches(what).count();
        assert_eq!((count, says("OpLabel"), says("OpLoopMerge"), says("OpUnreachable")), (1, 3, 0, 1), "{listing}");
    }

    #[test]
    fn a_loop_whose_last_side_is_its_body_stays_a_loop() {
        let (count, listing) = taken(
            "%entry = OpLabel\nOpBranch %header\n%header = OpLabel\nOpLoopMerge %after %again None\n\
             OpBranchConditional %yes %again %after\n%again = OpLabel\nOpBranch %header\n%after = OpLabel\nOpReturn\n",
        );
        let says = |what: &str| listing.matches(what).count();
        assert_eq!((count, says("OpLoopMerge"), says("OpBranchConditional")), (2, 1, 0), "{listing}");
    }

    #[test]
    fn a_phi_after_a_construct_gets_no_predecessor_without_a_value() {
        let (count, listing) = taken(
            "%entry = OpLabel\nOpSelectionMerge %after None\nOpBranchConditional %yes %then %else\n%then = OpLabel\nOpBranch %after\n\
             %else = OpLabel\nOpBranch %after\n%after = OpLabel\n%phi = OpPhi %bool %yes %then %yes %else\nOpReturn\n",
        );
        assert_eq!((count, listing.matches("OpPhi").count()), (2, 1), "{listing}");
    }

    #[test]
    fn a_selection_keeps_its_branch_without_its_sides() {
        let text = "OpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n%void = OpTypeVoid\n%bool = OpTypeBool\n%yes = OpConstantTrue %bool\n\
                    %type = OpTypeFunction %void\n%function = OpFunction %void None %type\n%entry = OpLabel\nOpSelectionMerge %after None\n\
                    OpBranchConditional %yes %then %else\n%then = OpLabel\nOpBranch %after\n%else = OpLabel\nOpBranch %after\n\
                    %after = OpLabel\nOpReturn\nOpFunctionEnd\n";
        let mut module = Module::from_stream(&assemble(text).unwrap());
        assert_eq!(count_shortcuts(&module), 1);
        take_shortcuts(&mut module, 0..1);
        let listing = disassemble(&module.to_stream().unwrap());
        let says = |what: &str| listing.matches(what).count();
        assert_eq!((says("OpLabel"), says("OpBranchConditional"), says("OpSelectionMerge")), (2, 1, 1), "{listing}");
        assert_eq!(count_shortcuts(&module), 0);
    }
}
