//! Smaller modules: the candidates of minimization and shrinking.
//!
//! A [`Pass`] enumerates places of a module and simplifies a range of them at once, so that callers can go from large chunks to single
//! places. The result of a reduction can be written and reads back unchanged, and its [`size`] is smaller: any sequence of reductions ends.

mod control;
mod functions;
mod globals;
mod instructions;
mod places;
mod size;

use super::edit::{fixup, repair};
use crate::Reduce;
use irsmith_pnacl::Module;
use irsmith_pnacl::validate::Validator;
use std::ops::Range;

pub(super) use functions::used_types;
pub(super) use instructions::simplest;
pub use size::size;

crate::reduce::passes! {
    Module;
    /// Replaces a body by a return of zero or undef.
    Bodies "empty bodies": functions::count_long_bodies => functions::empty_bodies;
    /// Removes a function and the calls of it.
    Functions "remove functions": functions::count => functions::remove;
    /// Turns a definition into a declaration; seldom valid.
    Declarations "drop bodies": functions::count_bodies => functions::drop_bodies;
    /// Removes a global.
    Globals "remove globals": globals::count => globals::remove;
    /// Removes a name.
    Symbols "remove names": globals::count_symbols => globals::remove_symbols;
    /// Removes a basic block; edges to it go past it.
    Blocks "remove blocks": control::count_blocks => control::remove_blocks;
    /// Reduces a branch or switch to one target.
    Edges "straighten branches": control::count_edges => control::straighten;
    /// Removes a case of a switch.
    Cases "remove cases": control::count_cases => control::remove_cases;
    /// Merges two blocks.
    Merges "merge blocks": control::count_merges => control::merge;
    /// Removes an instruction; its uses become undefined values.
    Instructions "remove instructions": instructions::count => instructions::remove;
    /// Removes an instruction; its uses name an operand of its type.
    Forwards "forward operands": instructions::count => instructions::forward;
    /// Removes a parameter, and the argument of direct calls.
    Parameters "remove parameters": functions::count_parameters => functions::remove_parameters;
    /// Replaces an operand by a constant.
    Operands "simplify operands": instructions::count_operands => instructions::simplify_operands;
    /// Makes a store of a constant of another type write its address, which needs neither constant nor type.
    Stores "store addresses": instructions::count_stores => instructions::store_addresses;
    /// Removes an unused or duplicate constant.
    Constants "remove constants": instructions::count_constants => instructions::remove_constants;
    /// Sets a constant to zero.
    Literals "zero constants": instructions::count_constants => instructions::zero_literals;
    /// Clears the lower half of the bits of a constant.
    LiteralBits "shorten constants": instructions::count_constants => instructions::halve_literals;
    /// Removes a piece of an initializer.
    Initializers "remove initializers": globals::count_initializers => globals::remove_initializers;
    /// Halves a piece of an initializer, and then zeroes it.
    InitializerBytes "shorten initializers": globals::count_initializers => globals::shorten_initializers;
    /// Removes an unused or duplicate type.
    Types "remove types": functions::count_types => functions::remove_types;
    /// Halves a name, and then makes it plain.
    Names "shorten names": globals::count_symbols => globals::shorten_names;
    /// Sets alignments, tail flags and the like to the simplest values.
    Flags "clear flags": instructions::count_flags => instructions::clear_flags;
    /// The same for globals.
    GlobalFlags "clear flags of globals": globals::count => globals::clear_flags;
}

/// Enumerates and applies reductions.
///
/// ```
/// use arbitrary::Unstructured;
/// use irsmith_generators::{Reduce, bytes_of_seed, pnacl};
///
/// let module = pnacl::generate(&mut Unstructured::new(&bytes_of_seed(1)), &pnacl::Config::default());
/// let mut reductions = pnacl::Reductions::default();
/// // What is the smallest valid module that still has a loop, a call, or whatever else one looks for?
/// let small = reductions.reduce(&module, |candidate| !candidate.functions.is_empty());
/// assert!(pnacl::size(&small) <= pnacl::size(&module));
/// assert_eq!(small.functions.len(), 1);
/// ```
#[derive(Debug)]
pub struct Reductions {
    /// Whether the results of valid modules must be valid. Default true. If false, a module that is meant to be ill-formed can become
    /// smaller.
    pub keep_valid: bool,
    validator: Validator,
}

impl Default for Reductions {
    fn default() -> Self {
        Self { keep_valid: true, validator: Validator::default() }
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
        let Some(mut candidate) = pass.row().simpler(module, range) else { return false };
        let careful = self.keep_valid && self.validator.is_valid(module);
        fixup(&mut candidate);
        if careful {
            repair_changed(module, &mut candidate);
        }
        let smaller = size(&candidate) < size(module) && (!careful || self.validator.is_valid(&candidate));
        if smaller {
            *module = candidate;
        }
        smaller
    }
}

/// Repairs the functions that a reduction changed; all of them if their numbers changed.
fn repair_changed(before: &Module, after: &mut Module) {
    let renumbered = before.functions.len() != after.functions.len();
    for function in 0..after.functions.len() {
        if renumbered || before.functions[function].body != after.functions[function].body {
            repair(after, function);
        }
    }
}
