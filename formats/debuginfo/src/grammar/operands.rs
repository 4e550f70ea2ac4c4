//! The operands of core instructions, word by word.

use super::{ExtendedSet, Number, Widths, enumerants, instructions};
use crate::Id;
use rspirv::grammar::{LogicalOperand, OperandKind, OperandQuantifier};

/// An operand of an instruction: its kind and its words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operand<'a> {
    /// The kind. Pairs are passed as two operands, and the additional operands of an enumerant separately.
    pub kind: OperandKind,
    /// The index of its first word, among the words after the instruction's first.
    pub at: usize,
    /// The words: one, except for strings and wide numbers.
    pub words: &'a [u32],
    /// The type of a literal number, if the module defines it.
    pub number: Option<Number>,
}

/// Words that do not match the grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("word {at}: {problem}")]
pub struct OperandError {
    /// The index of the word, counted from the instruction's first.
    pub at: usize,
    /// The error.
    pub problem: Problem,
}

/// The error in the words of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The grammar does not contain the instruction.
    #[error("instruction number {0} is unknown")]
    UnknownOpcode(u32),
    /// A word is missing.
    #[error("an operand is missing")]
    Missing,
    /// Words are left.
    #[error("more words than the instruction has operands")]
    Surplus,
    /// No such enumerant.
    #[error("{value} is no {kind:?}")]
    UnknownEnumerant {
        /// The enumeration.
        kind: OperandKind,
        /// The word.
        value: u32,
    },
    /// A string without an end.
    #[error("a string without a zero byte at its end")]
    UnterminatedString,
    /// A number whose type is not known.
    #[error("a number whose type is no number type")]
    UnknownNumber,
}

/// Calls `f` on every operand of a core instruction, from left to right, including result type and result.
///
/// `set` is the set of an OpExtInst; operands of unknown sets are ids.
///
/// # Errors
/// The first word that does not match the grammar; `f` was called on all operands before it.
pub fn operands<'a>(
    opcode: u16,
    words: &'a [u32],
    widths: &Widths,
    set: Option<ExtendedSet>,
    mut f: impl FnMut(Operand<'a>),
) -> Result<(), OperandError> {
    let mut walk = Walk { words, at: 0, widths, set, ty: None, f: &mut f };
    let Some(row) = instructions::row(opcode) else { return Err(walk.error(Problem::UnknownOpcode(u32::from(opcode)))) };
    // The operands after the number of an extended instruction are those of its own row, or ids: see `operand`.
    let last = row.operands.iter().position(|operand| operand.kind == OperandKind::LiteralExtInstInteger);
    walk.row(last.map_or(row.operands, |last| &row.operands[..=last]))?;
    if walk.at < words.len() { Err(walk.error(Problem::Surplus)) } else { Ok(()) }
}

struct Walk<'a, 'w, F> {
    words: &'a [u32],
    at: usize,
    widths: &'w Widths,
    set: Option<ExtendedSet>,
    ty: Option<Id>,
    f: &'w mut F,
}

impl<'a, F: FnMut(Operand<'a>)> Walk<'a, '_, F> {
    fn error(&self, problem: Problem) -> OperandError {
        OperandError { at: self.at + 1, problem }
    }

    fn row(&mut self, operands: &[LogicalOperand]) -> Result<(), OperandError> {
        operands.iter().try_for_each(|operand| self.logical(operand))
    }

    fn logical(&mut self, operand: &LogicalOperand) -> Result<(), OperandError> {
        match operand.quantifier {
            OperandQuantifier::One => self.operand(operand.kind),
            OperandQuantifier::ZeroOrOne if self.at == self.words.len() => Ok(()),
            OperandQuantifier::ZeroOrOne => self.operand(operand.kind),
            OperandQuantifier::ZeroOrMore => {
                while self.at < self.words.len() {
                    self.operand(operand.kind)?;
                }
                Ok(())
            }
        }
    }

