//! Mutation of text: tokens and lines without regard to what they mean.
//!
//! Reaches what the model cannot say: a key that is there twice, a string without an end, a number that is too large, indentation that
//! leads nowhere.

use super::comments::commented;
use crate::Choices;
use arbitrary::Unstructured;
use std::ops::Range;

/// A line of the table of token mutations.
pub struct TokenMutation {
    /// Its name, as in `drop token`.
    pub name: &'static str,
    apply: fn(&mut Scene<'_, '_>),
}

/// The bytes of a file, and what chooses.
struct Scene<'a, 'u> {
    bytes: Vec<u8>,
    tokens: Vec<Range<usize>>,
    lines: Vec<Range<usize>>,
    choices: Choices<'a, 'u>,
}

const fn row(name: &'static str, apply: fn(&mut Scene<'_, '_>)) -> TokenMutation {
    TokenMutation { name, apply }
}

/// Numbers at and beyond the ends of what keys and operands hold.
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

/// About how many bytes a token that is repeated comes to at most.
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
    row("drop token", |scene| scene.replace_token(&[])),
    row("duplicate token", |scene| {
        if let Some(at) = scene.token() {
            let copy = scene.bytes[at.clone()].to_vec();
            scene.splice(at.end..at.end, &copy);
        }
    }),
    row("swap tokens", |scene| {
        if let (Some(a), Some(b)) = (scene.token(), scene.token()) {
            scene.swap(a, b);
        }
    }),
    row("copy token", |scene| {
        if let Some(from) = scene.token() {
            let copy = scene.bytes[from].to_vec();
            scene.replace_token(&copy);
        }
    }),
    row("insert word", |scene| {
        let word = scene.choices.pick(WORDS).copied().unwrap_or_default();
        if let Some(at) = scene.token() {
            scene.splice(at.start..at.start, word.as_bytes());
        }
    }),
    row("replace by word", |scene| {
        let word = scene.choices.pick(WORDS).copied().unwrap_or_default();
        scene.replace_token(word.as_bytes());
    }),
    row("change number", |scene| {
        let numbers: Vec<Range<usize>> =
            scene.tokens.iter().filter(|at| scene.bytes[(*at).clone()].iter().all(u8::is_ascii_digit)).cloned().collect();
        let number = scene.choices.pick(NUMBERS).copied().unwrap_or_default();
        if let Some(at) = scene.choices.pick(&numbers).cloned() {
            scene.splice(at, number.as_bytes());
        }
    }),
    row("repeat token", |scene| {
        if let Some(at) = scene.token() {
            let times = (2 << scene.choices.below(10)).min(2 + LONGEST / at.len());
            let many = scene.bytes[at.clone()].repeat(times);
            scene.splice(at, &many);
        }
    }),
    row("join tokens", |scene| {
        let gaps: Vec<Range<usize>> =
            scene.tokens.windows(2).map(|pair| pair[0].end..pair[1].start).filter(|gap| !gap.is_empty()).collect();
        if let Some(gap) = scene.choices.pick(&gaps).cloned() {
            scene.splice(gap, &[]);
        }
    }),
    row("split token", |scene| {
        if let Some(at) = scene.token() {
            let place = at.start + scene.choices.below(at.len());
            scene.splice(place..place, b" ");
        }
    }),
    row("open string", |scene| {
        let quotes: Vec<Range<usize>> =
            (0..scene.bytes.len()).filter(|at| matches!(scene.bytes[*at], b'"' | b'\'' | b'`')).map(|at| at..at + 1).collect();
        match scene.choices.pick(&quotes).cloned() {
            Some(quote) => scene.splice(quote, &[]),
            None => scene.replace_token(b"\""),
        }
    }),
    row("drop line", |scene| {
        if let Some(at) = scene.line() {
            scene.splice(at, &[]);
        }
    }),
    row("duplicate line", |scene| {
        if let Some(at) = scene.line() {
            let copy = scene.bytes[at.clone()].to_vec();
            scene.splice(at.start..at.start, &copy);
        }
    }),
    row("swap lines", |scene| {
        if let (Some(a), Some(b)) = (scene.line(), scene.line()) {
            scene.swap(a, b);
        }
    }),
    row("copy line", |scene| {
        if let (Some(from), Some(to)) = (scene.line(), scene.line()) {
            let copy = scene.bytes[from].to_vec();
            scene.splice(to.start..to.start, &copy);
        }
    }),
    row("indent line", |scene| {
        if let Some(at) = scene.line() {
            let blanks = scene.bytes[at.clone()].iter().take_while(|byte| **byte == b' ').count();
            let more = scene.choices.below(6);
            scene.splice(at.start..at.start + blanks, &b"      "[..more]);
        }
    }),
    row("break line", |scene| {
        if let Some(at) = scene.token() {
            scene.splice(at.start..at.start, if at.start % 3 == 0 { b"\r\n" } else { b"\n" });
        }
    }),
    row("join lines", |scene| {
        if let Some(at) = scene.line().filter(|at| scene.bytes[(*at).clone()].ends_with(b"\n")) {
            scene.splice(at.end - 1..at.end, b" ");
        }
    }),
    row("damage structure", |scene| {
        let marks: Vec<Range<usize>> =
            (0..scene.bytes.len()).filter(|at| b"-:[]{},|()<>".contains(&scene.bytes[*at])).map(|at| at..at + 1).collect();
        let mark = b"-:[]{},|()<>"[scene.choices.below(12)];
        if let Some(at) = scene.choices.pick(&marks).cloned() {
            scene.splice(at, &[mark]);
        }
    }),
    row("put comments", |scene| {
        let often = 1 << scene.choices.below(9);
        if let Ok(text) = std::str::from_utf8(&scene.bytes) {
            scene.bytes = commented(text, often, &mut scene.choices).into_bytes();
        }
    }),
    row("nest deeply", |scene| {
        let (open, times) = (b"[{(<-"[scene.choices.below(5)], 1 << scene.choices.below(14));
        if let Some(at) = scene.token() {
            scene.splice(at.start..at.start, &[open, b' '].repeat(times));
        }
    }),
    row("change byte", |scene| {
        let byte = scene.choices.byte();
        if let Some(at) = scene.choices.index(scene.bytes.len()) {
            scene.bytes[at] = byte;
        }
    }),
    row("cut file", |scene| {
        let length = scene.choices.below(scene.bytes.len());
        scene.bytes.truncate(length);
    }),
];

