//! Writes the keys of a function in drawn spellings.

use super::NUMBERS;
use super::parse::{ESCAPES, Tree};
use crate::Choices;

pub(super) struct Emitter<'a, 'c, 'u> {
    pub(super) out: String,
    pub(super) changes: usize,
    pub(super) choices: &'c mut Choices<'a, 'u>,
}

impl<'a, 'c, 'u> Emitter<'a, 'c, 'u> {
    pub(super) fn new(choices: &'c mut Choices<'a, 'u>) -> Self {
        Self { out: String::new(), changes: 0, choices }
    }

    fn pick(&mut self, spellings: &[&'static str]) -> &'static str {
        spellings[self.choices.below(spellings.len())]
    }

    fn push(&mut self, spellings: &[&'static str]) {
        let spelling = self.pick(spellings);
        self.out.push_str(spelling);
    }

    fn blanks(&mut self, count: usize) {
        self.out.extend(std::iter::repeat_n(' ', count));
    }

    /// Writes the end of a line, with comments and empty lines that mean nothing.
    fn end(&mut self) {
        self.push(&["\n", "\n", "\n", " # a comment: { 1\n", "\t\n", "  \r\n", "\n\n", "\n # a comment\n", "\n#\n"]);
    }

    /// Begins a document.
    pub(super) fn marker(&mut self) {
        self.push(&["---", "# before\n---", "---"]);
        self.end();
    }

    /// Copies the text of a module, with more blanks in front of each line.
    pub(super) fn module(&mut self, document: &str) {
        let more = if document.starts_with("--- |\n") { self.choices.below(4) } else { 0 };
        for (number, line) in document.split_inclusive('\n').enumerate() {
            if number > 0 && line != "...\n" {
                self.blanks(more);
            }
            self.out.push_str(line);
        }
        self.changes += usize::from(more > 0);
    }

    /// Writes the keys of a function in any order, and the end of its document.
    pub(super) fn function(&mut self, mut entries: Vec<(String, Tree)>) {
        self.shuffle(&mut entries);
        for (key, value) in &entries {
            self.entry(key, value, 0);
        }
        self.push(&["...\n", "... # end\n", "...\n\n# between\n"]);
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        if self.choices.chance(128) {
            for last in (1..items.len()).rev() {
                items.swap(last, self.choices.below(last + 1));
            }
            self.changes += 1;
        }
    }

    /// Writes a key with its value, in lines that are indented to `column`.
    fn entry(&mut self, key: &str, value: &Tree, column: usize) {
        self.blanks(column);
        self.key(key);
        self.value(key, value, column);
    }

    fn key(&mut self, key: &str) {
        match self.choices.below(8) {
            0 => self.out.push_str(&format!("\"{key}\"")),
            1 => self.out.push_str(&format!("'{key}'")),
            _ => self.out.push_str(key),
        }
        self.push(&[":", ":", " :", "\t:"]);
    }

    /// Writes the value of a key that is written, and the end of the line.
    fn value(&mut self, key: &str, value: &Tree, column: usize) {
        match value {
            Tree::Empty => self.end(),
            Tree::Kept(lines) => {
                self.out.push(' ');
                for line in lines {
                    self.out.push_str(line);
                    self.out.push('\n');
                }
            }
            Tree::Body(lines) => {
                self.push(&[" |\n", "  |-\n", "\t|+\n", " | # a comment\n"]);
                let more = self.choices.below(4);
                for line in lines {
                    self.blanks(more);
                    self.out.push_str(line);
                    self.out.push('\n');
                }
                self.changes += usize::from(more > 0);
            }
            Tree::Scalar(text) => {
                self.push(&[" ", "  ", "\t", "           "]);
                let scalar = self.scalar(key, text);
                self.out.push_str(&scalar);
                self.end();
            }
            Tree::Map(entries) if !entries.is_empty() && self.choices.chance(128) => {
                self.end();
                self.block(entries, column);
            }
            Tree::List(items) if !items.is_empty() && self.choices.chance(128) => {
                self.end();
                // Dashes may stand in the column of their key.
                let inner = column + self.choices.below(4);
                items.iter().for_each(|item| self.item(key, item, inner));
                self.changes += 1;
            }
            Tree::Map(_) | Tree::List(_) => {
                self.push(&[" ", "  "]);
                self.flow(key, value, column + 1);
                self.end();
            }
        }
    }

    fn block(&mut self, entries: &[(String, Tree)], column: usize) {
        let inner = column + 1 + self.choices.below(5);
        let mut entries = entries.to_vec();
        self.shuffle(&mut entries);
        entries.iter().for_each(|(key, value)| self.entry(key, value, inner));
        self.changes += 1;
    }

    fn item(&mut self, key: &str, item: &Tree, column: usize) {
        self.blanks(column);
        self.out.push('-');
        match item {
            Tree::Map(entries) if !entries.is_empty() && self.choices.chance(128) => {
                let more = 1 + self.choices.below(3);
                self.blanks(more);
                let mut entries = entries.clone();
                self.shuffle(&mut entries);
                for (place, (key, value)) in entries.iter().enumerate() {
                    let inner = column + 1 + more;
                    if place > 0 {
                        self.blanks(inner);
                    }
                    self.key(key);
                    self.value(key, value, inner);
                }
            }
            Tree::Scalar(text) => {
                self.push(&[" ", "   "]);
                let scalar = self.scalar(key, text);
                self.out.push_str(&scalar);
                self.end();
            }
            _ => {
                self.out.push(' ');
                self.flow(key, item, column + 1);
                self.end();
            }
        }
    }

    /// Writes what may stand between the parts of a value in brackets; lines are indented to `column`.
    fn gap(&mut self, column: usize) {
        match self.choices.below(8) {
            0 => {
                self.end();
                self.blanks(column + 1);
            }
            1 => self.out.push_str("  "),
            2 => {}
            _ => self.out.push(' '),
        }
    }

    fn flow(&mut self, key: &str, value: &Tree, column: usize) {
        match value {
            Tree::Map(entries) => {
                self.out.push('{');
                let mut entries = entries.clone();
                self.shuffle(&mut entries);
                for (place, (key, value)) in entries.iter().enumerate() {
                    self.gap(column);
                    self.key(key);
                    self.out.push(' ');
                    self.flow(key, value, column);
                    self.comma(place + 1 == entries.len(), column);
                }
                self.out.push('}');
            }
            Tree::List(items) => {
                self.out.push('[');
                for (place, item) in items.iter().enumerate() {
                    self.gap(column);
                    self.flow(key, item, column);
                    self.comma(place + 1 == items.len(), column);
                }
                self.out.push(']');
            }
            Tree::Scalar(text) => {
                let scalar = self.scalar(key, text);
                self.out.push_str(&scalar);
            }
            Tree::Empty | Tree::Body(_) | Tree::Kept(_) => {}
        }
    }

    /// Writes the comma behind a part; behind the last one there may be one too.
    fn comma(&mut self, is_last: bool, column: usize) {
        self.gap(column);
        if !is_last || self.choices.chance(32) {
            self.out.push(',');
        }
        if is_last {
            self.gap(column);
        }
    }

    /// Returns a scalar without quotes or in either sort of quotes; a number perhaps in hexadecimal.
    fn scalar(&mut self, key: &str, text: &str) -> String {
        if NUMBERS.contains(&key)
            && let Ok(number) = text.parse::<u64>()
            && self.choices.chance(96)
        {
            self.changes += 1;
            return format!("0x{number:X}");
        }
        let is_inner = |c: char| c.is_ascii_alphanumeric() || "_.$%-".contains(c);
        let is_plain = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '$') && text.chars().all(is_inner);
        let is_quotable = text.chars().all(|c| !c.is_control() || c == '\t');
        let spelled = match self.choices.below(4) {
            0 | 1 if is_plain => text.to_owned(),
            2 if is_quotable => format!("'{}'", text.replace('\'', "''")),
            _ => self.escaped(text),
        };
        self.changes += usize::from(spelled != text);
        spelled
    }

    fn escaped(&mut self, text: &str) -> String {
        let mut out = "\"".to_owned();
        for character in text.chars() {
            let named = ESCAPES.iter().find(|(_, meaning)| *meaning == character);
            let must = character.is_control() || ['"', '\\'].contains(&character);
            let number = u32::from(character);
            match (self.choices.below(if must { 4 } else { 24 }), named) {
                (0, Some((letter, _))) => out.extend(['\\', *letter]),
                (1, _) if number < 256 => out.push_str(&format!("\\x{number:02x}")),
                (2, _) if number < 65536 => out.push_str(&format!("\\u{number:04X}")),
                (0..4, _) => out.push_str(&format!("\\U{number:08X}")),
                _ => out.push(character),
            }
        }
        out + "\""
    }
}
