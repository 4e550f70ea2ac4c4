//! Changes of the tokens of a text, as people mistype it: what the grammar has no place for must be refused exactly there, and whatever else
//! is accepted must mean what it says.

use super::tokens::{Class, Token};
use crate::mistyped::{TextBreaker, TextDraft, TextTrial, TextVerdict};

type Draft<'a, 'u> = TextDraft<'a, 'u, Class>;

const fn row(name: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<TextTrial>) -> TextBreaker<Class> {
    TextBreaker::new(name, change)
}

/// Every change.
pub const TEXT_BREAKERS: &[TextBreaker<Class>] = &[
    row("a foreign token in place of a token", |draft| foreign(draft, true)),
    row("a foreign token before a token", |draft| foreign(draft, false)),
    row("an id with a foreign character", foreign_id),
    row("a name of no instruction", no_instruction),
    row("an instruction without its result", without_result),
    row("a result of an instruction that has none", with_result),
    row("a string without its end", open_string),
    row("a string with a zero", zero_in_string),
    row("a text that ends early", cut),
    row("a token less", |draft| draft.delete(true)),
    row("a token twice", |draft| draft.double(true)),
    row("two tokens in the other order", |draft| draft.swap(true)),
    row("another token of the same class", replace),
    row("another number", renumber),
    row("a token from elsewhere", |draft| draft.insert(true)),
];

/// Tokens that no instruction contains.
const FOREIGN: [&str; 10] = ["?", "{", "}", "(", ")", "[", "]", "|", ",", "\\"];

/// Makes a trial that is refused at a token, where its text now is `found`.
fn refused(draft: &Draft<'_, '_>, index: usize, text: String, found: &str, expected: Option<&'static str>) -> Option<TextTrial> {
    let place = draft.tokens[index].place;
    Some(TextTrial { text, line: place.0, verdict: refusal(place, format!("`{found}`"), expected) })
}

fn refusal(place: (usize, usize), found: String, expected: Option<&'static str>) -> TextVerdict {
    TextVerdict::Refused { first: place, last: place, found, expected }
}

fn foreign(draft: &mut Draft<'_, '_>, replaces: bool) -> Option<TextTrial> {
    // Without its `=` a result is an operand of the instruction before it, and may be refused itself.
    let index = draft.one(|tokens, index| tokens[index].class != Class::Equals)?;
    let token = draft.tokens[index];
    let other = FOREIGN[draft.choices.below(FOREIGN.len())];
    let end = if replaces { token.end() } else { token.start };
    refused(draft, index, draft.with(token.start, end, &format!("{other} ")), other, None)
}

fn foreign_id(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| tokens[index].class == Class::Id)?;
    let token = draft.tokens[index];
    let other = ["%", "%a-b", "%1.5", "%%", "%é", "%a|b"][draft.choices.below(6)];
    let text = draft.with(token.start, token.end(), &format!("{other} "));
    refused(draft, index, text, other, Some("a name of letters, digits and underscores"))
}

fn no_instruction(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| tokens[index].class == Class::Instruction)?;
    let token = draft.tokens[index];
    let other = ["OpFoo", "OpNopp", "OpTypevoid", "OpN"][draft.choices.below(4)];
    refused(draft, index, draft.with(token.start, token.end(), other), other, Some("the name of an instruction"))
}

/// Returns whether a token is the result of an instruction.
fn is_result(tokens: &[Token<'_>], index: usize) -> bool {
    tokens[index].class == Class::Id && tokens.get(index + 1).is_some_and(|next| next.class == Class::Equals)
}

fn without_result(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(is_result)?;
    let (result, instruction) = (draft.tokens[index], *draft.tokens.get(index + 2)?);
    if instruction.class != Class::Instruction {
        return None;
    }
    // Blanks keep the columns.
    let blanks = " ".repeat(instruction.start - result.start);
    let text = draft.with(result.start, instruction.start, &blanks);
    refused(draft, index + 2, text, instruction.text, Some("`%result =` before this instruction"))
}

fn with_result(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(|tokens, index| {
        tokens[index].class == Class::Instruction && index.checked_sub(1).is_none_or(|before| tokens[before].class != Class::Equals)
    })?;
    let start = draft.tokens[index].start;
    refused(draft, index, draft.with(start, start, "%1 = "), "%1", Some("an instruction without a result"))
}

/// Returns whether a token is a string that is an operand by the grammar, not among raw words.
fn is_operand_string(tokens: &[Token<'_>], index: usize) -> bool {
    let before = tokens[..index].iter().rev().take_while(|token| token.class != Class::Instruction);
    tokens[index].class == Class::Text && before.clone().count() < index && before.clone().all(|token| token.class != Class::Immediate)
}

fn open_string(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(is_operand_string)?;
    let token = draft.tokens[index];
    let text = &draft.text[..token.end() - 1];
    let found = text[token.start..].split_whitespace().next()?.chars().take(40).collect::<String>();
    refused(draft, index, text.to_owned(), &found, Some("a string with a quote at its end"))
}

fn zero_in_string(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.one(is_operand_string)?;
    let token = draft.tokens[index];
    let text = draft.with(token.start, token.end(), "\"a\0b\"");
    let found = text[token.start..].split_whitespace().next()?.chars().take(40).collect::<String>();
    refused(draft, index, text, &found, Some("a string without a zero character, which would end it"))
}

fn cut(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    let text = draft.text[..token.start].to_owned();
    // A text that ends behind `=` is refused at its end, which is where the token began.
    if index.checked_sub(1).is_some_and(|before| draft.tokens[before].class == Class::Equals) {
        let verdict = refusal(token.place, "the end".to_owned(), Some("an instruction"));
        return Some(TextTrial { text, line: token.place.0, verdict });
    }
    draft.faithful(index, text, false)
}

fn replace(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    let other = draft.other_of_class(token)?;
    draft.faithful(index, draft.with(token.start, token.end(), other.text), matches!(token.class, Class::Id | Class::Number))
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
    let index = draft.one(|tokens, index| tokens[index].class == Class::Number)?;
    let token = draft.tokens[index];
    let number = NUMBERS[draft.choices.below(NUMBERS.len())];
    // A width of a type changes how its constants are written.
    draft.faithful(index, draft.with(token.start, token.end(), number), true)
}
