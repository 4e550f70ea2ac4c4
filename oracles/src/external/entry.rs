//! The entries of the built-in data file and of `irsmith.toml`: read, checked, and made implementations.

use super::family::{ProgramFamily, Role, Task};
use super::implementation::{Implementation, is_dialect_file, numbers, release_of_dialect};
use super::run::Limits;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::fmt::{self, Display};
use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;
use toml::Spanned;

/// A mistake in the configuration: where it is, and what it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigurationError {
    /// A line of a file, such as `irsmith.toml:7`, or an option of the command line.
    pub place: String,
    /// What is wrong, in one line.
    pub cause: String,
}

impl ConfigurationError {
    pub(super) fn new(place: impl Display, cause: impl Display) -> Self {
        Self { place: place.to_string(), cause: cause.to_string() }
    }
}

impl Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.cause)
    }
}

impl std::error::Error for ConfigurationError {}

/// A file of entries.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct EntryFile {
    #[serde(default)]
    pub(super) implementation: Vec<Entry>,
    /// Further ledgers, as paths relative to the file.
    #[serde(default)]
    pub(super) ledgers: Vec<Spanned<String>>,
}

/// An implementation as a file describes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Entry {
    pub(super) name: Spanned<String>,
    /// May be left out for a name that is known.
    family: Option<ProgramFamily>,
    format: Option<Spanned<String>>,
    roles: Option<Spanned<Vec<Role>>>,
    dialect: Option<Spanned<String>>,
    command: Option<String>,
    #[serde(default)]
    commands: Vec<String>,
    #[serde(default)]
    arguments: Vec<String>,
    version_argument: Option<String>,
    version: Option<Spanned<String>>,
    #[serde(default)]
    by_default: Vec<Task>,
    #[serde(default)]
    limits: EntryLimits,
    batch: Option<Spanned<usize>>,
    about: Option<String>,
    package: Option<String>,
}

/// Limits that differ from the usual ones.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct EntryLimits {
    /// Seconds of processor time.
    time: Option<u64>,
    /// MiB of address space.
    memory: Option<u64>,
    /// MiB of each output.
    output: Option<u64>,
    /// MiB of files.
    files: Option<u64>,
}

const MIB: u64 = 1 << 20;

impl EntryLimits {
    fn limits(&self) -> Limits {
        let usual = Limits::default();
        let size = |mib: Option<u64>, usual| mib.map_or(usual, |mib| mib.max(1).saturating_mul(MIB));
        Limits {
            time: self.time.map_or(usual.time, |seconds| Duration::from_secs(seconds.max(1))),
            memory: size(self.memory, usual.memory),
            output: size(self.output, usual.output),
            files: size(self.files, usual.files),
        }
    }
}

/// A text of entries, and what to call it in messages.
pub(crate) struct Source<'a> {
    pub(crate) name: &'a str,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    /// Reads the values.
    ///
    /// # Errors
    /// Returns the first mistake: the text is no TOML, or has unknown keys or values.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, ConfigurationError> {
        toml::from_str(self.text).map_err(|error| {
            let at = error.span().map_or(0, |span| span.start);
            let lines: Vec<&str> = error.message().lines().map(str::trim).filter(|line| !line.is_empty()).collect();
            ConfigurationError::new(self.place(at), lines.join(", "))
        })
    }

    /// Returns the name and the line of a position.
    pub(super) fn place(&self, at: usize) -> String {
        let line = 1 + self.text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        format!("{}:{line}", self.name)
    }

    /// Returns the place of a value.
    pub(crate) fn place_of<T>(&self, value: &Spanned<T>) -> String {
        self.place(value.span().start)
    }
}

impl Entry {
    /// Makes an implementation of an entry; what it leaves out is taken from `known`, the implementation of the same name so far.
    /// `folder` is where relative paths of commands begin.
    ///
    /// # Errors
    /// Returns the mistake in the values.
    pub(super) fn implementation(
        &self,
        source: &Source<'_>,
        known: Option<&Implementation>,
        folder: Option<&Path>,
    ) -> Result<Implementation, ConfigurationError> {
        let name = self.name.get_ref();
        let here = |cause: String| ConfigurationError::new(source.place_of(&self.name), cause);
        check_name(name).map_err(here)?;
        let commands: Vec<String> = self.command.iter().chain(&self.commands).map(|command| absolute(command, folder)).collect();
        if commands.is_empty() || commands.iter().any(String::is_empty) {
            return Err(here(format!("{name} has no command")));
        }
        let by_command = || commands.iter().find_map(|command| ProgramFamily::of_command(command));
        let Some(family) = self.family.or(known.map(|known| known.family)).or_else(by_command) else {
            return Err(here(format!("{name} has no family; there is {}", names(ProgramFamily::ALL))));
        };
        let format = self.format(source, family)?;
        let roles = match &self.roles {
            None if family == ProgramFamily::Command => {
                return Err(here(format!("{name} has no roles; programs of the family command may {}", names(family.roles()))));
            }
            None => family.roles().to_vec(),
            Some(roles) => {
                if let Some(role) = roles.get_ref().iter().find(|role| !family.roles().contains(role)) {
                    let cause = format!("programs of the family {family} do not {role}; they {}", names(family.roles()));
                    return Err(ConfigurationError::new(source.place_of(roles), cause));
                }
                roles.get_ref().clone()
            }
        };
        if let Some(dialect) = &self.dialect
            && let Err(cause) = check_dialect(dialect.get_ref(), family)
        {
            return Err(ConfigurationError::new(source.place_of(dialect), cause));
        }
        self.check_roles_of(source, format)?;
        self.check_batch(source, family)?;
        if let Some(version) = self.version.as_ref().filter(|version| numbers(version.get_ref()).is_none()) {
            let cause = format!("the version {:?} has no number", version.get_ref());
            return Err(ConfigurationError::new(source.place_of(version), cause));
        }
        let owned = |text: &Option<Spanned<String>>| text.as_ref().map(|text| text.get_ref().clone());
        Ok(Implementation {
            name: leaked(name),
            family,
            format,
            roles,
            commands,
            arguments: self.arguments.clone(),
            version_argument: self.version_argument.clone().unwrap_or_else(|| VERSION_ARGUMENT.into()),
            limits: self.limits.limits(),
            batch: self.batch.as_ref().map(|batch| *batch.get_ref()),
            about: self.about.clone().or_else(|| known.map(|known| known.about.clone())).unwrap_or_default(),
            package: self.package.clone(),
            named_at: None,
            by_default: self.by_default.clone(),
            given_dialect: self.dialect.as_ref().map(|dialect| absolute_dialect(dialect.get_ref(), folder)),
            given_version: owned(&self.version),
            found: OnceLock::new(),
            version: OnceLock::new(),
        })
    }
}

