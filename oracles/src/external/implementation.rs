//! An implementation by somebody else that runs as a program.

use super::family::{ProgramFamily, Role, Task};
use super::run::{Limits, Output, run, run_in};
use super::scratch::Scratch;
use super::version_range::VersionRange;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// An external program: a value of the registry, which lives as long as the process.
#[derive(Debug)]
pub struct Implementation {
    /// The name in tables and signatures.
    pub name: &'static str,
    /// What it is compatible with.
    pub family: ProgramFamily,
    /// The name of the format that it is tested with.
    pub format: &'static str,
    /// What it can do with files of the format.
    pub roles: Vec<Role>,
    /// Command names under which it may be installed, the preferred first, or paths.
    pub commands: Vec<String>,
    /// Arguments before those of an oracle.
    pub arguments: Vec<String>,
    /// The argument that makes it print its version.
    pub version_argument: String,
    /// The limits.
    pub limits: Limits,
    /// The most parts of a case that it gets in one process, as its family counts them ([`ProgramFamily::batched`]); at least 1.
    pub batch: Option<usize>,
    /// What it is used for.
    pub about: String,
    /// The Debian package that contains it, or another source.
    pub package: Option<String>,
    /// Where the user named it: a line of a file, or an option. None if the user did not.
    pub named_at: Option<String>,
    pub(super) by_default: Vec<Task>,
    pub(super) given_dialect: Option<String>,
    pub(super) given_version: Option<String>,
    pub(super) found: OnceLock<Option<PathBuf>>,
    pub(super) version: OnceLock<Option<String>>,
}

impl Implementation {
    /// Returns the program on the search path, looked up once per process.
    pub fn find(&self) -> Option<&PathBuf> {
        self.found.get_or_init(|| self.search()).as_ref()
    }

    fn search(&self) -> Option<PathBuf> {
        let (paths, names): (Vec<&String>, Vec<&String>) = self.commands.iter().partition(|command| command.contains('/'));
        let folders: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
        let on_path = names.into_iter().flat_map(|command| folders.iter().map(move |folder| folder.join(command)));
        paths.into_iter().map(PathBuf::from).chain(on_path).find(|file| file.is_file())
    }

    /// Returns the first line with a digit in the program's version output; run once per process, for at most a few seconds.
    pub fn version(&self) -> Option<String> {
        self.version.get_or_init(|| self.ask_version().ok().flatten()).clone()
    }

