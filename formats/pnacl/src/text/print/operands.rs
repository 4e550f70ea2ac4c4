//! Operands of instructions.

use super::{Context, Form, Said, types};
use crate::text::number::{rotated_distance, wide_distance};
use crate::text::state::{Type, Value};
use crate::text::statement::Statement;

/// Largest alignment encoding: 1 + log2 of 2^29.
const MAX_ALIGNMENT: u64 = 30;

/// Returns the alignment of an encoding: 0 for 0, otherwise 2 to the power of one less.
pub(super) fn alignment(encoding: u64) -> Option<u64> {
    (encoding <= MAX_ALIGNMENT).then(|| (1 << encoding) >> 1)
}

/// `%vN = `
pub(super) fn result(context: Context<'_>, out: &mut Statement) -> Said {
    out.word(context.state.function.as_ref()?.next_instruction()).space().word('=').space();
    Some(())
}

impl Context<'_> {
    /// Returns the absolute index of a relative operand, if the operand is encoded as writers encode it.
    pub(super) fn relative(self, operand: u64) -> Option<u32> {
        let canonical = self.form == Form::Listed || operand <= u64::from(u32::MAX);
        let index = canonical.then(|| self.state.absolute(operand))?;
        self.state.value(index).map(|_| index)
    }

    /// As [`Context::relative`], for the operand that writers sign-extend to 64 bits.
    pub(super) fn relative_wide(self, operand: u64) -> Option<u32> {
        let index = self.relative(u64::from(operand as u32))?;
        (self.form == Form::Listed || operand == wide_distance(self.state.next_value(), index)).then_some(index)
    }

    /// As [`Context::relative`], for a sign-rotated distance.
    pub(super) fn relative_rotated(self, operand: u64) -> Option<u32> {
        let distance = if operand & 1 == 1 { (operand >> 1).wrapping_neg() } else { operand >> 1 };
        let index = self.relative(u64::from(distance as u32))?;
        (self.form == Form::Listed || operand == rotated_distance(self.state.next_value(), index)).then_some(index)
    }

    /// Returns the value that an absolute index outside of functions names. The disassembler treats indices after all globals as results of
    /// instructions.
    pub(super) fn named(self, index: u64) -> Option<Value> {
        let index = u32::try_from(index).ok()?;
        let value = self.state.value(index);
        value.or_else(|| (self.form == Form::Listed).then(|| Value::Instruction(index - self.state.addresses())))
    }

    /// Returns the type of a value, if known.
    pub(super) fn type_of(self, index: u32) -> Option<Type> {
        self.state.type_of(index)
    }

    /// Prints a value.
    pub(super) fn value(self, index: u32, out: &mut Statement) -> Option<()> {
        out.word(self.state.value(index)?);
        Some(())
    }

    /// Prints a value after its type.
    pub(super) fn typed(self, index: u32, out: &mut Statement) -> Option<()> {
        types::shape(self.type_of(index)?, out);
        out.space();
        self.value(index, out)
    }
}
