//! Why a verb cannot answer: exit status 2 and one line that names the place and the cause.

use std::{io, path::PathBuf};

use irsmith_campaign::CampaignError;
use irsmith_fuzz::{did_you_mean, tables::TABLES};
use irsmith_oracles::Missing;
use thiserror::Error;

use crate::formats::Fault;

/// Why a verb cannot answer.
#[derive(Debug, Error)]
pub(crate) enum Error {
    /// What can go wrong with campaigns, and unknown targets.
    #[error(transparent)]
    Campaign(#[from] CampaignError),
    /// A file or folder that the system does not let us use.
    #[error("{path}: {source}", path = path.display())]
    File { path: PathBuf, source: io::Error },
    /// A file larger than is read.
    #[error("{path}: {limit}:0: limit-bytes: the file goes on behind {limit} bytes; --limit bytes=NUMBER allows more", path = path.display())]
    TooLarge { path: PathBuf, limit: usize },
    /// A file that does not follow its format: the first fault of it, and those behind it that were looked for.
    #[error("{path}: {fault}", path = path.display())]
    Unreadable { path: PathBuf, fault: Fault, others: Vec<Fault> },
    /// A limit that a format has not.
    #[error("files of {format} have no limit {name}; there is {known}")]
    NoLimit { name: String, format: &'static str, known: String },
    /// A text that is not UTF-8.
    #[error("{path}:{line}:{column}: expected UTF-8", path = path.display())]
    NotUtf8 { path: PathBuf, line: usize, column: usize },
    /// A text that does not assemble.
    #[error("{path}:{cause}", path = path.display())]
    Text { path: PathBuf, cause: String },
    /// A dialect that there is not.
    #[error("--dialect {name}: {cause}")]
    NoDialect { name: String, cause: String },
    /// A file whose content and name tell no format.
    #[error("{path}: 0:0: unknown format: {known}", path = path.display())]
    UnknownFormat { path: PathBuf, known: String },
    /// A name of a format that is none.
    #[error("unknown format {name:?}{like}; there is {known}")]
    UnknownFormatName { name: String, like: String, known: String },
    /// A text that shows no format, with no name that tells one.
    #[error("{path}: neither the text nor a name tells its format; --format does: {known}", path = path.display())]
    UnknownText { path: PathBuf, known: String },
    /// A file of a format that the target does not judge.
    #[error("{path}: nothing was checked: this is a file of {found}, and {target} judges files of {judged}", path = path.display())]
    Foreign { path: PathBuf, found: &'static str, target: &'static str, judged: &'static str },
    /// A file that its format's reader refuses, so that no oracle said anything of it.
    #[error("{path}: nothing was checked: the file does not read, and every oracle of {target} skipped ({reasons})", path = path.display())]
    DoesNotRead { path: PathBuf, target: &'static str, reasons: String },
    /// Files of which no oracle said anything.
    #[error("nothing was checked: every oracle of {target} skipped ({reasons})")]
    AllSkipped { target: &'static str, reasons: String },
    /// A target that can judge nothing here.
    #[error("{target} can check nothing here: {missing}")]
    CannotCheck { target: &'static str, missing: Missing },
    /// A kind of cases that a format has not.
    #[error("there are no {profile} cases of {format}; there is {known}")]
    NoProfile { profile: &'static str, format: &'static str, known: String },
    /// A file of a format that is not executed.
    #[error("{path}: files of {format} are not executed", path = path.display())]
    NoProgramFormat { path: PathBuf, format: &'static str },
    /// A name of a table that is none.
    #[error("unknown table {0:?}{like}; `irsmith tables` lists them", like = did_you_mean(.0, TABLES.iter().map(|table| table.name)))]
    UnknownTable(String),
    /// A module that breaks rules, which were told before, and so has no meaning.
    #[error("{path}: the module is not valid: {errors} errors", path = path.display())]
    Invalid { path: PathBuf, errors: usize },
    /// A program that does not fit its memory.
    #[error("{path}: {cause}", path = path.display())]
    Unloadable { path: PathBuf, cause: String },
    /// A function that there is not, or that has no body.
    #[error("{path}: no function {name} with a body; they are called by name, or by number as @f0", path = path.display())]
    NoFunction { path: PathBuf, name: String },
    /// A program whose first function does not take what programs start with.
    #[error("{path}: _start takes ({found}), not the (i32) of programs; --function names what to run", path = path.display())]
    NoProgram { path: PathBuf, found: String },
    /// Arguments in another number than parameters.
    #[error("{function} takes {wanted} arguments, ({types}), not {found}")]
    ArgumentCount { function: String, wanted: usize, types: String, found: usize },
    /// An argument that is no value of its type.
    #[error("argument {number}: {text:?} is no {ty}")]
    Argument { number: usize, text: String, ty: String },
    /// A corpus folder without cases.
    #[error("{path}: no case in this folder", path = path.display())]
    NoCase { path: PathBuf },
    /// Several files for one standard output.
    #[error("{0} cases do not fit standard output; -o DIR names a folder for them")]
    ManyCases(u64),
    /// Bytes that would go to a terminal.
    #[error("standard output: it is a terminal, and the file is binary; -o names a place for it")]
    Terminal,
    /// Standard output cannot be written.
    #[error("standard output: {0}")]
    Output(io::Error),
}

impl Error {
    /// For `map_err`: the system's refusal of `path`.
    pub(crate) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Self::File { path, source }
    }

    /// The cause without the place, for output that names the place by itself.
    pub(crate) fn cause(&self) -> String {
        match self {
            Self::File { source, .. } => source.to_string(),
            Self::Unreadable { fault, .. } => fault.message.clone(),
            other => other.to_string(),
        }
    }

    /// What keeps the file from being understood, where that is the error.
    pub(crate) fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Unreadable { fault, .. } => Some(fault),
            _ => None,
        }
    }

    /// An error for each fault of a file that cannot be understood, and for any other error itself.
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
