//! The header, and the beginnings and ends of blocks.

use super::Parser;
use super::error::Parsed;
use super::lexer::{Place, Token};
use crate::Limits;
use crate::stream::{DEFINE_ABBREV, ENTER_SUBBLOCK, Header, ItemKind, TOP_LEVEL_WIDTH};
use crate::tables::BlockKind;

/// Width of abbreviation ids if the text does not state it and no abbreviation needs more.
const DEFAULT_WIDTH: u32 = 2;
/// Largest width that can be read.
const MAX_WIDTH: u32 = 64;

/// A block whose end has not been parsed yet.
pub(super) struct OpenBlock {
    /// Index of its enter in the stream.
    item: usize,
    /// The width stated in the text.
    width: Option<u32>,
    /// The width that the used abbreviation ids need.
    needed: u32,
}

/// Returns whether a word begins a block.
pub(super) fn is_keyword(word: &str) -> bool {
    word == "block" || kind_of(word).is_some()
}

fn kind_of(word: &str) -> Option<BlockKind> {
    BlockKind::ALL.iter().copied().find(|kind| kind.name() == word)
}

impl Parser<'_> {
    /// Parses `header <byte, ...>;`, if present.
    pub(super) fn header(&mut self) -> Parsed {
        if !self.take_word("header")? {
            return Ok(());
        }
        let place = self.lexer.place();
        let numbers = self.numbers()?;
        self.mark(';')?;
        let bytes: Option<Vec<u8>> = numbers.iter().map(|&byte| u8::try_from(byte).ok()).collect();
        let Some(bytes) = bytes else { return Err(place.error("bytes", "a number above 255")) };
        match Header::read(&bytes) {
            Ok(header) if header.bytes() == bytes => self.stream.header = header,
            Ok(_) => return Err(place.error("no bytes behind the header", "some")),
            Err(error) => return Err(place.error("a header that can be read", error.to_string())),
        }
        Ok(())
    }

    /// Parses a block, or a section, which in the abbreviations block can begin with a block's name too.
    pub(super) fn block_or_section(&mut self) -> Parsed {
        if self.state.block() != Some(BlockKind::Abbreviations) {
            return self.begin_block();
        }
        let place = self.lexer.place();
        let block = self.block_id()?;
        match self.lexer.peek() {
            Token::Mark(':') => self.section(place, block),
            _ => self.enter(place, block),
        }
    }

    /// Parses the beginning of a block.
    pub(super) fn begin_block(&mut self) -> Parsed {
        let place = self.lexer.place();
        let block = self.block_id()?;
        self.enter(place, block)
    }

    /// `types`, `block(17)`
    fn block_id(&mut self) -> Parsed<u32> {
        let spot = self.lexer.spot();
        match self.any_word("the name of a block")? {
            "block" => {
                self.mark('(')?;
                let block = self.number()?;
                self.mark(')')?;
                Ok(block)
            }
            word => kind_of(word).map(|kind| kind as u32).ok_or_else(|| spot.expected("the name of a block")),
        }
    }

    fn enter(&mut self, place: Place, block: u32) -> Parsed {
        if self.open.len() >= Limits::default().nesting {
            return Err(place.error("fewer nested blocks", "one too many"));
        }
        self.check_width(place, ENTER_SUBBLOCK)?;
        if block == BlockKind::Function as u32 && self.lexer.peek() != Token::Mark('{') {
            self.body_signature()?;
        }
        self.mark('{')?;
        let width = self.width()?;
        self.open.push(OpenBlock { item: self.stream.items().len(), width, needed: DEFAULT_WIDTH });
        let width = width.unwrap_or(DEFAULT_WIDTH);
        self.stream.enter(block, width);
        self.state.enter(block, width);
        Ok(())
    }

    /// Parses `<B>`, if present.
    fn width(&mut self) -> Parsed<Option<u32>> {
        // A vector type, which can begin a constants block, has the same bracket.
        if !matches!((self.lexer.peek(), self.lexer.peek_behind()), (Token::Mark('<'), [Token::Number(_), Token::Mark('>')])) {
            return Ok(None);
        }
        self.mark('<')?;
        let place = self.lexer.place();
        let width = self.number()?;
        self.mark('>')?;
        if (1..=MAX_WIDTH).contains(&width) { Ok(Some(width)) } else { Err(place.error("a width of 1 to 64 bits", width.to_string())) }
    }

    /// Records an abbreviation id that must fit the width of the block.
    pub(super) fn check_width(&mut self, place: Place, id: u32) -> Parsed {
        let needed = u32::BITS - id.leading_zeros();
        let width = match self.open.last_mut() {
            Some(block) => {
                block.needed = block.needed.max(needed);
                block.width
            }
            None => Some(TOP_LEVEL_WIDTH),
        };
        match width {
            Some(width) if width < needed => Err(place.error(format!("abbreviation ids of at most {width} bits"), format!("the id {id}"))),
            _ => Ok(()),
        }
    }

    pub(super) fn end_block(&mut self) -> Parsed {
        self.mark('}')?;
        if let Some(block) = self.open.pop() {
            let chosen = block.width.unwrap_or(block.needed);
            if let Some(item) = self.stream.items_mut().get_mut(block.item)
                && let ItemKind::Enter { width, .. } = &mut item.kind
            {
                *width = chosen;
            }
        }
        self.stream.end();
        self.state.leave();
        Ok(())
    }

    /// Checks that an abbreviation can be defined here, with respect to widths.
    pub(super) fn check_definition(&mut self, place: Place) -> Parsed {
        self.check_width(place, DEFINE_ABBREV)
    }
}
