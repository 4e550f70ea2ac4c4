//! Edges of functions, blocks and merge instructions.

use super::{At, Edge, breaks, keeps};
use crate::debuginfo::breakers::draft::Draft;
use irsmith_debuginfo::Info;
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    breaks("function-nested", "takes the end of a function that another follows", |draft| {
        let ends = ends(draft);
        let at = draft.pick(ends.split_last()?.1)?;
        let next = (at..draft.end()).find(|&next| is(draft, next, Op::Function))?;
        draft.model.instructions.remove(at);
        Some(At::Instruction(next - 1))
    }),
    breaks("function-end", "takes the end of the last function", |draft| {
        let at = *ends(draft).last()?;
        // Behind a function only its end: what follows would be in it.
        (at + 1 == draft.end()).then(|| draft.model.instructions.remove(at))?;
        Some(At::Module)
    }),
    breaks("function-end", "ends a function twice", |draft| {
        let ends = ends(draft);
        let at = draft.pick(&ends)? + 1;
        draft.put(at, Op::FunctionEnd, [])
    }),
    breaks("function-order", "declares a function behind one with a body", |draft| {
        let at = (0..draft.end()).rfind(|&at| is(draft, at, Op::Label)).and_then(|label| end_behind(draft, label))? + 1;
        declare(draft, at).map(|_| At::Instruction(at + 1))
    }),
    keeps("declares a function before all others", |draft| {
        let at = (0..draft.end()).find(|&at| is(draft, at, Op::Function))?;
        declare(draft, at)
    }),
    breaks("parameter-position", "puts a parameter outside of functions", |draft| {
        let at = draft.globals_end()?;
        parameter(draft, at)
    }),
    breaks("parameter-position", "puts a parameter between blocks, or behind the last", |draft| {
        let at = between(draft)?;
        parameter(draft, at)
    }),
    keeps("adds a parameter to the head of a function", |draft| {
        let at = draft.core(Op::Function)? + 1;
        parameter(draft, at)
    }),
    breaks("block-label", "puts an instruction into the head of a function with a body", |draft| {
        let at = head(draft)?;
        let op = draft.pick(&[Op::Nop, Op::Return, Op::Kill])?;
        draft.put(at, op, [])
    }),
    breaks("block-label", "puts an instruction between blocks, or behind the last", |draft| {
        let at = between(draft)?;
        let op = draft.pick(&[Op::Nop, Op::Return, Op::Unreachable])?;
        draft.put(at, op, [])
    }),
    breaks("block-label", "puts an undefined value into the head of a function", |draft| {
        let (at, id, ty) = (head(draft)?, draft.fresh()?, draft.scalar()?);
        draft.put(at, Op::Undef, [ty, id])
    }),
    keeps("puts OpNoLine into the head of a function, or between blocks", |draft| {
        let at = if draft.choices.chance(128) { head(draft)? } else { between(draft)? };
        draft.put(at, Op::NoLine, [])
    }),
    breaks("block-terminator", "takes the terminator of the last block of a function", |draft| {
        let all = ends(draft);
        let all: Vec<usize> = all.into_iter().filter(|&at| ends_plainly(draft, at - 1)).collect();
        let at = draft.pick(&all)?;
        draft.model.instructions.remove(at - 1);
        Some(At::Instruction(at - 1))
    }),
    breaks("block-terminator", "takes the terminator of a block that another follows", |draft| {
        let all: Vec<usize> = (2..draft.end()).filter(|&at| is(draft, at, Op::Label) && ends_plainly(draft, at - 1)).collect();
        let at = draft.pick(&all)?;
        draft.model.instructions.remove(at - 1);
        Some(At::Instruction(at - 1))
    }),
    breaks("merge-position", "puts a selection merge before a branch to one block", |draft| {
        merge(draft, Op::SelectionMerge, &[Op::Branch])
    }),
    breaks("merge-position", "puts a loop merge before a switch", |draft| merge(draft, Op::LoopMerge, &[Op::Switch])),
    breaks("merge-position", "puts a merge before a terminator that branches to no block", |draft| {
        let op = draft.pick(&[Op::SelectionMerge, Op::LoopMerge])?;
        merge(draft, op, &[Op::Return, Op::ReturnValue, Op::Unreachable, Op::Kill])
    }),
    keeps("puts a selection merge before its branch", |draft| merge(draft, Op::SelectionMerge, &[Op::BranchConditional, Op::Switch])),
    keeps("puts a loop merge before its branch", |draft| merge(draft, Op::LoopMerge, &[Op::Branch, Op::BranchConditional])),
    breaks("merge-position", "puts a debug instruction between a merge and its branch", |draft| {
        let at = behind_merge(draft)?;
        draft.insert_debug(at, Info::NoScope {})?;
        Some(At::Instruction(at - 1))
    }),
    breaks("merge-position", "puts OpNoLine between a merge and its branch", |draft| {
        let at = behind_merge(draft)?;
        draft.put(at, Op::NoLine, [])?;
        Some(At::Instruction(at - 1))
    }),
];