    /// As [`Self::version`], but runs the program each time.
    ///
    /// # Errors
    /// Returns an error if the program misbehaves, as a sentence.
    pub fn ask_version(&self) -> Result<Option<String>, &'static str> {
        let Some(program) = self.find() else { return Ok(None) };
        if self.given_version.is_some() {
            return Ok(self.given_version.clone());
        }
        let limits = Limits { time: VERSION_TIME, ..self.limits };
        let Ok(output) = self.run_with(program, &[&self.version_argument], &[], &limits) else { return Ok(None) };
        if let Some((_, sentence)) = output.outcome.misbehaviour() {
            return Err(sentence);
        }
        // spirv-opt prints its version on standard error.
        let text = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
        Ok(text.lines().map(str::trim).find(|line| line.contains(|c: char| c.is_ascii_digit())).map(str::to_owned))
    }

    /// Returns the dialect that the program speaks, such as `llvm-19`: as its entry says, or by its version. None if neither tells.
    pub fn dialect(&self) -> Option<String> {
        let by_version = || self.release_by_version().filter(|_| self.family.is_of_llvm()).map(|release| format!("llvm-{release}"));
        self.given_dialect.clone().or_else(by_version)
    }

    /// Returns the path of the dialect file that the user names for the program.
    pub fn dialect_file(&self) -> Option<&str> {
        self.given_dialect.as_deref().filter(|dialect| is_dialect_file(dialect))
    }

    /// Returns the release of LLVM of which the program is: 19 for the dialect `llvm-19`.
    pub fn release(&self) -> Option<u8> {
        let given = self.given_dialect.as_deref().and_then(release_of_dialect);
        given.or_else(|| self.release_by_version().filter(|_| self.family.is_of_llvm()))
    }

    /// Returns whether the program is of one of these versions, by what it prints, or else by the release of its dialect.
    pub fn is_of(&self, versions: &VersionRange) -> bool {
        let release = || self.release().map(|release| vec![u64::from(release)]);
        let version = self.version().and_then(|version| numbers(&version)).or_else(release);
        version.is_some_and(|version| versions.contains(&version))
    }

    /// Returns the first number of the version.
    fn release_by_version(&self) -> Option<u8> {
        numbers(&self.version()?)?.first().and_then(|number| u8::try_from(*number).ok())
    }

    /// Returns whether the program takes part in a task: all that the user named, and those that do so by default.
    pub fn takes_part(&self, task: Task) -> bool {
        self.named_at.is_some() || self.by_default.contains(&task)
    }

    /// Returns the tasks in which the program takes part without being named.
    pub fn tasks_by_default(&self) -> &[Task] {
        &self.by_default
    }

    /// Runs the program, if it is found, on files with its own limits: see [`run`].
    ///
    /// # Errors
    /// As [`run`]; `NotFound` if the program is missing.
    pub fn run(&self, arguments: &[&str], files: &[(&str, &[u8])]) -> io::Result<Output> {
        let program = self.find().ok_or(io::ErrorKind::NotFound)?;
        self.run_with(program, arguments, files, &self.limits)
    }

    /// As [`Self::run`], with a limit of processor time that is longer than its own.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_for(&self, time: Duration, arguments: &[&str], files: &[(&str, &[u8])]) -> io::Result<Output> {
        let program = self.find().ok_or(io::ErrorKind::NotFound)?;
        self.run_with(program, arguments, files, &Limits { time: time.max(self.limits.time), ..self.limits })
    }

    /// As [`Self::run`], in a folder that stays, with the files that the program leaves there.
    ///
    /// # Errors
    /// As [`Self::run`].
    pub fn run_in(&self, scratch: &Scratch, arguments: &[&str]) -> io::Result<Output> {
        let program = self.find().ok_or(io::ErrorKind::NotFound)?;
        run_in(scratch, program, &self.with_own(arguments), &self.limits)
    }

    fn run_with(&self, program: &Path, arguments: &[&str], files: &[(&str, &[u8])], limits: &Limits) -> io::Result<Output> {
        run(program, &self.with_own(arguments), files, limits)
    }

    /// Returns the program's own arguments, then these.
    fn with_own<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        self.arguments.iter().map(String::as_str).chain(arguments.iter().copied()).collect()
    }
}

/// Processor time that a program may take to print its version.
const VERSION_TIME: Duration = Duration::from_secs(2);

/// Returns whether a dialect is the path of a dialect file: it has a slash, or ends like a file of TOML.
pub fn is_dialect_file(dialect: &str) -> bool {
    dialect.contains('/') || dialect.ends_with(".toml")
}

/// Returns the number in `llvm-19`.
pub(super) fn release_of_dialect(dialect: &str) -> Option<u8> {
    dialect.strip_prefix("llvm-")?.parse().ok()
}

/// Returns the numbers of the first version in a text, such as 19, 1 and 7: that after the word `version`, or else the first numbers with a
/// point between them.
pub(crate) fn numbers(text: &str) -> Option<Vec<u64>> {
    let behind = text.split_once("version ").map_or(text, |(_, behind)| behind);
    let mut words = behind.split(|c: char| !(c.is_ascii_digit() || c == '.')).filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
    let word = words.clone().find(|word| word.contains('.')).or_else(|| words.next())?;
    word.split('.').filter(|number| !number.is_empty()).map(|number| number.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_numbers() {
        for (text, expected) in [
            ("Debian LLVM version 19.1.7", Some(vec![19, 1, 7])),
            ("LLVM version 22.1.8", Some(vec![22, 1, 8])),
            ("SPIRV-Tools v2023.1 unknown hash, 2023-01-17T12:00:00", Some(vec![2023, 1])),
            ("LLVM version 23.1.4git", Some(vec![23, 1, 4])),
            ("release 7", Some(vec![7])),
            ("nothing", None),
        ] {
            assert_eq!(numbers(text), expected, "{text}");
        }
        assert_eq!([release_of_dialect("llvm-22"), release_of_dialect("llvm-"), release_of_dialect("22")], [Some(22), None, None]);
    }
}
