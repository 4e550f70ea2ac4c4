//! Structure-aware mutation of any readable module, generated or not, valid or not.
//!
//! Each line of [`MUTATIONS`] counts its candidates in a module and applies one of them; the candidate is drawn uniformly. Changed operands
//! mostly get values that are valid for their kind, and ids that the module already names in the same role.

mod instructions;
mod lists;
mod operands;
mod program;

use crate::Choices;
use arbitrary::Unstructured;
use irsmith_debuginfo::Module;
use irsmith_debuginfo::validate::is_valid;

/// A line of the table of mutations.
pub struct Mutation {
    /// The name, as in `change literal`.
    pub name: &'static str,
    /// Counts the places of a module that it can change.
    count: fn(&Module) -> usize,
    /// Changes the place with this number, which is below the result of `count`.
    apply: fn(&mut Module, usize, &mut Choices<'_, '_>),
}

macro_rules! mutations {
    ($($name:literal: $count:path => $apply:path;)*) => {
        /// The table of mutations.
        pub static MUTATIONS: &[Mutation] = &[$(Mutation { name: $name, count: $count, apply: $apply }),*];
    };
}

mutations! {
    "change literal": operands::count_literals => operands::change_literal;
    "change enumerant": operands::count_enumerants => operands::change_enumerant;
    "change flag": operands::count_flags => operands::change_flag;
    "change reference": operands::count_references => operands::change_reference;
    "forget reference": operands::count_references => operands::forget_reference;
    "toggle optional operand": operands::count_options => operands::toggle_option;
    "add element": lists::count_lists => lists::add;
    "remove element": lists::count_elements => lists::remove;
    "swap elements": lists::count_elements => lists::swap;
    "change operation": lists::count_operations => lists::change_operation;
    "add operation": lists::count_expressions => lists::add_operation;
    "remove debug instruction": instructions::count => instructions::remove;
    "copy debug instruction": instructions::count => instructions::copy;
    "move debug instruction": instructions::count => instructions::shift;
    "copy into a block": instructions::count_in_blocks => instructions::copy_into_block;
    "change string": program::count_strings => program::change_string;
    "change constant": program::count_constants => program::change_constant;
    "remove program instruction": program::count_effects => program::remove_effect;
    "exchange ids": program::count_ids => program::exchange_ids;
    "change header": program::count_header => program::change_header;
}

/// Attempts to find a mutation that keeps a valid module valid, before an invalidating one is accepted.
const ATTEMPTS: usize = 4;

/// Changes one place of a module; returns the mutation's name, or `None` if no mutation has a place.
///
/// Most mutations keep a valid module valid: up to four are tried, unless the first draw says that validity does not matter. The result can
/// be written.
pub fn mutate(module: &mut Module, bytes: &mut Unstructured<'_>) -> Option<&'static str> {
    mutate_telling(module, bytes, &mut |_| {})
}

/// As [`mutate`]; calls `unread` with the names of mutations that were dropped because their result cannot be written.
pub fn mutate_telling(module: &mut Module, bytes: &mut Unstructured<'_>, unread: &mut dyn FnMut(&'static str)) -> Option<&'static str> {
    let mut choices = Choices::new(bytes);
    // One in four may deliberately make the module invalid.
    let careful = !choices.chance(64) && is_valid(module);
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let mut candidate = module.clone();
        let Some(name) = step(&mut candidate, &mut choices) else { continue };
        if candidate.to_stream().is_err() {
            unread(name);
            continue;
        }
        if candidate == *module {
            continue;
        }
        let fine = !careful || is_valid(&candidate);
        last = Some((name, candidate));
        if fine {
            break;
        }
    }
    last.map(|(name, candidate)| {
        *module = candidate;
        name
    })
}

fn step(module: &mut Module, choices: &mut Choices<'_, '_>) -> Option<&'static str> {
    // From the drawn line on, the first one that has a place.
    let first = choices.below(MUTATIONS.len());
    let lines = (0..MUTATIONS.len()).map(|offset| &MUTATIONS[(first + offset) % MUTATIONS.len()]);
    for line in lines {
        if let Some(place) = choices.index((line.count)(module)) {
            (line.apply)(module, place, choices);
            return Some(line.name);
        }
    }
    None
}
