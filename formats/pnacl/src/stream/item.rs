//! One item of a stream.

use crate::BitAddress;
use std::ops::Range;

/// An item and where it stands in the file it was read from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// In bits: half a [`BitAddress`], so that the items of a large file take less memory.
    at: u32,
    /// What it is.
    pub kind: ItemKind,
}

impl Item {
    /// Largest address of an item.
    pub(super) const MAX_ADDRESS: BitAddress = BitAddress(u32::MAX as u64);

    /// An item at an address, at most [`Item::MAX_ADDRESS`].
    #[inline]
    pub(super) const fn new(at: BitAddress, kind: ItemKind) -> Self {
        Self { at: at.0 as u32, kind }
    }

    /// Bit address of the item's abbreviation id; 0 in a stream that was built and not read.
    pub const fn at(&self) -> BitAddress {
        BitAddress(self.at as u64)
    }
}

/// What an item of a stream is.
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

/// A record: its abbreviation, its code, and where its operands lie in the stream's arena.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Abbreviation id on the wire: 3 for none, else 4 and above.
    pub abbreviation: u32,
    /// Record code.
    pub code: u32,
    pub(crate) operands: Range<u32>,
}

impl Record {
    /// Number of operands.
    pub fn len(&self) -> usize {
        self.operands.len()
    }

    /// Whether the record has no operands.
    pub fn is_empty(&self) -> bool {
        self.operands.is_empty()
    }
}
