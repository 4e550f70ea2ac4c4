//! A file as words: every instruction unchanged, with its position.

mod read;
mod write;

use crate::{ByteOrder, Header};

/// The magic number of SPIR-V.
pub const MAGIC: u32 = 0x0723_0203;

/// Words of the header.
pub const HEADER_WORDS: usize = 5;

/// A file as words in the byte order of this machine. Its instructions are consecutive up to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    order: ByteOrder,
    words: Vec<u32>,
}

/// An instruction of a [`Stream`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawInstruction<'a> {
    /// The index of its first word, from the beginning of the file.
    pub at: usize,
    /// The number in the core specification.
    pub opcode: u16,
    /// The words after the first.
    pub words: &'a [u32],
}

/// Returns the first word of an instruction of `count` words.
pub(crate) const fn first_word(opcode: u16, count: u16) -> u32 {
    (count as u32) << 16 | opcode as u32
}

impl Stream {
    /// Makes a stream of words that are a header and whole instructions, as the writer makes them.
    pub(crate) fn of_instructions(order: ByteOrder, words: Vec<u32>) -> Self {
        Self { order, words }
    }

    /// Returns the header.
    pub fn header(&self) -> Header {
        let [_, version, generator, bound, schema] = *self.words.first_chunk::<HEADER_WORDS>().expect("a stream has a header");
        Header { order: self.order, version, generator, bound, schema }
    }

    /// Returns every word, the header's first.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// Returns the instructions in order.
    pub fn instructions(&self) -> impl Iterator<Item = RawInstruction<'_>> {
        let mut at = HEADER_WORDS;
        std::iter::from_fn(move || {
            let &first = self.words.get(at)?;
            let start = at;
            at += (first >> 16) as usize;
            Some(RawInstruction { at: start, opcode: first as u16, words: &self.words[start + 1..at] })
        })
    }
}
