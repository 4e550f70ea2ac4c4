//! Smaller files: the candidates of minimization and shrinking.
//!
//! A [`Pass`] enumerates places of a file and simplifies a range of them at once. The result of a reduction reads back unchanged, and its
//! [`size`] is smaller: any sequence of reductions ends.

mod arguments;
mod blocks;
mod chain;
mod control;
mod forward;
mod functions;
mod instructions;
mod keys;
mod module;
mod numbers;
mod operands;
mod plain;
mod registers;
mod share;
mod size;
mod straight;
mod types;

use super::edit::{is_valid, spelled};
use crate::Reduce;
use irsmith_mir::File;
use irsmith_mir::validate::is_judged;
use std::ops::Range;

pub(super) use functions::renumber;
pub use size::{CHARACTER, size};
pub use straight::straightened;

crate::reduce::passes! {
    File;
    /// Removes a function.
    Functions "remove functions": functions::count => functions::remove;
    /// Removes the embedded module and everything that names its items.
    Module "remove module": module::count => module::remove;
    /// Removes a part of the embedded module that no function needs.
    Unneeded "remove what no function needs": module::count_unneeded => module::remove_unneeded;
    /// Replaces a function's blocks by one empty block.
    Bodies "empty functions": functions::count => functions::empty;
    /// Replaces the body of a definition of the module by one instruction; nothing names what it defined.
    Definitions "empty definitions": module::count_bodies => module::empty_bodies;
    /// Removes the parameters, the type and the attributes of a definition of one instruction.
    Plainer "plain definitions": module::count_plainer => module::make_plain;
    /// Removes a definition, a global or another line of the module, and those that name it.
    Pieces "remove parts of the module": module::count_pieces => module::remove_pieces;
    /// Removes a line of a definition of the module; what reads its result reads poison.
    Lines "shorten definitions": module::count_lines => module::remove_lines;
    /// Removes a block and the branches to it.
    Blocks "remove blocks": blocks::count => blocks::remove;
    /// Goes from a block always to one of its successors.
    Sides "take one side of branches": control::count => control::take;
    /// Removes instructions; uses of their results read arguments of the function.
    Arguments "replace instructions by arguments": arguments::count => arguments::replace;
    /// Removes an instruction; uses of its results read an undefined value.
    Instructions "remove instructions": instructions::count => instructions::remove;
    /// Dissolves a bundle into separate instructions.
    Bundles "open bundles": instructions::count_bundles => instructions::open_bundles;
    /// Joins a block to its only predecessor.
    Joints "join blocks": blocks::count_joints => blocks::join;
    /// Replaces an instruction by one of its operands.
    Forwards "replace instructions by operands": forward::count => forward::forward;
    /// Removes a copy or store of a value; a later instruction reads the value.
    Chains "chain values": chain::count => chain::chain;
    /// Moves the class of a register from the list of registers to its definitions.
    Listed "inline classes": registers::count => registers::inline;
    /// Removes an entry of a list of the container.
    Entries "remove entries": keys::count_entries => keys::remove_entries;
    /// Sets a key of the container to its default.
    Keys "plain keys": keys::count => keys::simplify;
    /// Removes a memory operand.
    Accesses "remove memory operands": operands::count_accesses => operands::remove_accesses;
    /// Removes an operand.
    Operands "remove operands": operands::count => operands::remove;
    /// Removes an optional part of an instruction or a block.
    Parts "remove parts of instructions": plain::count => plain::simplify;
    /// Replaces a register by the first similar one.
    Registers "fewer registers": operands::count_registers => operands::merge_registers;
    /// Replaces a register that is read by one that nothing writes.
    Uses "forget uses": operands::count_uses => operands::forget_uses;
    /// Makes a type smaller everywhere in a function.
    Types "smaller types": types::count => types::shrink;
    /// Sets a number to zero.
    Zeros "zero numbers": numbers::count => numbers::zero;
    /// Clears the lower half of the bits of a number.
    Halves "shorten numbers": numbers::count => numbers::halve;
    /// Shortens a name.
    Names "shorten names": functions::count_names => functions::shorten_names;
    /// Renumbers registers, blocks and entries from 0 without gaps.
    Ids "plain ids": functions::count => renumber;
}

/// Enumerates and applies reductions.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// Whether the results of valid files must be valid. Default true. If false, a file that is meant to be ill-formed can become smaller.
    pub keep_valid: bool,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { keep_valid: true }
    }
}

impl Reduce for Reductions {
    type Model = File;
    type Pass = Pass;
    const PASSES: &'static [Pass] = Pass::ALL;

    fn size(file: &File) -> u64 {
        size(file)
    }

    fn count(&self, file: &File, pass: Pass) -> usize {
        (pass.row().count)(file)
    }

    fn only_renames(pass: Pass) -> bool {
        matches!(pass, Pass::Names | Pass::Ids)
    }

    fn apply(&mut self, file: &mut File, pass: Pass, range: Range<usize>) -> bool {
        let Some(candidate) = pass.row().simpler(file, range).and_then(|candidate| spelled(&candidate)) else { return false };
        let smaller = size(&candidate) < size(file);
        // What no verifier judges is not valid only because of that: without the key that says so it could not become smaller.
        let is_valid = |file: &File| is_judged(file) && is_valid(file);
        let kept = smaller && (!self.keep_valid || !is_valid(file) || is_valid(&candidate));
        if kept {
            *file = candidate;
        }
        kept
    }
}
