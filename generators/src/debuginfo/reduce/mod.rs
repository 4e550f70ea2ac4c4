//! Smaller modules: the candidates of minimization and shrinking.
//!
//! A [`Pass`] enumerates places of a module and simplifies a range of them at once. The result of a reduction can be written and reads back
//! unchanged, and its [`size`] is smaller: any sequence of reductions ends.

mod annotations;
mod graph;
mod header;
mod lists;
mod program;
mod size;
mod uses;
mod words;

use crate::Reduce;
use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::is_valid;
use std::ops::Range;

pub use size::size;

crate::reduce::passes! {
    Module;
    /// Removes a function and the names of it.
    Functions "remove functions": program::count_functions => program::remove_functions;
    /// Replaces a function's blocks by one that ends at once.
    Bodies "empty functions": program::count_functions => program::empty_functions;
    /// Removes a debug instruction; its uses become DebugInfoNone.
    Debug "remove debug instructions": graph::count_debug => graph::remove_debug;
    /// Replaces a DebugInfoNone by an earlier one.
    Nones "merge absent information": graph::count_nones => graph::merge_nones;
    /// Removes a name, decoration, line or source.
    Annotations "remove annotations": annotations::count => annotations::remove;
    /// Removes an instruction of a function whose result is not used.
    Instructions "remove instructions": program::count_instructions => program::remove_instructions;
    /// Removes an unused string, type, constant, variable or set.
    Unused "remove what is unused": program::count_unused => program::remove_unused;
    /// Removes an element of a list.
    Elements "shorten lists": lists::count => lists::remove;
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
