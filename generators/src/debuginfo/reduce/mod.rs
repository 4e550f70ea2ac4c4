//! Smaller modules: the candidates of minimization and shrinking.
//!
//! A [`Pass`] enumerates places of a module and simplifies a range of them at once. The result of a reduction can be written and reads back
//! unchanged, and its [`size`] is smaller: any sequence of reductions ends.

mod accesses;
mod annotations;
mod blocks;
mod control;
mod cut;
mod duplicates;
mod graph;
mod header;
mod lists;
mod operands;
mod preamble;
mod program;
mod signatures;
mod size;
mod tails;
mod uses;
mod words;

use crate::Reduce;
use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::is_valid;
use std::ops::Range;

pub(super) use graph::rename_uses;
pub(super) use program::{count_unused, remove_unused};
pub use size::size;

crate::reduce::passes! {
    Module;
    /// Removes a function and the names of it.
    Functions "remove functions": program::count_functions => program::remove_functions;
    /// Removes a debug instruction; its uses become DebugInfoNone.
    Debug "remove debug instructions": graph::count_debug => graph::remove_debug;
    /// Replaces a DebugInfoNone by an earlier one.
    Nones "merge absent information": graph::count_nones => graph::merge_nones;
    /// Removes a name, decoration, line or source.
    Annotations "remove annotations": annotations::count => annotations::remove;
    /// Ends a block at once; the blocks after it go.
    Ends "end blocks": control::count_branching => control::end_blocks;
    /// Branches always to one side, or past a construct.
    Sides "take one side of branches": control::count_sides => control::take_sides;
    /// Lets branches of both sides go past a selection.
    Shortcuts "branch past selections": control::count_shortcuts => control::take_shortcuts;
    /// Runs a loop at most once.
    Loops "cut loops": control::count_loops => control::cut_loops;
    /// Removes an instruction of a function, or a variable, and what only it used; uses of its result become undefined values.
    Instructions "remove instructions": program::count_instructions => program::remove_instructions;
    /// Branches past a block without contents.
    Skips "skip empty blocks": control::count_empty => control::skip;
    /// Joins a block to its only predecessor.
    Joints "join blocks": control::count_joints => control::join;
    /// Replaces an instruction by one of its operands.
    Forwards "replace instructions by operands": operands::count_forwards => operands::forward;
    /// Removes a parameter of a function, with the arguments of calls.
    Parameters "remove parameters": signatures::count_parameters => signatures::remove_parameters;
    /// Removes the result of a function.
    Results "remove results": signatures::count_results => signatures::remove_results;
    /// Removes an instruction and leaves what only it used.
    Alone "remove single instructions": program::count_instructions => program::remove_alone;
    /// Replaces a composite constant by zero.
    Composites "zero composite constants": operands::count_composites => operands::zero_composites;
    /// Replaces a constant by the first of its type.
    Constants "fewer constants": operands::count_constants => operands::merge_constants;
    /// Replaces an import, string, type, variable or debug instruction by the first of its kind.
    Duplicates "fewer definitions": duplicates::count => duplicates::remove;
    /// Replaces an instruction of an extended set, such as a debug type, by one of its operands.
    Wholes "replace information by its parts": duplicates::count_parts => duplicates::replace_by_parts;
    /// Lets an access chain begin at what its first index selects.
    Accesses "shorten access chains": accesses::count => accesses::shorten;
    /// Removes a capability, extension, entry point or execution mode.
    Declarations "remove declarations": preamble::count => preamble::remove;
    /// Removes an id of the interface of an entry point.
    Interfaces "shorten interfaces": preamble::count_interfaces => preamble::shorten_interfaces;
    /// Removes an unused string, type, constant, variable or set.
    Unused "remove what is unused": count_unused => remove_unused;
    /// Removes an element of a list.
    Elements "shorten lists": lists::count => lists::remove;
    /// Removes the last operand of an instruction with any number of them.
    Tails "shorten instructions": tails::count => tails::remove;
    /// Removes an operand that may be absent.
    Options "remove optional operands": lists::count_options => lists::remove_options;
    /// Replaces an operand by DebugInfoNone.
    References "forget references": graph::count_references => graph::forget_references;
    /// Sets a literal of a debug instruction to zero.
    Literals "zero literals": words::count => words::zero;
    /// Clears the lower half of the bits of a literal of a debug instruction.
    LiteralBits "shorten literals": words::count => words::halve;
    /// Halves a string.
    Strings "shorten strings": annotations::count_strings => annotations::shorten_strings;
    /// Sets header words to the usual ones, and numbers ids without gaps.
    Header "plain header and ids": header::count => header::simplify;
}

/// Enumerates and applies reductions.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// Whether the results of valid modules must be valid. Default true. If false, a module that is meant to be ill-formed can become
    /// smaller.
    pub keep_valid: bool,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { keep_valid: true }
    }
}

impl Reduce for Reductions {
    type Model = Module;
    type Pass = Pass;
    const PASSES: &'static [Pass] = Pass::ALL;

    fn size(module: &Module) -> u64 {
        size(module)
    }

    fn count(&self, module: &Module, pass: Pass) -> usize {
        (pass.row().count)(module)
    }

    fn apply(&mut self, module: &mut Module, pass: Pass, range: Range<usize>) -> bool {
        let Some(candidate) = pass.row().simpler(module, range) else { return false };
        let smaller = size(&candidate) < size(module) && candidate.to_stream().is_ok();
        let kept = smaller && (!self.keep_valid || !is_valid(module) || is_valid(&candidate));
        if kept {
            *module = candidate;
        }
        kept
    }
}
