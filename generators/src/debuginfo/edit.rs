//! Code shared by mutations and splices of modules.

use crate::Choices;
use irsmith_debuginfo::{DebugInstruction, Id, Info, Instruction, Module};
use spirv::Op;
use std::ops::Range;

/// Largest id bound that SPIR-V guarantees to consumers (core specification, *Universal Limits*).
const LARGEST_BOUND: u32 = 0x3f_ffff;

/// Words that readers often handle wrongly.
const LITERALS: &[u32] =
    &[0, 1, 2, 7, 8, 31, 32, 33, 63, 64, 127, 128, 255, 256, 0x7fff, 0xffff, 0x1_0000, i32::MAX as u32, 1 << 31, u32::MAX];

/// Draws a literal word: a boundary value, or any.
pub(super) fn literal(choices: &mut Choices<'_, '_>) -> u32 {
    if choices.chance(192) { *choices.pick(LITERALS).unwrap_or(&0) } else { choices.wide() as u32 }
}

/// Makes an id that nothing names by raising the bound; none when the bound has its maximum.
pub(super) fn fresh(module: &mut Module) -> Option<Id> {
    let largest = module.instructions.iter().filter_map(Instruction::result).max().map_or(0, |id| id.0);
    let next = module.header.bound.max(largest.saturating_add(1)).max(1);
    if next >= LARGEST_BOUND {
        return None;
    }
    module.header.bound = next + 1;
    Some(Id(next))
}

/// Returns the debug instructions with their indices.
pub(super) fn debugs(module: &Module) -> impl Iterator<Item = (usize, &DebugInstruction)> {
    module.instructions.iter().enumerate().filter_map(|(at, instruction)| Some((at, instruction.debug()?)))
}

/// Returns the debug instruction at an index.
///
/// # Panics
/// When there is none.
pub(super) fn debug_at(module: &Module, at: usize) -> &DebugInstruction {
    module.instructions[at].debug().expect("an index of a debug instruction")
}

/// Returns whether a debug instruction belongs into a block.
pub(super) fn is_in_block(info: &Info) -> bool {
    matches!(info, Info::Scope { .. } | Info::NoScope {} | Info::Declare { .. } | Info::Value { .. })
}

pub(super) fn is(instruction: &Instruction, op: Op) -> bool {
    instruction.core().is_some_and(|core| core.is(op))
}

/// Returns where instructions may be inserted into blocks: after labels, phis and variables, and before terminators and merges.
pub(super) fn places_in_blocks(module: &Module) -> Vec<usize> {
    let mut places = Vec::new();
    let mut open: Option<Range<usize>> = None;
    for (at, instruction) in module.instructions.iter().enumerate() {
        let keeps_first = [Op::Phi, Op::Variable, Op::Line, Op::NoLine].iter().any(|&op| is(instruction, op));
        if is(instruction, Op::Label) {
            open = Some(at + 1..at + 1);
        } else if let Some(range) = &mut open {
            if keeps_first && range.start == range.end {
                *range = at + 1..at + 1;
            } else if ends(instruction) {
                places.extend(range.start..=at);
                open = None;
            } else {
                range.end = at + 1;
            }
        }
    }
    places
}

/// Returns whether the end of a block begins here.
fn ends(instruction: &Instruction) -> bool {
    const ENDS: [Op; 9] = [
        Op::LoopMerge,
        Op::SelectionMerge,
        Op::Branch,
        Op::BranchConditional,
        Op::Switch,
        Op::Kill,
        Op::Return,
        Op::ReturnValue,
        Op::Unreachable,
    ];
    ENDS.iter().any(|&op| is(instruction, op))
}
