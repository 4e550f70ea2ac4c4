//! What a reader says of a fixed file with each small change of it: recorded once, and judged some at a time with each case.
//!
//! Breakers know the error of a mistake from the specification. Here nothing is known beforehand: a change that is refused under another rule,
//! at another place or in other words than before, or that is read as something else, is a failure until the listing is made anew and looked
//! at.

use irsmith_generators::Choices;

use crate::Fault;

/// The changes of each token.
const KINDS: usize = 6;
/// Changes that a case asks.
const SOME: usize = 48;

/// A fixed file, its changes, and what is recorded of them.
pub(crate) struct Changes {
    /// The file.
    pub(crate) file: Vec<u8>,
    /// Makes a change, by its number; `None` behind the last.
    pub(crate) change: fn(&[u8], usize) -> Option<Vec<u8>>,
    /// What a reader says of a changed file, in one line.
    pub(crate) say: fn(&[u8]) -> String,
    /// What it said when it was recorded, a line for each change.
    pub(crate) recorded: Vec<&'static str>,
}

impl Changes {
    /// Judges some changes, which the draws choose.
    pub(crate) fn judge(&self, draws: &mut Choices<'_, '_>) -> Result<(), Fault> {
        (0..SOME).filter_map(|_| draws.index(self.recorded.len())).try_for_each(|number| self.judge_one(number))
    }

    fn judge_one(&self, number: usize) -> Result<(), Fault> {
        let found = (self.change)(&self.file, number).map_or_else(|| "no such change".to_owned(), |changed| (self.say)(&changed));
        let recorded = self.recorded.get(number).copied().unwrap_or_default();
        if found == recorded {
            return Ok(());
        }
        let property = match (found.starts_with(READ), recorded.starts_with(READ)) {
            (true, false) => "accepted",
            (false, true) => "refused",
            (true, true) => "another-meaning",
            (false, false) => "other-error",
        };
        let shown = (self.change)(&self.file, number).map(|changed| String::from_utf8_lossy(&changed).into_owned()).unwrap_or_default();
        let shown = shown.chars().take(4000).collect::<String>();
        Err(Fault::new(property, kind(recorded), format!("expected: {recorded}\nfound:    {found}\nchange {number}:\n{shown}")))
    }

    /// Returns the listing anew.
    #[cfg(test)]
    pub(crate) fn listing(&self) -> String {
        let lines = (0..).map_while(|number| (self.change)(&self.file, number)).map(|changed| (self.say)(&changed) + "\n");
        lines.collect()
    }
}

/// Returns the first words of a recorded line, without its place, and before what it says of this file alone: one fault of a reader changes
/// what is said of many files, and should not be many findings.
fn kind(recorded: &str) -> String {
    if recorded.starts_with(READ) {
        return READ.trim_end().to_owned();
    }
    let message = recorded.trim_start_matches(|character: char| character.is_ascii_digit() || ": ".contains(character));
    let general = message.split(|character: char| !character.is_ascii_alphabetic() && character != ' ' && character != '-');
    general.take(1).flat_map(str::split_whitespace).take_while(|word| *word != "found").take(4).collect::<Vec<_>>().join(" ")
}

/// Begins the line of a file that is read.
pub(crate) const READ: &str = "read ";

/// Returns the line of a file that is read as what is printed so.
pub(crate) fn read_as(print: &str) -> String {
    format!("{READ}{:08x}", crate::draws_of(print.as_bytes()) as u32)
}

/// Changes a token of a text, in each of [`KINDS`] ways.
pub(crate) fn change_token(text: &[u8], number: usize) -> Option<Vec<u8>> {
    let text = std::str::from_utf8(text).ok()?;
    let tokens = tokens(text);
    let index = number / KINDS;
    let token = tokens.get(index)?.clone();
    let (before, own, after) = (&text[..token.start], &text[token.clone()], &text[token.end..]);
    let changed = match number % KINDS {
        0 => [before, after].concat(),
        1 => [before, own, " ", own, after].concat(),
        2 => [before, "?", after].concat(),
        3 => before.to_owned(),
        4 => match tokens.get(index + 1) {
            Some(next) => [before, &text[next.clone()], &text[token.end..next.start], own, &text[next.end..]].concat(),
            None => [before, own, own, after].concat(),
        },
        _ => {
            // The distance is odd, so that words and signs change places.
            let other = tokens.get((index + 7) % tokens.len())?;
            [before, &text[other.clone()], after].concat()
        }
    };
    Some(changed.into_bytes())
}

