//! Parses text to words.

mod debug;
mod error;
mod header;
mod ids;
mod instruction;
mod lexer;
mod operands;

pub use error::ParseError;

use crate::Stream;
use crate::grammar::Context;
use crate::stream::MAGIC;
use error::Parsed;
use ids::Ids;
use lexer::{Kind, Lexer, Token};

/// Assembles a module from text: the output of [`super::disassemble`], and the input of `spirv-as --preserve-numeric-ids`.
///
/// Ids may have names, layout is free, and comments extend from `;` to the end of a line; those before the first instruction state the
/// header, and without them the version is 1.0. An import must precede the instructions of its set, a type its literals.
///
/// # Errors
/// The first position that cannot be parsed, and what was expected there.
pub fn assemble(text: &str) -> Result<Stream, ParseError> {
    let (mut header, bound) = header::parse(text);
    let mut lexer = Lexer::new(text);
    let next = lexer.next();
    let mut parser = Parser { text, lexer, next, ids: Ids::new(text), context: Context::default(), words: vec![0; 5] };
    while parser.next.kind != Kind::End {
        parser.instruction()?;
    }
    header.bound = parser.ids.bound(bound);
    let mut words = parser.words;
    words[..5].copy_from_slice(&[MAGIC, header.version, header.generator, header.bound, header.schema]);
    // Every instruction has as many words as its word count.
    Stream::from_words(header.order, words).map_err(|error| ParseError {
        line: 1,
        column: 1,
        expected: "a module".to_owned(),
        found: error.to_string(),
    })
}

struct Parser<'t> {
    text: &'t str,
    lexer: Lexer<'t>,
    /// The next token.
    next: Token<'t>,
    ids: Ids<'t>,
    context: Context,
    /// Space for the header, and the instructions so far.
    words: Vec<u32>,
}

impl<'t> Parser<'t> {
    fn advance(&mut self) -> Token<'t> {
        std::mem::replace(&mut self.next, self.lexer.next())
    }

    /// Returns whether no operand can follow: the text ends or another instruction begins.
    fn at_end(&self) -> bool {
        match self.next.kind {
            Kind::End => true,
            Kind::Immediate(_) => self.next.first,
            Kind::Id(_) => self.lexer.before_equals(),
            kind => kind.is_instruction(),
        }
    }

    fn error<T>(&self, at: &Token<'_>, expected: impl Into<String>) -> Parsed<T> {
        let before = &self.text[..at.at];
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        Err(ParseError {
            line: before.matches('\n').count() + 1,
            column: before[line_start..].chars().count() + 1,
            expected: expected.into(),
            found: found(&self.text[at.at..]),
        })
    }

    /// Parses an id and returns its number.
    fn id(&mut self, expected: &str) -> Parsed<u32> {
        let token = self.next;
        let Kind::Id(name) = token.kind else { return self.error(&token, expected) };
        match self.ids.number(name) {
            Some(number) => {
                self.advance();
                Ok(number)
            }
            None => self.error(&token, "a name of letters, digits and underscores"),
        }
    }
}

/// Returns the beginning of the text at an unexpected position.
fn found(rest: &str) -> String {
    const LONGEST: usize = 40;
    match rest.split_whitespace().next() {
        Some(word) => format!("`{}`", word.chars().take(LONGEST).collect::<String>()),
        None => "the end".to_owned(),
    }
}
