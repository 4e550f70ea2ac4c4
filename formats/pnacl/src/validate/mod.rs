//! The validator: every rule of the format, as data, and the checks for the rules.
//!
//! A module is *valid* if the reference disassembler (bcdis), the ABI checker (abicheck) and LLVM's IR verifier all accept it; one of them
//! rejects a module that breaks a rule of severity [`Severity::Error`], or they read different values from its file. Warnings are objections
//! of other readers or the manual only.
//!
//! [`validate`] checks a module, [`validate_file`] a file, with the positions of violations; [`is_valid`] and [`is_valid_reading`] only
//! return the result. Programs that check many modules keep a [`Validator`], whose buffers are reused. Checks take time linear in the size
//! of the module, and a valid module needs no allocation per instruction.
//!
//! Checks are in one file per subject: `types.rs`, `functions.rs`, `globals.rs` and `constants.rs` for the module, `body.rs` and the files
//! that it calls for function bodies.

mod body;
mod call;
mod constants;
mod flow;
mod functions;
mod globals;
mod graph;
mod instruction;
mod locate;
mod notes;
mod phi;
mod reading;
mod rules;
mod types;
mod uses;
mod violation;

pub use crate::tables::INTRINSIC_PREFIX;
pub use functions::ENTRY_FUNCTION;
pub use irsmith_rules::{MAX_VIOLATIONS, MAX_WARNINGS, Rule, Severity, Source, are_all};
pub use rules::{RULES, RuleId};
pub use types::{is_access_alignment, is_access_type, is_parameter_type, is_vector_shape};
pub use violation::{Part, Place, Violation};

use crate::read::Reading;
use crate::{Limits, Module, Result, Stream, ValueType};
use body::{BodyChecker, Scratch};
use functions::Names;

/// Returns every violation in a module, up to [`MAX_VIOLATIONS`].
///
/// ```
/// use irsmith_pnacl::{Module, validate};
///
/// let violations = validate::validate(&Module::default());
/// assert_eq!(violations[0].to_string(), "module: entry-point: the module has no entry point");
/// ```
pub fn validate(module: &Module) -> Vec<Violation> {
    Validator::default().validate(module)
}

/// Returns whether a module breaks no rule of severity [`Severity::Error`].
pub fn is_valid(module: &Module) -> bool {
    Validator::default().is_valid(module)
}

/// Returns every violation in a file, each with its position, in the order of the file.
///
/// # Errors
/// The error that makes the file unreadable; [`crate::ErrorKind::rule`] names the rule.
pub fn validate_file(bytes: &[u8], limits: &Limits) -> Result<Vec<Violation>> {
    let stream = Stream::read(bytes, limits)?;
    let reading = Reading::from_stream(&stream)?;
    Ok(validate_reading(&stream, &reading))
}

/// As [`validate_file`], for a file that was already read.
pub fn validate_reading(stream: &Stream, reading: &Reading) -> Vec<Violation> {
    Validator::default().validate_reading(stream, reading)
}

/// Returns whether a file that was already read breaks no rule of severity [`Severity::Error`], those about its records included.
pub fn is_valid_reading(stream: &Stream, reading: &Reading) -> bool {
    Validator::default().is_valid_reading(stream, reading)
}

/// The sink for the results of checks.
type Report = irsmith_rules::Report<crate::BitAddress, Part>;

/// Validates modules, with reused buffers.
#[derive(Debug, Default)]
pub struct Validator {
    types: Vec<ValueType>,
    names: Names,
    scratch: Scratch,
    report: Report,
}

impl Validator {
    /// As the function [`validate`].
    pub fn validate(&mut self, module: &Module) -> Vec<Violation> {
        self.report.restart(true);
        self.check(module);
        self.report.take()
    }

    /// As the function [`is_valid`]; stops at the first function with an error.
    pub fn is_valid(&mut self, module: &Module) -> bool {
        self.report.restart(false);
        self.check(module);
        !self.report.is_invalid()
    }

    /// As the function [`is_valid_reading`]; stops at the first function with an error.
    pub fn is_valid_reading(&mut self, stream: &Stream, reading: &Reading) -> bool {
        self.report.restart(false);
        reading.notes.iter().for_each(|&note| notes::check(note, stream, &mut self.report));
        self.check(&reading.module);
        !self.report.is_invalid()
    }

    /// As the function [`validate_reading`].
    pub fn validate_reading(&mut self, stream: &Stream, reading: &Reading) -> Vec<Violation> {
        self.report.restart(true);
        for &note in &reading.notes {
            notes::check(note, stream, &mut self.report);
        }
        let mut violations = self.report.take();
        let mut found = self.validate(&reading.module);
        for violation in &mut found {
            violation.place.at = locate::address(violation.place.part, &reading.places, stream);
        }
        violations.append(&mut found);
        violations.sort_by_key(|violation| violation.place.at);
        violations.truncate(MAX_VIOLATIONS);
        violations
    }

    fn check(&mut self, module: &Module) {
        let Self { types, names, scratch, report } = self;
        types::check(module, types, report);
        names.check(module, report);
        names.check_entry(module, report);
        names.check_functions(module, report);
        globals::check(module, names, report);
        for (index, function) in module.functions.iter().enumerate() {
            if report.is_settled() {
                return;
            }
            if let (Some(body), Some(signature)) = (&function.body, module.signature(function.ty)) {
                let start = report.len();
                BodyChecker::new(module, types, names, (index as u32, body, signature), scratch, report).check();
                sort_body(&mut report.violations_mut()[start..]);
            }
        }
    }
}

/// Sorts the violations of a function by its instructions.
fn sort_body(violations: &mut [Violation]) {
    violations.sort_by_key(|violation| match violation.place.part {
        Part::Instruction { index, .. } => Some(index),
        _ => None,
    });
}
