//! Operands of core instructions.

use super::put;
use crate::grammar::{self, ExtendedSet, Operand, OperandKind};
use crate::text::number;

/// The operands of one instruction.
pub(super) struct Operands<'o> {
    out: &'o mut String,
    /// Whether there was a word without a spelling. After it only ids and words can be parsed.
    raw: bool,
}

impl<'o> Operands<'o> {
    pub(super) fn new(out: &'o mut String) -> Self {
        Self { out, raw: false }
    }

    pub(super) fn id(&mut self, word: u32) {
        put!(self.out, " %{word}");
    }

    /// Prints a raw word.
    pub(super) fn word(&mut self, word: u32) {
        self.raw = true;
        put!(self.out, " !{word}");
    }

    pub(super) fn literal(&mut self, word: u32) {
        if self.raw { self.word(word) } else { put!(self.out, " {word}") }
    }

    /// Prints a word by its name, if it has one.
    pub(super) fn name(&mut self, name: Option<&str>, word: u32) {
        match name {
            Some(name) if !self.raw => {
                self.out.push(' ');
                self.out.push_str(name);
            }
            _ => self.word(word),
        }
    }

    /// Prints a mask by the names of its bits, the lowest first.
    pub(super) fn mask<'n>(&mut self, word: u32, bit_name: impl Fn(u32) -> Option<&'n str>) {
        let bits = || (0..u32::BITS).map(|bit| 1 << bit).filter(|bit| word & bit != 0);
        if self.raw || bits().any(|bit| bit_name(bit).is_none()) {
            return self.word(word);
        }
        self.out.push(' ');
        if word == 0 {
            return self.out.push_str("None");
        }
        for (position, name) in bits().filter_map(bit_name).enumerate() {
            if position > 0 {
                self.out.push('|');
            }
            self.out.push_str(name);
        }
    }

    /// Prints a word of an enumeration or a mask of the core specification.
    pub(super) fn enumerant(&mut self, kind: OperandKind, word: u32) {
        let name = |value| grammar::enumerant(kind, value).map(|enumerant| enumerant.name.as_str());
        if grammar::is_mask(kind) { self.mask(word, name) } else { self.name(name(word), word) }
    }

    /// Prints any operand of a core instruction.
    pub(super) fn operand(&mut self, operand: Operand<'_>, set: Option<ExtendedSet>) {
        use OperandKind as K;
        let word = operand.words.first().copied().unwrap_or_default();
        match operand.kind {
            K::IdResult => {}
            K::IdResultType | K::IdRef | K::IdScope | K::IdMemorySemantics => self.id(word),
            K::LiteralInteger => self.literal(word),
            K::LiteralExtInstInteger => match set {
                Some(set) if set.is_non_semantic() && set.row(word).is_none() => self.literal(word),
                Some(set) => self.name(set.row(word).map(|row| row.opname), word),
                None => self.literal(word),
            },
            K::LiteralSpecConstantOpInteger => self.name(grammar::operation(word).and_then(|row| grammar::name(row.opcode as u16)), word),
            K::LiteralString => self.spelled(operand.words, string),
            K::LiteralFloat => self.spelled(operand.words, |words, out| number::print(grammar::Number::Float { bits: 32 }, words, out)),
            K::LiteralContextDependentNumber => {
                self.spelled(operand.words, |words, out| operand.number.is_some_and(|number| number::print(number, words, out)));
            }
            kind => self.enumerant(kind, word),
        }
    }

    /// Prints words by a spelling, if they have one: if `spell` returns false, it has written nothing.
    fn spelled(&mut self, words: &[u32], spell: impl Fn(&[u32], &mut String) -> bool) {
        if !self.raw {
            self.out.push(' ');
            if spell(words, self.out) {
                return;
            }
            self.out.pop();
        }
        words.iter().for_each(|&word| self.word(word));
    }
}

/// Prints a string in quotes. Returns false for one that is not UTF-8, or that has nonzero bytes after its end.
fn string(words: &[u32], out: &mut String) -> bool {
    let start = out.len();
    out.push('"');
    let complete = text(words, out).is_some();
    if complete {
        out.push('"');
    } else {
        out.truncate(start);
    }
    complete
}

fn text(words: &[u32], out: &mut String) -> Option<()> {
    let mut bytes = words.iter().flat_map(|word| word.to_le_bytes());
    // The longest character of UTF-8 has four bytes.
    let mut character = [0; 4];
    while let Some(first) = bytes.next() {
        if first == 0 {
            return bytes.all(|byte| byte == 0).then_some(());
        }
        let len = match first {
            0..0x80 => 1,
            0x80..0xe0 => 2,
            0xe0..0xf0 => 3,
            _ => 4,
        };
        character[0] = first;
        for byte in &mut character[1..len] {
            *byte = bytes.next()?;
        }
        let text = std::str::from_utf8(&character[..len]).ok()?;
        if let "\"" | "\\" = text {
            out.push('\\');
        }
        out.push_str(text);
    }
    None
}
