//! Case files: bytes whose format is known.

use std::path::{Path, PathBuf};

use irsmith_fuzz::Format;

use super::{Fault, ROOMS, Room};
use crate::{Error, input};

/// Largest case that is read, in bytes: as much as the reader of PNaCl files takes, which no other reader exceeds.
const LARGEST_CASE: usize = 64 << 20;

/// A file of a format.
pub(crate) struct CaseFile {
    pub(crate) path: PathBuf,
    /// The room of its format.
    pub(crate) room: &'static dyn Room,
    pub(crate) bytes: Vec<u8>,
}

impl CaseFile {
    /// Reads a file and tells its format, by its first bytes or else by its name.
    ///
    /// # Errors
    /// When it cannot be read, or is of no known format.
    pub(crate) fn read(path: &Path) -> Result<Self, Error> {
        let bytes = read_case(path)?;
        match by_content(&bytes).or_else(|| room(|format| by_name(path) == Some(format))) {
            Some(room) => Ok(Self { path: path.into(), room, bytes }),
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
pub(crate) fn read_case(path: &Path) -> Result<Vec<u8>, Error> {
    input::read_bytes(path, LARGEST_CASE)
}

fn room(wanted: impl Fn(Format) -> bool) -> Option<&'static dyn Room> {
    ROOMS.iter().copied().find(|room| wanted(room.format()))
}

fn by_content(bytes: &[u8]) -> Option<&'static dyn Room> {
    room(|format| !format.magic().is_empty() && bytes.starts_with(format.magic()))
}

/// The format of files with this file's extension.
pub(crate) fn by_name(path: &Path) -> Option<Format> {
    let extension = path.extension()?;
    Format::ALL.iter().copied().find(|format| extension == format.extension())
}

/// The room of the format of this name.
///
/// # Errors
/// When there is none.
pub(crate) fn room_called(name: &str) -> Result<&'static dyn Room, Error> {
    let unknown = || Error::UnknownFormatName { name: name.into(), known: listed(|format| format.name().into()) };
    room(|format| format.name() == name).ok_or_else(unknown)
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
            assert_eq!(room_called(format.name()).ok().map(Room::format), Some(*format));
            assert_eq!(by_name(&Path::new("a.b").with_extension(format.extension())), Some(*format));
            let found = by_content(&format.generate(1)).map(Room::format);
            assert_eq!(found, Some(*format).filter(|format| !format.magic().is_empty()));
        }
        assert_eq!(by_name(Path::new("pexe")), None);
    }
}
