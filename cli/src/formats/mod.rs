//! What the verbs do with files, the commands of each format.
//!
//! Verbs know the commands by this trait only. A format that is added gets commands of its own and a line in [`COMMANDS`].

mod case_file;
mod debuginfo;
mod mir;
mod pnacl;

use std::fmt::{self, Display};

use irsmith_fuzz::Format;
use irsmith_oracles::LimitSettings;
use irsmith_rules::{Rule, are_all};

pub(crate) use case_file::{CaseFile, commands_for, format_names, read_case};
pub(crate) use mir::known_triple;

use crate::{Error, Output, Status, verbs::Exec};

/// The commands of every format.
pub(crate) static COMMANDS: &[&dyn FormatCommands] = &[&pnacl::Pnacl, &debuginfo::DebugInfo, &mir::Mir];

/// What verbs ask of a format. What it does not offer is an error.
pub(crate) trait FormatCommands: Sync {
    /// The format whose commands these are.
    fn format(&self) -> Format;

    /// `irsmith show`: writes the file as text. What the writer refuses is its owner's to tell.
    fn show(&self, file: &CaseFile, view: View, out: &mut dyn fmt::Write) -> Result<(), Error>;

    /// The extension of texts that can be assembled, without a dot.
    fn text_extension(&self) -> Option<&'static str> {
        None
    }

    /// Whether a text begins as texts that can be assembled do. Texts of another format do not.
    fn is_text(&self, _text: &str) -> bool {
        false
    }

    /// `irsmith assemble`: the file that a text stands for; or what is wrong, as `LINE:COLUMN: cause`.
    fn assemble(&self, _text: &str, _limits: &LimitSettings) -> Result<Vec<u8>, String> {
        Err(format!("1:1: there is no assembler of {}", self.format().name()))
    }

    /// `--dialect`: a file in another dialect, and what that has no word for, a line each. A text of all keys, or of those that differ from
    /// their defaults.
    fn in_dialect(&self, _bytes: &[u8], name: &str, _all_keys: bool) -> Result<Translated, Error> {
        Err(Error::NoDialect { name: name.into(), cause: format!("{} is written in one dialect only", self.format().name()) })
    }

    /// `irsmith validate`: every violation, for a target where the format has some and it is given.
    fn validate(&self, file: &CaseFile, triple: Option<&str>) -> Result<Checked, Error>;

    /// `irsmith validate --rules`: every rule.
    fn rules(&self) -> &'static [Rule];

    /// `irsmith exec`.
    fn exec(&self, _options: &Exec, file: &CaseFile, _output: &mut Output) -> Result<Status, Error> {
        Err(Error::NoProgramFormat { path: file.path.clone(), format: self.format().name() })
    }
}

/// What of a file to show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum View {
    /// The listing for people.
    Listing,
    /// Records as numbers.
    Records,
    /// What `irsmith assemble` takes.
    Assembly,
}

/// What keeps a file from being understood.
#[derive(Debug, thiserror::Error)]
#[error("{at}: {rule}: {message}")]
pub(crate) struct Fault {
    /// Where in the file, as the format counts.
    pub(crate) at: String,
    /// The rule that it breaks.
    pub(crate) rule: &'static str,
    /// What is wrong.
    pub(crate) message: String,
}

/// A file in another dialect.
pub(crate) struct Translated {
    pub(crate) bytes: Vec<u8>,
    /// What the dialect has no word for: places and words.
    pub(crate) lost: Vec<String>,
}

/// What came of validating a file.
pub(crate) struct Checked {
    pub(crate) violations: Vec<Violation>,
    /// Whether these are all.
    pub(crate) complete: bool,
    /// What was not judged, and why.
    pub(crate) note: Option<String>,
}

impl Checked {
    fn of<At: Display, Part: Display>(violations: Vec<irsmith_rules::Violation<At, Part>>) -> Self {
        let complete = are_all(&violations);
        Self { violations: violations.into_iter().map(Violation::from).collect(), complete, note: None }
    }
}

/// A broken rule.
pub(crate) struct Violation {
    /// Where in the file, as the format counts.
    pub(crate) at: Option<String>,
    /// The part of the model.
    pub(crate) part: String,
    /// Both, for people.
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
    fn every_format_has_its_room() {
        let formats: Vec<Format> = COMMANDS.iter().map(|commands| commands.format()).collect();
        assert_eq!(formats, Format::ALL);
        assert!(COMMANDS.iter().all(|commands| !commands.rules().is_empty()));
    }

    /// Commands of a format with nothing but what there must be.
    struct Bare;

    impl FormatCommands for Bare {
        fn format(&self) -> Format {
            Format::PNACL
        }

        fn show(&self, file: &CaseFile, _: View, out: &mut dyn fmt::Write) -> Result<(), Error> {
            write!(out, "{} bytes", file.bytes.len()).unwrap();
            Ok(())
        }

        fn validate(&self, file: &CaseFile, _triple: Option<&str>) -> Result<Checked, Error> {
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
        let error = Bare.validate(&file, None).err().unwrap();
        assert_eq!(error.to_string(), "case: 1:2: some-rule: wrong");
        let each: Vec<String> = error.each().iter().map(ToString::to_string).collect();
        assert_eq!(each, ["case: 1:2: some-rule: wrong", "case: 1:2: some-rule: odd"]);
    }
}
