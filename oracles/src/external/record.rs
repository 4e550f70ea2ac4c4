//! The programs that oracles ran on a case, for reports that state the commands.

use super::Outcome;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// A program that an oracle ran.
#[derive(Clone, Debug)]
pub struct RanCommand {
    /// The program.
    pub program: PathBuf,
    /// The arguments.
    pub arguments: Vec<String>,
    /// The files in its folder before it started: name and content.
    pub files: Vec<(String, Vec<u8>)>,
    /// How it ended.
    pub outcome: Outcome,
}

/// The programs since [`record_commands`], in the order in which they ended; `None` if nobody asked for them.
static RECORD: Mutex<Option<Vec<RanCommand>>> = Mutex::new(None);

/// Begins to record the programs that this process runs. They are kept with their files: for a case at a time, not for a campaign.
pub fn record_commands() {
    *RECORD.lock().unwrap_or_else(PoisonError::into_inner) = Some(Vec::new());
}

/// Returns the programs that ran since [`record_commands`], and records no more.
pub fn take_commands() -> Vec<RanCommand> {
    RECORD.lock().unwrap_or_else(PoisonError::into_inner).take().unwrap_or_default()
}

/// Records a program that has ended, if somebody asked for it.
pub(super) fn note(program: &Path, arguments: &[&str], files: &[(&str, &[u8])], outcome: Outcome) {
    if let Some(record) = &mut *RECORD.lock().unwrap_or_else(PoisonError::into_inner) {
        let files = files.iter().map(|(name, content)| ((*name).to_owned(), content.to_vec())).collect();
        let arguments = arguments.iter().map(|argument| (*argument).to_owned()).collect();
        record.push(RanCommand { program: program.to_owned(), arguments, files, outcome });
    }
}
