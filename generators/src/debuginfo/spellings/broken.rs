//! Changes of the tokens of a text, as people mistype it: what the grammar has no place for must be refused exactly there, and whatever else
//! is accepted must mean what it says.

use super::tokens::{Class, Token};
use crate::Choices;
use arbitrary::Unstructured;

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
    /// It is refused at this line and column, where this was found; something else was expected, in these words if they are known.
    Refused((usize, usize), String, Option<&'static str>),
    /// It is refused, not before the changed line; or it is accepted, and printed with the same tokens. If an id or a number
    /// is changed, the numbers of the text may get another type, and with it another spelling.
    Faithful {
        /// Whether numbers may get another spelling.
        respells_numbers: bool,
    },
}

/// A way to change a text.
#[derive(Clone, Copy, Debug)]
pub struct TextBreaker {
    /// The change, in a few words.
    pub name: &'static str,
    change: fn(&mut Draft<'_, '_>) -> Option<TextTrial>,
}

/// A text that was printed, and the draws that choose where it is changed.
struct Draft<'a, 'u> {
    text: &'a str,
    tokens: &'a [Token<'a>],
    choices: Choices<'a, 'u>,
}

impl TextBreaker {
    /// Changes a text with these tokens; `u` chooses the place. `None` if there is no place.
    pub fn make(&self, text: &str, tokens: &[Token<'_>], u: &mut Unstructured<'_>) -> Option<TextTrial> {
        (self.change)(&mut Draft { text, tokens, choices: Choices::new(u) })
    }
}

const fn row(name: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<TextTrial>) -> TextBreaker {
    TextBreaker { name, change }
}

/// Every change.
pub const TEXT_BREAKERS: &[TextBreaker] = &[
    row("a foreign token in place of a token", |draft| foreign(draft, true)),
    row("a foreign token before a token", |draft| foreign(draft, false)),
    row("an id with a foreign character", foreign_id),
    row("a name of no instruction", no_instruction),
    row("an instruction without its result", without_result),
    row("a result of an instruction that has none", with_result),
    row("a string without its end", open_string),
    row("a string with a zero", zero_in_string),
    row("a text that ends early", cut),
    row("a token less", delete),
    row("a token twice", double),
    row("two tokens in the other order", swap),
    row("another token of the same class", replace),
    row("another number", renumber),
    row("a token from elsewhere", insert),
];

/// Tokens that no instruction contains.
const FOREIGN: [&str; 10] = ["?", "{", "}", "(", ")", "[", "]", "|", ",", "\\"];

impl<'a> Draft<'a, '_> {
    fn any(&mut self) -> Option<usize> {
        self.choices.index(self.tokens.len())
    }

    /// Draws a token for which `is` holds, given its index.
    fn one(&mut self, is: impl Fn(&[Token<'a>], usize) -> bool) -> Option<usize> {
        let all: Vec<usize> = (0..self.tokens.len()).filter(|&index| is(self.tokens, index)).collect();
        self.choices.pick(&all).copied()
    }

    /// Returns the text with other text in place of bytes.
    fn with(&self, start: usize, end: usize, other: &str) -> String {
        [&self.text[..start], other, &self.text[end..]].concat()
    }

    fn faithful(&self, index: usize, text: String, respells_numbers: bool) -> Option<TextTrial> {
        Some(TextTrial { text, line: self.tokens[index].place.0, verdict: TextVerdict::Faithful { respells_numbers } })
    }

    /// Makes a trial that is refused at a token, where its text now is `found`.
    fn refused(&self, index: usize, text: String, found: &str, expected: Option<&'static str>) -> Option<TextTrial> {
        let place = self.tokens[index].place;
        Some(TextTrial { text, line: place.0, verdict: TextVerdict::Refused(place, format!("`{found}`"), expected) })
    }
}

fn foreign(draft: &mut Draft<'_, '_>, replaces: bool) -> Option<TextTrial> {
    // Without its `=` a result is an operand of the instruction before it, and may be refused itself.
    let index = draft.one(|tokens, index| tokens[index].class() != Class::Equals)?;
    let token = draft.tokens[index];
    let other = FOREIGN[draft.choices.below(FOREIGN.len())];
    let end = if replaces { token.end() } else { token.start };
    draft.refused(index, draft.with(token.start, end, &format!("{other} ")), other, None)
}

fn foreign_id(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| tokens[index].class() == Class::Id)?;
    let token = draft.tokens[index];
    let other = ["%", "%a-b", "%1.5", "%%", "%é", "%a|b"][draft.choices.below(6)];
    let text = draft.with(token.start, token.end(), &format!("{other} "));
    draft.refused(index, text, other, Some("a name of letters, digits and underscores"))
}

fn no_instruction(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| tokens[index].class() == Class::Instruction)?;
    let token = draft.tokens[index];
    let other = ["OpFoo", "OpNopp", "OpTypevoid", "OpN"][draft.choices.below(4)];
    draft.refused(index, draft.with(token.start, token.end(), other), other, Some("the name of an instruction"))
}

