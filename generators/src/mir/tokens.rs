//! Mutation of text: tokens and lines, without regard to their meaning.
//!
//! Reaches what the model cannot express: a repeated key, an unterminated string, a number that is too large, wrong indentation.

use super::comments::commented;
use crate::Choices;
use arbitrary::Unstructured;
use std::ops::Range;

/// A line of the table of token mutations.
pub struct TokenMutation {
    /// The name, as in `drop token`.
    pub name: &'static str,
    apply: fn(&mut Mutant<'_, '_>),
}

/// The bytes of a file, and the draws.
struct Mutant<'a, 'u> {
    bytes: Vec<u8>,
    tokens: Vec<Range<usize>>,
    lines: Vec<Range<usize>>,
    choices: Choices<'a, 'u>,
}

const fn row(name: &'static str, apply: fn(&mut Mutant<'_, '_>)) -> TokenMutation {
    TokenMutation { name, apply }
}

/// Numbers at and beyond the limits of keys and operands.
const NUMBERS: &[&str] = &[
    "0",
    "-1",
    "1",
    "65535",
    "65536",
    "4294967295",
    "4294967296",
    "2147483648",
    "-2147483649",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "-9223372036854775809",
    "18446744073709551615",
    "18446744073709551616",
    "340282366920938463463374607431768211456",
    "00",
    "1e9",
    "0x",
    "0xffffffffffffffff",
];

/// Approximate limit of the bytes of a repeated token.
const LONGEST: usize = 1 << 20;

/// Words and marks of both languages.
const WORDS: &[&str] = &[
    "---",
    "...",
    "body:",
    "name:",
    "|",
    "- ",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "'",
    "\"",
    "#",
    "&a",
    "*a",
    "!!str",
    "?",
    "~",
    "\t",
    "\0",
    "bb.0:",
    "%bb.0",
    "%0",
    "%0:_(s32)",
    "$noreg",
    "_",
    "=",
    "::",
    "(",
    ")",
    "(load (s32))",
    "implicit-def",
    "killed",
    "dead",
    "undef",
    "tied-def 0",
    "successors:",
    "liveins:",
    "/*",
    "*/",
    ";",
    "!0",
    "!DIExpression()",
    "@f",
    "&f",
    "%stack.0",
    "%const.0",
    "%subreg.sub_32bit",
    "s64",
    "p0",
    "<4 x s32>",
    "<vscale x 2 x s8>",
    "intpred(eq)",
    "shufflemask(undef)",
    "debug-location",
    "bundle",
    "\u{e9}",
    "\u{feff}",
];

/// The table of token mutations.
pub static TOKEN_MUTATIONS: &[TokenMutation] = &[
    row("drop token", |mutant| mutant.replace_token(&[])),
    row("duplicate token", |mutant| {
        if let Some(at) = mutant.token() {
            let copy = mutant.bytes[at.clone()].to_vec();
            mutant.splice(at.end..at.end, &copy);
        }
    }),
    row("swap tokens", |mutant| {
        if let (Some(a), Some(b)) = (mutant.token(), mutant.token()) {
            mutant.swap(a, b);
        }
    }),
    row("copy token", |mutant| {
        if let Some(from) = mutant.token() {
            let copy = mutant.bytes[from].to_vec();
            mutant.replace_token(&copy);
        }
    }),
    row("insert word", |mutant| {
        let word = mutant.choices.pick(WORDS).copied().unwrap_or_default();
        if let Some(at) = mutant.token() {
            mutant.splice(at.start..at.start, word.as_bytes());
        }
    }),
    row("replace by word", |mutant| {
        let word = mutant.choices.pick(WORDS).copied().unwrap_or_default();
        mutant.replace_token(word.as_bytes());
    }),
    row("change number", |mutant| {
        let numbers: Vec<Range<usize>> =
            mutant.tokens.iter().filter(|at| mutant.bytes[(*at).clone()].iter().all(u8::is_ascii_digit)).cloned().collect();
        let number = mutant.choices.pick(NUMBERS).copied().unwrap_or_default();
        if let Some(at) = mutant.choices.pick(&numbers).cloned() {
            mutant.splice(at, number.as_bytes());
        }
    }),
    row("repeat token", |mutant| {
        if let Some(at) = mutant.token() {
            let times = (2 << mutant.choices.below(10)).min(2 + LONGEST / at.len());
            let many = mutant.bytes[at.clone()].repeat(times);
            mutant.splice(at, &many);
        }
    }),
    row("join tokens", |mutant| {
        let gaps: Vec<Range<usize>> =
            mutant.tokens.windows(2).map(|pair| pair[0].end..pair[1].start).filter(|gap| !gap.is_empty()).collect();
        if let Some(gap) = mutant.choices.pick(&gaps).cloned() {
            mutant.splice(gap, &[]);
        }
    }),
    row("split token", |mutant| {
        if let Some(at) = mutant.token() {
            let place = at.start + mutant.choices.below(at.len());
            mutant.splice(place..place, b" ");
        }
    }),
    row("open string", |mutant| {
        let quotes: Vec<Range<usize>> =
            (0..mutant.bytes.len()).filter(|at| matches!(mutant.bytes[*at], b'"' | b'\'' | b'`')).map(|at| at..at + 1).collect();
        match mutant.choices.pick(&quotes).cloned() {
            Some(quote) => mutant.splice(quote, &[]),
            None => mutant.replace_token(b"\""),
        }
    }),
    row("drop line", |mutant| {
        if let Some(at) = mutant.line() {
            mutant.splice(at, &[]);
        }
    }),
    row("duplicate line", |mutant| {
        if let Some(at) = mutant.line() {
            let copy = mutant.bytes[at.clone()].to_vec();
            mutant.splice(at.start..at.start, &copy);
        }
    }),
    row("swap lines", |mutant| {
        if let (Some(a), Some(b)) = (mutant.line(), mutant.line()) {
            mutant.swap(a, b);
        }
    }),
    row("copy line", |mutant| {
        if let (Some(from), Some(to)) = (mutant.line(), mutant.line()) {
            let copy = mutant.bytes[from].to_vec();
            mutant.splice(to.start..to.start, &copy);
        }
    }),
    row("indent line", |mutant| {
        if let Some(at) = mutant.line() {
            let blanks = mutant.bytes[at.clone()].iter().take_while(|byte| **byte == b' ').count();
            let more = mutant.choices.below(6);
            mutant.splice(at.start..at.start + blanks, &b"      "[..more]);
        }
    }),
    row("break line", |mutant| {
        if let Some(at) = mutant.token() {
            mutant.splice(at.start..at.start, if at.start % 3 == 0 { b"\r\n" } else { b"\n" });
        }
    }),
    row("join lines", |mutant| {
        if let Some(at) = mutant.line().filter(|at| mutant.bytes[(*at).clone()].ends_with(b"\n")) {
            mutant.splice(at.end - 1..at.end, b" ");
        }
    }),
    row("damage structure", |mutant| {
        let marks: Vec<Range<usize>> =
            (0..mutant.bytes.len()).filter(|at| b"-:[]{},|()<>".contains(&mutant.bytes[*at])).map(|at| at..at + 1).collect();
        let mark = b"-:[]{},|()<>"[mutant.choices.below(12)];
        if let Some(at) = mutant.choices.pick(&marks).cloned() {
            mutant.splice(at, &[mark]);
        }
    }),
    row("put comments", |mutant| {
        let often = 1 << mutant.choices.below(9);
        if let Ok(text) = std::str::from_utf8(&mutant.bytes) {
            mutant.bytes = commented(text, often, &mut mutant.choices).into_bytes();
        }
    }),
    row("nest deeply", |mutant| {
        let (open, times) = (b"[{(<-"[mutant.choices.below(5)], 1 << mutant.choices.below(14));
        if let Some(at) = mutant.token() {
            mutant.splice(at.start..at.start, &[open, b' '].repeat(times));
        }
    }),
    row("change byte", |mutant| {
        let byte = mutant.choices.byte();
        if let Some(at) = mutant.choices.index(mutant.bytes.len()) {
            mutant.bytes[at] = byte;
        }
    }),
    row("cut file", |mutant| {
        let length = mutant.choices.below(mutant.bytes.len());
        mutant.bytes.truncate(length);
    }),
];

