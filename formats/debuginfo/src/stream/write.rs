//! Writes words as bytes.

use super::Stream;
use crate::ByteOrder;

impl Stream {
    /// Returns the file, in the byte order in which it was read.
    pub fn write(&self) -> Vec<u8> {
        self.bytes_of(&self.words)
    }

    /// Returns other words in the byte order of this file; they need not be a stream.
    pub fn bytes_of(&self, words: &[u32]) -> Vec<u8> {
        let bytes = match self.order {
            ByteOrder::Little => u32::to_le_bytes,
            ByteOrder::Big => u32::to_be_bytes,
        };
        let mut file = Vec::with_capacity(4 * words.len());
        words.iter().for_each(|&word| file.extend_from_slice(&bytes(word)));
        file
    }
}
