//! The faithful layer: a file as a flat list of records, with all details that the typed model drops.
//!
//! A [`Stream`] keeps the header's bytes, the order of all records, the abbreviation of each, the width of every block's abbreviation ids,
//! and the position of each item. It does not keep what a canonical writer never varies: overlong variable-width values and nonzero padding
//! bits. Wrong lengths of blocks are recorded when a file is read ([`Stream::wrong_lengths`]), and the writer writes correct ones.
//!
//! Operands of all records share one arena, so a record needs no allocation.

mod abbreviation;
mod header;
mod item;
mod plan;
mod read;
mod scope;
mod write;

pub(crate) use abbreviation::MAX_WIDTH;
pub use abbreviation::{Abbreviation, AbbreviationOperand, Scalar};
pub use header::{Header, HeaderField};
pub use item::{Item, ItemKind, Record};
pub(crate) use scope::Scopes;

use crate::BitAddress;

/// Abbreviation id of an END_BLOCK.
pub const END_BLOCK: u32 = 0;
/// Abbreviation id of an ENTER_SUBBLOCK.
pub const ENTER_SUBBLOCK: u32 = 1;
/// Abbreviation id of a DEFINE_ABBREV.
pub const DEFINE_ABBREV: u32 = 2;
/// Abbreviation id of a record without a user abbreviation.
pub const UNABBREV_RECORD: u32 = 3;
/// Smallest id of a user abbreviation.
pub const FIRST_ABBREVIATION: u32 = 4;
/// Width of abbreviation ids outside every block, in bits.
pub const TOP_LEVEL_WIDTH: u32 = 2;

/// A block whose length word is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WrongLength {
    /// Index of the item that enters the block.
    pub item: u32,
    /// The length that the file states, in 32-bit words.
    pub stated: u32,
    /// The number of 32-bit words from after the length word to the end of the block.
    pub actual: u32,
}

/// A file at the level of records.
#[derive(Clone, Debug, Default)]
pub struct Stream {
    /// The file's header.
    pub header: Header,
    items: Vec<Item>,
    operands: Vec<u64>,
    abbreviations: Vec<Abbreviation>,
    wrong_lengths: Vec<WrongLength>,
}

impl Stream {
    /// Makes an empty stream with the standard header.
    pub fn new() -> Self {
        Self::default()
    }

    /// Makes an empty stream with capacity for this many items.
    pub(crate) fn with_capacity(items: usize) -> Self {
        // Real records have 3.3 operands on average.
        Self {
            items: Vec::with_capacity(items),
            operands: Vec::with_capacity(items * 4),
            abbreviations: Vec::with_capacity(32),
            ..Self::default()
        }
    }

    /// Returns the items in file order.
    pub fn items(&self) -> &[Item] {
        &self.items
    }

    /// Returns the items, for changing abbreviation ids and widths in place.
    pub fn items_mut(&mut self) -> &mut [Item] {
        &mut self.items
    }

    /// Returns the abbreviation definitions in file order; [`ItemKind::Define`] contains indices of them.
    pub fn abbreviations(&self) -> &[Abbreviation] {
        &self.abbreviations
    }

    /// Returns the operands of a record, without its code.
    pub fn operands(&self, record: &Record) -> &[u64] {
        &self.operands[record.operands.start as usize..record.operands.end as usize]
    }

    /// Returns the position of the item with this index, or the start of the file.
    pub fn address(&self, item: usize) -> BitAddress {
        self.items.get(item).map_or(BitAddress(0), Item::at)
    }

    /// Returns the blocks of the file from which the stream was read whose length words are wrong, in the order of the blocks. Tools use the
    /// lengths of blocks that they skip.
    pub fn wrong_lengths(&self) -> &[WrongLength] {
        &self.wrong_lengths
    }

    /// Returns the number of 32-bit words of a block, from after its length word to its end, by the items that enter and end it; 0 in a
    /// stream that was built and not read.
    pub(crate) fn words(&self, enter: usize, end: usize) -> u32 {
        let ItemKind::Enter { width, .. } = self.items[enter].kind else { return 0 };
        let (start, end) = (self.address(enter + 1).0, (self.address(end).0 + u64::from(width)).next_multiple_of(32));
        if start == 0 { 0 } else { ((end - start) / 32) as u32 }
    }

