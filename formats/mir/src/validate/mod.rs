//! The validator: every rule as data, and the checks that find what breaks it.
//!
//! A file is *valid* when it breaks no rule but warnings. Three severities make it invalid: what the manual or the machine verifier forbids
//! ([`Severity::Error`]), what the parser of llc refuses besides ([`Severity::Parity`]), and what we decided to mean nothing though
//! llc reads it, or dies of it ([`Severity::Choice`]).
//!
//! [`validate`] judges a file, [`is_valid`] only answers. Cost is linear in the size of the file, and nothing recurs. What depends on a
//! target is judged for targets that have tables; of others, names are taken for good and only common opcodes are known. A rule that
//! would need more than the tables say is silent.
//!
//! As in llc, `failedISel` switches off the rules of the machine verifier for a function, IsSSA is computed, and
//! without `tracksRegLiveness` nothing is said of physical registers.
//!
//! # Left out
//!
//! Features of processors (which opcodes and registers a CPU has), legality of types, intrinsics and their attributes, what the operands of
//! STATEPOINT, PATCHPOINT and STACKMAP stand for, the values of constants, metadata nodes that stand where they are named, and for which functions registers of the frame are reserved. Whether a killed register is read in another block is
//! searched for up to a number of steps linear in the size of the function.

mod blocks;
mod body;
mod call_frames;
mod context;
mod convergence;
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
mod rules;
mod types;
mod violation;
mod virtuals;

pub use irsmith_rules::{MAX_VIOLATIONS, MAX_WARNINGS, Rule, Severity, Source, are_all};
pub use rules::{RULES, RuleId};
pub use violation::{BlockPlace, Detail, FunctionPlace, Part, Site, Violation};

use crate::File;
use context::Context;
use std::convert::Infallible;

/// What checks report to.
type Report = irsmith_rules::Report<Infallible, Part>;

/// What a file does not say itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options<'a> {
    /// The triple, as `-mtriple` has it; otherwise that of the embedded IR, and otherwise none.
    pub triple: Option<&'a str>,
    /// Whether a processor or features are named beside it, as `-mcpu` and `-mattr` do. Which registers are reserved depends on them and is not
    /// judged then, as where attributes of the embedded IR name them.
    pub processor: bool,
}

/// Every violation in a file, up to [`MAX_VIOLATIONS`], in the order of the file.
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

/// Whether a file breaks no rule but warnings; stops at the first function that does.
pub fn is_valid(file: &File, options: Options<'_>) -> bool {
    !check(file, options, Report::new(false)).is_invalid()
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
    }
    context.report
}
