//! The validator: every rule as data, and the checks that find violations.
//!
//! A file is *valid* when it breaks no rule except warnings. Three severities make it invalid: it breaks a rule of the manual or the
//! machine verifier ([`Severity::Error`]), llc's parser rejects it for another reason ([`Severity::Parity`]), or we decided that it has no
//! meaning although llc reads it, or crashes on it ([`Severity::Choice`]).
//!
//! [`validate`] returns all violations of a file, [`is_valid`] only whether there are none. The cost is linear in the size of the file, and
//! there is no recursion. Target-dependent rules are checked for targets that have tables; for other targets, all names are accepted and
//! only common opcodes are known. A rule that would need more than the tables is not checked.
//!
//! As in llc, `failedISel` disables the rules of the machine verifier for a function, IsSSA is computed, and without `tracksRegLiveness` no
//! rule about the liveness of physical registers is checked.
//!
//! # Left out
//!
//! Features of processors (which opcodes and registers a CPU has), legality of types, intrinsics and their attributes, the meaning of the
//! operands of STATEPOINT, PATCHPOINT and STACKMAP, the values of constants, the ranges of immediates of targets, metadata nodes that are
//! written inline, where the objects of a frame are, and for which functions registers of the frame are reserved. The search for reads of a
//! killed register in other blocks is limited to a number of steps linear in the size of the function.

mod blocks;
mod body;
mod call_frames;
mod context;
mod convergence;
mod copies;
mod flow;
mod frame;
mod functions;
mod generic;
mod generic_memory;
mod generic_special;
mod graph;
mod groups;
mod instructions;
mod keys;
mod killed;
mod lines;
mod liveness;
mod memory;
mod metadata;
mod names;
mod objects;
mod operands;
mod phis;
mod physical;
mod places;
mod reading;
mod registers;
mod releases;
mod rules;
mod types;
mod violation;
mod virtuals;

pub use irsmith_rules::{MAX_VIOLATIONS, MAX_WARNINGS, Rule, Severity, Source, are_all};
pub use rules::{RULES, RuleId};
pub use violation::{BlockPlace, Detail, FunctionPlace, Part, Site, Violation};

use crate::tables::Version;
use crate::{Dialect, File};
use context::Context;
use std::convert::Infallible;

/// The report to which checks add violations.
type Report = irsmith_rules::Report<Infallible, Part>;

/// Information that a file does not contain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options<'a> {
    /// The triple, as in `-mtriple`; if absent, that of the embedded IR, if there is one.
    pub triple: Option<&'a str>,
    /// Whether a processor or features are also named, as with `-mcpu` and `-mattr`. Reserved registers depend on them and are then not
    /// checked, as when attributes of the embedded IR name them.
    pub processor: bool,
    /// The release whose opcodes, registers, classes and other names apply. Default [`Dialect::DEFAULT`]: then flags are judged for the
    /// release that the keys of the file show ([`Dialect::of`]). For any other, what the release does not read is a warning.
    pub dialect: Dialect,
}

/// Returns the violations in a file, up to [`MAX_VIOLATIONS`], in the order of the file.
///
/// ```
/// use irsmith_mir::{File, Function, validate};
///
/// let file = File { functions: vec![Function::default()], ..File::default() };
/// let violations = validate::validate(&file, validate::Options::default());
/// assert_eq!(violations[0].to_string(), "function \"\": function-name: the name is empty");
/// ```
pub fn validate(file: &File, options: Options<'_>) -> Vec<Violation> {
    let mut violations = check(file, options, Report::new(true)).take();
    violations.sort_by_key(|violation| violation.place.part.order());
    violations
}

/// Returns whether a file breaks no rule except warnings; stops at the first function that does.
pub fn is_valid(file: &File, options: Options<'_>) -> bool {
    !check(file, options, Report::new(false)).is_invalid()
}

/// Returns whether a file is valid, for its own triple, in the default dialect or in that of the newest release.
pub fn is_valid_for_some_release(file: &File) -> bool {
    let triple = file.triple();
    let is_valid_in = |dialect| is_valid(file, Options { triple: triple.as_deref(), dialect, ..Options::default() });
    is_valid_in(Dialect::DEFAULT) || is_valid_in(Dialect::of_release(Version::NEWEST))
}

/// Returns whether the machine verifier judges every function of a file; it skips those with the key `failedISel`, and so do most rules.
pub fn is_judged(file: &File) -> bool {
    !file.functions.iter().any(virtuals::skips_verifier)
}

fn check(file: &File, options: Options<'_>, report: Report) -> Report {
    let names = file.ir.as_ref().map(crate::EmbeddedIr::names);
    let mut context = Context::new(file, names.as_ref(), options, report);
    functions::check_names(&mut context);
    for index in 0..file.functions.len() {
        if context.report.is_settled() {
            break;
        }
        context.function = index;
        functions::check(&mut context, &file.functions[index]);
        releases::check(&mut context, &file.functions[index]);
    }
    context.report
}
