//! Text to words.

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

/// The module that a text stands for: what [`super::disassemble`] prints, and what `spirv-as --preserve-numeric-ids` reads.
///
/// Ids may have names, layout is free, and comments go from `;` to the end of a line; those before the first instruction say what the
/// header holds, and without them the version is 1.0. An import must stand before the instructions of its set, a type before its literals.
///
/// # Errors
/// The first place that cannot be read, and what was expected there.
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
    // Every instruction has as many words as it says.
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
    /// The token that is read next.
    next: Token<'t>,
    ids: Ids<'t>,
    context: Context,
    /// The header's place and the instructions so far.
    words: Vec<u32>,
}

impl<'t> Parser<'t> {
    fn advance(&mut self) -> Token<'t> {
        std::mem::replace(&mut self.next, self.lexer.next())
    }

    /// Whether no operand can stand here: the text ends or another instruction begins.
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

    /// A number for an id.
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

/// The beginning of what stands at an unexpected place.
fn found(rest: &str) -> String {
    const LONGEST: usize = 40;
    match rest.split_whitespace().next() {
        Some(word) => format!("`{}`", word.chars().take(LONGEST).collect::<String>()),
        None => "the end".to_owned(),
    }
}