impl Entry {
    /// Returns the format: that of the family, or the one that the entry names.
    fn format(&self, source: &Source<'_>, family: ProgramFamily) -> Result<&'static str, ConfigurationError> {
        let Some(named) = &self.format else {
            let cause = || format!("{} has no format; there is {}", self.name.get_ref(), FORMATS.join(", "));
            return family.format().ok_or_else(|| ConfigurationError::new(source.place_of(&self.name), cause()));
        };
        let known = FORMATS.iter().copied().find(|format| format == named.get_ref());
        let error = |cause: String| ConfigurationError::new(source.place_of(named), cause);
        let format = known.ok_or_else(|| error(format!("there is no format {:?}; there is {}", named.get_ref(), FORMATS.join(", "))))?;
        match family.format() {
            Some(own) if own != format => Err(error(format!("programs of the family {family} take files of {own}"))),
            Some(_) | None => Ok(format),
        }
    }
}

impl Entry {
    /// Checks that the roles are some of files of a format: those of debug information have no functions to call.
    fn check_roles_of(&self, source: &Source<'_>, format: &str) -> Result<(), ConfigurationError> {
        match self.roles.as_ref().filter(|roles| format == "debuginfo" && roles.get_ref().contains(&Role::Execute)) {
            Some(roles) => Err(ConfigurationError::new(source.place_of(roles), "no program is asked to execute files of debuginfo")),
            None => Ok(()),
        }
    }

    /// Checks the number of parts in a process.
    fn check_batch(&self, source: &Source<'_>, family: ProgramFamily) -> Result<(), ConfigurationError> {
        let Some(batch) = &self.batch else { return Ok(()) };
        let error = |cause: String| Err(ConfigurationError::new(source.place_of(batch), cause));
        match (family.batched(), *batch.get_ref()) {
            (None, _) => error(format!("programs of the family {family} get one case in a process, and no batches")),
            (Some(parts), 0) => error(format!("a batch of 0 {parts}; it has 1 or more")),
            (Some(_), _) => Ok(()),
        }
    }
}

/// The names of the formats.
pub(super) const FORMATS: [&str; 3] = ["pnacl", "debuginfo", "mir"];

/// The usual argument that makes a program print its version.
pub(super) const VERSION_ARGUMENT: &str = "--version";

/// Returns the name for the rest of the process. Names are few, and those of one process do not change.
pub(super) fn leaked(name: &str) -> &'static str {
    Box::leak(name.to_owned().into_boxed_str())
}

/// Joins names for a message.
pub(super) fn names(all: &[impl Display]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// Checks the name of an implementation: signatures join names by `+`, and the command line separates them by `=`, `:` and `@`.
///
/// # Errors
/// Returns what is wrong with it.
pub(super) fn check_name(name: &str) -> Result<(), String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !name.is_empty() && name.chars().all(is_part) && name.starts_with(|c: char| c.is_ascii_alphanumeric()) {
        Ok(())
    } else {
        Err(format!("{name:?} is no name: letters, digits, - _ and . after a letter or a digit"))
    }
}

/// Checks the dialect of an implementation.
///
/// # Errors
/// Returns what is wrong with it.
pub(super) fn check_dialect(dialect: &str, family: ProgramFamily) -> Result<(), String> {
    if is_dialect_file(dialect) && family == ProgramFamily::Llc {
        return Ok(());
    }
    match (family.is_of_llvm(), release_of_dialect(dialect)) {
        (true, None) => Err(format!("{dialect:?} is no dialect of {family}; it is llvm- and a release, such as llvm-22")),
        (false, _) => Err(format!("programs of the family {family} have no dialect")),
        (true, Some(_)) => Ok(()),
    }
}

/// Returns a dialect as it is found from any folder, if it is the path of a file.
pub(super) fn absolute_dialect(dialect: &str, folder: Option<&Path>) -> String {
    match folder {
        Some(folder) if is_dialect_file(dialect) => folder.join(dialect).to_string_lossy().into_owned(),
        _ => dialect.to_owned(),
    }
}

/// Returns a command as it is found from any folder: one with a slash is a path.
pub(super) fn absolute(command: &str, folder: Option<&Path>) -> String {
    match folder {
        Some(folder) if command.contains('/') => folder.join(command).to_string_lossy().into_owned(),
        _ => command.to_owned(),
    }
}
