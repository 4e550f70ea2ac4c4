//! PNaCl bitcode.

mod exec;
mod trace;

use irsmith_fuzz::Format;
use irsmith_pnacl::{
    Limits, text,
    validate::{self, MAX_VIOLATIONS, MAX_WARNINGS, RULES, validate_file},
};

use super::{CaseFile, Checked, Fault, Room, Rule, View, Violation};
use crate::{Error, Output, Status, verbs::Exec};

/// The room.
pub(super) struct Pnacl;

impl Room for Pnacl {
    fn format(&self) -> Format {
        Format::PNACL
    }

    fn show(&self, file: &CaseFile, view: View) -> Result<String, Error> {
        let text = match view {
            View::Listing => text::listing(&file.bytes),
            View::Records => text::records(&file.bytes),
            View::Assembly => text::assembly(&file.bytes),
        };
        text.map_err(|error| file.unreadable(error.into()))
    }

    fn text_extension(&self) -> Option<&'static str> {
        Some("pnaclasm")
    }

    fn assemble(&self, text: &str) -> Result<Vec<u8>, String> {
        text::assemble(text).map_err(|error| error.to_string())
    }

    fn validate(&self, file: &CaseFile) -> Result<Checked, Error> {
        let violations = validate_file(&file.bytes, &Limits::default()).map_err(|error| file.unreadable(error.into()))?;
        let warnings = violations.iter().filter(|violation| !violation.is_error()).count();
        let complete = violations.len() < MAX_VIOLATIONS && warnings < MAX_WARNINGS;
        Ok(Checked { violations: violations.into_iter().map(Violation::from).collect(), complete })
    }

    fn rules(&self) -> Vec<Rule> {
        let rule = |rule: &validate::Rule| Rule {
            rule: rule.id,
            format: Format::PNACL.name(),
            severity: rule.severity.name(),
            source: rule.source.to_string(),
            text: rule.text,
        };
        RULES.iter().map(rule).collect()
    }

    fn exec(&self, options: &Exec, file: &CaseFile, output: &mut Output) -> Result<Status, Error> {
        exec::Task { options, file }.run(output)
    }
}

impl From<irsmith_pnacl::Error> for Fault {
    fn from(error: irsmith_pnacl::Error) -> Self {
        Self { at: error.at.to_string(), rule: error.kind.rule().id, message: error.kind.to_string() }
    }
}

impl From<validate::Violation> for Violation {
    fn from(violation: validate::Violation) -> Self {
        Self {
            at: violation.place.at.map(|at| at.to_string()),
            part: violation.place.part.to_string(),
            place: violation.place.to_string(),
            severity: violation.rule.severity.name(),
            is_error: violation.is_error(),
            rule: violation.rule.id,
            message: violation.message,
        }
    }
}
