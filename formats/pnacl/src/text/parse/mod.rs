//! Parses text to a stream; the inverse of `print`.
//!
//! Blanks, line ends and `// comments` are only separators. In addition to the output of `print`, the manual's spellings are accepted:
//! `count: N` for `count N`, `br %b1` for `br label %b1`. The parser has no recursion, and allocates no more than in proportion to the
//! text.

mod abbreviations;
mod blocks;
mod constants;
mod error;
mod function;
mod globals;
mod instruction;
mod lexer;
mod module;
mod operands;
mod switch;
mod symbols;
mod tokens;
mod types;

pub use error::ParseError;

use super::state::State;
use crate::Stream;
use crate::stream::UNABBREV_RECORD;
use crate::tables::BlockKind;
use blocks::OpenBlock;
use error::Parsed;
use lexer::{Lexer, Place, Token};

/// Assembles PNaClAsm to a file: the inverse of [`super::assembly`].
///
/// Also accepts the assembly column of a listing. If a block does not state the width of its abbreviation ids, they are 2 bits wide, or as
/// wide as its abbreviations need.
///
/// # Errors
/// The first place where the text is not PNaClAsm, or is inconsistent: a name that is out of order, a value or type that does not exist, a
/// type that is not the value's, an abbreviation that cannot encode the record.
pub fn assemble(text: &str) -> Result<Vec<u8>, ParseError> {
    let stream = assemble_stream(text)?;
    // The parser checks everything that a writer rejects; if it missed something, the error names the text as a whole.
    stream.write().map_err(|error| Place { line: 1, column: 1 }.error("a module that can be written", error.to_string()))
}

/// As [`assemble`], to a stream. Its items have no addresses.
///
/// # Errors
/// The errors of [`assemble`].
pub fn assemble_stream(text: &str) -> Result<Stream, ParseError> {
    let lexer = Lexer::new(text)?;
    let mut parser = Parser { lexer, state: State::default(), stream: Stream::new(), open: Vec::new() };
    parser.header()?;
    parser.begin_block()?;
    while !parser.open.is_empty() {
        parser.statement()?;
    }
    match parser.lexer.peek() {
        Token::End => Ok(parser.stream),
        _ => Err(parser.lexer.unexpected("the end of the text behind the only top-level block")),
    }
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    state: State,
    stream: Stream,
    open: Vec<OpenBlock>,
}

/// The record of a statement.
#[derive(Clone, Debug, Default)]
struct Record {
    code: u32,
    operands: Vec<u64>,
}

impl Record {
    fn new(code: u32, operands: impl Into<Vec<u64>>) -> Self {
        Self { code, operands: operands.into() }
    }
}

impl Parser<'_> {
    fn statement(&mut self) -> Parsed {
        let kind = self.state.block();
        let start = self.lexer.place();
        match self.lexer.peek() {
            Token::Mark('}') if self.state.globals.closes() => self.close_initializers(),
            _ if self.state.globals.closes() => Err(self.lexer.unexpected("} behind the last initializer")),
            Token::Mark('}') => self.end_block(),
            Token::End => Err(self.lexer.unexpected("a statement or }")),
            Token::Word("record") => self.raw(),
            Token::Word(word) if blocks::is_keyword(word) => self.block_or_section(),
            Token::Name(name) if name.kind == 'a' => self.definition(),
            Token::Name(name) if name.kind == 'b' && kind == Some(BlockKind::Function) => self.label(),
            _ => {
                let record = match kind {
                    Some(BlockKind::Module) => self.module_record()?,
                    Some(BlockKind::Types) => self.type_record()?,
                    Some(BlockKind::Globals) => self.global_record()?,
                    Some(BlockKind::ValueSymtab) => self.symbol_record()?,
                    Some(BlockKind::Constants) => self.constant_record()?,
                    Some(BlockKind::Function) => self.function_record()?,
                    Some(BlockKind::Abbreviations) => return Err(self.lexer.unexpected("a section, an abbreviation or }")),
                    None => return Err(self.lexer.unexpected("record <...>;, an abbreviation, a block or }")),
                };
                self.finish(start, record)
            }
        }
    }

    /// Parses the optional abbreviation of the statement, and appends the record of the statement that began at `start`.
    fn finish(&mut self, start: Place, record: Record) -> Parsed {
        let behind = self.lexer.place();
        // A vector type, which can begin the next statement, has the same bracket.
        let (place, abbreviation) = match (self.lexer.peek(), self.lexer.peek_behind()) {
            (Token::Mark('<'), [Token::Name(_)]) => (behind, self.used_abbreviation()?),
            _ => (start, UNABBREV_RECORD),
        };
        self.check_abbreviation(place, abbreviation, &record)?;
        self.check_width(place, abbreviation)?;
        self.stream.record(abbreviation, record.code, &record.operands);
        self.state.apply(record.code, &record.operands);
        Ok(())
    }

    /// `record <code, operand, ...>;`
    fn raw(&mut self) -> Parsed {
        let start = self.lexer.place();
        self.lexer.next()?;
        let place = self.lexer.place();
        let numbers = self.numbers()?;
        self.mark(';')?;
        match numbers.split_first() {
            Some((&code, operands)) => match u32::try_from(code) {
                Ok(code) => self.finish(start, Record::new(code, operands)),
                Err(_) => Err(place.error("a record code below 4294967296", code.to_string())),
            },
            None => Err(place.error("a record code", "<>")),
        }
    }
}
