//! The format of literal numbers: those of constants and of the cases of a switch depend on types.

use crate::Id;
use std::collections::BTreeMap;

/// The type of a literal number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// An integer of that many bits.
    Integer {
        /// Number of bits.
        bits: u32,
        /// Whether it is printed as signed.
        signed: bool,
    },
    /// A floating-point number of that many bits.
    Float {
        /// Number of bits.
        bits: u32,
    },
}

impl Number {
    /// Returns the number of words of a literal.
    pub const fn words(self) -> usize {
        match self {
            Self::Integer { bits, .. } | Self::Float { bits } => bits.div_ceil(32) as usize,
        }
    }

    /// Returns whether the bits of a literal's last word that the type does not have are as they must be: copies of the sign of a signed
    /// integer, otherwise zero (SPIR-V 2.2.1).
    pub fn is_extended(self, literal: &[u32]) -> bool {
        let (Self::Integer { bits, .. } | Self::Float { bits }) = self;
        let (Some(&last), used @ 1..) = (literal.last(), bits % 32) else { return true };
        let unused = 32 - used;
        let is_signed = matches!(self, Self::Integer { signed: true, .. });
        last == if is_signed { ((last << unused).cast_signed() >> unused).cast_unsigned() } else { last << unused >> unused }
    }
}

/// The number types of a module, and the types of the results that the instructions so far define.
#[derive(Clone, Debug, Default)]
pub struct Widths {
    types: BTreeMap<Id, Number>,
    values: BTreeMap<Id, Id>,
}

impl Widths {
    /// Records the definition of an instruction. Only types of numbers and results of such types are kept.
    pub fn see(&mut self, opcode: u16, words: &[u32]) {
        const INT: u16 = spirv::Op::TypeInt as u16;
        const FLOAT: u16 = spirv::Op::TypeFloat as u16;
        match (opcode, words) {
            (INT, &[result, bits, signed, ..]) => {
                self.types.entry(Id(result)).or_insert(Number::Integer { bits, signed: signed != 0 });
            }
            (FLOAT, &[result, bits, ..]) => {
                self.types.entry(Id(result)).or_insert(Number::Float { bits });
            }
            _ => {
                let shape = super::shape(opcode);
                if let (Some(ty), Some(result)) = (shape.result_type(words), shape.result(words))
                    && self.types.contains_key(&ty)
                {
                    self.values.entry(result).or_insert(ty);
                }
            }
        }
    }

    /// Returns the number type of a type.
    pub fn of_type(&self, ty: Id) -> Option<Number> {
        self.types.get(&ty).copied()
    }

    /// Returns the number type of a result.
    pub fn of_value(&self, value: Id) -> Option<Number> {
        self.of_type(*self.values.get(&value)?)
    }
}
