//! Operands of instructions.

use super::Parser;
use super::error::Parsed;
use super::lexer::Name;
use super::types::describe;
use crate::text::number::{rotated_distance, wide_distance};
use crate::text::state::{Type, Value};

/// Largest alignment: 2^29.
const MAX_ALIGNMENT: u64 = 1 << 29;

fn value_of(name: Name) -> Option<Value> {
    let index = u32::try_from(name.index).ok()?;
    match (name.sigil, name.kind) {
        ('@', 'f') => Some(Value::Function(index)),
        ('@', 'g') => Some(Value::Global(index)),
        ('%', 'p') => Some(Value::Parameter(index)),
        ('%', 'c') => Some(Value::Constant(index)),
        ('%', 'v') => Some(Value::Instruction(index)),
        _ => None,
    }
}

impl Parser<'_> {
    /// Parses a value and returns its absolute index.
    pub(super) fn value(&mut self) -> Parsed<u32> {
        let place = self.lexer.place();
        let name = self.name("a value")?;
        let index = value_of(name).and_then(|value| self.state.index(value));
        index.ok_or_else(|| place.error("a value that exists here", name.to_string()))
    }

    /// Parses a value after its type and returns its absolute index.
    pub(super) fn typed(&mut self) -> Parsed<(u32, Type)> {
        let mention = self.mention()?;
        let place = self.lexer.place();
        let name = self.lexer.peek();
        let index = self.value()?;
        match self.state.type_of(index) {
            Some(shape) if shape == mention.shape => Ok((index, shape)),
            Some(shape) => Err(mention.place.error(format!("{}, the type of {}", describe(shape), name.describe()), mention.describe())),
            None => Err(place.error("a value that is declared or defined before", "one that is not")),
        }
    }

    /// Parses a value and returns its distance from the next one, in 32 bits.
    pub(super) fn relative(&mut self) -> Parsed<u64> {
        let index = self.value()?;
        Ok(self.distance(index))
    }

    /// Parses a typed value and returns its distance.
    pub(super) fn relative_typed(&mut self) -> Parsed<u64> {
        let (index, _) = self.typed()?;
        Ok(self.distance(index))
    }

    pub(super) fn distance(&self, index: u32) -> u64 {
        u64::from(self.state.next_value().wrapping_sub(index))
    }

    /// Parses a value and returns its distance in 64 bits.
    pub(super) fn relative_wide(&mut self) -> Parsed<u64> {
        let index = self.value()?;
        Ok(wide_distance(self.state.next_value(), index))
    }

    /// Parses a value and returns its sign-rotated distance.
    pub(super) fn relative_rotated(&mut self) -> Parsed<u64> {
        let index = self.value()?;
        Ok(rotated_distance(self.state.next_value(), index))
    }

    /// `%b3`
    pub(super) fn block(&mut self) -> Parsed<u64> {
        let spot = self.lexer.spot();
        let name = self.name("a basic block such as %b1")?;
        if (name.sigil, name.kind) == ('%', 'b') { Ok(name.index) } else { Err(spot.expected("a basic block such as %b1")) }
    }

    /// Parses `label %b3`, or the block alone.
    pub(super) fn target(&mut self) -> Parsed<u64> {
        self.take_word("label")?;
        self.block()
    }

    /// Parses `align 4` and returns its encoding.
    pub(super) fn alignment(&mut self) -> Parsed<u64> {
        self.word("align")?;
        let spot = self.lexer.spot();
        let align: u64 = self.number()?;
        match align {
            0 => Ok(0),
            _ if align.is_power_of_two() && align <= MAX_ALIGNMENT => Ok(u64::from(align.trailing_zeros()) + 1),
            _ => Err(spot.expected("0 or a power of two up to 2^29")),
        }
    }
}
