//! `irsmith validate`: every violation in files.

use std::path::{Path, PathBuf};

use clap::Args;
use irsmith_fuzz::Format;
use irsmith_pnacl::{
    BitAddress, Limits,
    validate::{MAX_VIOLATIONS, MAX_WARNINGS, RULES, Violation, validate_file},
};
use serde::Serialize;

use crate::{Error, Output, Status, case_file::CaseFile, columns::columns, output::note};

/// Check files against the rules of their format.
///
/// Prints every violation, one a line: file, place in the file, part of the module, severity, rule and what is wrong. An error makes a
/// file invalid, a warning does not. A file that cannot be understood as a module is told with the rule that it breaks, on standard error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith validate program.pexe
  irsmith validate --json *.pexe
  irsmith validate --rules

Exit status: 0 every file is valid, with or without warnings; 1 one is not; 2 one cannot be read.")]
pub(crate) struct Validate {
    /// The files; - for standard input.
    #[arg(value_name = "FILE", required_unless_present = "rules")]
    files: Vec<PathBuf>,
    /// One JSON object for each violation, unreadable file or, with --rules, rule.
    #[arg(long)]
    json: bool,
    /// Print the rules instead: id, severity, source and what is demanded.
    #[arg(long, conflicts_with = "files")]
    rules: bool,
}

/// A violation, or why a file cannot be read, as JSON.
#[derive(Debug, Serialize)]
struct Line<'a> {
    file: String,
    /// `violation` or `unreadable`.
    kind: &'static str,
    severity: &'static str,
    /// The rule broken; `null` where the system does not give the file.
    rule: Option<&'static str>,
    /// The place as `byte:bit`.
    at: Option<String>,
    /// The part of the module.
    part: Option<String>,
    message: &'a str,
}

/// What came of all files.
#[derive(Default)]
struct Tally {
    valid: usize,
    invalid: usize,
    unreadable: usize,
    errors: usize,
    warnings: usize,
}

impl Validate {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        if self.rules {
            return self.print_rules(output);
        }
        let mut tally = Tally::default();
        for file in &self.files {
            match violations_of(file) {
                Ok(violations) => {
                    tally.count(&violations);
                    self.print(file, &violations, output)?;
                }
                Err(error) => {
                    tally.unreadable += 1;
                    self.print_unreadable(file, &error, output)?;
                }
            }
        }
        output.flush()?;
        if self.files.len() > 1 {
            note(format_args!("{}", tally.summary()));
        }
        Ok(tally.status())
    }

    fn print(&self, file: &Path, violations: &[Violation], output: &mut Output) -> Result<(), Error> {
        for violation in violations {
            let (rule, place) = (violation.rule, &violation.place);
            if self.json {
                output.json(&Line {
                    file: file.display().to_string(),
                    kind: "violation",
                    severity: rule.severity.name(),
                    rule: Some(rule.id),
                    at: place.at.map(|at| at.to_string()),
                    part: Some(place.part.to_string()),
                    message: &violation.message,
                })?;
            } else {
                output.line(format_args!("{}: {place}: {}: {}: {}", file.display(), rule.severity.name(), rule.id, violation.message))?;
            }
        }
        let warnings = violations.iter().filter(|violation| !violation.is_error()).count();
        if violations.len() >= MAX_VIOLATIONS || warnings >= MAX_WARNINGS {
            output.complain(format_args!("{}: there may be more: {} violations are told", file.display(), violations.len()))?;
        }
        Ok(())
    }

    fn print_unreadable(&self, file: &Path, error: &Error, output: &mut Output) -> Result<(), Error> {
        if self.json {
            let (rule, at) = rule_and_place(error);
            output.json(&Line {
                file: file.display().to_string(),
                kind: "unreadable",
                severity: "error",
                rule,
                at: at.map(|at| at.to_string()),
                part: None,
                message: &error.cause(),
            })?;
        }
        output.complain(error)
    }

    fn print_rules(&self, output: &mut Output) -> Result<Status, Error> {
        #[derive(Serialize)]
        struct RuleLine {
            rule: &'static str,
            severity: &'static str,
            source: String,
            text: &'static str,
        }
        if self.json {
            let line = |rule: &irsmith_pnacl::validate::Rule| RuleLine {
                rule: rule.id,
                severity: rule.severity.name(),
                source: rule.source.to_string(),
                text: rule.text,
            };
            RULES.iter().try_for_each(|rule| output.json(&line(rule)))?;
        } else {
            let mut rows = vec![["rule", "severity", "source", "what is demanded"].map(str::to_owned)];
            rows.extend(RULES.iter().map(|rule| [rule.id.into(), rule.severity.name().into(), rule.source.to_string(), rule.text.into()]));
            output.bytes(columns(&rows).as_bytes())?;
        }
        Ok(Status::Fine)
    }
}

fn violations_of(path: &Path) -> Result<Vec<Violation>, Error> {
    let file = CaseFile::read(path)?;
    match file.format {
        Format::Pnacl => validate_file(&file.bytes, &Limits::default()).map_err(file.unreadable()),
    }
}

fn rule_and_place(error: &Error) -> (Option<&'static str>, Option<BitAddress>) {
    match error {
        Error::Unreadable { source, .. } => (Some(source.kind.rule().id), Some(source.at)),
        _ => (None, None),
    }
}

impl Tally {
    fn count(&mut self, violations: &[Violation]) {
        let errors = violations.iter().filter(|violation| violation.is_error()).count();
        self.errors += errors;
        self.warnings += violations.len() - errors;
        *(if errors > 0 { &mut self.invalid } else { &mut self.valid }) += 1;
    }

    fn summary(&self) -> String {
        let Self { valid, invalid, unreadable, errors, warnings } = self;
        format!("{valid} valid, {invalid} invalid, {unreadable} unreadable; {errors} errors, {warnings} warnings")
    }

    fn status(&self) -> Status {
        match self {
            Self { unreadable: 1.., .. } => Status::Unreadable,
            Self { invalid: 1.., .. } => Status::Wrong,
            _ => Status::Fine,
        }
    }
}
