//! Errors of a verb: exit status 2 and one line that names the place and the cause.

use std::{io, path::PathBuf};

use irsmith_campaign::CampaignError;
use irsmith_fuzz::{did_you_mean, tables::TABLES};
use irsmith_oracles::{Missing, external::ConfigurationError};
use thiserror::Error;

use crate::formats::Fault;

/// An error of a verb.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// A failure of a campaign, or an unknown target.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A mistake in what the user says about implementations.
    #[error(transparent)]
    Configuration(#[from] ConfigurationError),
    /// A program that cannot be tested.
    #[error("--check {name}: {cause}")]
    CannotTest { name: String, cause: String },
    /// A program that cannot be asked what it reads.
    #[error("calibrate {name}: {cause}")]
    CannotCalibrate { name: String, cause: String },
    /// An output file that is the case.
    #[error("{path}: the case would be replaced by smaller ones; -o names another file", path = path.display())]
    OutputIsCase { path: PathBuf },
    /// A case from standard input without a name for the output.
    #[error("a case from standard input has no name: -o names the output")]
    NoOutput,
    /// Standard output in place of a file that is replaced again and again.
    #[error("the smaller case is kept in a file from its first step on, so it cannot go to standard output; -o names the file")]
    OutputIsStream,
    /// A page of a finding that would replace files of the finding.
    #[error("{path}: this is the folder of a finding, whose files the page would replace; -o names another one", path = path.display())]
    OutputIsFinding { path: PathBuf },
    /// A command of `minimize --check` that says nothing about cases.
    #[error("--check {command}: nothing to minimize: the command {how}")]
    Check { command: String, how: String },
    /// A file or folder that the system does not let irsmith use.
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    /// A file larger than the limit.
    #[error("{path}: {limit}:0: limit-bytes: the file goes on behind {limit} bytes; --limit bytes=NUMBER allows more", path = path.display())]
    TooLarge { path: PathBuf, limit: usize },
    /// A file that does not follow its format: the first fault, and the further faults that the reader looked for.
    #[error("{path}: {fault}", path = path.display())]
    Unreadable { path: PathBuf, fault: Fault, others: Vec<Fault> },
    /// A limit that a format does not have.
    #[error("files of {format} have no limit {name}; there is {known}")]
    NoLimit { name: String, format: &'static str, known: String },
    /// A text that is not UTF-8.
    #[error("{path}:{line}:{column}: expected UTF-8", path = path.display())]
    NotUtf8 { path: PathBuf, line: usize, column: usize },
    /// A text that does not assemble.
    #[error("{path}:{cause}", path = path.display())]
    Text { path: PathBuf, cause: String },
    /// An unknown dialect.
    #[error("dialect {name}: {cause}")]
    NoDialect { name: String, cause: String },
    /// A file whose content and name do not show its format.
    #[error("{path}: 0:0: unknown format: {known}", path = path.display())]
    UnknownFormat { path: PathBuf, known: String },
    /// An unknown format name.
    #[error("unknown format {name:?}{like}; there is {known}")]
    UnknownFormatName { name: String, like: String, known: String },
    /// A text that does not show its format, without a name that does.
    #[error("{path}: neither the text nor a name tells its format; --format does: {known}", path = path.display())]
    UnknownText { path: PathBuf, known: String },
    /// A file of a format that the target does not judge.
    #[error("{path}: this is a file of {found}, and {target} judges files of {judged}", path = path.display())]
    Foreign { path: PathBuf, found: &'static str, target: &'static str, judged: &'static str },
    /// A file that its format's reader refuses, so that no oracle judged it.
    #[error("{path}: nothing was checked: the file does not read, and every oracle of {target} skipped ({reasons})", path = path.display())]
    DoesNotRead { path: PathBuf, target: &'static str, reasons: String },
    /// Files that no oracle judged.
    #[error("nothing was checked: every oracle of {target} skipped ({reasons})")]
    AllSkipped { target: &'static str, reasons: String },
    /// A target that cannot judge anything here.
    #[error("{target} can check nothing here: {missing}")]
    CannotCheck { target: &'static str, missing: Missing },
    /// A profile that a format does not have.
    #[error("there are no {profile} cases of {format}; there is {known}")]
    NoProfile { profile: &'static str, format: &'static str, known: String },
    /// A file of a format that irsmith does not execute.
    #[error("{path}: files of {format} are not executed", path = path.display())]
    NoProgramFormat { path: PathBuf, format: &'static str },
    /// A file that cannot be written in a dialect at all.
    #[error("{path}: it cannot be converted: {cause}", path = path.display())]
    NotConverted { path: PathBuf, cause: String },
    /// A file of a format that is not lowered to another.
    #[error("{path}: files of {format} are not lowered; PNaCl modules are", path = path.display())]
    NotLowered { path: PathBuf, format: &'static str },
    /// An unknown table name.
    #[error("unknown table {0:?}{like}; `irsmith tables` lists them", like = did_you_mean(.0, TABLES.iter().map(|table| table.name)))]
    UnknownTable(String),
    /// A module that breaks rules, which were reported before, and so has no meaning.
    #[error("{path}: the module is not valid: {errors} errors", path = path.display())]
    Invalid { path: PathBuf, errors: usize },
    /// A program that does not fit into its memory.
    #[error("{path}: {cause}", path = path.display())]
    Unloadable { path: PathBuf, cause: String },
    /// A function that does not exist or has no body.
    #[error("{path}: no function {name} with a body; they are called by name, or by number as @f0", path = path.display())]
    NoFunction { path: PathBuf, name: String },
    /// A program whose first function does not have the parameters of a start function.
    #[error("{path}: _start takes ({found}), not the (i32) of programs; --function names what to run", path = path.display())]
    NoProgram { path: PathBuf, found: String },
    /// A number of arguments that differs from the number of parameters.
    #[error("{function} takes {wanted} arguments, ({types}), not {found}")]
    ArgumentCount { function: String, wanted: usize, types: String, found: usize },
    /// An argument that is not a value of its type.
    #[error("argument {number}: {text:?} is no {ty}")]
    Argument { number: usize, text: String, ty: String },
    /// A corpus folder without cases.
    #[error("{path}: no case in this folder", path = path.display())]
    NoCase { path: PathBuf },
    /// Several files for one standard output.
    #[error("{0} cases do not fit standard output; -o DIR names a folder for them")]
    ManyCases(u64),
    /// Binary output that would go to a terminal.
    #[error("standard output: it is a terminal, and the file is binary; -o names a place for it")]
    Terminal,
    /// A folder that is not that of a finding.
    #[error(transparent)]
    Finding(#[from] irsmith_campaign::findings::FolderError),
    /// A folder below which there is no finding.
    #[error("{path}: there is no finding in this folder", path = path.display())]
    NoFinding { path: PathBuf },
    /// A finding that no version of a program can be tried on.
    #[error("{path}: no program took part in this finding, so there are no versions to try", path = path.display())]
    NoProgramVersions { path: PathBuf },
    /// A program of which no version could run a finding.
    #[error("{path}: no version of a program that took part could judge the case", path = path.display())]
    NoVersionJudges { path: PathBuf },
    /// A status that needs a link.
    #[error("a finding that is {status} needs a link: --link URL")]
    NoLink { status: &'static str },
    /// A failure to write standard output.
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Error {
    /// Returns a function for `map_err` that adds `path` to a system error.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }

    /// Returns the cause without the place, for output that names the place separately.
    pub(crate) fn cause(&self) -> String {
        match self {
            Self::File { source, .. } => source.to_string(),
            Self::Unreadable { fault, .. } => fault.message.clone(),
            other => other.to_string(),
        }
    }

    /// Returns the faults that make the file unreadable, if the error is of that kind.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Unreadable { fault, .. } => Some(fault),
            _ => None,
        }
    }

    /// Returns one error for each fault of an unreadable file; for any other error, the error itself.
    pub(crate) fn each(self) -> Vec<Self> {
        match self {
            Self::Unreadable { path, fault, others } => {
                let alone = |fault| Self::Unreadable { path: path.clone(), fault, others: Vec::new() };
                std::iter::once(fault).chain(others).map(alone).collect()
            }
            other => vec![other],
        }
    }
}