impl Scene<'_, '_> {
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

    /// Exchanges two ranges, which are the same or apart.
    fn swap(&mut self, a: Range<usize>, b: Range<usize>) {
        let (first, second) = if a.start <= b.start { (a, b) } else { (b, a) };
        if first.end <= second.start {
            let (one, other) = (self.bytes[first.clone()].to_vec(), self.bytes[second.clone()].to_vec());
            self.splice(second, &one);
            self.splice(first, &other);
        }
    }
}

/// Runs of digits, runs of letters and what else names are of, and every other byte that is no blank by itself.
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
    /// The bytes with this mutation at a place that `u` chooses.
    pub fn apply(&self, bytes: &[u8], u: &mut Unstructured<'_>) -> Vec<u8> {
        let mut scene = Scene { bytes: bytes.to_vec(), tokens: tokens(bytes), lines: lines(bytes), choices: Choices::new(u) };
        (self.apply)(&mut scene);
        scene.bytes
    }
}

/// The bytes of a file with one mutation; none if they are empty, or the mutation changes nothing.
pub fn mutate_tokens(bytes: &[u8], u: &mut Unstructured<'_>) -> Option<Vec<u8>> {
    let line = &TOKEN_MUTATIONS[Choices::new(u).below(TOKEN_MUTATIONS.len())];
    Some(line.apply(bytes, u)).filter(|mutant| mutant != bytes)
}