/// As [`change_token`], with two of the ways for each token.
pub(crate) fn change_token_twice(text: &[u8], number: usize) -> Option<Vec<u8>> {
    let (index, way) = (number / 2, number % 2);
    change_token(text, index * KINDS + (index * 2 + way) % KINDS)
}

/// Changes a bit.
pub(crate) fn change_bit(bytes: &[u8], number: usize) -> Option<Vec<u8>> {
    let mut changed = bytes.to_vec();
    *changed.get_mut(number / 8)? ^= 1 << (number % 8);
    Some(changed)
}

/// Changes a word in one of four ways.
pub(crate) fn change_word(bytes: &[u8], number: usize) -> Option<Vec<u8>> {
    let mut changed = bytes.to_vec();
    let word = changed.get_mut(number / 4 * 4..number / 4 * 4 + 4)?;
    let value = u32::from_le_bytes([word[0], word[1], word[2], word[3]]);
    let other = match number % 4 {
        0 => value.wrapping_add(1),
        1 => value.wrapping_sub(1),
        2 => value ^ 1 << 16,
        _ => !value,
    };
    word.copy_from_slice(&other.to_le_bytes());
    Some(changed)
}

/// Returns where words and signs are.
fn tokens(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut tokens: Vec<std::ops::Range<usize>> = Vec::new();
    let mut was_word = false;
    for (at, character) in text.char_indices() {
        let is_word = character.is_alphanumeric() || character == '_';
        let end = at + character.len_utf8();
        match tokens.last_mut() {
            Some(last) if is_word && was_word => last.end = end,
            _ if character.is_whitespace() => {}
            _ => tokens.push(at..end),
        }
        was_word = is_word;
    }
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_changed_in_each_way() {
        let changed = |number| change_token(b"a b(c", number).map(|text| String::from_utf8(text).unwrap());
        let all: Vec<String> = (0..6).map(|number| changed(number).unwrap()).collect();
        assert_eq!(all, [" b(c", "a a b(c", "? b(c", "", "b a(c", "c b(c"]);
        assert_eq!((changed(18 + 4).as_deref(), changed(24)), (Some("a b(cc"), None));
        assert_eq!(change_bit(&[1, 2], 9), Some(vec![1, 0]));
        assert_eq!(change_bit(&[1, 2], 16), None);
        assert_eq!(change_word(&[255, 0, 0, 0, 1], 0), Some(vec![0, 1, 0, 0, 1]));
        assert_eq!(change_word(&[255, 0, 0, 0, 1], 4), None);
    }

    #[test]
    fn what_is_said_of_many_files_is_one_element() {
        let kinds = [
            ("2:1: unknown key 'name name' of a function, and 1 more", "unknown key"),
            ("read 46bde163", "read"),
            ("read fadf0940", "read"),
            ("1:8: expected {, found module", "expected"),
            ("2:1: the line is indented unlike the ones that it follows", "the line is indented"),
            ("bit 4095: word-count: found 3", "bit"),
            ("", ""),
        ];
        for (recorded, element) in kinds {
            assert_eq!(kind(recorded), element, "{recorded}");
        }
    }

    #[test]
    fn each_deviation_has_a_property() {
        let say = |file: &[u8]| if file[0] & 1 == 1 { read_as("x") } else { format!("{}: even", file[0]) };
        let judge = |recorded| {
            let changes = Changes { file: vec![4], change: change_bit, say, recorded: vec![recorded, recorded] };
            [0, 1].map(|number| changes.judge_one(number).err().map(|fault| fault.property))
        };
        let read = Box::leak(read_as("x").into_boxed_str());
        assert_eq!(judge(read), [None, Some("refused")]);
        assert_eq!(judge("6: even"), [Some("accepted"), None]);
        assert_eq!(judge("6: odd"), [Some("accepted"), Some("other-error")]);
        assert_eq!(judge("read 0")[0], Some("another-meaning"));
    }
}
