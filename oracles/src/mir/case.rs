//! A case as oracles see it.

use crate::choices::random_bytes;
use irsmith_mir::{Error, File, Limits};
use std::cell::OnceCell;

/// The bytes of a case, read at most once, when the first oracle asks.
#[derive(Debug)]
pub struct Case {
    bytes: Vec<u8>,
    file: OnceCell<Result<File, Vec<Error>>>,
}

/// Bounds on a case: smaller than the defaults of the format, for a campaign reads millions.
pub(super) const CASE_LIMITS: Limits = Limits { bytes: 16 << 20, nesting: 16, errors: 20 };

impl Case {
    /// The case in a file of these bytes.
    pub fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), file: OnceCell::new() }
    }

    /// The file as it is.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Its model.
    pub fn file(&self) -> Result<&File, &[Error]> {
        self.file.get_or_init(|| File::read(&self.bytes, &CASE_LIMITS)).as_ref().map_err(Vec::as_slice)
    }

    /// Its model, or why an oracle that needs a function must skip.
    pub fn file_or_skip(&self) -> Result<&File, &'static str> {
        let file = self.file().map_err(|_| super::UNREADABLE)?;
        if file.functions.is_empty() { Err(super::NO_FUNCTION) } else { Ok(file) }
    }

    /// Bytes to choose with, a function of the file alone and of `salt`: enough for a draw at every instruction.
    pub fn choices(&self, salt: u64) -> Vec<u8> {
        random_bytes(&self.bytes, salt, 4096 + 8 * self.bytes.len())
    }
}

impl From<&[u8]> for Case {
    fn from(bytes: &[u8]) -> Self {
        Self::new(bytes)
    }
}
