//! Parts of a text, repeated: the same for every text form.

use irsmith_generators::Choices;

use super::part_of;

/// The longest part, in lines, and in characters of a line.
const LINES: usize = 6;
const CHARACTERS: usize = 40;

/// A part of a text that is repeated.
#[derive(Clone, Debug)]
pub(crate) struct TextForm {
    /// What is repeated, in signatures.
    pub(crate) name: &'static str,
    before: String,
    part: String,
    after: String,
}

impl TextForm {
    /// Returns the bytes of a copy.
    pub(crate) fn len(&self) -> usize {
        self.part.len()
    }

    /// Returns the text with so many copies.
    pub(crate) fn with(&self, copies: usize) -> String {
        [self.before.as_str(), &self.part.repeat(copies), &self.after].concat()
    }
}

/// Draws a part of a text, in one of several ways. `blanks` are texts that mean nothing in the language, such as comments, and `odd` are
/// texts that mean something somewhere, such as brackets.
pub(crate) fn text_forms(text: &str, blanks: &[&'static str], odd: &[&'static str], choices: &mut Choices<'_, '_>) -> Option<TextForm> {
    let form = |name, range: std::ops::Range<usize>, part: String| TextForm {
        name,
        before: text[..range.start].to_owned(),
        part,
        after: text[range.end..].to_owned(),
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let offset = |line: usize| lines[..line].iter().map(|line| line.len()).sum::<usize>();
    let range = part_of(lines.len(), LINES, choices)?;
    let line = offset(range.start)..offset(range.start) + lines[range.start].trim_end().len();
    match choices.below(5) {
        0 => {
            let range = offset(range.start)..offset(range.end);
            Some(form("lines", range.clone(), text[range].to_owned()))
        }
        // Part of a line, from one token to another.
        1 => {
            let starts = token_starts(&text[line.clone()]);
            let run = part_of(starts.len(), 6, choices)?;
            let end = starts.get(run.end).copied().unwrap_or(line.len()).min(starts[run.start] + CHARACTERS);
            let range = line.start + starts[run.start]..line.start + end;
            let range = range.start..text.floor_char_boundary(range.end);
            Some(form("tokens", range.clone(), text[range].to_owned()))
        }
        // A character of a token, which becomes a long one.
        2 => {
            let starts = token_starts(&text[line.clone()]);
            let at = line.start + *choices.pick(&starts)?;
            let at = text[at..line.end].char_indices().nth(1).map_or(at, |(next, _)| at + next);
            let character = text[at..].chars().next()?;
            Some(form("characters", at..at + character.len_utf8(), character.to_string()))
        }
        kind => {
            let at = line.start + choices.pick(&token_starts(&text[line.clone()])).copied().unwrap_or(0);
            let (name, texts) = if kind == 3 { ("blanks", blanks) } else { ("odd tokens", odd) };
            Some(form(name, at..at, (*choices.pick(texts)?).to_owned()))
        }
    }
}

/// Returns where words and signs of a line begin.
fn token_starts(line: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut was_word = false;
    for (at, character) in line.char_indices() {
        let is_word = character.is_alphanumeric() || character == '_';
        let continues = is_word && was_word;
        if !character.is_whitespace() && !continues {
            starts.push(at);
        }
        was_word = is_word;
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_of_part_is_drawn_and_one_copy_is_the_text() {
        let text = "a: b\n  c é12 (d)\n\n}";
        let mut seen = BTreeSet::new();
        for seed in 0..200 {
            let bytes = bytes_of_seed(seed);
            let mut bytes = Unstructured::new(&bytes);
            let Some(form) = text_forms(text, &[" "], &["{"], &mut Choices::new(&mut bytes)) else { continue };
            seen.insert(form.name);
            let is_added = ["blanks", "odd tokens"].contains(&form.name);
            assert_eq!(form.with(usize::from(!is_added)), text, "{form:?}");
            assert_eq!(form.with(3).len(), form.with(1).len() + 2 * form.len());
        }
        assert_eq!(seen, BTreeSet::from(["blanks", "characters", "lines", "odd tokens", "tokens"]));
        assert!(text_forms("", &[" "], &["{"], &mut Choices::new(&mut Unstructured::new(&[]))).is_none());
    }

    #[test]
    fn tokens_are_words_and_signs() {
        assert_eq!(token_starts(" ab(c_1, 2)"), [1, 3, 4, 7, 9, 10]);
    }
}
