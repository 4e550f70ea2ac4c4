//! Operands of core instructions. Follows the rows of the grammar as [`crate::grammar::operands`] does, over tokens.

use super::Parser;
use super::error::{ParseError, Parsed};
use super::lexer::Kind;
use crate::Id;
use crate::grammar::{self, ExtendedSet, ImportedSet, Number, OperandKind, OperandQuantifier};
use crate::text::{number, tools};
use rspirv::grammar::LogicalOperand;

/// What stands where the result of another instruction takes the place of an operand.
const NEXT: &str = "the next instruction";

/// The operands of one instruction.
pub(super) struct Operands<'p, 't> {
    parser: &'p mut Parser<'t>,
    /// The index of the words after the instruction's first.
    start: usize,
    /// The result, until it is among the words.
    result: Option<u32>,
    /// Whether a `!` was parsed, after which the rows no longer apply.
    raw: bool,
}

impl<'p, 't> Operands<'p, 't> {
    pub(super) fn new(parser: &'p mut Parser<'t>, result: Option<u32>) -> Self {
        Self { start: parser.words.len(), parser, result, raw: false }
    }

    /// Returns the words so far.
    fn words(&self) -> &[u32] {
        &self.parser.words[self.start..]
    }

    /// Returns the set that an OpExtInst names.
    pub(super) fn set(&self) -> Option<ImportedSet> {
        self.parser.context.imported(Id(*self.words().get(2)?))
    }

    /// Returns whether no operand follows.
    pub(super) fn at_end(&self) -> bool {
        self.raw || self.parser.at_end()
    }

    /// Ends the operands: only raw words may be left.
    pub(super) fn finish(&mut self) -> Parsed {
        if self.at_end() || self.immediate()? { Ok(()) } else { self.error("another instruction, for this one has all its operands") }
    }

    /// If the next token is a `!`, parses all remaining operands, whatever they are.
    pub(super) fn immediate(&mut self) -> Parsed<bool> {
        if !self.raw && matches!(self.parser.next.kind, Kind::Immediate(_)) && !self.parser.at_end() {
            self.raw = true;
            self.parser.raw_word()?;
            self.parser.words.extend(self.result.take());
            while !self.parser.at_end() {
                self.parser.raw_word()?;
            }
        }
        Ok(self.raw)
    }

    pub(super) fn error<T>(&self, expected: impl Into<String>) -> Parsed<T> {
        self.parser.error(&self.parser.next, expected)
    }

    pub(super) fn push(&mut self, word: u32) {
        self.parser.words.push(word);
        self.parser.advance();
    }

    /// Parses the operands of a row.
    pub(super) fn row(&mut self, operands: &[LogicalOperand]) -> Parsed {
        operands.iter().try_for_each(|operand| match operand.quantifier {
            OperandQuantifier::ZeroOrOne if self.at_end() => Ok(()),
            OperandQuantifier::ZeroOrOne | OperandQuantifier::One => self.operand(operand.kind),
            OperandQuantifier::ZeroOrMore => self.all(operand.kind),
        })
    }

    fn all(&mut self, kind: OperandKind) -> Parsed {
        while !self.at_end() {
            self.operand(kind)?;
        }
        Ok(())
    }

    fn operand(&mut self, kind: OperandKind) -> Parsed {
        use OperandKind as K;
        if kind == K::IdResult {
            self.parser.words.extend(self.result.take());
            return Ok(());
        }
        if self.immediate()? {
            return Ok(());
        }
        match kind {
            K::IdResultType => self.id("the id of the result's type"),
            K::IdRef | K::IdScope | K::IdMemorySemantics => self.id("an id"),
            K::LiteralInteger => self.literal(),
            K::LiteralFloat => self.number(Number::Float { bits: 32 }),
            K::LiteralString => match self.parser.next.kind {
                Kind::String(text) => self.parser.string(text),
                Kind::OpenString => self.error("a string with a quote at its end"),
                _ => self.error("a string"),
            },
            K::LiteralContextDependentNumber => {
                self.typed_number(self.words().first().and_then(|&ty| self.parser.context.widths().of_type(Id(ty))))
            }
            K::PairLiteralIntegerIdRef => {
                self.typed_number(self.words().first().and_then(|&selector| self.parser.context.widths().of_value(Id(selector))))?;
                self.operand(K::IdRef)
            }
            K::PairIdRefLiteralInteger => {
                self.operand(K::IdRef)?;
                self.operand(K::LiteralInteger)
            }
            K::PairIdRefIdRef => {
                self.operand(K::IdRef)?;
                self.operand(K::IdRef)
            }
            K::LiteralExtInstInteger => self.extended(self.set().and_then(tools::beyond_rows)),
            K::LiteralSpecConstantOpInteger => self.operation(),
            kind => self.enumerant(kind),
        }
    }

