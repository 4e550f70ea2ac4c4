//! Constants: integers, floating-point numbers, and plain numbers, mostly on the edges of what is possible.

use super::build::Build;
use super::forms::{FloatForm, IntegerForm, NumberForm, Shape, wrapped};
use crate::forms::Form;
use irsmith_mir::{FloatImmediate, FloatKind, IntegerImmediate, OperandKind};

impl Build<'_, '_> {
    /// An integer of a width of at most 192 bits.
    pub(super) fn integer_constant(&mut self, bits: u16) -> IntegerImmediate {
        let value = match self.form(IntegerForm::all()).value(bits) {
            Some(value) => value,
            None => i128::from(self.choices.wide() as i64) << self.choices.below(2),
        };
        IntegerImmediate { bits: u32::from(bits), digits: wrapped(value, bits).to_string().into() }
    }

    /// A floating-point number of a width that a format has.
    pub(super) fn float_constant(&mut self, bits: u16) -> FloatImmediate {
        let form = self.form(FloatForm::all());
        let kind = match bits {
            16 if self.choices.chance(96) => FloatKind::Bfloat,
            16 => FloatKind::Half,
            32 => FloatKind::Float,
            80 => FloatKind::X86Fp80,
            128 if self.choices.chance(32) => FloatKind::PpcFp128,
            128 => FloatKind::Fp128,
            _ => FloatKind::Double,
        };
        FloatImmediate { kind, literal: form.literal(kind, self.choices.wide()).into() }
    }

    /// A plain number.
    pub(super) fn plain_number(&mut self) -> i64 {
        match self.form(NumberForm::all()) {
            NumberForm::Zero => 0,
            NumberForm::Small => self.choices.below(32) as i64,
            NumberForm::Byte => i64::from(self.choices.byte()),
            NumberForm::Word => i64::from(self.choices.word()),
            NumberForm::Largest => i64::from(i32::MAX),
            NumberForm::Smallest => i64::from(i32::MIN),
            NumberForm::Any => i64::from(self.choices.wide() as i32),
        }
    }

    /// An offset from an address: a plain number, or the largest or smallest there is.
    pub(super) fn offset(&mut self) -> i64 {
        if self.wants(Shape::FarOffset, 16) { [i64::MAX, i64::MIN][self.choices.below(2)] } else { self.plain_number() }
    }

    /// An integer constant as an operand.
    pub(super) fn integer_operand(&mut self, bits: u16) -> OperandKind {
        OperandKind::Integer(Box::new(self.integer_constant(bits)))
    }
}
