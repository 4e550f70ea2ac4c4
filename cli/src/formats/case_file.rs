//! Case files: bytes whose format is known.

use std::path::{Path, PathBuf};

use irsmith_fuzz::{Format, did_you_mean};
use irsmith_oracles::LimitSettings;

use super::{COMMANDS, Fault, FormatCommands};
use crate::{Error, input, limits::Limits};

/// Largest case that is read if the user sets no limit, in bytes: the limit of the PNaCl reader, which no other reader exceeds.
const LARGEST_CASE: usize = 64 << 20;

/// A file of a format.
pub(crate) struct CaseFile {
    pub(crate) path: PathBuf,
    /// The commands of its format.
    pub(crate) commands: &'static dyn FormatCommands,
    pub(crate) bytes: Vec<u8>,
    /// The limits on reading that the user has set.
    pub(crate) limits: LimitSettings,
}

impl CaseFile {
    /// Reads a file and recognizes its format, by its first bytes or else by its name.
    ///
    /// # Errors
    /// When the file cannot be read, has an unknown format, or has a format that lacks a limit that was set.
    pub(crate) fn read(path: &Path, limits: &Limits) -> Result<Self, Error> {
        let bytes = read_case(path, limits)?;
        match Format::of_file(path, &bytes) {
            Some(format) => Ok(Self { path: path.into(), commands: commands(format), bytes, limits: limits.of(format)? }),
            None => Err(Error::UnknownFormat { path: path.into(), known: known_files() }),
        }
    }

    /// Makes the error of an unreadable file from all its faults.
    ///
    /// # Panics
    /// When there are no faults.
    pub(crate) fn unreadable(&self, faults: impl IntoIterator<Item = Fault>) -> Error {
        let mut faults = faults.into_iter();
        let fault = faults.next().expect("what cannot be understood has a fault");
        Error::Unreadable { path: self.path.clone(), fault, others: faults.collect() }
    }
}

/// Reads the bytes of a case of any format.
///
/// # Errors
/// Those of [`input::read_bytes`].
pub(crate) fn read_case(path: &Path, limits: &Limits) -> Result<Vec<u8>, Error> {
    input::read_bytes(path, limits.settings().get("bytes").unwrap_or(LARGEST_CASE))
}

/// Returns the commands of a format.
fn commands(format: Format) -> &'static dyn FormatCommands {
    // A test of the commands checks that every format has them.
    COMMANDS.iter().copied().find(|commands| commands.format() == format).unwrap_or(COMMANDS[0])
}

/// Returns the commands of the format with this name.
///
/// # Errors
/// When there is no such format.
pub(crate) fn commands_for(name: &str) -> Result<&'static dyn FormatCommands, Error> {
    let unknown = || Error::UnknownFormatName {
        name: name.into(),
        like: did_you_mean(name, Format::ALL.iter().flat_map(Format::names)),
        known: format_names(),
    };
    Format::called(name).map(commands).ok_or_else(unknown)
}

/// Lists every format by its name, with the other names that commands accept.
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