    pub(super) fn id(&mut self, expected: &str) -> Parsed {
        if self.parser.at_end() && matches!(self.parser.next.kind, Kind::Id(_)) {
            return self.error(expected).map_err(|error| ParseError { found: NEXT.to_owned(), ..error });
        }
        let id = self.parser.id(expected)?;
        self.parser.words.push(id);
        Ok(())
    }

    pub(super) fn word(&self) -> Option<&'t str> {
        match self.parser.next.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(super) fn literal(&mut self) -> Parsed {
        match self.word().and_then(number::word) {
            Some(word) => {
                self.push(word);
                Ok(())
            }
            None => self.error("a number of 32 bits"),
        }
    }

    fn typed_number(&mut self, number: Option<Number>) -> Parsed {
        match number {
            Some(number) if number.words() > 0 => self.number(number),
            _ => self.error("`!` and a word, for the number has no number type that is defined before"),
        }
    }

    fn number(&mut self, number: Number) -> Parsed {
        match self.word().and_then(|word| number::parse(number, word)) {
            Some(words) => {
                self.parser.words.extend(words);
                self.parser.advance();
                Ok(())
            }
            None => self.error(match number {
                Number::Integer { bits, signed: true } => format!("a signed integer of {bits} bits"),
                Number::Integer { bits, signed: false } => format!("an unsigned integer of {bits} bits"),
                Number::Float { bits } => format!("a floating-point number of {bits} bits"),
            }),
        }
    }

    /// Parses the name or number of an instruction of a set other than a debug set, and its operands.
    fn extended(&mut self, set: Option<ExtendedSet>) -> Parsed {
        let number = self.word().and_then(|word| set.and_then(|set| set.number(word)).or_else(|| number::word(word)));
        let Some(number) = number else { return self.error("the name or number of an instruction of the set") };
        self.push(number);
        match set.and_then(|set| set.row(number)) {
            Some(row) => self.row(row.operands),
            None => self.all(OperandKind::IdRef),
        }
    }

    /// Parses the name of the instruction that an OpSpecConstantOp computes, and its operands.
    fn operation(&mut self) -> Parsed {
        let row = self.word().and_then(grammar::opcode).and_then(|opcode| grammar::operation(opcode.into()));
        let Some(row) = row else { return self.error("the name of an instruction without `Op`") };
        self.push(row.opcode as u32);
        self.row(&row.operands[grammar::shape(row.opcode as u16).len()..])
    }

    /// Parses a value or mask of the core specification, and its additional operands.
    pub(super) fn enumerant(&mut self, kind: OperandKind) -> Parsed {
        if grammar::is_mask(kind) {
            let word = self.mask(|name| grammar::enumerant_value(kind, name), &format_args!("{kind:?}"))?;
            grammar::mask_bits(kind, word).flatten().try_for_each(|bit| self.row(&bit.operands))
        } else {
            let value = self.word().and_then(|name| grammar::enumerant_value(kind, name));
            let Some(enumerant) = value.and_then(|value| grammar::enumerant(kind, value)) else { return self.error(format!("a {kind:?}")) };
            self.push(enumerant.value);
            self.row(&enumerant.operands)
        }
    }

    /// Parses names of bits with `|` between them.
    pub(super) fn mask(&mut self, bits: impl Fn(&str) -> Option<u32>, expected: &impl std::fmt::Display) -> Parsed<u32> {
        let bits = |name| if name == tools::NO_BITS { Some(0) } else { bits(name) };
        let word = self.word().and_then(|word| word.split('|').try_fold(0, |mask, name| Some(mask | bits(name)?)));
        let Some(word) = word else { return self.error(format!("names of {expected} with `|` between them, or None")) };
        self.push(word);
        Ok(word)
    }
}

impl Parser<'_> {
    /// Parses the words of a string: a backslash escapes the next character.
    pub(super) fn string(&mut self, text: &str) -> Parsed {
        let mut escaped = false;
        let mut bytes = text.bytes().filter(|&byte| {
            let backslash = byte == b'\\' && !escaped;
            escaped = backslash;
            !backslash
        });
        if text.contains('\0') {
            return self.error(&self.next, "a string without a zero character, which would end it");
        }
        loop {
            let chunk = [(); 4].map(|()| bytes.next().unwrap_or(0));
            self.words.push(u32::from_le_bytes(chunk));
            if chunk[3] == 0 {
                break;
            }
        }
        self.advance();
        Ok(())
    }
}
