//! `irsmith validate`: reports every violation in files.

use std::path::{Path, PathBuf};

use clap::Args;
use irsmith_rules::Rule;
use serde::Serialize;

use crate::{
    Error, Output, Status,
    columns::columns,
    formats::{COMMANDS, CaseFile, Checked, Judged, Violation, known_triple},
    limits::Limits,
    output::note,
};

/// Check files against the rules of their format.
///
/// Prints every violation, one per line: file, place in the file, part of the module, severity, rule and what is wrong. An error makes a
/// file invalid, a warning does not. Of a file with more than 1000 violations or 250 warnings the others are not listed. An unreadable file
/// is reported on standard error with the rule that it breaks; for texts, such as Machine IR, every error is reported.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith validate program.pexe
  irsmith validate --json *.pexe
  irsmith validate --triple x86_64-unknown-linux-gnu function.mir
  irsmith validate --rules

Exit status: 0 every file is valid, with or without warnings; 1 one is not; 2 one cannot be read.")]
pub(crate) struct Validate {
    /// The files; - for standard input.
    #[arg(value_name = "FILE", required_unless_present = "rules")]
    files: Vec<PathBuf>,
    /// Print one JSON object for each violation, fault of an unreadable file or, with --rules, rule.
    #[arg(long)]
    json: bool,
    /// The target that Machine IR is checked for, such as aarch64-unknown-linux-gnu; by default the target of the file: of its first RUN
    /// line that calls llc, of its module, or else the one whose names it uses. For a target without tables only what is the same for every
    /// target is checked, and a note says so. Other formats have no target.
    #[arg(long, value_name = "TRIPLE", conflicts_with = "rules", value_parser = known_triple)]
    triple: Option<String>,
    /// The release of LLVM whose opcodes, registers and other names Machine IR is checked by: llvm-14 to llvm-23; by default llvm-19. Or the
    /// dialect file of a program (irsmith calibrate). SPIR-V states its dialect, and PNaCl has one.
    #[arg(long, value_name = "NAME|FILE", conflicts_with = "rules")]
    dialect: Option<String>,
    /// Print the rules instead: id, format, severity, source and requirement.
    #[arg(long, conflicts_with = "files")]
    rules: bool,
    #[command(flatten)]
    limits: Limits,
}

/// A violation, or why a file cannot be read, as JSON.
#[derive(Debug, Serialize)]
struct Line<'a> {
    file: String,
    /// `violation`, `unreadable` or `note`, which says what was not checked.
    kind: &'static str,
    severity: &'static str,
    /// The broken rule; `null` for notes, and for a file that the system cannot open.
    rule: Option<&'static str>,
    /// The place in the file, such as `byte:bit`.
    at: Option<&'a str>,
    /// The part of the model.
    part: Option<&'a str>,
    message: &'a str,
}

/// The outcome of all files.
#[derive(Default)]
struct Tally {
    valid: usize,
    invalid: usize,
    unreadable: usize,
    errors: usize,
    warnings: usize,
}

/// A rule of a format, as `--rules --json` prints it.
#[derive(Serialize)]
struct RuleLine {
    rule: &'static str,
    format: &'static str,
    severity: &'static str,
    source: String,
    text: &'static str,
}

impl RuleLine {
    fn new(format: &'static str, rule: &'static Rule) -> Self {
        Self { rule: rule.id, format, severity: rule.severity.name(), source: rule.source.to_string(), text: rule.text }
    }
}

impl Validate {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        if self.rules {
            return self.print_rules(output);
        }
        let mut tally = Tally::default();
        let judged = Judged { triple: self.triple.as_deref(), dialect: self.dialect.as_deref() };
        for file in &self.files {
            match CaseFile::read(file, &self.limits).and_then(|file| file.commands.validate(&file, judged)) {
                Ok(checked) => {
                    tally.count(&checked.violations);
                    self.print(file, &checked, output)?;
                }
                Err(error) => {
                    tally.unreadable += 1;
                    error.each().iter().try_for_each(|error| self.print_unreadable(file, error, output))?;
                }
            }
        }
        output.flush()?;
        if self.files.len() > 1 {
            note(format_args!("{}", tally.summary()));
        }
        Ok(tally.status())
    }

    fn print(&self, file: &Path, checked: &Checked, output: &mut Output) -> Result<(), Error> {
        for violation in &checked.violations {
            let Violation { place, severity, rule, message, .. } = violation;
            if self.json {
                output.json(&Line {
                    file: file.display().to_string(),
                    kind: "violation",
                    severity,
                    rule: Some(rule),
                    at: violation.at.as_deref(),
                    part: Some(&violation.part),
                    message,
                })?;
            } else {
                output.line(format_args!("{}: {place}: {severity}: {rule}: {message}", file.display()))?;
            }
        }
        if let Some(message) = &checked.note {
            let name = file.display().to_string();
            if self.json {
                output.json(&Line { file: name, kind: "note", severity: "note", rule: None, at: None, part: None, message })?;
            } else {
                output.print_error(format_args!("{name}: note: {message}"))?;
            }
        }
        if !checked.complete {
            let listed = checked.violations.len();
            output.print_error(format_args!("{}: there may be more: only {listed} violations are listed", file.display()))?;
        }
        Ok(())
    }

    fn print_unreadable(&self, file: &Path, error: &Error, output: &mut Output) -> Result<(), Error> {
        if self.json {
            let fault = error.fault();
            output.json(&Line {
                file: file.display().to_string(),
                kind: "unreadable",
                severity: "error",
                rule: fault.map(|fault| fault.rule),
                at: fault.map(|fault| fault.at.as_str()),
                part: None,
                message: &error.cause(),
            })?;
        }
        output.print_error(error)
    }

    fn print_rules(&self, output: &mut Output) -> Result<Status, Error> {
        let rules = COMMANDS.iter().flat_map(|commands| commands.rules().iter().map(|rule| RuleLine::new(commands.format().name(), rule)));
        if self.json {
            for rule in rules {
                output.json(&rule)?;
            }
        } else {
            let mut rows = vec![["rule", "format", "severity", "source", "what is demanded"].map(str::to_owned)];
            rows.extend(rules.map(|rule| [rule.rule.into(), rule.format.into(), rule.severity.into(), rule.source, rule.text.into()]));
            output.bytes(columns(&rows).as_bytes())?;
        }
        Ok(Status::Fine)
    }
}

impl Tally {
    fn count(&mut self, violations: &[Violation]) {
        let errors = violations.iter().filter(|violation| violation.is_error).count();
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
