//! Other abbreviations for the same records.
//!
//! The meaning of a file does not depend on its abbreviations, so every reader must read a stream and its rewriting alike.

use super::facts::Encoding;
use super::forms::AbbreviationForm;
use super::rows::id;
use super::tags::RowSet;
use crate::Choices;
use crate::forms::Form;
use arbitrary::Unstructured;
use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, ItemKind, Record, Scalar, UNABBREV_RECORD};
use smallvec::SmallVec;

/// Limit of the abbreviations that one block defines for itself, or that are registered for one kind of block.
const MOST: usize = 5;
/// Widest abbreviation ids, in bits.
const MAX_WIDTH: u32 = 32;
/// Limit of array elements that use no bits in a rewritten stream: readers limit them.
const MAX_IMPLICIT: usize = 1 << 16;
/// Id of the abbreviations block, and its record that begins a section.
const ABBREVIATIONS: u32 = 0;
const SET_BLOCK: u32 = 1;

/// Writes the same records with other abbreviations: other definitions, global and local, other choices among them, other widths of
/// abbreviation ids.
///
/// Accepts any stream that was read. The result can be written and read, and has [`Stream::same_records`].
pub fn rewrite_abbreviations(stream: &Stream, bytes: &mut Unstructured<'_>) -> Stream {
    rewrite(stream, bytes, Allowed::All)
}

/// As [`rewrite_abbreviations`], but only with forms whose rows are in the set.
pub(super) fn rewrite_abbreviations_of(stream: &Stream, bytes: &mut Unstructured<'_>, rows: &RowSet) -> Stream {
    rewrite(stream, bytes, Allowed::Rows(rows))
}

/// As [`rewrite_abbreviations`], but only with forms that LLVM's bitstreams also have: no array of literals, no code in an array, no width
/// of 0 or 1. Readers of LLVM bitstreams accept the result.
pub fn rewrite_abbreviations_as_llvm(stream: &Stream, bytes: &mut Unstructured<'_>) -> Stream {
    rewrite(stream, bytes, Allowed::Llvm)
}

/// The forms of abbreviations that may be defined.
#[derive(Clone, Copy)]
enum Allowed<'r> {
    All,
    /// Those that LLVM has.
    Llvm,
    /// Those whose rows are in the set.
    Rows(&'r RowSet),
}

fn rewrite(stream: &Stream, bytes: &mut Unstructured<'_>, allowed: Allowed<'_>) -> Stream {
    let mut out = Stream::new();
    out.header = stream.header.clone();
    let mut rewriter = Rewriter {
        source: stream,
        examples: examples(stream),
        out,
        choices: Choices::new(bytes),
        registered: Vec::new(),
        closed: false,
        open: Vec::new(),
        implicit: 0,
        allowed,
    };
    for (index, item) in stream.items().iter().enumerate() {
        match &item.kind {
            ItemKind::Define(_) => {}
            ItemKind::Enter { block, .. } => rewriter.enter(*block),
            ItemKind::End => rewriter.end(),
            ItemKind::Record(record) => rewriter.record(index, record),
        }
    }
    rewriter.out
}

/// Returns the records of each kind of block, by index of their items.
fn examples(stream: &Stream) -> Vec<(u32, Vec<u32>)> {
    let mut examples: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut open = Vec::new();
    for (index, item) in stream.items().iter().enumerate() {
        match &item.kind {
            ItemKind::Enter { block, .. } => open.push(*block),
            ItemKind::End => {
                open.pop();
            }
            ItemKind::Define(_) => {}
            ItemKind::Record(_) => {
                let block = open.last().copied().unwrap_or_default();
                match examples.iter_mut().find(|(known, _)| *known == block) {
                    Some((_, list)) => list.push(index as u32),
                    None => examples.push((block, vec![index as u32])),
                }
            }
        }
    }
    examples
}

/// An open block of the new stream.
struct Open {
    block: u32,
    abbreviations: Vec<Abbreviation>,
    /// How many more abbreviations it may define.
    left: usize,
    /// In an abbreviations block, the kind of block that the section is for.
    section: Option<u32>,
}

struct Rewriter<'a, 'u, 's> {
    source: &'s Stream,
    examples: Vec<(u32, Vec<u32>)>,
    out: Stream,
    choices: Choices<'a, 'u>,
    registered: Vec<(u32, Vec<Abbreviation>)>,
    /// Whether an abbreviations block has ended: no later one registers anything.
    closed: bool,
    open: Vec<Open>,
    implicit: usize,
    allowed: Allowed<'s>,
}

