//! The abbreviations of the canonical writer.

use super::Writer;
use crate::stream::{Abbreviation, AbbreviationOperand, Scalar, UNABBREV_RECORD};
use crate::tables::{BlockKind, constant, global, symbol, type_code};
use AbbreviationOperand::Array;

/// Record code that begins a section of the abbreviations block.
const SET_BLOCK: u32 = 1;

const fn literal(value: u64) -> AbbreviationOperand {
    AbbreviationOperand::Scalar(Scalar::Literal(value))
}

const fn code(value: u32) -> AbbreviationOperand {
    literal(value as u64)
}

const fn fixed(width: u32) -> AbbreviationOperand {
    AbbreviationOperand::Scalar(Scalar::Fixed(width))
}

const fn vbr(width: u32) -> AbbreviationOperand {
    AbbreviationOperand::Scalar(Scalar::Vbr(width))
}

/// Ids of the standard abbreviations in their blocks.
pub(super) mod id {
    pub(in crate::write) const SYMBOL_8: u32 = 4;
    pub(in crate::write) const SYMBOL_7: u32 = 5;
    pub(in crate::write) const SYMBOL_6: u32 = 6;
    pub(in crate::write) const SET_TYPE: u32 = 4;
    pub(in crate::write) const INTEGER: u32 = 5;
    pub(in crate::write) const ZERO: u32 = 6;
    pub(in crate::write) const FLOAT: u32 = 7;
    pub(in crate::write) const LOAD: u32 = 4;
    pub(in crate::write) const BINARY: u32 = 5;
    pub(in crate::write) const CAST: u32 = 6;
    pub(in crate::write) const RET_VOID: u32 = 7;
    pub(in crate::write) const RET_VALUE: u32 = 8;
    pub(in crate::write) const UNREACHABLE: u32 = 9;
    pub(in crate::write) const DECLARE: u32 = 10;
    pub(in crate::write) const STORE: u32 = 11;
    pub(in crate::write) const GLOBAL: u32 = 4;
    pub(in crate::write) const COMPOUND: u32 = 5;
    pub(in crate::write) const ZEROFILL: u32 = 6;
    pub(in crate::write) const DATA: u32 = 7;
    pub(in crate::write) const RELOCATION: u32 = 8;
    pub(in crate::write) const RELOCATION_ADDEND: u32 = 9;
    pub(in crate::write) const FUNCTION_TYPE: u32 = 4;
}

/// The standard abbreviations of a module.
pub(super) struct Standard {
    /// The encoding of type ids: a fixed number of bits, or chunks of 6 if more would be needed.
    type_id: Scalar,
}

impl Standard {
    /// Returns the abbreviations for a module with this many types.
    pub(super) fn new(types: usize) -> Self {
        // Bits for the numbers 0 to `types`, as the canonical writer counts them.
        let bits = (types as u64 + 1).next_power_of_two().trailing_zeros();
        Self { type_id: if bits > 6 { Scalar::Vbr(6) } else { Scalar::Fixed(bits) } }
    }

    fn type_id(&self) -> AbbreviationOperand {
        AbbreviationOperand::Scalar(self.type_id)
    }

    /// Returns the local abbreviation of the types block.
    pub(super) fn function_type(&self) -> Abbreviation {
        Abbreviation::new(&[code(type_code::FUNCTION), fixed(1), Array(self.type_id)])
    }

    fn sections(&self) -> [(BlockKind, Vec<Abbreviation>); 4] {
        let new = Abbreviation::new;
        [
            (
                BlockKind::ValueSymtab,
                vec![
                    new(&[fixed(3), vbr(8), Array(Scalar::Fixed(8))]),
                    new(&[code(symbol::ENTRY), vbr(8), Array(Scalar::Fixed(7))]),
                    new(&[code(symbol::ENTRY), vbr(8), Array(Scalar::Char6)]),
                    new(&[code(symbol::BLOCK_ENTRY), vbr(8), Array(Scalar::Char6)]),
                ],
            ),
            (
                BlockKind::Constants,
                vec![
                    new(&[code(constant::SET_TYPE), self.type_id()]),
                    new(&[code(constant::INTEGER), vbr(8)]),
                    new(&[code(constant::INTEGER), literal(0)]),
                    new(&[code(constant::FLOAT), vbr(8)]),
                ],
            ),
            (
                BlockKind::Function,
                vec![
                    new(&[code(20), vbr(6), vbr(4), vbr(4)]),
                    new(&[code(2), vbr(6), vbr(6), fixed(4)]),
                    new(&[code(3), vbr(6), self.type_id(), fixed(4)]),
                    new(&[code(10)]),
                    new(&[code(10), vbr(6)]),
                    new(&[code(15)]),
                    new(&[code(43), vbr(6), self.type_id()]),
                    new(&[code(24), vbr(6), vbr(6), vbr(4)]),
                ],
            ),
            (
                BlockKind::Globals,
                vec![
                    new(&[code(global::VARIABLE), vbr(6), fixed(1)]),
                    new(&[code(global::COMPOUND), vbr(8)]),
                    new(&[code(global::ZEROFILL), vbr(8)]),
                    new(&[code(global::DATA), Array(Scalar::Fixed(8))]),
                    new(&[code(global::RELOCATION), vbr(6)]),
                    new(&[code(global::RELOCATION), vbr(6), vbr(6)]),
                ],
            ),
        ]
    }

    /// Returns the id, or 3 if the type id does not fit the encoding.
    pub(super) fn with_type(&self, id: u32, ty: u32) -> u32 {
        if self.type_id.can_carry(u64::from(ty)) { id } else { UNABBREV_RECORD }
    }
}

impl Writer<'_> {
    pub(super) fn abbreviations(&mut self) {
        self.stream.enter(BlockKind::Abbreviations.code() as u32, 2);
        for (block, abbreviations) in self.standard.sections() {
            self.stream.record(UNABBREV_RECORD, SET_BLOCK, &[block.code()]);
            abbreviations.into_iter().for_each(|abbreviation| self.stream.define(abbreviation));
        }
        self.stream.end();
    }
}
