//! Constants of the host module, shared by debug instructions.

use super::super::build::{Build, Section};
use super::super::rows::Family;
use super::types::{Type, TypeIndex, U32};
use irsmith_debuginfo::{Id, Words};
use spirv::Op;

/// A scalar constant.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Constant {
    ty: TypeIndex,
    bits: u64,
    pub(in super::super) id: Id,
    /// Whether a debug instruction may take it for an integer.
    pub(in super::super) integer: bool,
}

const FORMS: [&str; 12] = [
    "zero",
    "one",
    "small",
    "all ones",
    "largest signed",
    "smallest signed",
    "any",
    "float infinity",
    "float not a number",
    "float one",
    "null",
    "composite",
];
/// The forms that are bits of a number.
const BITS: usize = 7;
const FLOATS: usize = 10;
const NULL: usize = 10;
const COMPOSITE: usize = 11;

pub(in super::super) fn constant_forms() -> Vec<String> {
    FORMS.iter().map(|&name| name.to_owned()).collect()
}

impl Build<'_, '_> {
    /// The u32 constant with this value (of which the lower half counts).
    pub(in super::super) fn number(&mut self, value: u64) -> Id {
        let ty = self.type_index(U32);
        self.scalar_constant(ty, value & 0xffff_ffff)
    }

    /// The constant of a number type with these bits.
    pub(in super::super) fn scalar_constant(&mut self, ty: TypeIndex, bits: u64) -> Id {
        // The newest first: they are likely asked for again. Far away ones are made anew, which is allowed.
        let known = self.scratch.host.constants.iter().rev().take(24).find(|known| known.ty == ty && known.bits == bits);
        if let Some(known) = known {
            return known.id;
        }
        let (kind, type_id, id) = (self.ty(ty), self.type_id(ty), self.id());
        let mut words = Words::from_slice(&[type_id.0, id.0]);
        match kind {
            Type::Bool => {
                let op = if bits & 1 == 0 { Op::ConstantFalse } else { Op::ConstantTrue };
                self.push_words(Section::Types, op, words);
            }
            _ => {
                words.push(bits as u32);
                if matches!(kind, Type::Int { bits: 64, .. } | Type::Float { bits: 64 }) {
                    words.push((bits >> 32) as u32);
                }
                self.push_words(Section::Types, Op::Constant, words);
            }
        }
        let integer = matches!(kind, Type::Int { .. });
        self.scratch.host.constants.push(Constant { ty, bits, id, integer });
        id
    }

    /// Some constant of a type; none for types that have no constants here: pointers in shaders, functions, void.
    pub(in super::super) fn constant(&mut self, ty: TypeIndex) -> Option<Id> {
        match self.ty(ty) {
            Type::Void | Type::Function { .. } => None,
            Type::Pointer { .. } if !self.scratch.host.version.kernel => None,
            Type::Pointer { .. } => Some(self.null(ty)),
            Type::Bool => {
                let bit = self.choices.below(2) as u64;
                Some(self.scalar_constant(ty, bit))
            }
            Type::Int { bits, signed } => {
                let form = self.form(Family::Constant, 0, BITS);
                let value = self.integer_bits(form, bits, signed);
                Some(self.scalar_constant(ty, value))
            }
            Type::Float { bits } => {
                let form = self.form(Family::Constant, 0, FLOATS);
                let value = self.float_bits(form, bits);
                Some(self.scalar_constant(ty, value))
            }
            Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => self.composite_constant(ty),
        }
    }

    fn null(&mut self, ty: TypeIndex) -> Id {
        self.note(Family::Constant, NULL);
        let (type_id, id) = (self.type_id(ty), self.id());
        self.push(Section::Types, Op::ConstantNull, &[type_id.0, id.0]);
        id
    }

    fn composite_constant(&mut self, ty: TypeIndex) -> Option<Id> {
        let count = self.components(ty);
        if self.choices.is_exhausted() || (self.choices.chance(96) && self.is_on(Family::Constant, NULL)) {
            return Some(self.null(ty));
        }
        self.note(Family::Constant, COMPOSITE);
        let mut words = Words::from_slice(&[self.type_id(ty).0, 0]);
        for index in 0..count {
            let component = self.component(ty, index);
            // Equal components are as good as others, and cheaper.
            let same = index > 0 && self.component(ty, index - 1) == component;
            let id = if same { words[index + 1] } else { self.constant(component)?.0 };
            words.push(id);
        }
        let id = self.id();
        words[1] = id.0;
        self.push_words(Section::Types, Op::ConstantComposite, words);
        Some(id)
    }

    /// The bits of an integer of some width: those above the width repeat the sign, or are zero.
    fn integer_bits(&mut self, form: usize, bits: u8, signed: bool) -> u64 {
        let ones = u64::MAX >> (64 - bits);
        let value = match form {
            0 => 0,
            1 => 1,
            2 => 2 + self.choices.below(98) as u64,
            3 => ones,
            4 => ones >> 1,
            5 => !(ones >> 1) & ones,
            _ => self.choices.wide() & ones,
        };
        let negative = signed && value > ones >> 1;
        // A word holds at least 32 bits.
        if negative && bits < 32 { (value | !ones) & 0xffff_ffff } else { value }
    }

    fn float_bits(&mut self, form: usize, bits: u8) -> u64 {
        let (mantissa, bias) = match bits {
            16 => (10, 15),
            32 => (23, 127),
            _ => (52, 1023),
        };
        let exponent = (u64::MAX >> (64 - bits)) >> 1 & !((1 << mantissa) - 1);
        match form {
            7 => exponent,
            8 => exponent | 1 << (mantissa - 1),
            9 => bias << mantissa,
            _ => self.integer_bits(form, bits, false),
        }
    }
}
