//! Smaller files: what minimization and shrinking try.
//!
//! A [`Pass`] enumerates places of a file and makes a range of them simpler at once. What a reduction gives reads back as it is, and its
//! [`size`] is smaller: any sequence of reductions ends.

mod blocks;
mod functions;
mod instructions;
mod keys;
mod module;
mod numbers;
mod operands;
mod plain;
mod size;
mod types;

use super::edit::{is_valid, spelled};
use crate::Reduce;
use irsmith_mir::File;
use std::ops::Range;

pub use size::size;

crate::reduce::passes! {
    File;
    /// A function goes.
    Functions "remove functions": functions::count => functions::remove;
    /// The embedded module goes, with what names something of it.
    Module "remove module": module::count => module::remove;
    /// A function's blocks become one that is empty.
    Bodies "empty functions": functions::count => functions::empty;
    /// A definition, a global or another line of the module goes.
    Pieces "remove parts of the module": module::count_pieces => module::remove_pieces;
    /// A line of a definition of the module goes.
    Lines "shorten definitions": module::count_lines => module::remove_lines;
    /// A block goes, with what leads to it.
    Blocks "remove blocks": blocks::count => blocks::remove;
    /// An instruction goes; what it wrote is an implicit definition.
    Instructions "remove instructions": instructions::count => instructions::remove;
    /// The members of a bundle stand by themselves.
    Bundles "open bundles": instructions::count_bundles => instructions::open_bundles;
    /// A block is joined to the one that alone leads to it.
    Joints "join blocks": blocks::count_joints => blocks::join;
    /// An entry of a list of the container goes.
    Entries "remove entries": keys::count_entries => keys::remove_entries;
    /// A key of the container becomes what it is when it is not given.
    Keys "plain keys": keys::count => keys::simplify;
    /// A memory operand goes.
    Accesses "remove memory operands": operands::count_accesses => operands::remove_accesses;
    /// An operand goes.
    Operands "remove operands": operands::count => operands::remove;
    /// A part of an instruction or a block that need not be goes.
    Parts "remove parts of instructions": plain::count => plain::simplify;
    /// A register becomes the first that is like it.
    Registers "fewer registers": operands::count_registers => operands::merge_registers;
    /// A register that is read becomes one that nothing writes.
    Uses "forget uses": operands::count_uses => operands::forget_uses;
    /// A type becomes smaller wherever a function has it.
    Types "smaller types": types::count => types::shrink;
    /// A number becomes zero.
    Zeros "zero numbers": numbers::count => numbers::zero;
    /// A number loses the lower half of its bits.
    Halves "shorten numbers": numbers::count => numbers::halve;
    /// A name becomes shorter.
    Names "shorten names": functions::count_names => functions::shorten_names;
    /// Numbers of registers, blocks and entries count from 0 without gaps.
    Ids "plain ids": functions::count => functions::renumber;
}

/// Enumerates and applies reductions.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// Whether what comes of valid files must be valid. Default true. Without it a file that is meant to be ill-formed loses more.
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

    fn apply(&mut self, file: &mut File, pass: Pass, range: Range<usize>) -> bool {
        let Some(candidate) = pass.row().simpler(file, range).and_then(|candidate| spelled(&candidate)) else { return false };
        let smaller = size(&candidate) < size(file);
        let kept = smaller && (!self.keep_valid || !is_valid(file) || is_valid(&candidate));
        if kept {
            *file = candidate;
        }
        kept
    }
}