impl Rewriter<'_, '_, '_> {
    fn enter(&mut self, block: u32) {
        let abbreviations = self.registered.iter().find(|(id, _)| *id == block).map(|(_, list)| list.clone()).unwrap_or_default();
        let left = if block == ABBREVIATIONS { 0 } else { self.choices.below(MOST) };
        let last_id = 3 + abbreviations.len() + left;
        let needed = usize::BITS - last_id.leading_zeros();
        let extra = if self.choices.chance(16) { self.choices.below(32) } else { self.choices.below(3) };
        self.out.enter(block, (needed + extra as u32).min(MAX_WIDTH));
        self.open.push(Open { block, abbreviations, left, section: None });
    }

    fn end(&mut self) {
        self.define_local();
        self.out.end();
        if let Some(open) = self.open.pop() {
            self.closed |= open.block == ABBREVIATIONS;
        }
    }

    fn record(&mut self, index: usize, record: &Record) {
        self.define_local();
        let operands = self.source.operands(record);
        let Some(open) = self.open.last_mut() else { return };
        if open.block == ABBREVIATIONS {
            self.out.record(UNABBREV_RECORD, record.code, operands);
            if let (SET_BLOCK, Some(&block)) = (record.code, operands.first()) {
                open.section = Some(block as u32);
                self.register(block as u32);
            }
            return;
        }
        debug_assert!(index < self.source.items().len());
        let id = self.choose(record, operands);
        self.out.record(id, record.code, operands);
    }

    /// Returns an abbreviation that can encode the record, beginning at a random one; in one draw of four none.
    fn choose(&mut self, record: &Record, operands: &[u64]) -> u32 {
        let Some(open) = self.open.last() else { return UNABBREV_RECORD };
        let count = open.abbreviations.len();
        if count == 0 || self.choices.chance(64) {
            return UNABBREV_RECORD;
        }
        let start = self.choices.below(count);
        for place in (start..count).chain(0..start) {
            let abbreviation = &open.abbreviations[place];
            if !abbreviation.can_carry(record.code, operands) {
                continue;
            }
            let free = matches!(abbreviation.operands.last(), Some(AbbreviationOperand::Array(element)) if element.min_bits() == 0);
            if free {
                if self.implicit + operands.len() > MAX_IMPLICIT {
                    continue;
                }
                self.implicit += operands.len() + 1;
            }
            return place as u32 + irsmith_pnacl::stream::FIRST_ABBREVIATION;
        }
        UNABBREV_RECORD
    }

    /// Registers abbreviations for a kind of block, in the section that has just begun.
    fn register(&mut self, block: u32) {
        if !self.closed && !self.registered.iter().any(|(id, _)| *id == block) {
            self.registered.push((block, Vec::new()));
        }
        for _ in 0..self.choices.below(MOST) {
            let Some(abbreviation) = self.abbreviation(block, false) else { continue };
            self.out.define(abbreviation.clone());
            if !self.closed
                && let Some((_, list)) = self.registered.iter_mut().find(|(id, _)| *id == block)
            {
                list.push(abbreviation);
            }
        }
    }

    /// Defines some of the abbreviations that the open block may still define.
    fn define_local(&mut self) {
        let Some(Open { block, left, .. }) = self.open.last() else { return };
        let (block, left) = (*block, *left);
        if left == 0 || !self.choices.chance(96) {
            return;
        }
        let abbreviation = self.abbreviation(block, true);
        if let Some(open) = self.open.last_mut() {
            open.left -= 1;
            if let Some(abbreviation) = abbreviation {
                self.out.define(abbreviation.clone());
                open.abbreviations.push(abbreviation);
            }
        }
    }

    /// Draws an abbreviation for some record of a kind of block, or in one draw of eight for none in particular, for the block alone if it is
    /// `local`. `None` if it is not allowed.
    fn abbreviation(&mut self, block: u32, local: bool) -> Option<Abbreviation> {
        let source = self.source;
        let list = self.examples.iter().find(|(id, _)| *id == block).map_or(&[][..], |(_, list)| list);
        let example = self.choices.pick(list).and_then(|&index| match &source.items()[index as usize].kind {
            ItemKind::Record(record) => Some((record.code, source.operands(record))),
            _ => None,
        });
        let abbreviation = match example {
            Some((code, operands)) if !self.choices.chance(32) => self.fitting(code, operands),
            _ => self.any(),
        };
        match self.allowed {
            Allowed::All => Some(abbreviation),
            Allowed::Llvm => Some(of_llvm(abbreviation)),
            Allowed::Rows(rows) => of_rows(abbreviation, |encoding| is_on(rows, block, local, encoding)),
        }
    }

    /// Draws an abbreviation that can encode a record, and perhaps similar ones.
    fn fitting(&mut self, code: u32, operands: &[u64]) -> Abbreviation {
        /// Limit of operands before the array.
        const MAX_SCALARS: usize = 8;
        let values: SmallVec<[u64; 16]> = std::iter::once(u64::from(code)).chain(operands.iter().copied()).collect();
        let scalars = if values.len() > MAX_SCALARS || self.choices.chance(96) {
            self.choices.below(values.len().min(MAX_SCALARS) + 1)
        } else {
            values.len()
        };
        let mut encodings: SmallVec<[AbbreviationOperand; 4]> =
            values[..scalars].iter().map(|&value| AbbreviationOperand::Scalar(self.scalar(&[value]))).collect();
        if scalars < values.len() || self.choices.chance(32) {
            let element = self.scalar(&values[scalars..]);
            encodings.push(AbbreviationOperand::Array(element));
        }
        Abbreviation { operands: encodings }
    }

    /// Draws an encoding that can encode all of some values.
    fn scalar(&mut self, values: &[u64]) -> Scalar {
        let most = values.iter().copied().max().unwrap_or(0);
        let bits = u64::BITS - most.leading_zeros();
        let equal = values.windows(2).all(|pair| pair[0] == pair[1]);
        let draw = self.choices.byte();
        let carried = match draw & 7 {
            0 | 1 if equal => Scalar::Literal(most),
            2 => Scalar::Char6,
            3 if most == 0 => [Scalar::Fixed(0), Scalar::Vbr(0)][usize::from(draw >> 7)],
            4 | 5 if bits <= 32 => Scalar::Fixed((bits + self.choices.below(4) as u32).min(32)),
            _ => Scalar::Vbr(2 + self.choices.below(11) as u32),
        };
        if values.iter().all(|&value| carried.can_carry(value)) { carried } else { Scalar::Vbr(2 + self.choices.below(31) as u32) }
    }

    /// Draws an abbreviation that perhaps fits no record.
    fn any(&mut self) -> Abbreviation {
        let mut scalar = || match self.choices.below(6) {
            0 => Scalar::Literal(self.choices.wide() >> self.choices.below(64)),
            1 => Scalar::Fixed(self.choices.below(33) as u32),
            2 => [Scalar::Fixed(0), Scalar::Vbr(0)][self.choices.below(2)],
            3 => Scalar::Char6,
            // A chunk of one bit has no room for data.
            _ => Scalar::Vbr(2 + self.choices.below(31) as u32),
        };
        let element = scalar();
        let scalars: SmallVec<[Scalar; 4]> = (0..3).map(|_| scalar()).collect();
        let count = self.choices.below(4);
        let mut operands: SmallVec<[AbbreviationOperand; 4]> =
            scalars[..count].iter().map(|&scalar| AbbreviationOperand::Scalar(scalar)).collect();
        if operands.is_empty() || self.choices.chance(128) {
            operands.push(AbbreviationOperand::Array(element));
        }
        Abbreviation { operands }
    }
}

