//! Smaller modules: what minimization and shrinking try.
//!
//! A [`Pass`] enumerates places of a module and makes a range of them simpler at once. What a reduction gives can be written and reads
//! back as it is, and its [`size`] is smaller: any sequence of reductions ends.

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
    /// A function goes, with what names it.
    Functions "remove functions": program::count_functions => program::remove_functions;
    /// A function's blocks become one that ends at once.
    Bodies "empty functions": program::count_functions => program::empty_functions;
    /// A debug instruction goes; what named it names DebugInfoNone.
    Debug "remove debug instructions": graph::count_debug => graph::remove_debug;
    /// A DebugInfoNone goes for one before it.
    Nones "merge absent information": graph::count_nones => graph::merge_nones;
    /// A name, decoration, line or source goes.
    Annotations "remove annotations": annotations::count => annotations::remove;
    /// An instruction of a function goes whose result nothing names.
    Instructions "remove instructions": program::count_instructions => program::remove_instructions;
    /// A string, type, constant, variable or set goes that nothing names.
    Unused "remove what is unused": program::count_unused => program::remove_unused;
    /// An element of a list goes.
    Elements "shorten lists": lists::count => lists::remove;
    /// An operand that may be absent goes.
    Options "remove optional operands": lists::count_options => lists::remove_options;
    /// An operand names DebugInfoNone.
    References "forget references": graph::count_references => graph::forget_references;
    /// A literal of a debug instruction becomes zero.
    Literals "zero literals": words::count => words::zero;
    /// A literal of a debug instruction loses the lower half of its bits.
    LiteralBits "shorten literals": words::count => words::halve;
    /// A string becomes half as long.
    Strings "shorten strings": annotations::count_strings => annotations::shorten_strings;
    /// Header words become the usual ones, and ids are numbered without gaps.
    Header "plain header and ids": header::count => header::simplify;
}

/// Enumerates and applies reductions.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// Whether what comes of valid modules must be valid. Default true. Without it a module that is meant to be ill-formed loses more.
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
