//! User-defined abbreviations: the encodings of the values of a record (manual, *Abbreviation Record*).

use crate::bits::{BitReader, BitWriter, char6_encode};
use crate::{ErrorKind, Result};
use smallvec::SmallVec;

/// Largest width of a fixed or variable-width operand, in bits.
pub(crate) const MAX_WIDTH: u64 = 32;

/// The encoding of one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    /// The value is part of the definition and occupies no bits.
    Literal(u64),
    /// This many bits, 0 to 32; 0 bits encode the value 0.
    Fixed(u32),
    /// Chunks of this many bits, 0 to 32; 0 bits encode the value 0.
    Vbr(u32),
    /// Six bits for a character of `[a-zA-Z0-9._]`.
    Char6,
}

/// An operand of an abbreviation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AbbreviationOperand {
    /// One value.
    Scalar(Scalar),
    /// Any number of values with the same encoding; only the last operand. On the wire an array operand and its element are two operands.
    Array(Scalar),
}

/// An abbreviation: the encodings of a record's values, the code first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Abbreviation {
    /// The operands; only the last may be an array.
    pub operands: SmallVec<[AbbreviationOperand; 4]>,
}

impl Scalar {
    /// Returns the smallest number of bits of a value.
    pub const fn min_bits(self) -> u64 {
        match self {
            Self::Literal(_) => 0,
            Self::Fixed(width) | Self::Vbr(width) => width as u64,
            Self::Char6 => 6,
        }
    }

    /// Returns whether a value can be encoded.
    pub const fn can_carry(self, value: u64) -> bool {
        match self {
            Self::Literal(literal) => literal == value,
            Self::Fixed(width) => value >> width == 0,
            Self::Vbr(0 | 1) => value == 0,
            Self::Vbr(_) => true,
            Self::Char6 => char6_encode(value).is_some(),
        }
    }

    fn read_definition(bits: &mut BitReader<'_>, encoding: u64) -> Result<Self> {
        let start = bits.clone();
        let mut width = || {
            let width = bits.vbr(5)?;
            if width > MAX_WIDTH {
                return Err(start.error(ErrorKind::BadAbbreviation("a width above 32 bits")));
            }
            Ok(width as u32)
        };
        match encoding {
            1 => Ok(Self::Fixed(width()?)),
            2 => Ok(Self::Vbr(width()?)),
            4 => Ok(Self::Char6),
            _ => Err(start.error(ErrorKind::BadAbbreviation("an unknown encoding"))),
        }
    }

    fn read_operand(bits: &mut BitReader<'_>) -> Result<Option<Self>> {
        if bits.fixed(1)? == 1 {
            return Ok(Some(Self::Literal(bits.vbr(8)?)));
        }
        match bits.fixed(3)? {
            3 => Ok(None),
            encoding => Self::read_definition(bits, encoding).map(Some),
        }
    }

    fn write_operand(self, bits: &mut BitWriter) {
        match self {
            Self::Literal(value) => {
                bits.fixed(1, 1);
                bits.vbr(value, 8);
            }
            Self::Fixed(width) => write_encoding(bits, 1, Some(width)),
            Self::Vbr(width) => write_encoding(bits, 2, Some(width)),
            Self::Char6 => write_encoding(bits, 4, None),
        }
    }
}

fn write_encoding(bits: &mut BitWriter, encoding: u64, width: Option<u32>) {
    bits.fixed(0, 1);
    bits.fixed(encoding, 3);
    if let Some(width) = width {
        bits.vbr(u64::from(width), 5);
    }
}

impl Abbreviation {
    /// Makes an abbreviation of these operands.
    pub fn new(operands: &[AbbreviationOperand]) -> Self {
        Self { operands: SmallVec::from_slice(operands) }
    }

    /// Reads a definition after its abbreviation id.
    pub(super) fn read(bits: &mut BitReader<'_>) -> Result<Self> {
        let start = bits.clone();
        let bad = |problem| Err(start.error(ErrorKind::BadAbbreviation(problem)));
        let count = bits.vbr(5)?;
        if count == 0 {
            return bad("no operands");
        }
        let mut operands = SmallVec::new();
        let mut left = count;
        while left > 0 {
            left -= 1;
            operands.push(match Scalar::read_operand(bits)? {
                Some(scalar) => AbbreviationOperand::Scalar(scalar),
                None if left != 1 => return bad("an array that is not the second last operand"),
                None => {
                    left = 0;
                    match Scalar::read_operand(bits)? {
                        Some(element) => AbbreviationOperand::Array(element),
                        None => return bad("an array of arrays"),
                    }
                }
            });
        }
        Ok(Self { operands })
    }

    /// Writes a definition after its abbreviation id.
    pub(super) fn write(&self, bits: &mut BitWriter) {
        bits.vbr(self.wire_operands(), 5);
        for operand in &self.operands {
            match operand {
                AbbreviationOperand::Scalar(scalar) => scalar.write_operand(bits),
                AbbreviationOperand::Array(element) => {
                    write_encoding(bits, 3, None);
                    element.write_operand(bits);
                }
            }
        }
    }

    /// Returns the number of operands on the wire, where an array counts twice.
    pub fn wire_operands(&self) -> u64 {
        let arrays = self.operands.iter().filter(|operand| matches!(operand, AbbreviationOperand::Array(_))).count();
        (self.operands.len() + arrays) as u64
    }

    /// Returns whether a record can be encoded.
    pub fn can_carry(&self, code: u32, operands: &[u64]) -> bool {
        let mut values = std::iter::once(u64::from(code)).chain(operands.iter().copied());
        let carried = self.operands.iter().all(|operand| match operand {
            AbbreviationOperand::Scalar(scalar) => values.next().is_some_and(|value| scalar.can_carry(value)),
            AbbreviationOperand::Array(element) => values.all(|value| element.can_carry(value)),
        });
        carried && values.next().is_none()
    }
}
