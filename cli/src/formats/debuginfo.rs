//! SPIR-V with debug information.

use std::fmt;

use irsmith_debuginfo::{
    Dialect, Limits, Module, Stream,
    convert::{Forward, convert, convert_to_shader},
    tables::SHADER_SETS,
    text,
    validate::{RULES, validate_file},
};
use irsmith_fuzz::Format;
use irsmith_oracles::LimitSettings;
use irsmith_rules::Rule;

use super::{CaseFile, Checked, Fault, FormatCommands, Judged, Translated, View};
use crate::Error;

/// The commands of the format.
pub(super) struct DebugInfo;

impl FormatCommands for DebugInfo {
    fn format(&self) -> Format {
        Format::DEBUGINFO
    }

    fn show(&self, file: &CaseFile, view: View, out: &mut dyn fmt::Write) -> Result<(), Error> {
        let stream =
            Stream::read(&file.bytes, &file.limits.debuginfo(Limits::default())).map_err(|error| file.unreadable([error.into()]))?;
        let _ = match view {
            View::Listing | View::Assembly => out.write_str(&text::disassemble(&stream)),
            View::Records => records(&stream, out),
        };
        Ok(())
    }

    fn text_extension(&self) -> Option<&'static str> {
        Some("spvasm")
    }

    /// An instruction comes first, after comments.
    fn is_text(&self, text: &str) -> bool {
        let first = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with(';'));
        let is_name = |word: &str| word.strip_prefix("Op").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        first.is_some_and(|line| line.split_whitespace().any(is_name))
    }

    fn assemble(&self, text: &str, _limits: &LimitSettings) -> Result<Vec<u8>, String> {
        text::assemble(text).map(|stream| stream.write()).map_err(|error| error.to_string())
    }

    fn convert(&self, file: &CaseFile, name: &str) -> Result<Translated, Error> {
        let limits = file.limits.debuginfo(Limits::default());
        let read = || Module::read(&file.bytes, &limits).map_err(|error| file.unreadable([error.into()]));
        let conversion = match Dialect::from_name(name) {
            Some(dialect) => convert(&read()?, dialect),
            None if name == SHADER_SETS[0] => convert_to_shader(&read()?, Forward::Keep),
            None => {
                let known = [Dialect::ALL.map(Dialect::name).as_slice(), &SHADER_SETS[..1]].concat().join(", ");
                return Err(Error::NoDialect { name: name.into(), cause: format!("there is {known}") });
            }
        };
        let bytes = conversion.module.write().map_err(|error| Error::NotConverted { path: file.path.clone(), cause: error.to_string() })?;
        Ok(Translated { bytes, lost: conversion.losses.iter().map(ToString::to_string).collect() })
    }

    fn validate(&self, file: &CaseFile, judged: Judged<'_>) -> Result<Checked, Error> {
        judged.without_dialect(self.format())?;
        let violations =
            validate_file(&file.bytes, &file.limits.debuginfo(Limits::default())).map_err(|error| file.unreadable([error.into()]))?;
        Ok(Checked::of(violations))
    }

    fn rules(&self) -> &'static [Rule] {
        RULES
    }
}

/// Prints one instruction per line: its byte offset, its number and its words.
fn records(stream: &Stream, out: &mut dyn fmt::Write) -> fmt::Result {
    for raw in stream.instructions() {
        write!(out, "{}: {}", raw.at * 4, raw.opcode)?;
        raw.words.iter().try_for_each(|word| write!(out, " {word:#x}"))?;
        out.write_str("\n")?;
    }
    Ok(())
}

impl From<irsmith_debuginfo::Error> for Fault {
    fn from(error: irsmith_debuginfo::Error) -> Self {
        Self { at: error.at.to_string(), rule: error.kind.rule().id, message: error.kind.to_string() }
    }
}
