//! Changes of the tokens of a text, as people mistype it: what no grammar has a place for must be refused exactly there, and whatever else
//! is accepted must mean what it says.

use super::tokens::{Class, Token, tokens};
use crate::Choices;
use crate::mistyped::{TextBreaker, TextDraft, TextTrial, TextVerdict};
use arbitrary::Unstructured;

type Draft<'a, 'u> = TextDraft<'a, 'u, Class>;

const fn row(name: &'static str, change: fn(&mut Draft<'_, '_>) -> Option<TextTrial>) -> TextBreaker<Class> {
    TextBreaker::new(name, change)
}

/// Every change.
pub const TEXT_BREAKERS: &[TextBreaker<Class>] = &[
    row("a foreign token in place of a token", replace_by_foreign),
    row("a foreign token before a token", insert_foreign),
    row("a text that ends early", cut),
    row("a token less", |draft| draft.delete(false)),
    row("a token twice", |draft| draft.double(false)),
    row("two tokens in the other order", |draft| draft.swap(false)),
    row("another token of the same class", replace),
    row("another number", renumber),
    row("a bracket more", bracket),
    row("a token from elsewhere", |draft| draft.insert(false)),
];

/// A character that no statement contains.
const FOREIGN: &str = "?";
/// What errors say of the end of a text.
const END: &str = "the end of the text";

/// Returns the first place where a token that stands at `index` can be refused. An opening bracket of an abbreviation or width is read with
/// what follows it, and refused itself if that is something else. So is the id of a type before a parenthesis: without parameters it is the
/// type itself, not that of a result.
fn earliest(tokens: &[Token<'_>], index: usize) -> (usize, usize) {
    let is_type = |token: &Token<'_>| token.class == Class::Name('@', 't');
    let first = match &tokens[..index] {
        [.., bracket, number] if bracket.text == "<" && number.class == Class::Number => Some(bracket),
        [.., bracket] if bracket.text == "<" => Some(bracket),
        [.., ty, name] if is_type(ty) && name.class == Class::Name('@', 'f') => Some(ty),
        [.., ty] if is_type(ty) => Some(ty),
        _ => None,
    };
    first.or(tokens.get(index)).map_or((1, 1), |token| token.place)
}

/// Writes a foreign character before a token, or in place of the bytes up to `end`.
fn foreign(draft: &Draft<'_, '_>, index: usize, end: usize) -> Option<TextTrial> {
    let token = draft.tokens[index];
    let text = draft.with(token.start, end, &format!("{FOREIGN} "));
    Some(refused(draft, index, text, FOREIGN))
}

/// Makes a trial that is refused at a token.
fn refused(draft: &Draft<'_, '_>, index: usize, text: String, found: &str) -> TextTrial {
    let last = draft.tokens[index].place;
    let verdict = TextVerdict::Refused { first: earliest(draft.tokens, index), last, found: found.to_owned(), expected: None };
    TextTrial { text, line: last.0, verdict }
}

fn replace_by_foreign(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    foreign(draft, index, draft.tokens[index].end())
}

fn insert_foreign(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    foreign(draft, index, draft.tokens[index].start)
}

fn cut(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let start = draft.tokens[index].start;
    Some(refused(draft, index, draft.text[..start].to_owned(), END))
}

/// Returns whether replacing the token would only spell the same differently: the id of a type, a raw record, the bytes of a name.
fn has_spellings(draft: &Draft<'_, '_>, index: usize) -> bool {
    let token = draft.tokens[index];
    let line = draft.text[..token.start].rfind('\n').map_or(0, |at| at + 1);
    let statement = draft.text[line..].trim_start();
    let is_bytes = draft.text[line..token.start].contains(": {");
    token.class == Class::Name('@', 't') && !statement.starts_with(token.text) || is_bytes || statement.starts_with("record")
}

fn replace(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    if has_spellings(draft, index) {
        return None;
    }
    let other = draft.other_of_class(token)?;
    draft.faithful(index, draft.with(token.start, token.end(), other.text), false)
}

/// Numbers at the bounds of what statements accept.
const NUMBERS: [&str; 24] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "536870912",
    "1073741824",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775808",
    "18446744073709551616",
];

fn renumber(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let numbers: Vec<usize> = (0..draft.tokens.len()).filter(|index| draft.tokens[*index].class == Class::Number).collect();
    let index = *draft.choices.pick(&numbers)?;
    let token = draft.tokens[index];
    if has_spellings(draft, index) || index > 0 && ["+", "-"].contains(&draft.tokens[index - 1].text) {
        return None;
    }
    let number = match draft.choices.below(4) {
        0 => token.text.parse::<u64>().ok()?.wrapping_add(1).to_string(),
        1 => token.text.parse::<u64>().ok()?.checked_sub(1)?.to_string(),
        _ => NUMBERS[draft.choices.below(NUMBERS.len())].to_owned(),
    };
    draft.faithful(index, draft.with(token.start, token.end(), &number), false)
}

fn bracket(draft: &mut Draft<'_, '_>) -> Option<TextTrial> {
    let index = draft.any()?;
    let token = draft.tokens[index];
    let bracket = ["{", "}", "(", ")", "[", "]", "<", ">"][draft.choices.below(8)];
    draft.faithful(index, draft.with(token.start, token.start, &format!("{bracket} ")), false)
}

/// Changes some tokens of a text at random: what an assembler says of it is unknown, but it must say something.
pub fn mistype(text: &str, u: &mut Unstructured<'_>) -> String {
    let mut changed = text.to_owned();
    for _ in 0..1 + Choices::new(u).below(4) {
        let next = {
            let tokens = tokens(&changed);
            let breaker = &TEXT_BREAKERS[Choices::new(u).below(TEXT_BREAKERS.len())];
            breaker.make(&changed, &tokens, u).map(|trial| trial.text)
        };
        changed = next.unwrap_or(changed);
    }
    changed
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A type is read with the parenthesis behind it, so that a mistake there may be reported at the type.
    #[test]
    fn what_is_read_together_is_refused_together() {
        for (text, token, first) in [
            ("@t2 = @t5 ();", "(", "@t5"),
            ("function @t5 @f1() {", "(", "@t5"),
            ("@a0 = abbrev <7>;", "7", "<"),
            ("@a0 = abbrev <7>;", ">", "<"),
            ("br %b1;", ";", ";"),
        ] {
            let tokens = tokens(text);
            let place = |wanted: &str| tokens.iter().rposition(|token| token.text == wanted).unwrap();
            assert_eq!(earliest(&tokens, place(token)), tokens[place(first)].place, "{text}");
        }
    }
}
