//! Case files: bytes whose format is known.

use std::path::{Path, PathBuf};

use irsmith_fuzz::{Format, did_you_mean};
use irsmith_oracles::LimitSettings;

use super::{COMMANDS, Fault, FormatCommands};
use crate::{Error, input, limits::Limits};

/// Largest case that is read where the user sets no other bound, in bytes: as much as the reader of PNaCl files takes, which no other reader exceeds.
const LARGEST_CASE: usize = 64 << 20;

/// A file of a format.
pub(crate) struct CaseFile {
    pub(crate) path: PathBuf,
    /// The commands of its format.
    pub(crate) commands: &'static dyn FormatCommands,
    pub(crate) bytes: Vec<u8>,
    /// Bounds on reading it that the user has set.
    pub(crate) limits: LimitSettings,
}

impl CaseFile {
    /// Reads a file and tells its format, by its first bytes or else by its name.
    ///
    /// # Errors
    /// When it cannot be read, is of no known format, or of one without a limit that was set.
    pub(crate) fn read(path: &Path, limits: &Limits) -> Result<Self, Error> {
        let bytes = read_case(path, limits)?;
        match Format::of_file(path, &bytes) {
            Some(format) => Ok(Self { path: path.into(), commands: commands(format), bytes, limits: limits.of(format)? }),
            None => Err(Error::UnknownFormat { path: path.into(), known: known_files() }),
        }
    }

    /// The error of a file that cannot be understood, of all its faults.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn unreadable(&self, faults: impl IntoIterator<Item = Fault>) -> Error {
        let mut faults = faults.into_iter();
        let fault = faults.next().expect("what cannot be understood has a fault");
        Error::Unreadable { path: self.path.clone(), fault, others: faults.collect() }
    }
}

/// The bytes of a case, whatever its format.
///
/// # Errors
/// Those of [`input::read_bytes`].
pub(crate) fn read_case(path: &Path, limits: &Limits) -> Result<Vec<u8>, Error> {
    input::read_bytes(path, limits.settings().get("bytes").unwrap_or(LARGEST_CASE))
}

/// The commands of a format.
fn commands(format: Format) -> &'static dyn FormatCommands {
    // A test of the commands sees to it that every format has them.
    COMMANDS.iter().copied().find(|commands| commands.format() == format).unwrap_or(COMMANDS[0])
}

/// The commands of the format of this name.
///
/// # Errors
/// When there is none.
pub(crate) fn commands_for(name: &str) -> Result<&'static dyn FormatCommands, Error> {
    let unknown = || Error::UnknownFormatName {
        name: name.into(),
        like: did_you_mean(name, Format::ALL.iter().flat_map(Format::names)),
        known: format_names(),
    };
    Format::called(name).map(commands).ok_or_else(unknown)
}

/// Every format by its name, with the other names that commands take.
pub(crate) fn format_names() -> String {
    listed(|format| {
        let others: Vec<&str> = format.names().skip(1).collect();
        if others.is_empty() { format.name().to_owned() } else { format!("{} (or {})", format.name(), others.join(", ")) }
    })
}

fn known_files() -> String {
    let known = listed(|format| match format.magic() {
        b"" => format!("{} (is named .{})", format.name(), format.extension()),
        magic => format!("{} (begins with {} or is named .{})", format.name(), magic.escape_ascii(), format.extension()),
    });
    format!("there is {known}")
}

fn listed(words: impl Fn(Format) -> String) -> String {
    Format::ALL.iter().map(|format| words(*format)).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_extensions_lead_to_their_format() {
        for format in Format::ALL {
            for name in format.names() {
                assert_eq!(commands_for(name).ok().map(FormatCommands::format), Some(*format), "{name}");
            }
            let path = Path::new("a.b").with_extension(format.extension());
            assert_eq!(Format::of_name(&path), Some(*format));
            assert_eq!(Format::of_file(&path, b""), Some(*format));
            let found = Format::of_file(Path::new("-"), &format.generate(1));
            assert_eq!(found, Some(*format).filter(|format| !format.magic().is_empty()));
        }
        assert_eq!(Format::of_name(Path::new("pexe")), None);
        for (name, format) in [("pexe", Format::PNACL), ("spirv", Format::DEBUGINFO), ("spv", Format::DEBUGINFO), ("mir", Format::MIR)] {
            assert_eq!(Format::called(name), Some(format));
        }
    }
}
