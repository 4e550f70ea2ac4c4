//! A readable file up to one of its items, and bits that are written after it.

use super::bits::Bits;
use crate::Choices;
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::ItemKind;
use std::collections::BTreeMap;

/// Id of the abbreviations block, and of its record that begins a section.
const ABBREVIATIONS: u32 = 0;
const SET_BLOCK: u32 = 1;
/// An id that no kind of block has, above those that LLVM uses.
const UNKNOWN_BLOCK: u64 = 300;
/// Nested blocks that breakers leave room for.
const ROOM: usize = 4;
/// The limit of nesting.
pub(super) const NESTING: usize = 16;

/// A readable file, and the draws that choose where a mistake is made.
#[derive(Debug)]
pub struct FileDraft<'a, 'u> {
    /// The file.
    pub(super) file: &'a [u8],
    /// The records.
    pub(super) stream: &'a Stream,
    pub(super) choices: Choices<'a, 'u>,
}

/// The end of the beginning of a file, where an item begins, and the blocks that are open there.
#[derive(Clone, Debug)]
pub(super) struct Writing {
    pub(super) bits: Bits,
    /// Widths of the abbreviation ids of the open blocks, in bits.
    pub(super) open: Vec<u32>,
}

impl<'a, 'u> FileDraft<'a, 'u> {
    pub(super) const fn new(file: &'a [u8], stream: &'a Stream, choices: Choices<'a, 'u>) -> Self {
        Self { file, stream, choices }
    }

    /// Returns the size of the header in bytes.
    pub(super) fn header(&self) -> usize {
        self.stream.header.bytes().len()
    }

    /// Returns the beginning of the file, up to an item in the outermost block or in a block within it, in place of which anything may be
    /// written.
    pub(super) fn up_to_an_item(&mut self) -> Option<Writing> {
        let items = self.stream.items();
        let item = 1 + self.choices.index(items.len() - 1)?;
        self.up_to(item)
    }

    /// As [`Self::up_to_an_item`], in a block whose abbreviation ids have at least `width` bits: if the block's have fewer, and sometimes
    /// otherwise, a new block is entered first.
    pub(super) fn with_ids(&mut self, width: u32) -> Option<Writing> {
        let mut writing = self.up_to_an_item()?;
        if writing.width() < width || self.choices.chance(64) {
            let wider = self.choices.below(7) as u32;
            writing.enter(UNKNOWN_BLOCK, u64::from(width + wider));
        }
        Some(writing)
    }

    /// As [`Self::with_ids`], in a new block, which has no abbreviations.
    pub(super) fn in_new_block(&mut self, width: u32) -> Option<Writing> {
        let mut writing = self.up_to_an_item()?;
        let wider = self.choices.below(7) as u32;
        writing.enter(UNKNOWN_BLOCK, u64::from(width + wider));
        Some(writing)
    }

    fn up_to(&self, item: usize) -> Option<Writing> {
        let items = self.stream.items();
        let mut open = Vec::new();
        for item in &items[..item] {
            match item.kind {
                ItemKind::Enter { width, .. } => open.push(width),
                ItemKind::End => drop(open.pop()),
                ItemKind::Define(_) | ItemKind::Record(_) => {}
            }
        }
        let bits = Bits::beginning(self.file, items[item].at().0);
        (open.len() + ROOM <= NESTING).then_some(Writing { bits, open })
    }

    /// Returns the beginning of the file up to the first item within the outermost block.
    pub(super) fn up_to_the_first_item(&self) -> Option<Writing> {
        self.up_to(1)
    }

    /// Draws an item of a block, and returns the beginning of the file up to it with the first abbreviation id that is undefined there.
    pub(super) fn with_abbreviations(&mut self) -> Option<(Writing, u64)> {
        let items = self.stream.items();
        let chosen = 1 + self.choices.index(items.len() - 1)?;
        // Abbreviations registered for each block id; those of the open blocks, with the section of an abbreviations block.
        let mut registered: BTreeMap<u64, u64> = BTreeMap::new();
        let mut open: Vec<(u32, u64, Option<u64>)> = Vec::new();
        let mut is_registered = false;
        for item in &items[..chosen] {
            match &item.kind {
                ItemKind::Enter { block, .. } => open.push((*block, registered.get(&u64::from(*block)).copied().unwrap_or(0), None)),
                ItemKind::End => is_registered |= open.pop().is_some_and(|(block, ..)| block == ABBREVIATIONS),
                ItemKind::Define(_) => match open.last_mut() {
                    Some((_, _, Some(section))) if !is_registered => *registered.entry(*section).or_default() += 1,
                    Some((_, _, Some(_))) | None => {}
                    Some((_, count, None)) => *count += 1,
                },
                ItemKind::Record(record) => {
                    if let (Some((ABBREVIATIONS, _, section)), SET_BLOCK, Some(&block)) =
                        (open.last_mut(), record.code, self.stream.operands(record).first())
                    {
                        // Readers keep 32 bits of it.
                        *section = Some(block & 0xffff_ffff);
                    }
                }
            }
        }
        let (_, count, _) = *open.last()?;
        Some((self.up_to(chosen)?, FIRST_ABBREVIATION + count))
    }
}

/// The smallest id of an abbreviation.
const FIRST_ABBREVIATION: u64 = 4;

/// The ids that every block has.
pub(super) const END: u64 = 0;
pub(super) const ENTER: u64 = 1;
pub(super) const DEFINE: u64 = 2;
pub(super) const UNABBREVIATED: u64 = 3;
/// The first abbreviation of a block without others.
pub(super) const FIRST: u64 = FIRST_ABBREVIATION;

impl Writing {
    /// Returns the position of the next bit.
    pub(super) const fn at(&self) -> u64 {
        self.bits.length()
    }

    /// Returns the width of abbreviation ids here, in bits.
    pub(super) fn width(&self) -> u32 {
        self.open.last().copied().unwrap_or(2)
    }

    /// Writes an abbreviation id.
    pub(super) fn id(&mut self, id: u64) {
        let width = self.width();
        self.bits.fixed(id, width);
    }

    /// Enters a block whose abbreviation ids have 1 to 64 bits.
    pub(super) fn enter(&mut self, block: u64, width: u64) {
        self.id(ENTER);
        self.bits.vbr(block, 8);
        self.bits.vbr(width, 4);
        self.bits.align();
        self.bits.fixed(0, 32);
        self.open.push(width as u32);
    }

    /// Writes a record without an abbreviation.
    pub(super) fn record(&mut self, code: u64, operands: &[u64]) {
        self.id(UNABBREVIATED);
        self.bits.vbr(code, 6);
        self.bits.vbr(operands.len() as u64, 6);
        operands.iter().for_each(|&operand| self.bits.vbr(operand, 6));
    }

    /// Ends every open block, and returns the file.
    pub(super) fn close(mut self) -> Vec<u8> {
        while let Some(width) = self.open.pop() {
            self.bits.fixed(END, width);
            self.bits.align();
        }
        self.bits.into_bytes()
    }
}
