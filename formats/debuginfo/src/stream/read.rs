//! Reads bytes as words.

use super::{HEADER_WORDS, MAGIC, Stream};
use crate::{ByteOrder, Error, ErrorKind, Limits, Result};

impl Stream {
    /// Reads a file in either byte order.
    ///
    /// # Errors
    /// Every [`ErrorKind`] that is not for writing only.
    pub fn read(bytes: &[u8], limits: &Limits) -> Result<Self> {
        if bytes.len() > limits.bytes {
            return Err(error(0, ErrorKind::FileTooLarge { bytes: bytes.len(), limit: limits.bytes }));
        }
        let Some((&magic, _)) = bytes.split_first_chunk() else { return Err(error(0, ErrorKind::HeaderIncomplete)) };
        let order = match () {
            () if u32::from_le_bytes(magic) == MAGIC => ByteOrder::Little,
            () if u32::from_be_bytes(magic) == MAGIC => ByteOrder::Big,
            () => return Err(error(0, ErrorKind::BadMagic)),
        };
        let (chunks, rest) = bytes.as_chunks::<4>();
        if !rest.is_empty() {
            return Err(error(bytes.len() - rest.len(), ErrorKind::IncompleteWord(rest.len())));
        }
        let word = match order {
            ByteOrder::Little => u32::from_le_bytes,
            ByteOrder::Big => u32::from_be_bytes,
        };
        Self::from_words(order, chunks.iter().map(|&chunk| word(chunk)).collect())
    }

    /// Makes a stream of these words, the header's first.
    ///
    /// # Errors
    /// As [`Stream::read`].
    pub fn from_words(order: ByteOrder, words: Vec<u32>) -> Result<Self> {
        if words.first() != Some(&MAGIC) {
            return Err(error(0, ErrorKind::BadMagic));
        }
        if words.len() < HEADER_WORDS {
            return Err(error(words.len() * 4, ErrorKind::HeaderIncomplete));
        }
        let mut at = HEADER_WORDS;
        while let Some(first) = words.get(at) {
            let (count, left) = ((first >> 16) as usize, words.len() - at);
            if count == 0 {
                return Err(error(at * 4, ErrorKind::WordCountZero));
            }
            if count > left {
                return Err(error(at * 4, ErrorKind::PastTheEnd { count, left }));
            }
            at += count;
        }
        Ok(Self { order, words })
    }
}

fn error(at: usize, kind: ErrorKind) -> Error {
    Error { at, kind }
}
