//! Texts with changed tokens, as people mistype them: what every text form shares.
//!
//! What a grammar has no place for must be refused exactly there, and whatever else is accepted must mean what it says.

use crate::Choices;
use arbitrary::Unstructured;

/// A token of a text form with classes `C`, and its place in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextToken<'a, C> {
    /// The token as it is written.
    pub text: &'a str,
    /// The byte of the text where it begins.
    pub start: usize,
    /// Line and column, each from 1; a column is a character.
    pub place: (usize, usize),
    /// Whether it is the first of its line.
    pub is_first: bool,
    /// The class: tokens of one class can stand for one another.
    pub class: C,
}

impl<C> TextToken<'_, C> {
    /// Returns the byte of the text after the token.
    pub const fn end(&self) -> usize {
        self.start + self.text.len()
    }
}

/// A text, and what an assembler must say of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextTrial {
    /// The text.
    pub text: String,
    /// The first line that is changed, from 1.
    pub line: usize,
    /// The result of assembling it.
    pub verdict: TextVerdict,
}

/// The result of assembling a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextVerdict {
    /// The text is refused.
    Refused {
        /// The first place where it may be refused, as line and column.
        first: (usize, usize),
        /// The last place.
        last: (usize, usize),
        /// What was found, if it is refused at the last place.
        found: String,
        /// What was expected instead, if that is known.
        expected: Option<&'static str>,
    },
    /// The text is refused, not before the changed line; or it is accepted, and printed with the same tokens. If an id or a number
    /// is changed, the numbers of the text may get another type, and with it another spelling.
    Faithful {
        /// Whether numbers may get another spelling.
        respells_numbers: bool,
    },
}

/// A way to change a text whose tokens have classes `C`.
#[derive(Clone, Copy, Debug)]
pub struct TextBreaker<C: 'static> {
    /// The change, in a few words.
    pub name: &'static str,
    change: fn(&mut TextDraft<'_, '_, C>) -> Option<TextTrial>,
}

/// A text that was printed, and the draws that choose where it is changed.
pub(crate) struct TextDraft<'a, 'u, C> {
    pub(crate) text: &'a str,
    pub(crate) tokens: &'a [TextToken<'a, C>],
    pub(crate) choices: Choices<'a, 'u>,
}

impl<C> TextBreaker<C> {
    pub(crate) const fn new(name: &'static str, change: fn(&mut TextDraft<'_, '_, C>) -> Option<TextTrial>) -> Self {
        Self { name, change }
    }

    /// Changes a text with these tokens; `u` chooses the place. `None` if there is no place.
    pub fn make(&self, text: &str, tokens: &[TextToken<'_, C>], u: &mut Unstructured<'_>) -> Option<TextTrial> {
        (self.change)(&mut TextDraft { text, tokens, choices: Choices::new(u) })
    }
}

impl<'a, C: Copy + PartialEq> TextDraft<'a, '_, C> {
    pub(crate) fn any(&mut self) -> Option<usize> {
        self.choices.index(self.tokens.len())
    }

    /// Draws a token for which `is` holds, given its index.
    pub(crate) fn one(&mut self, is: impl Fn(&[TextToken<'a, C>], usize) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.tokens.len()).filter(|&index| is(self.tokens, index)).collect();
        self.choices.pick(&all).copied()
    }

    /// Returns the text with other text in place of bytes.
    pub(crate) fn with(&self, start: usize, end: usize, other: &str) -> String {
        [&self.text[..start], other, &self.text[end..]].concat()
    }

    /// Makes a trial that is changed at a token.
    pub(crate) fn faithful(&self, index: usize, text: String, respells_numbers: bool) -> Option<TextTrial> {
        Some(TextTrial { text, line: self.tokens[index].place.0, verdict: TextVerdict::Faithful { respells_numbers } })
    }

    /// Draws another token of the class of a token: the first one from a place on, so that any may be it.
    pub(crate) fn other_of_class(&mut self, token: TextToken<'a, C>) -> Option<TextToken<'a, C>> {
        let from = self.any()?;
        let mut others = self.tokens[from..].iter().chain(&self.tokens[..from]);
        others.find(|other| other.class == token.class && other.text != token.text).copied()
    }

    /// Removes a token.
    pub(crate) fn delete(&mut self, respells_numbers: bool) -> Option<TextTrial> {
        let index = self.any()?;
        let token = self.tokens[index];
        self.faithful(index, self.with(token.start, token.end(), " "), respells_numbers)
    }

    /// Writes a token twice.
    pub(crate) fn double(&mut self, respells_numbers: bool) -> Option<TextTrial> {
        let index = self.any()?;
        let token = self.tokens[index];
        self.faithful(index, self.with(token.start, token.start, &format!("{} ", token.text)), respells_numbers)
    }

    /// Swaps two neighbours.
    pub(crate) fn swap(&mut self, respells_numbers: bool) -> Option<TextTrial> {
        let index = self.choices.index(self.tokens.len().checked_sub(1)?)?;
        let (first, second) = (self.tokens[index], self.tokens[index + 1]);
        let swapped = format!("{}{}{} ", second.text, &self.text[first.end()..second.start], first.text);
        self.faithful(index, self.with(first.start, second.end(), &swapped), respells_numbers)
    }

    /// Inserts a token from elsewhere.
    pub(crate) fn insert(&mut self, respells_numbers: bool) -> Option<TextTrial> {
        let index = self.any()?;
        let other = self.tokens[self.any()?];
        let at = self.tokens[index].start;
        self.faithful(index, self.with(at, at, &format!("{} ", other.text)), respells_numbers)
    }
}