    /// Appends a block enter. Addresses of appended items are 0 until the stream is written and read.
    pub fn enter(&mut self, block: u32, width: u32) {
        self.push(ItemKind::Enter { block, width });
    }

    /// Appends a block end.
    pub fn end(&mut self) {
        self.push(ItemKind::End);
    }

    /// Appends an abbreviation definition.
    pub fn define(&mut self, abbreviation: Abbreviation) {
        let index = self.abbreviations.len() as u32;
        self.abbreviations.push(abbreviation);
        self.push(ItemKind::Define(index));
    }

    /// Appends a record.
    pub fn record(&mut self, abbreviation: u32, code: u32, operands: &[u64]) {
        let start = self.operands.len() as u32;
        self.operands.extend_from_slice(operands);
        self.finish_record(abbreviation, code, start);
    }

    /// Appends an item of another stream.
    pub fn copy_item(&mut self, from: &Self, item: &Item) {
        match &item.kind {
            ItemKind::Enter { block, width } => self.enter(*block, *width),
            ItemKind::End => self.end(),
            ItemKind::Define(index) => self.define(from.abbreviations[*index as usize].clone()),
            ItemKind::Record(record) => self.record(record.abbreviation, record.code, from.operands(record)),
        }
    }

    /// Appends a record with the operands that were pushed to the arena since `start`.
    pub(crate) fn finish_record(&mut self, abbreviation: u32, code: u32, start: u32) {
        let operands = start..self.operands.len() as u32;
        self.push(ItemKind::Record(Record { abbreviation, code, operands }));
    }

    /// Returns the arena, for writers that push operands one by one, and its current length.
    pub(crate) fn arena(&mut self) -> (&mut Vec<u64>, u32) {
        let start = self.operands.len() as u32;
        (&mut self.operands, start)
    }

    fn push(&mut self, kind: ItemKind) {
        self.items.push(Item::new(BitAddress(0), kind));
    }

    /// Returns the items with a meaning: all except abbreviation definitions and the abbreviations block, with their indices.
    pub fn content(&self) -> impl Iterator<Item = (usize, &Item)> {
        // Depth of blocks inside an abbreviations block.
        let mut skipped = 0usize;
        self.items.iter().enumerate().filter(move |(_, item)| match item.kind {
            ItemKind::Define(_) => false,
            ItemKind::Enter { block, .. } => {
                skipped += usize::from(skipped > 0 || block == 0);
                skipped == 0
            }
            ItemKind::End if skipped > 0 => {
                skipped -= 1;
                false
            }
            _ => skipped == 0,
        })
    }

    /// Returns whether two streams contain the same records in the same blocks, whatever their abbreviations, widths and addresses.
    pub fn same_records(&self, other: &Self) -> bool {
        self.first_difference(other).is_none()
    }

    /// Returns the first pair of items of [`Stream::content`] at which two streams differ, by index into [`Stream::items`] of each; the
    /// length if one ends early.
    pub fn first_difference(&self, other: &Self) -> Option<(usize, usize)> {
        let (mut left, mut right) = (self.content(), other.content());
        loop {
            match (left.next(), right.next()) {
                (None, None) => return None,
                (Some((_, a)), Some((_, b))) if self.same_item(a, other, b) => {}
                (a, b) => return Some((a.map_or(self.items.len(), |a| a.0), b.map_or(other.items.len(), |b| b.0))),
            }
        }
    }

    fn same_item(&self, item: &Item, other: &Self, with: &Item) -> bool {
        match (&item.kind, &with.kind) {
            (ItemKind::Enter { block: a, .. }, ItemKind::Enter { block: b, .. }) => a == b,
            (ItemKind::End, ItemKind::End) => true,
            (ItemKind::Record(a), ItemKind::Record(b)) => a.code == b.code && self.operands(a) == other.operands(b),
            _ => false,
        }
    }
}