/// Returns whether a token is the result of an instruction.
fn is_result(tokens: &[Token<'_>], index: usize) -> bool {
    tokens[index].class() == Class::Id && tokens.get(index + 1).is_some_and(|next| next.class() == Class::Equals)
}

fn without_result(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(is_result)?;
    let (result, instruction) = (draft.tokens[index], *draft.tokens.get(index + 2)?);
    if instruction.class() != Class::Instruction {
        return None;
    }
    // Blanks keep the columns.
    let blanks = " ".repeat(instruction.start - result.start);
    let text = draft.with(result.start, instruction.start, &blanks);
    draft.refused(index + 2, text, instruction.text, Some("`%result =` before this instruction"))
}

fn with_result(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| {
        tokens[index].class() == Class::Instruction && index.checked_sub(1).is_none_or(|before| tokens[before].class() != Class::Equals)
    })?;
    let start = draft.tokens[index].start;
    draft.refused(index, draft.with(start, start, "%1 = "), "%1", Some("an instruction without a result"))
}

/// Returns whether a token is a string that is an operand by the grammar, not among raw words.
fn is_operand_string(tokens: &[Token<'_>], index: usize) -> bool {
    let before = tokens[..index].iter().rev().take_while(|token| token.class() != Class::Instruction);
    tokens[index].class() == Class::Text && before.clone().count() < index && before.clone().all(|token| token.class() != Class::Immediate)
}

fn open_string(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(is_operand_string)?;
    let token = draft.tokens[index];
    let text = &draft.text[..token.end() - 1];
    let found = text[token.start..].split_whitespace().next()?.chars().take(40).collect::<String>();
    draft.refused(index, text.to_owned(), &found, Some("a string with a quote at its end"))
}

fn zero_in_string(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(is_operand_string)?;
    let token = draft.tokens[index];
    let text = draft.with(token.start, token.end(), "\"a\0b\"");
    let found = text[token.start..].split_whitespace().next()?.chars().take(40).collect::<String>();
    draft.refused(index, text, &found, Some("a string without a zero character, which would end it"))
}

fn cut(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    let text = draft.text[..token.start].to_owned();
    // A text that ends behind `=` is refused at its end, which is where the token began.
    if index.checked_sub(1).is_some_and(|before| draft.tokens[before].class() == Class::Equals) {
        let verdict = TextVerdict::Refused(token.place, "the end".to_owned(), Some("an instruction"));
        return Some(TextTrial { text, line: token.place.0, verdict });
    }
    draft.faithful(index, text, false)
}

fn delete(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    draft.faithful(index, draft.with(token.start, token.end(), " "), true)
}

fn double(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    draft.faithful(index, draft.with(token.start, token.start, &format!("{} ", token.text)), true)
}

fn swap(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.choices.index(draft.tokens.len().checked_sub(1)?)?;
    let (first, second) = (draft.tokens[index], draft.tokens[index + 1]);
    let swapped = format!("{}{}{} ", second.text, &draft.text[first.end()..second.start], first.text);
    draft.faithful(index, draft.with(first.start, second.end(), &swapped), true)
}

fn replace(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    // The first of its class from a place on, so that any may be it.
    let from = draft.any()?;
    let mut others = draft.tokens[from..].iter().chain(&draft.tokens[..from]);
    let other = others.find(|other| other.class() == token.class() && other.text != token.text)?;
    draft.faithful(index, draft.with(token.start, token.end(), other.text), matches!(token.class(), Class::Id | Class::Number))
}

/// Numbers at the bounds of what words and types contain.
const NUMBERS: [&str; 14] = [
    "0",
    "1",
    "127",
    "128",
    "255",
    "256",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "-1",
    "18446744073709551616",
];

fn renumber(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| tokens[index].class() == Class::Number)?;
    let token = draft.tokens[index];
    let number = NUMBERS[draft.choices.below(NUMBERS.len())];
    // A width of a type changes how its constants are written.
    draft.faithful(index, draft.with(token.start, token.end(), number), true)
}

fn insert(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let other = draft.tokens[draft.any()?];
    let at = draft.tokens[index].start;
    draft.faithful(index, draft.with(at, at, &format!("{} ", other.text)), true)
}
