//! Parts of a case that are copied: instructions, and words at the end of one.

use irsmith_debuginfo::Stream;
use irsmith_generators::Choices;
use spirv::Op;
use std::ops::Range;

use crate::cost::part_of;

/// The longest part, in instructions.
const LONGEST: usize = 6;
/// The most words of an instruction.
const MOST_WORDS: usize = 0xffff;

/// Words of a module.
pub(super) struct StreamPart<'a> {
    /// What is copied, in signatures.
    pub(super) name: &'static str,
    stream: &'a Stream,
    /// The words that are copied, as indices of the file.
    words: Range<usize>,
    /// The first word of the instruction that contains them; `None` for whole instructions.
    within: Option<usize>,
    /// Bytes of text of a copy, roughly.
    pub(super) size: usize,
}

/// Draws instructions, or words of one.
pub(super) fn of_stream<'a>(stream: &'a Stream, choices: &mut Choices<'_, '_>) -> Option<StreamPart<'a>> {
    let instructions: Vec<Range<usize>> = stream.instructions().map(|raw| raw.at..raw.at + 1 + raw.words.len()).collect();
    if choices.chance(96) {
        let within = choices.pick(&instructions)?.clone();
        let last = within.len() - 1;
        if last == 0 {
            return None;
        }
        let words = within.end - (1 + choices.below(last.min(3)))..within.end;
        // No more copies than the instruction has room for.
        let size = (12 * words.len()).max((1 << 20) / (MOST_WORDS / 2 / words.len()));
        return Some(StreamPart { name: "words", stream, size, words, within: Some(within.start) });
    }
    let part = part_of(instructions.len(), LONGEST, choices)?;
    let words = instructions[part.start].start..instructions[part.end - 1].end;
    Some(StreamPart { name: "instructions", stream, size: 12 * words.len(), words, within: None })
}

impl StreamPart<'_> {
    /// Returns the module with so many copies; instructions of debug sets get results of their own.
    pub(super) fn with(&self, copies: usize) -> Stream {
        let all = self.stream.words();
        let mut words = all[..self.words.end].to_vec();
        // Behind the words of the instruction, or of all copied instructions.
        let mut bound = words[3];
        for _ in 0..copies {
            let start = words.len();
            words.extend_from_slice(&all[self.words.clone()]);
            if self.within.is_none() {
                rename(&mut words[start..], &mut bound);
            }
        }
        words[3] = bound;
        words.extend_from_slice(&all[self.words.end..]);
        if let Some(first) = self.within {
            let more = (copies * self.words.len()) as u32;
            words[first] = words[first].saturating_add(more << 16);
        }
        Stream::from_words(self.stream.header().order, words).unwrap_or_else(|_| self.stream.clone())
    }
}

/// Gives instructions of sets new results.
fn rename(words: &mut [u32], bound: &mut u32) {
    let mut at = 0;
    while let Some(&first) = words.get(at) {
        if first & 0xffff == Op::ExtInst as u32
            && first >> 16 > 2
            && let Some(result) = words.get_mut(at + 2)
        {
            *result = *bound;
            *bound = bound.saturating_add(1);
        }
        at += ((first >> 16) as usize).max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use arbitrary::Unstructured;
    use irsmith_generators::bytes_of_seed;
    use irsmith_generators::debuginfo::{Config, generate};

    #[test]
    fn instructions_and_words_are_copied() {
        let mut seen = [0, 0];
        for seed in 0..60 {
            let bytes = bytes_of_seed(seed);
            let stream = generate(&mut Unstructured::new(&bytes), &Config::default()).to_stream().unwrap();
            let mut bytes = Unstructured::new(&bytes[100..]);
            let Some(part) = of_stream(&stream, &mut Choices::new(&mut bytes)) else { continue };
            seen[usize::from(part.within.is_some())] += 1;
            let more = part.with(5);
            assert_eq!(more.words().len(), stream.words().len() + 5 * part.words.len(), "{}", part.name);
            let instructions = |stream: &Stream| stream.instructions().count();
            assert_eq!(instructions(&more) > instructions(&stream), part.within.is_none());
        }
        assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    }
}
