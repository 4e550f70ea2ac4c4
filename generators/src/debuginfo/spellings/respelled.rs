//! Another spelling of a text, with the same meaning: blanks, line ends, comments, escapes, numbers in other forms, bits of masks in another
//! order, instructions by their words, names of ids.

use super::numbers::Types;
use super::tokens::{Class, Token, tokens};
use crate::Choices;
use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

/// A text in two spellings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Respelled {
    /// The text in another spelling.
    pub spelled: String,
    /// A plain text of the same meaning: the printed one, or that with other numbers of ids, if the other spelling has names.
    pub plain: String,
    /// How many tokens are spelled otherwise.
    pub changes: usize,
}

/// Returns a printed text in another spelling. `words` contains the words of each of its instructions.
pub fn respelled(text: &str, words: &[Vec<u32>], choices: &mut Choices<'_, '_>) -> Respelled {
    let all = tokens(text);
    let instructions: Vec<&[Token<'_>]> = all.chunk_by(|_, next| !next.is_first).collect();
    let header = all.first().map_or(text, |first| &text[..text[..first.start].rfind('\n').map_or(0, |feed| feed + 1)]);
    let types = Types::of(&instructions);
    let mut speller = Speller { out: String::new(), types, names: None, kept: BTreeSet::new(), last: 0, changes: 0, choices };
    // Ids among raw words have no names, and a bound that is too small for the names is raised.
    let ids: BTreeSet<&str> = all.iter().filter(|token| token.class == Class::Id).map(|token| token.text).collect();
    let bound = header.lines().find_map(|line| line.strip_prefix("; Bound: ")?.parse::<usize>().ok()).unwrap_or(0);
    let can_have_names = ids.len() < bound && all.iter().all(|token| token.class != Class::Immediate);
    if can_have_names && speller.choices.chance(128) {
        speller.names = Some(HashMap::new());
        // Some keep their numbers, which no name gets.
        let parts = [0, 24, 160][speller.choices.below(3)];
        let kept = ids.into_iter().filter(|_| speller.choices.chance(parts));
        speller.kept = kept.filter_map(|id| id.strip_prefix('%')?.parse().ok()).collect();
    }
    speller.header(header);
    let is_complete = instructions.len() == words.len();
    for (place, tokens) in instructions.iter().enumerate() {
        speller.gap(true);
        if is_complete && speller.names.is_none() && speller.choices.chance(32) {
            speller.raw(&words[place]);
        } else {
            speller.instruction(tokens);
        }
    }
    speller.gap(true);
    let Speller { out, names, changes, .. } = speller;
    let plain = match names {
        None => text.to_owned(),
        Some(names) => renamed(text, &all, &names),
    };
    Respelled { spelled: out, plain, changes }
}

/// Returns the text with the number that each id gets instead of its own.
fn renamed(text: &str, all: &[Token<'_>], names: &HashMap<String, u32>) -> String {
    let mut out = String::new();
    let mut at = 0;
    for token in all.iter().filter(|token| token.class == Class::Id) {
        out += &text[at..token.start];
        let number = names.get(token.text).copied().unwrap_or_default();
        // Writing to a string cannot fail.
        let _ = write!(out, "%{number}");
        at = token.end();
    }
    out + &text[at..]
}

struct Speller<'t, 'a, 'c, 'u> {
    out: String,
    types: Types<'t>,
    /// The numbers that ids get, if ids get names.
    names: Option<HashMap<String, u32>>,
    /// Those that ids keep.
    kept: BTreeSet<u32>,
    /// The last one that a name got.
    last: u32,
    changes: usize,
    choices: &'c mut Choices<'a, 'u>,
}

impl<'t> Speller<'t, '_, '_, '_> {
    /// Copies the comments that state the header, with other blanks, and comments among them that state nothing.
    fn header(&mut self, header: &str) {
        for line in header.lines() {
            let comment = ["", "; a comment\n", ";\n", "; Author: nobody\n", "\n"][self.choices.below(5)];
            self.out += comment;
            match line.split_once(": ") {
                Some((key, value)) if self.choices.chance(96) => {
                    let key = key.trim_start_matches([';', ' ']);
                    let blanks = [" ", "\t"][self.choices.below(2)];
                    let _ = write!(self.out, "{blanks};{key}{blanks}:{blanks}{blanks}{value}");
                    self.changes += 1;
                }
                _ => self.out += line,
            }
            self.out.push('\n');
        }
    }

    /// Writes what may stand between tokens; between instructions, with a line end.
    fn gap(&mut self, between_instructions: bool) {
        let blanks = [" ", "  ", "\t", "\n", "\r\n", " ; a \"comment\" = %1 !1\n", "\n;\n", "\u{c} "];
        let gap = blanks[self.choices.below(blanks.len())];
        self.changes += usize::from(gap != " ");
        if between_instructions && !gap.contains('\n') {
            self.out += "\n";
        }
        self.out += gap;
    }

    /// Writes an instruction by its words.
    fn raw(&mut self, words: &[u32]) {
        for (place, word) in words.iter().enumerate() {
            // An instruction of words begins a line, and no other of its words does.
            let blank = if place == 0 { "" } else { [" ", "\t"][self.choices.below(2)] };
            let _ = if self.choices.chance(128) { write!(self.out, "{blank}!{word}") } else { write!(self.out, "{blank}!0x{word:X}") };
        }
        self.changes += 1;
    }

    fn instruction(&mut self, tokens: &[Token<'t>]) {
        let has_words = tokens.iter().any(|token| token.class == Class::Immediate);
        for (place, token) in tokens.iter().enumerate() {
            if place > 0 && has_words {
                self.out.push(' ');
            } else if place > 0 {
                let is_tight = token.class == Class::Equals || tokens[place - 1].class == Class::Equals;
                if !(is_tight && self.choices.chance(64)) {
                    self.gap(false);
                }
            }
            let spelled = match token.class {
                Class::Id => self.id(token.text),
                Class::Text => self.escaped(token.text),
                Class::Name if token.text.contains('|') => self.mask(token.text),
                Class::Number => self.types.respelled(tokens, token.text, self.choices),
                Class::Name | Class::Instruction | Class::Equals | Class::Immediate => token.text.to_owned(),
            };
            self.changes += usize::from(spelled != token.text);
            self.out += &spelled;
        }
    }

    fn id(&mut self, text: &str) -> String {
        let Some(names) = &mut self.names else { return text.to_owned() };
        if let Some(&own) = text.strip_prefix('%').and_then(|own| own.parse().ok()).and_then(|own| self.kept.get(&own)) {
            names.insert(text.to_owned(), own);
            return match self.choices.below(4) {
                0 => format!("%0x{own:X}"),
                1 => format!("%0{own:o}"),
                _ => text.to_owned(),
            };
        }
        let number = *names.entry(text.to_owned()).or_insert_with(|| {
            self.last += 1;
            while self.kept.contains(&self.last) {
                self.last += 1;
            }
            self.last
        });
        // One that does not fit into 32 bits is a name, and so is one that does not begin with a digit.
        match number % 3 {
            0 => format!("%_{number}"),
            1 => format!("%x{number}"),
            _ => format!("%{}", 1_u64 << 40 | u64::from(number)),
        }
    }

    /// Puts backslashes in front of some characters.
    fn escaped(&mut self, text: &str) -> String {
        let mut out = String::new();
        let mut is_escaped = false;
        let inside = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or_default();
        for character in inside.chars() {
            if !is_escaped && character != '\\' && self.choices.chance(24) {
                out.push('\\');
            }
            is_escaped = character == '\\' && !is_escaped;
            out.push(character);
        }
        format!("\"{out}\"")
    }

    /// Turns the bits of a mask around, and repeats one.
    fn mask(&mut self, text: &str) -> String {
        let mut bits: Vec<&str> = text.split('|').collect();
        let turn = self.choices.below(bits.len());
        bits.rotate_left(turn);
        bits.push(bits[0]);
        bits.join("|")
    }
}
