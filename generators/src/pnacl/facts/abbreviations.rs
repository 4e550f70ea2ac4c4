//! The abbreviations that a stream defines.

use irsmith_pnacl::Stream;
use irsmith_pnacl::stream::{Abbreviation, AbbreviationOperand, ItemKind, Scalar};
use irsmith_pnacl::tables::BlockKind;
use std::collections::HashMap;

/// The record of the abbreviations block that begins a section.
const SET_BLOCK: u32 = 1;

/// An encoding that an abbreviation can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in super::super) enum Encoding {
    Literal,
    Fixed,
    FixedOfNoBits,
    Vbr,
    VbrOfNoBits,
    Char6,
    ArrayOfFixed,
    ArrayOfVbr,
    ArrayOfChar6,
    ArrayOfLiteral,
    CodeInArray,
}

impl Encoding {
    pub(in super::super) const ALL: [Self; 11] = [
        Self::Literal,
        Self::Fixed,
        Self::FixedOfNoBits,
        Self::Vbr,
        Self::VbrOfNoBits,
        Self::Char6,
        Self::ArrayOfFixed,
        Self::ArrayOfVbr,
        Self::ArrayOfChar6,
        Self::ArrayOfLiteral,
        Self::CodeInArray,
    ];

    pub(in super::super) const fn name(self) -> &'static str {
        match self {
            Self::Literal => "literal",
            Self::Fixed => "fixed",
            Self::FixedOfNoBits => "fixed of 0 bits",
            Self::Vbr => "vbr",
            Self::VbrOfNoBits => "vbr of 0 bits",
            Self::Char6 => "char6",
            Self::ArrayOfFixed => "array of fixed",
            Self::ArrayOfVbr => "array of vbr",
            Self::ArrayOfChar6 => "array of char6",
            Self::ArrayOfLiteral => "array of a literal",
            Self::CodeInArray => "array with the code",
        }
    }

    pub(in super::super) const fn of(operand: &AbbreviationOperand) -> Self {
        match operand {
            AbbreviationOperand::Scalar(Scalar::Literal(_)) => Self::Literal,
            AbbreviationOperand::Scalar(Scalar::Fixed(0)) => Self::FixedOfNoBits,
            AbbreviationOperand::Scalar(Scalar::Fixed(_)) => Self::Fixed,
            AbbreviationOperand::Scalar(Scalar::Vbr(0)) => Self::VbrOfNoBits,
            AbbreviationOperand::Scalar(Scalar::Vbr(_)) => Self::Vbr,
            AbbreviationOperand::Scalar(Scalar::Char6) => Self::Char6,
            AbbreviationOperand::Array(Scalar::Fixed(_)) => Self::ArrayOfFixed,
            AbbreviationOperand::Array(Scalar::Vbr(_)) => Self::ArrayOfVbr,
            AbbreviationOperand::Array(Scalar::Char6) => Self::ArrayOfChar6,
            AbbreviationOperand::Array(Scalar::Literal(_)) => Self::ArrayOfLiteral,
        }
    }
}

/// How often each encoding is defined.
#[derive(Debug, Default)]
pub(in super::super) struct Abbreviations {
    /// By the block that may use it, and whether the block itself defines it.
    encodings: HashMap<(BlockKind, bool, Encoding), u64>,
}

impl Abbreviations {
    pub(super) fn of(stream: &Stream) -> Self {
        let mut found = Self::default();
        // The open blocks, each with the block that its definitions are for.
        let mut open: Vec<(u32, Option<u32>)> = Vec::new();
        for item in stream.items() {
            match &item.kind {
                ItemKind::Enter { block, .. } => open.push((*block, None)),
                ItemKind::End => {
                    open.pop();
                }
                ItemKind::Record(record) => {
                    if let Some((_, section)) = open.last_mut().filter(|_| record.code == SET_BLOCK) {
                        *section = stream.operands(record).first().map(|&block| block as u32);
                    }
                }
                ItemKind::Define(index) => {
                    let abbreviation = stream.abbreviations().get(*index as usize);
                    if let (Some(&(block, section)), Some(abbreviation)) = (open.last(), abbreviation) {
                        let local = u64::from(block) != BlockKind::Abbreviations.code();
                        let target = if local { Some(block) } else { section };
                        let target = target.and_then(|target| BlockKind::from_code(target.into()));
                        target.into_iter().for_each(|target| found.add(target, local, abbreviation));
                    }
                }
            }
        }
        found
    }

    fn add(&mut self, block: BlockKind, local: bool, abbreviation: &Abbreviation) {
        let mut count = |encoding| *self.encodings.entry((block, local, encoding)).or_default() += 1;
        abbreviation.operands.iter().map(Encoding::of).for_each(&mut count);
        if let Some(AbbreviationOperand::Array(_)) = abbreviation.operands.first() {
            count(Encoding::CodeInArray);
        }
    }

    /// Returns how often an encoding is defined for blocks of a kind, by themselves or for all of them.
    pub(in super::super) fn count(&self, block: BlockKind, local: bool, encoding: Encoding) -> u64 {
        self.encodings.get(&(block, local, encoding)).copied().unwrap_or(0)
    }
}