    fn operand(&mut self, kind: OperandKind) -> Result<(), OperandError> {
        use OperandKind as K;
        match kind {
            K::LiteralString => {
                let Some(count) = super::string_len(&self.words[self.at..]) else {
                    let problem = if self.at == self.words.len() { Problem::Missing } else { Problem::UnterminatedString };
                    return Err(self.error(problem));
                };
                self.give(kind, count)
            }
            K::LiteralContextDependentNumber => {
                let number = self.ty.and_then(|ty| self.widths.of_type(ty));
                self.number(number)
            }
            K::PairLiteralIntegerIdRef => {
                // Only a switch has these; its first operand is the selector.
                let selector = self.words.first().and_then(|&word| self.widths.of_value(Id(word)));
                self.number(selector)?;
                self.give(K::IdRef, 1)
            }
            K::PairIdRefLiteralInteger => {
                self.give(K::IdRef, 1)?;
                self.give(K::LiteralInteger, 1)
            }
            K::PairIdRefIdRef => {
                self.give(K::IdRef, 1)?;
                self.give(K::IdRef, 1)
            }
            K::LiteralExtInstInteger => {
                let number = self.peek()?;
                self.give(kind, 1)?;
                match self.set.and_then(|set| set.row(number)) {
                    Some(row) => self.row(row.operands),
                    None => self.logical(&LogicalOperand { kind: K::IdRef, quantifier: OperandQuantifier::ZeroOrMore }),
                }
            }
            K::LiteralSpecConstantOpInteger => {
                let number = self.peek()?;
                let row = instructions::operation(number);
                let row = row.ok_or_else(|| self.error(Problem::UnknownOpcode(number)))?;
                self.give(kind, 1)?;
                self.row(&row.operands[instructions::shape(row.opcode as u16).len()..])
            }
            K::IdResultType => {
                self.ty = Some(Id(self.peek()?));
                self.give(kind, 1)
            }
            K::IdResult | K::IdMemorySemantics | K::IdScope | K::IdRef | K::LiteralInteger | K::LiteralFloat => self.give(kind, 1),
            _ => self.enumerant(kind),
        }
    }

    fn enumerant(&mut self, kind: OperandKind) -> Result<(), OperandError> {
        let value = self.peek()?;
        let unknown = self.error(Problem::UnknownEnumerant { kind, value });
        if enumerants::is_mask(kind) {
            // Looked up before the word is passed to `f`, so that an unknown bit is detected before any following word.
            if enumerants::mask_bits(kind, value).any(|bit| bit.is_none()) {
                return Err(unknown);
            }
            self.give(kind, 1)?;
            enumerants::mask_bits(kind, value).flatten().try_for_each(|bit| self.row(&bit.operands))
        } else {
            let enumerant = enumerants::enumerant(kind, value).ok_or(unknown)?;
            self.give(kind, 1)?;
            self.row(&enumerant.operands)
        }
    }

    fn number(&mut self, number: Option<Number>) -> Result<(), OperandError> {
        // A type of zero bits is not a number type: its literals would have no words.
        let problem = if self.at == self.words.len() { Problem::Missing } else { Problem::UnknownNumber };
        let number = number.filter(|number| number.words() > 0).ok_or_else(|| self.error(problem))?;
        self.give_number(OperandKind::LiteralContextDependentNumber, number.words(), Some(number))
    }

    fn peek(&self) -> Result<u32, OperandError> {
        self.words.get(self.at).copied().ok_or_else(|| self.error(Problem::Missing))
    }

    fn give(&mut self, kind: OperandKind, count: usize) -> Result<(), OperandError> {
        self.give_number(kind, count, None)
    }

    fn give_number(&mut self, kind: OperandKind, count: usize, number: Option<Number>) -> Result<(), OperandError> {
        let words = self.words.get(self.at..self.at + count).ok_or_else(|| self.error(Problem::Missing))?;
        (self.f)(Operand { kind, at: self.at, words, number });
        self.at += count;
        Ok(())
    }
}
