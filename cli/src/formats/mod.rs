//! The commands of each format: what the verbs do with files.
//!
//! Verbs use the commands only through this trait. A new format needs an implementation and a line in [`COMMANDS`].

mod case_file;
mod debuginfo;
mod mir;
mod pnacl;

use std::{
    fmt::{self, Display},
    path::Path,
};

use irsmith_fuzz::Format;
use irsmith_oracles::LimitSettings;
use irsmith_rules::{Rule, are_all};

pub(crate) use case_file::{CaseFile, commands_for, format_names, read_case};
pub(crate) use mir::known_triple;

use crate::{
    Error, Output, Status,
    verbs::{Exec, Lower},
};

/// The commands of every format.
pub(crate) static COMMANDS: &[&dyn FormatCommands] = &[&pnacl::Pnacl, &debuginfo::DebugInfo, &mir::Mir];

/// What verbs require of a format. A command that the format does not offer is an error.
pub(crate) trait FormatCommands: Sync {
    /// The format of these commands.
    fn format(&self) -> Format;

    /// `irsmith show`: writes the file as text. The caller reports what the writer refuses.
    fn show(&self, file: &CaseFile, view: View, out: &mut dyn fmt::Write) -> Result<(), Error>;

    /// The extension of texts that can be assembled, without a dot.
    fn text_extension(&self) -> Option<&'static str> {
        None
    }

    /// Whether a text begins like a text of this format that can be assembled. Texts of other formats do not.
    fn is_text(&self, _text: &str) -> bool {
        false
    }

    /// `irsmith assemble`: assembles a text to a file, or returns what is wrong as `LINE:COLUMN: cause`.
    fn assemble(&self, _text: &str, _limits: &LimitSettings) -> Result<Vec<u8>, String> {
        Err(format!("1:1: there is no assembler of {}", self.format().name()))
    }

    /// `irsmith assemble --dialect`: assembles the text of a path for a dialect, and lists what the dialect cannot express, one line each.
    fn assemble_in(&self, name: &str, _path: &Path, _text: &str, _limits: &LimitSettings) -> Result<Translated, Error> {
        Err(one_dialect(self.format(), name))
    }

    /// `irsmith validate`: returns every violation, for a target and a dialect if they are given.
    fn validate(&self, file: &CaseFile, judged: Judged<'_>) -> Result<Checked, Error>;

    /// `irsmith validate --rules`: returns every rule.
    fn rules(&self) -> &'static [Rule];

    /// `irsmith convert`: returns the file in a dialect, and what the dialect cannot express, one line each.
    fn convert(&self, _file: &CaseFile, dialect: &str) -> Result<Translated, Error> {
        Err(one_dialect(self.format(), dialect))
    }

    /// `irsmith lower`: returns the file as Machine IR.
    fn lower(&self, _options: &Lower, file: &CaseFile) -> Result<String, Error> {
        Err(Error::NotLowered { path: file.path.clone(), format: self.format().name() })
    }

    /// `irsmith exec`.
    fn exec(&self, _options: &Exec, file: &CaseFile, _output: &mut Output) -> Result<Status, Error> {
        Err(Error::NoProgramFormat { path: file.path.clone(), format: self.format().name() })
    }
}

/// What a file is checked for.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Judged<'a> {
    /// The target of Machine IR; formats without targets ignore it.
    pub(crate) triple: Option<&'a str>,
    /// The dialect; a format that has one dialect only refuses every name.
    pub(crate) dialect: Option<&'a str>,
}

impl Judged<'_> {
    /// Refuses a dialect, for a format that has one dialect only.
    pub(crate) fn without_dialect(self, format: Format) -> Result<(), Error> {
        match self.dialect {
            Some(name) => Err(one_dialect(format, name)),
            None => Ok(()),
        }
    }
}

fn one_dialect(format: Format, name: &str) -> Error {
    Error::NoDialect { name: name.into(), cause: format!("no dialect of {} can be named here", format.name()) }
}