/// Returns whether the row of an encoding is in a set. Blocks without rows have every encoding.
fn is_on(rows: &RowSet, block: u32, local: bool, encoding: Encoding) -> bool {
    let is_of = |form: &&AbbreviationForm| form.block.code() == u64::from(block) && form.local == local && form.encoding == encoding;
    AbbreviationForm::all().iter().find(is_of).is_none_or(|&form| rows.contains(id(form)))
}

/// Returns the nearest abbreviation with only encodings that are on, and that can encode at least as much; `None` if there is none.
fn of_rows(mut abbreviation: Abbreviation, is_on: impl Fn(Encoding) -> bool) -> Option<Abbreviation> {
    const ANYTHING: Scalar = Scalar::Vbr(6);
    for operand in &mut abbreviation.operands {
        if !is_on(Encoding::of(operand)) {
            *operand = match operand {
                AbbreviationOperand::Scalar(_) => AbbreviationOperand::Scalar(ANYTHING),
                AbbreviationOperand::Array(_) => AbbreviationOperand::Array(ANYTHING),
            };
        }
    }
    if matches!(abbreviation.operands[..], [AbbreviationOperand::Array(_)]) && !is_on(Encoding::CodeInArray) {
        abbreviation.operands.insert(0, AbbreviationOperand::Scalar(ANYTHING));
    }
    abbreviation.operands.iter().all(|operand| is_on(Encoding::of(operand))).then_some(abbreviation)
}

/// Returns the nearest abbreviation that LLVM has and that can encode at least as much.
fn of_llvm(mut abbreviation: Abbreviation) -> Abbreviation {
    const ANYTHING: Scalar = Scalar::Vbr(6);
    for operand in &mut abbreviation.operands {
        match operand {
            AbbreviationOperand::Scalar(scalar @ (Scalar::Fixed(0) | Scalar::Vbr(0 | 1))) => *scalar = ANYTHING,
            AbbreviationOperand::Array(element @ (Scalar::Literal(_) | Scalar::Fixed(0) | Scalar::Vbr(0 | 1))) => *element = ANYTHING,
            AbbreviationOperand::Scalar(_) | AbbreviationOperand::Array(_) => {}
        }
    }
    if let [AbbreviationOperand::Array(_)] = abbreviation.operands[..] {
        abbreviation.operands.insert(0, AbbreviationOperand::Scalar(ANYTHING));
    }
    abbreviation
}
