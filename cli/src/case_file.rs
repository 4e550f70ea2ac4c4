//! Case files: bytes whose format is known.

use std::path::{Path, PathBuf};

use irsmith_fuzz::Format;
use irsmith_pnacl::Limits;

use crate::{Error, input};

/// A file of a format.
pub(crate) struct CaseFile {
    pub(crate) path: PathBuf,
    pub(crate) format: Format,
    pub(crate) bytes: Vec<u8>,
}

impl CaseFile {
    /// Reads a file and tells its format, by its first bytes or else by its name.
    ///
    /// # Errors
    /// When it cannot be read, or is of no known format.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let bytes = read_case(path)?;
        match by_content(&bytes).or_else(|| by_name(path)) {
            Some(format) => Ok(Self { path: path.into(), format, bytes }),
            None => Err(Error::UnknownFormat { path: path.into(), known: known_files() }),
        }
    }

    /// For `map_err`: what keeps a PNaCl file from being understood.
    pub(crate) fn unreadable(&self) -> impl FnOnce(irsmith_pnacl::Error) -> Error {
        let path = self.path.clone();
        move |source| Error::Unreadable { path, source }
    }
}

/// The bytes of a case, whatever its format.
///
/// # Errors
/// Those of [`input::read_bytes`].
pub(crate) fn read_case(path: &Path) -> Result<Vec<u8>, Error> {
    input::read_bytes(path, Limits::default().bytes)
}

/// The first bytes of every file of a format.
const fn magic(format: Format) -> &'static [u8] {
    match format {
        Format::Pnacl => b"PEXE",
    }
}

fn by_content(bytes: &[u8]) -> Option<Format> {
    Format::ALL.iter().copied().find(|format| bytes.starts_with(magic(*format)))
}

/// The format of files with this file's extension.
pub(crate) fn by_name(path: &Path) -> Option<Format> {
    let extension = path.extension()?;
    Format::ALL.iter().copied().find(|format| extension == format.extension())
}

/// The format of this name.
///
/// # Errors
/// When there is none.
pub(crate) fn format_called(name: &str) -> Result<Format, Error> {
    let unknown = || Error::UnknownFormatName { name: name.into(), known: listed(|format| format.name().into()) };
    Format::ALL.iter().copied().find(|format| format.name() == name).ok_or_else(unknown)
}

fn known_files() -> String {
    let known =
        listed(|format| format!("{} (begins with {} or is named .{})", format.name(), magic(format).escape_ascii(), format.extension()));
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
            assert_eq!(format_called(format.name()).ok(), Some(*format));
            assert_eq!(by_name(&Path::new("a.b").with_extension(format.extension())), Some(*format));
            assert_eq!(by_content(&format.generate(1)), Some(*format));
        }
        assert_eq!(by_name(Path::new("pexe")), None);
    }
}
