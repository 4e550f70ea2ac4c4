//! A precomputed abbreviation: values that each of its records would compute again are computed once.

use super::{Abbreviation, AbbreviationOperand, Scalar};
use crate::Result;
use crate::bits::{BitReader, Field, char6_decode};
use smallvec::SmallVec;

/// The number of values of a record without bits that are not counted: real abbreviations have one or two literals. Further ones count as
/// [`crate::Limits::implicit_operands`], otherwise a small file could define a long abbreviation and repeat it for a few bits each time.
const FREE_LITERALS: usize = 4;

/// The instructions for reading the records of an abbreviation.
#[derive(Debug)]
pub(super) struct Plan {
    /// The single values, the code first.
    pub(super) scalars: SmallVec<[Step; 4]>,
    /// The array after them.
    pub(super) array: Option<Array>,
    /// Single values without bits, beyond those that are not counted.
    pub(super) implicit: usize,
}

/// The instructions for reading an array.
#[derive(Clone, Copy, Debug)]
pub(super) struct Array {
    pub(super) element: Step,
    /// Fewest bits of an element.
    pub(super) min_bits: u64,
}

/// The instructions for reading a value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    field: Field,
    /// Whether the bits are those of a char6.
    char6: bool,
}

impl Plan {
    pub(super) fn new(abbreviation: &Abbreviation) -> Self {
        let mut plan = Self { scalars: SmallVec::new(), array: None, implicit: 0 };
        let mut literals = 0;
        for operand in &abbreviation.operands {
            match *operand {
                AbbreviationOperand::Scalar(scalar) => {
                    literals += usize::from(scalar.min_bits() == 0);
                    plan.scalars.push(Step::new(scalar));
                }
                AbbreviationOperand::Array(element) => {
                    plan.array = Some(Array { element: Step::new(element), min_bits: element.min_bits() });
                }
            }
        }
        plan.implicit = literals.saturating_sub(FREE_LITERALS);
        plan
    }
}

impl Step {
    fn new(scalar: Scalar) -> Self {
        let field = match scalar {
            Scalar::Literal(value) => Field::literal(value),
            Scalar::Vbr(0) => Field::literal(0),
            Scalar::Vbr(width) => Field::vbr(width),
            Scalar::Fixed(width) => Field::fixed(width),
            Scalar::Char6 => Field::fixed(6),
        };
        Self { field, char6: scalar == Scalar::Char6 }
    }

    /// Reads the next value.
    #[inline(always)]
    pub(super) fn read(&self, bits: &mut BitReader<'_>) -> Result<u64> {
        let value = bits.field(&self.field)?;
        Ok(if self.char6 { u64::from(char6_decode(value)) } else { value })
    }
}
