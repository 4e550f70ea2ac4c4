//! Reads inputs that the command line names: a file, or `-` for standard input.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use crate::{Error, limits::Limits};

/// Largest text to assemble, in bytes: several times the listing of the largest binary that irsmith reads.
const TEXT_LIMIT: usize = 1 << 30;

/// Reads the bytes of a file, or of standard input for `-`.
///
/// # Errors
/// When the system refuses, or the input has more than `limit` bytes. No more than `limit` bytes are kept, so that an endless device is an
/// error too.
pub(crate) fn read_bytes(path: &Path, limit: usize) -> Result<Vec<u8>, Error> {
    let bytes = if path == Path::new("-") { take(io::stdin().lock(), limit) } else { File::open(path).and_then(|file| take(file, limit)) };
    let bytes = bytes.map_err(Error::file(path))?;
    if bytes.len() > limit { Err(Error::TooLarge { path: path.into(), limit }) } else { Ok(bytes) }
}

/// Reads at most one byte more than `limit`.
fn take(source: impl Read, limit: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(limit as u64 + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads a text, as [`read_bytes`].
///
/// # Errors
/// Those of [`read_bytes`], and the first place that is not UTF-8.
pub(crate) fn read_text(path: &Path, limits: &Limits) -> Result<String, Error> {
    let limit = limits.settings().get("bytes").unwrap_or(TEXT_LIMIT);
    String::from_utf8(read_bytes(path, limit)?).map_err(|error| {
        let before = String::from_utf8_lossy(&error.as_bytes()[..error.utf8_error().valid_up_to()]);
        let column = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
        Error::NotUtf8 { path: path.into(), line: before.matches('\n').count() + 1, column }
    })
}
