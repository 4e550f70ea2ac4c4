//! Mutation of words: the result is still a stream, but not always a module.
//!
//! Reaches what the model cannot express: an instruction with a missing operand, an unknown number, a word that is not an enumerant.

use super::edit::literal;
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_debuginfo::Stream;
use irsmith_debuginfo::stream::HEADER_WORDS;
use std::ops::Range;

/// A line of the table of word mutations.
pub struct WordMutation {
    /// The name, as in `drop operand`.
    pub name: &'static str,
    apply: fn(&mut Mutant<'_, '_>, Range<usize>),
}

/// The words of a file, and the draws.
struct Mutant<'a, 'u> {
    words: Vec<u32>,
    instructions: Vec<Range<usize>>,
    choices: Choices<'a, 'u>,
}

const fn row(name: &'static str, apply: fn(&mut Mutant<'_, '_>, Range<usize>)) -> WordMutation {
    WordMutation { name, apply }
}

/// The table of word mutations.
pub static WORD_MUTATIONS: &[WordMutation] = &[
    row("drop instruction", |mutant, at| drop(mutant.words.drain(at))),
    row("duplicate instruction", |mutant, at| {
        let copy = mutant.words[at.clone()].to_vec();
        mutant.insert(at.end, &copy);
    }),
    row("move instruction", |mutant, at| {
        let moved: Vec<u32> = mutant.words.drain(at.clone()).collect();
        let to = mutant.boundary();
        // Boundaries after the removed words have moved.
        let to = if to >= at.end { to - moved.len() } else { to.min(at.start) };
        mutant.insert(to, &moved);
    }),
    row("swap neighbours", |mutant, at| {
        if let Some(next) = mutant.instructions.iter().find(|next| next.start == at.end).cloned() {
            mutant.words[at.start..next.end].rotate_left(at.len());
        }
    }),
    row("change operand", |mutant, at| {
        if at.len() > 1 {
            let place = at.start + 1 + mutant.choices.below(at.len() - 1);
            mutant.words[place] = mutant.word();
        }
    }),
    row("flip a bit", |mutant, at| {
        let place = at.start + mutant.choices.below(at.len());
        mutant.words[place] ^= 1 << mutant.choices.below(32);
    }),
    row("insert operand", |mutant, at| {
        let (place, word) = (at.start + 1 + mutant.choices.below(at.len()), mutant.word());
        mutant.insert(place, &[word]);
        mutant.resize(at.start, at.len() + 1);
    }),
    row("drop operand", |mutant, at| {
        if at.len() > 1 {
            mutant.words.remove(at.start + 1 + mutant.choices.below(at.len() - 1));
            mutant.resize(at.start, at.len() - 1);
        }
    }),
    row("cut operands", |mutant, at| {
        let kept = 1 + mutant.choices.below(at.len());
        mutant.words.drain(at.start + kept..at.end);
        mutant.resize(at.start, kept);
    }),
    row("swap operands", |mutant, at| {
        if at.len() > 2 {
            let [a, b] = [0, 1].map(|_| at.start + 1 + mutant.choices.below(at.len() - 1));
            mutant.words.swap(a, b);
        }
    }),
    row("change opcode", |mutant, at| {
        let number = if mutant.choices.chance(224) { mutant.opcode() } else { mutant.choices.word() };
        mutant.words[at.start] = mutant.words[at.start] & !0xffff | u32::from(number);
    }),
    row("change word count", |mutant, at| {
        let count = mutant.choices.word();
        mutant.resize(at.start, usize::from(count));
    }),
    row("change header", |mutant, _| {
        let place = mutant.choices.below(HEADER_WORDS);
        mutant.words[place] = mutant.word();
    }),
    row("cut file", |mutant, at| mutant.words.truncate(at.start + mutant.choices.below(at.len()))),
];

impl Mutant<'_, '_> {
    fn insert(&mut self, at: usize, words: &[u32]) {
        let at = at.min(self.words.len());
        self.words.splice(at..at, words.iter().copied());
    }

    fn resize(&mut self, at: usize, count: usize) {
        self.words[at] = self.words[at] & 0xffff | (count as u32) << 16;
    }

    /// Draws the beginning of an instruction, or the end.
    fn boundary(&mut self) -> usize {
        let number = self.choices.below(self.instructions.len() + 1);
        self.instructions.get(number).map_or(self.instructions.last().map_or(HEADER_WORDS, |last| last.end), |at| at.start)
    }

    /// Draws a word of this file, a boundary value, or any word.
    fn word(&mut self) -> u32 {
        match self.choices.below(4) {
            0 => literal(&mut self.choices),
            1 => self.choices.wide() as u32,
            _ => self.words[self.choices.below(self.words.len())],
        }
    }

    /// Draws the number of another instruction of this file.
    fn opcode(&mut self) -> u16 {
        let other = self.choices.pick(&self.instructions).map_or(0, |at| at.start);
        self.words[other] as u16
    }
}

/// Mutates the file once, and returns it with the mutation's name; `None` if the file has no instruction.
pub fn mutate_words(stream: &Stream, bytes: &mut Unstructured<'_>) -> Option<(Vec<u8>, &'static str)> {
    let instructions: Vec<_> = stream.instructions().map(|raw| raw.at..raw.at + 1 + raw.words.len()).collect();
    let mut mutant = Mutant { words: stream.words().to_vec(), instructions, choices: Choices::new(bytes) };
    let at = mutant.instructions.get(mutant.choices.index(mutant.instructions.len())?)?.clone();
    let line = &WORD_MUTATIONS[mutant.choices.below(WORD_MUTATIONS.len())];
    (line.apply)(&mut mutant, at);
    Some((stream.bytes_of(&mutant.words), line.name))
}