impl Mutant<'_, '_> {
    fn token(&mut self) -> Option<Range<usize>> {
        self.choices.pick(&self.tokens).cloned()
    }

    fn line(&mut self) -> Option<Range<usize>> {
        self.choices.pick(&self.lines).cloned()
    }

    fn splice(&mut self, at: Range<usize>, bytes: &[u8]) {
        self.bytes.splice(at, bytes.iter().copied());
    }

    fn replace_token(&mut self, bytes: &[u8]) {
        if let Some(at) = self.token() {
            self.splice(at, bytes);
        }
    }

    /// Exchanges two ranges, which are equal or disjoint.
    fn swap(&mut self, a: Range<usize>, b: Range<usize>) {
        let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
        if first.end <= second.start {
            let (one, other) = (self.bytes[first.clone()].to_vec(), self.bytes[second.clone()].to_vec());
            self.splice(second, &one);
            self.splice(first, &other);
        }
    }
}

/// Splits the bytes into runs of digits, runs of characters of names, and every other non-blank byte by itself.
fn tokens(bytes: &[u8]) -> Vec<Range<usize>> {
    let sort = |byte: u8| match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'-' | b'$' | 0x80.. => 1,
        b' ' | b'\n' | b'\r' | b'\t' => 2,
        _ => 3,
    };
    let mut tokens: Vec<Range<usize>> = Vec::new();
    for (at, byte) in bytes.iter().enumerate() {
        match tokens.last_mut() {
            Some(last) if last.end == at && sort(*byte) < 2 && sort(bytes[at - 1]) == sort(*byte) => last.end = at + 1,
            _ if sort(*byte) == 2 => {}
            _ => tokens.push(at..at + 1),
        }
    }
    tokens
}

fn lines(bytes: &[u8]) -> Vec<Range<usize>> {
    let mut at = 0;
    let lines = bytes.split_inclusive(|byte| *byte == b'\n').map(|line| {
        at += line.len();
        at - line.len()..at
    });
    lines.collect()
}

impl TokenMutation {
    /// Applies this mutation to the bytes, at a place that `u` chooses.
    pub fn apply(&self, bytes: &[u8], u: &mut Unstructured<'_>) -> Vec<u8> {
        let mut mutant = Mutant { bytes: bytes.to_vec(), tokens: tokens(bytes), lines: lines(bytes), choices: Choices::new(u) };
        (self.apply)(&mut mutant);
        mutant.bytes
    }
}

/// Mutates the bytes of a file once; `None` if they are empty, or the mutation changes nothing.
pub fn mutate_tokens(bytes: &[u8], u: &mut Unstructured<'_>) -> Option<Vec<u8>> {
    let line = &TOKEN_MUTATIONS[Choices::new(u).below(TOKEN_MUTATIONS.len())];
    Some(line.apply(bytes, u)).filter(|mutant| mutant != bytes)
}