/// The view of a file that `irsmith show` prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The listing for people.
    Listing,
    /// Records as numbers.
    Records,
    /// The text that `irsmith assemble` accepts.
    Assembly,
}

/// A fault that makes a file unreadable.
#[derive(Debug, thiserror::Error)]
#[error("{at}: {rule}: {message}")]
pub(crate) struct Fault {
    /// The place in the file, as the format counts.
    pub(crate) at: String,
    /// The rule that the file breaks.
    pub(crate) rule: &'static str,
    /// What is wrong.
    pub(crate) message: String,
}

/// A file in a dialect.
pub(crate) struct Translated {
    pub(crate) bytes: Vec<u8>,
    /// What the dialect cannot express: places and words.
    pub(crate) lost: Vec<String>,
}

/// The outcome of validating a file.
pub(crate) struct Checked {
    pub(crate) violations: Vec<Violation>,
    /// Whether these are all violations.
    pub(crate) complete: bool,
    /// What was not checked, and why.
    pub(crate) note: Option<String>,
}

impl Checked {
    fn of<At: Display, Part: Display>(violations: Vec<irsmith_rules::Violation<At, Part>>) -> Self {
        let complete = are_all(&violations);
        Self { violations: violations.into_iter().map(Violation::from).collect(), complete, note: None }
    }
}

/// A violation.
pub(crate) struct Violation {
    /// The place in the file, as the format counts.
    pub(crate) at: Option<String>,
    /// The part of the model.
    pub(crate) part: String,
    /// The place and the part, for people.
    pub(crate) place: String,
    pub(crate) severity: &'static str,
    /// Whether it makes the file invalid.
    pub(crate) is_error: bool,
    pub(crate) rule: &'static str,
    pub(crate) message: String,
}

impl<At: Display, Part: Display> From<irsmith_rules::Violation<At, Part>> for Violation {
    fn from(violation: irsmith_rules::Violation<At, Part>) -> Self {
        Self {
            at: violation.place.at.as_ref().map(At::to_string),
            part: violation.place.part.to_string(),
            place: violation.place.to_string(),
            severity: violation.rule.severity.name(),
            is_error: violation.is_error(),
            rule: violation.rule.id,
            message: violation.message,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_has_its_own_module() {
        let formats: Vec<Format> = COMMANDS.iter().map(|commands| commands.format()).collect();
        assert_eq!(formats, Format::ALL);
        assert!(COMMANDS.iter().all(|commands| !commands.rules().is_empty()));
    }

    /// A format that implements only the required commands.
    struct Bare;

    impl FormatCommands for Bare {
        fn format(&self) -> Format {
            Format::PNACL
        }

        fn show(&self, file: &CaseFile, _: View, out: &mut dyn fmt::Write) -> Result<(), Error> {
            write!(out, "{} bytes", file.bytes.len()).unwrap();
            Ok(())
        }

        fn validate(&self, file: &CaseFile, _judged: Judged<'_>) -> Result<Checked, Error> {
            let fault = |message: &str| Fault { at: "1:2".into(), rule: "some-rule", message: message.into() };
            Err(file.unreadable([fault("wrong"), fault("odd")]))
        }

        fn rules(&self) -> &'static [Rule] {
            &[]
        }
    }

    #[test]
    fn what_a_format_does_not_offer_is_an_error() {
        let file = CaseFile { path: "case".into(), commands: &Bare, bytes: vec![0; 3], limits: LimitSettings::default() };
        let mut shown = String::new();
        file.commands.show(&file, View::Listing, &mut shown).unwrap();
        assert_eq!(shown, "3 bytes");
        assert_eq!(Bare.assemble("", &LimitSettings::default()).unwrap_err(), "1:1: there is no assembler of pnacl");
        let error = Bare.validate(&file, Judged::default()).err().unwrap();
        assert_eq!(error.to_string(), "case: 1:2: some-rule: wrong");
        let each: Vec<String> = error.each().iter().map(ToString::to_string).collect();
        assert_eq!(each, ["case: 1:2: some-rule: wrong", "case: 1:2: some-rule: odd"]);
    }
}
