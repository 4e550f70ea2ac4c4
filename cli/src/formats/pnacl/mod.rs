//! PNaCl bitcode.

mod exec;
mod lower;
mod trace;

use std::fmt;

use irsmith_fuzz::Format;
use irsmith_oracles::LimitSettings;
use irsmith_pnacl::{
    Limits, Stream,
    tables::BlockKind,
    text,
    validate::{RULES, validate_file},
};
use irsmith_rules::Rule;

use super::{CaseFile, Checked, Fault, FormatCommands, Judged, View};
use crate::{
    Error, Output, Status,
    verbs::{Exec, Lower},
};

/// The commands of the format.
pub(super) struct Pnacl;

impl FormatCommands for Pnacl {
    fn format(&self) -> Format {
        Format::PNACL
    }

    fn show(&self, file: &CaseFile, view: View, out: &mut dyn fmt::Write) -> Result<(), Error> {
        let stream = Stream::read(&file.bytes, &file.limits.pnacl(Limits::default())).map_err(|error| file.unreadable([error.into()]))?;
        let _ = match view {
            View::Listing => text::write_listing(&stream, out),
            View::Records => text::write_records(&stream, out),
            View::Assembly => text::write_assembly(&stream, out),
        };
        Ok(())
    }

    fn text_extension(&self) -> Option<&'static str> {
        Some("pnaclasm")
    }

    /// A block or the header comes first, after comments.
    fn is_text(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with("//"));
        let word = first.and_then(|line| line.split(|c: char| !c.is_ascii_alphanumeric()).next()).unwrap_or_default();
        ["header", "block"].contains(&word) || BlockKind::ALL.iter().any(|kind| kind.name() == word)
    }

    fn assemble(&self, text: &str, _limits: &LimitSettings) -> Result<Vec<u8>, String> {
        text::assemble(text).map_err(|error| error.to_string())
    }

    fn validate(&self, file: &CaseFile, judged: Judged<'_>) -> Result<Checked, Error> {
        judged.without_dialect(self.format())?;
        let violations =
            validate_file(&file.bytes, &file.limits.pnacl(Limits::default())).map_err(|error| file.unreadable([error.into()]))?;
        Ok(Checked::of(violations))
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }

    fn lower(&self, options: &Lower, file: &CaseFile) -> Result<String, Error> {
        lower::lower(options, file)
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
