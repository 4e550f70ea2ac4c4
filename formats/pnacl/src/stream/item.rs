//! One item of a stream.

use crate::BitAddress;
use std::ops::Range;

/// An item and its position in the file from which it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// In bits: half the size of a [`BitAddress`], so that the items of a large file need less memory.
    at: u32,
    /// The kind.
    pub kind: ItemKind,
}

impl Item {
    /// Largest address of an item.
    pub(super) const MAX_ADDRESS: BitAddress = BitAddress(u32::MAX as u64);

    /// Makes an item at an address, at most [`Item::MAX_ADDRESS`].
    #[inline]
    pub(super) const fn new(at: BitAddress, kind: ItemKind) -> Self {
        Self { at: at.0 as u32, kind }
    }

    /// Returns the bit address of the item's abbreviation id; 0 in a stream that was built and not read.
    pub const fn at(&self) -> BitAddress {
        BitAddress(self.at as u64)
    }
}

/// The kind of an item of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// A block begins.
    Enter {
        /// Block id, see [`crate::tables::BlockKind`].
        block: u32,
        /// Width of the abbreviation ids within the block, in bits.
        width: u32,
    },
    /// A block ends.
    End,
    /// An abbreviation is defined: index into [`crate::Stream::abbreviations`].
    Define(u32),
    /// A record.
    Record(Record),
}

/// A record: its abbreviation, its code, and the range of its operands in the stream's arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Abbreviation id on the wire: 3 for none, otherwise 4 and above.
    pub abbreviation: u32,
    /// Record code.
    pub code: u32,
    pub(crate) operands: Range<u32>,
}

impl Record {
    /// Returns the number of operands.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Returns whether the record has no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }
}
