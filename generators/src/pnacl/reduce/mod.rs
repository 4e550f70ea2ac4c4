//! Smaller modules: what minimization and shrinking try.
//!
//! A [`Pass`] enumerates places of a module and makes a range of them simpler at once, so that callers can go from large chunks to single
//! places. What a reduction gives can be written and reads back as it is, and its [`size`] is smaller: any sequence of reductions ends.

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

pub use size::size;

crate::reduce::passes! {
    Module;
    /// A body becomes a return of zero or undef.
    Bodies "empty bodies": functions::count_long_bodies => functions::empty_bodies;
    /// A function goes, with the calls of it.
    Functions "remove functions": functions::count => functions::remove;
    /// A definition becomes a declaration; seldom valid.
    Declarations "drop bodies": functions::count_bodies => functions::drop_bodies;
    /// A global goes.
    Globals "remove globals": globals::count => globals::remove;
    /// A name goes.
    Symbols "remove names": globals::count_symbols => globals::remove_symbols;
    /// A basic block goes; edges to it go past it.
    Blocks "remove blocks": control::count_blocks => control::remove_blocks;
    /// A branch or switch goes one way only.
    Edges "straighten branches": control::count_edges => control::straighten;
    /// A case of a switch goes.
    Cases "remove cases": control::count_cases => control::remove_cases;
    /// Two blocks become one.
    Merges "merge blocks": control::count_merges => control::merge;
    /// An instruction goes; its uses become undefined values.
    Instructions "remove instructions": instructions::count => instructions::remove;
    /// An instruction goes; its uses name an operand of its type.
    Forwards "forward operands": instructions::count => instructions::forward;
    /// A parameter goes, and the argument of direct calls.
    Parameters "remove parameters": functions::count_parameters => functions::remove_parameters;
    /// An operand becomes a constant.
    Operands "simplify operands": instructions::count_operands => instructions::simplify_operands;
    /// A store of a constant of another type writes its address, which needs neither constant nor type.
    Stores "store addresses": instructions::count_stores => instructions::store_addresses;
    /// A constant that nothing names goes, and so does a second one of the same value.
    Constants "remove constants": instructions::count_constants => instructions::remove_constants;
    /// A constant becomes zero.
    Literals "zero constants": instructions::count_constants => instructions::zero_literals;
    /// A constant loses the lower half of its bits.
    LiteralBits "shorten constants": instructions::count_constants => instructions::halve_literals;
    /// A piece of an initializer goes.
    Initializers "remove initializers": globals::count_initializers => globals::remove_initializers;
    /// A piece of an initializer becomes half as long, and then zero.
    InitializerBytes "shorten initializers": globals::count_initializers => globals::shorten_initializers;
    /// A type that nothing names goes, and so does a second one of the same form.
    Types "remove types": functions::count_types => functions::remove_types;
    /// A name becomes half as long, and then plain.
    Names "shorten names": globals::count_symbols => globals::shorten_names;
    /// Alignments, tail flags and the like become the simplest ones.
    Flags "clear flags": instructions::count_flags => instructions::clear_flags;
    /// The same of globals.
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