fn is(draft: &Draft<'_, '_>, at: usize, op: Op) -> bool {
    draft.core_at(at).is_some_and(|core| core.is(op))
}

fn ends(draft: &Draft<'_, '_>) -> Vec<usize> {
    (0..draft.end()).filter(|&at| is(draft, at, Op::FunctionEnd)).collect()
}

fn end_behind(draft: &Draft<'_, '_>, from: usize) -> Option<usize> {
    (from..draft.end()).find(|&at| is(draft, at, Op::FunctionEnd))
}

/// Inserts a function without a body that looks like another.
fn declare(draft: &mut Draft<'_, '_>, at: usize) -> Option<At> {
    let other = draft.core(Op::Function)?;
    let mut words = draft.core_at(other)?.words.clone();
    *words.get_mut(1)? = draft.fresh()?;
    draft.insert(at, Op::Function, words)?;
    draft.put(at + 1, Op::FunctionEnd, [])
}

fn parameter(draft: &mut Draft<'_, '_>, at: usize) -> Option<At> {
    let (id, ty) = (draft.fresh()?, draft.scalar()?);
    draft.put(at, Op::FunctionParameter, [ty, id])
}

/// Returns a place in the head of a function that has blocks: before its first label.
fn head(draft: &mut Draft<'_, '_>) -> Option<usize> {
    let at = draft.core(Op::Function)?;
    let first = (at + 1..draft.end()).find(|&at| !is(draft, at, Op::FunctionParameter))?;
    is(draft, first, Op::Label).then_some(first)
}

/// Returns a place behind the terminator of a block, before the next label or the end of the function.
fn between(draft: &mut Draft<'_, '_>) -> Option<usize> {
    let starts = (1..draft.end()).filter(|&at| is(draft, at, Op::Label) || is(draft, at, Op::FunctionEnd));
    let behind = starts.filter(|&at| terminates(draft, at - 1)).collect::<Vec<_>>();
    draft.pick(&behind)
}

const TERMINATORS: [Op; 7] = [Op::Branch, Op::BranchConditional, Op::Switch, Op::Return, Op::ReturnValue, Op::Kill, Op::Unreachable];

fn terminates(draft: &Draft<'_, '_>, at: usize) -> bool {
    TERMINATORS.iter().any(|&op| is(draft, at, op))
}

/// Returns whether a terminator without a merge before it is here.
fn ends_plainly(draft: &Draft<'_, '_>, at: usize) -> bool {
    terminates(draft, at) && at > 0 && !is(draft, at - 1, Op::SelectionMerge) && !is(draft, at - 1, Op::LoopMerge)
}

/// Inserts a merge before one of these terminators.
fn merge(draft: &mut Draft<'_, '_>, merge: Op, before: &[Op]) -> Option<At> {
    let fits = |&at: &usize| before.iter().any(|&op| is(draft, at, op)) && ends_plainly(draft, at);
    let places: Vec<usize> = (0..draft.end()).filter(fits).collect();
    let at = draft.pick(&places)?;
    // A block of the same function.
    let label = (0..at).rfind(|&label| is(draft, label, Op::Label))?;
    let label = draft.model.instructions[label].result()?.0;
    let words = if merge == Op::LoopMerge { vec![label, label, 0] } else { vec![label, 0] };
    draft.put(at, merge, words)
}

fn behind_merge(draft: &mut Draft<'_, '_>) -> Option<usize> {
    let op = draft.pick(&[Op::SelectionMerge, Op::LoopMerge])?;
    Some(draft.core(op)? + 1)
}
