//! What the user says about implementations: a file, and options of the command line.
//!
//! A configuration is plain data, which a supervisor hands to its workers; [`registry`](super::registry) makes values of it.

use super::entry::{ConfigurationError, EntryFile, Source};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use toml::Spanned;

/// The name of the file in the current folder.
pub const CONFIGURATION_FILE: &str = "irsmith.toml";

/// What the user says about implementations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Configuration {
    /// The file, if there is one.
    pub file: Option<ConfigurationText>,
    /// The values of `--implementation`, in order.
    pub implementations: Vec<String>,
    /// The ledgers that the file names.
    pub ledgers: Vec<ConfigurationText>,
    /// Whether no ledger applies, neither these nor those that are built in.
    pub no_ledger: bool,
    /// The folder in which the command was started: paths of `--implementation` begin there.
    pub folder: PathBuf,
    /// The only program of its family that is judged, by its name: for a question about one program.
    pub alone: Option<String>,
}

/// A file of the configuration.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ConfigurationText {
    /// The path as the user wrote it, for messages.
    pub path: PathBuf,
    /// The content.
    pub text: String,
}

impl Configuration {
    /// Reads the configuration of a command: the file that the user names, or else `irsmith.toml` in the current folder if there is one.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read.
    pub fn of_command(file: Option<&Path>, implementations: &[String], no_ledger: bool) -> Result<Self, ConfigurationError> {
        let unreadable = |path: &Path, error: io::Error| ConfigurationError::new(path.display(), error);
        let path = file.unwrap_or(Path::new(CONFIGURATION_FILE));
        let text = match std::fs::read_to_string(path) {
            Ok(text) => Some(ConfigurationText { path: path.to_owned(), text }),
            Err(error) if error.kind() == io::ErrorKind::NotFound && file.is_none() => None,
            Err(error) => return Err(unreadable(path, error)),
        };
        let folder = std::env::current_dir().map_err(|error| unreadable(Path::new("."), error))?;
        let ledgers = text.as_ref().map_or(Ok(Vec::new()), ledgers)?;
        Ok(Self { file: text, implementations: implementations.to_vec(), ledgers, no_ledger, folder, alone: None })
    }
}

/// Reads the ledgers that a file names.
fn ledgers(file: &ConfigurationText) -> Result<Vec<ConfigurationText>, ConfigurationError> {
    let name = file.path.display().to_string();
    let source = Source { name: &name, text: &file.text };
    let folder = file.path.parent().unwrap_or(Path::new(""));
    let read = |ledger: &Spanned<String>| {
        let path = folder.join(ledger.get_ref());
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|error| ConfigurationError::new(source.place_of(ledger), format!("{}: {error}", path.display())))?;
        Ok(ConfigurationText { path, text })
    };
    source.read::<EntryFile>()?.ledgers.iter().map(read).collect()
}

/// A value of `--implementation`, taken apart.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Named<'a> {
    pub(super) name: &'a str,
    pub(super) family: Option<&'a str>,
    pub(super) dialect: Option<&'a str>,
    pub(super) command: Option<&'a str>,
}

impl<'a> Named<'a> {
    /// Takes `NAME`, `NAME=COMMAND`, `NAME:FAMILY=COMMAND`, `NAME@DIALECT=COMMAND` or `NAME:FAMILY@DIALECT=COMMAND` apart.
    pub(super) fn of(text: &'a str) -> Self {
        let (kind, command) = text.split_once('=').map_or((text, None), |(kind, command)| (kind, Some(command)));
        let (kind, dialect) = kind.split_once('@').map_or((kind, None), |(kind, dialect)| (kind, Some(dialect)));
        let (name, family) = kind.split_once(':').map_or((kind, None), |(name, family)| (name, Some(family)));
        Self { name, family, dialect, command }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_taken_apart() {
        let named = |name, family, dialect, command| Named { name, family, dialect, command };
        for (text, expected) in [
            ("llc-22", named("llc-22", None, None, None)),
            ("llc=/a/b=c", named("llc", None, None, Some("/a/b=c"))),
            ("m:llc=x", named("m", Some("llc"), None, Some("x"))),
            ("m@llvm-22=x:y@z", named("m", None, Some("llvm-22"), Some("x:y@z"))),
            ("m:llc@llvm-22=x", named("m", Some("llc"), Some("llvm-22"), Some("x"))),
        ] {
            assert_eq!(Named::of(text), expected, "{text}");
        }
    }
}
