//! The places of snippets, all in functions that the verifier checks.

use super::draft::{Draft, append, instructions, is_open, is_ssa};
use crate::mir::edit::{is_phi, machine_of, successors};
use irsmith_mir::tables::Machine;
use irsmith_mir::{Block, Function};

/// The place of a snippet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spot {
    /// After the PHIs of a block, among instructions that surely do not end it.
    Insert,
    /// The same, after [`DEFINITIONS`].
    Generic,
    /// After the PHIs of a block that is a successor of the entry block.
    BehindEntry,
    /// After the PHIs of an entry block without predecessors, in SSA form.
    InEntry,
    /// After the last block, as separate blocks.
    Append,
    /// The same in a function in which the saved registers are not determined yet: once they are, any register may be live.
    Unsettled,
}

/// Generic registers of several types.
const DEFINITIONS: &str =
    "%s:_(s32) = G_IMPLICIT_DEF\n%l:_(s64) = G_IMPLICIT_DEF\n%p:_(p0) = G_IMPLICIT_DEF\n%v:_(<2 x s32>) = G_IMPLICIT_DEF\n";

impl Spot {
    /// Returns the spot of a name.
    pub(super) fn of(name: &str) -> Option<Self> {
        Some(match name {
            "insert" => Self::Insert,
            "generic" => Self::Generic,
            "behind-entry" => Self::BehindEntry,
            "in-entry" => Self::InEntry,
            "append" => Self::Append,
            "unsettled" => Self::Unsettled,
            _ => return None,
        })
    }

    /// Inserts a snippet there; `None` if there is no such place.
    pub(super) fn put(self, draft: &mut Draft<'_, '_>, text: &str) -> Option<()> {
        match self {
            Self::Insert => draft.insert(text),
            Self::Generic => draft.insert(&format!("{DEFINITIONS}{text}")),
            Self::BehindEntry => {
                let machine = machine_of(draft.model);
                let function = draft.function(|function| is_open(function) && !behind_entry(function, machine).is_empty())?;
                let at = behind_entry(function, machine)[0];
                put(&mut function.blocks[at], text)
            }
            Self::InEntry => {
                let machine = machine_of(draft.model);
                let function = draft.function(|function| is_open(function) && is_ssa(function) && !is_entered(function, machine))?;
                put(&mut function.blocks[0], text)
            }
            Self::Append => append(draft.function(is_open)?, text),
            Self::Unsettled => append(draft.function(|function| is_open(function) && is_unsettled(function))?, text),
        }
    }

    /// Returns whether a snippet is allowed there.
    #[cfg(test)]
    pub(super) fn reads(self, text: &str) -> bool {
        match self {
            Self::Append | Self::Unsettled => super::draft::parse(text, 0, [1, 2, 3]).is_some(),
            Self::Insert | Self::Generic | Self::BehindEntry | Self::InEntry => instructions(text).is_some(),
        }
    }
}

/// Returns the indices of blocks to which the entry block leads directly, not through another.
pub(super) fn behind_entry(function: &Function, machine: Option<&'static Machine>) -> Vec<usize> {
    let next = successors(function, 0, machine);
    (1..function.blocks.len()).filter(|at| next.contains(&function.blocks[*at].number)).collect()
}

/// Returns whether a block leads to the entry block.
fn is_entered(function: &Function, machine: Option<&'static Machine>) -> bool {
    let entry = function.blocks[0].number;
    (0..function.blocks.len()).any(|at| successors(function, at, machine).contains(&entry))
}

fn is_unsettled(function: &Function) -> bool {
    let stack = function.stack.iter().all(|object| object.callee_saved.is_none());
    stack && function.fixed_stack.iter().all(|object| object.callee_saved.is_none()) && !function.frame.callee_saved_info_valid
}

/// Inserts instructions after the PHIs of a block.
pub(super) fn put(block: &mut Block, text: &str) -> Option<()> {
    let lines = instructions(text)?;
    let at = block.instructions.iter().take_while(|instruction| is_phi(instruction)).count();
    block.instructions.splice(at..at, lines);
    Some(())
}
