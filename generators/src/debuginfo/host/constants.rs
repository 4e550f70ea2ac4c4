//! Constants of the host module, shared by debug instructions.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::types::{Type, TypeIndex, U32};
use crate::forms::forms;
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

forms! {
    /// Constants. A value that one of the others says too counts for both.
    pub(in super::super) enum ConstantForm: ConstantRow in Family::Constant;
    seen |form, facts: Facts| (form.row().seen)(facts);
    Zero "zero" { seen: |facts| facts.constants(|_, _, bits| bits == 0) }
    One "one" { seen: |facts| facts.constants(|_, _, bits| bits == 1) }
    Small "small" { seen: |facts| facts.constants(|_, _, bits| (2..100).contains(&bits)) }
    AllOnes "all ones" { seen: |facts| facts.constants(|_, width, bits| bits == ones(width)) }
    LargestSigned "largest signed" { seen: |facts| facts.constants(|_, width, bits| bits == ones(width) >> 1) }
    SmallestSigned "smallest signed" { seen: |facts| facts.constants(|_, width, bits| bits == smallest(width)) }
    Any "any" { seen: |facts| facts.constants(|_, _, _| true) }
    Infinity "float infinity" { seen: |facts| facts.constants(|float, width, bits| float && bits == Format::of(width).infinity()) }
    NotANumber "float not a number" { seen: |facts| facts.constants(|float, width, bits| float && bits == Format::of(width).quiet()) }
    FloatOne "float one" { seen: |facts| facts.constants(|float, width, bits| float && bits == Format::of(width).one()) }
    Null "null" { seen: |facts| facts.count(Op::ConstantNull) }
    Composite "composite" { seen: |facts| facts.count(Op::ConstantComposite) }
}

/// The columns of a form of constants.
pub(in super::super) struct ConstantRow {
    seen: fn(&Facts<'_>) -> u64,
}

/// The forms that are bits of an integer.
const INTEGERS: &[ConstantForm] = &[
    ConstantForm::Zero,
    ConstantForm::One,
    ConstantForm::Small,
    ConstantForm::AllOnes,
    ConstantForm::LargestSigned,
    ConstantForm::SmallestSigned,
    ConstantForm::Any,
];

/// The forms that are bits of a float.
const FLOATS: &[ConstantForm] = &[
    ConstantForm::Zero,
    ConstantForm::One,
    ConstantForm::Small,
    ConstantForm::AllOnes,
    ConstantForm::LargestSigned,
    ConstantForm::SmallestSigned,
    ConstantForm::Any,
    ConstantForm::Infinity,
    ConstantForm::NotANumber,
    ConstantForm::FloatOne,
];

/// All bits of a number of this width.
const fn ones(width: u8) -> u64 {
    u64::MAX >> (64 - width)
}

/// The highest bit of a number of this width.
const fn smallest(width: u8) -> u64 {
    !(ones(width) >> 1) & ones(width)
}

/// A format of floats.
struct Format {
    width: u8,
    /// Bits of the fraction.
    fraction: u32,
    bias: u64,
}

impl Format {
    const fn of(width: u8) -> Self {
        match width {
            16 => Self { width, fraction: 10, bias: 15 },
            32 => Self { width, fraction: 23, bias: 127 },
            _ => Self { width, fraction: 52, bias: 1023 },
        }
    }

    const fn infinity(&self) -> u64 {
        ones(self.width) >> 1 & !((1 << self.fraction) - 1)
    }

    /// The first quiet NaN.
    const fn quiet(&self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    const fn one(&self) -> u64 {
        self.bias << self.fraction
    }
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
                let form = self.form(INTEGERS);
                let value = self.integer_bits(form, bits, signed);
                Some(self.scalar_constant(ty, value))
            }
            Type::Float { bits } => {
                let form = self.form(FLOATS);
                let value = self.float_bits(form, bits);
                Some(self.scalar_constant(ty, value))
            }
            Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => self.composite_constant(ty),
        }
    }

    fn null(&mut self, ty: TypeIndex) -> Id {
        let (type_id, id) = (self.type_id(ty), self.id());
        self.push(Section::Types, Op::ConstantNull, &[type_id.0, id.0]);
        id
    }

    fn composite_constant(&mut self, ty: TypeIndex) -> Option<Id> {
        let count = self.components(ty);
        if self.choices.is_exhausted() || (self.choices.chance(96) && self.is_on(ConstantForm::Null)) {
            return Some(self.null(ty));
        }
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
    fn integer_bits(&mut self, form: ConstantForm, bits: u8, signed: bool) -> u64 {
        let ones = ones(bits);
        let value = match form {
            ConstantForm::Zero => 0,
            ConstantForm::One => 1,
            ConstantForm::Small => 2 + self.choices.below(98) as u64,
            ConstantForm::AllOnes => ones,
            ConstantForm::LargestSigned => ones >> 1,
            ConstantForm::SmallestSigned => smallest(bits),
            _ => self.choices.wide() & ones,
        };
        let negative = signed && value > ones >> 1;
        // A word holds at least 32 bits.
        if negative && bits < 32 { (value | !ones) & 0xffff_ffff } else { value }
    }

    fn float_bits(&mut self, form: ConstantForm, bits: u8) -> u64 {
        match form {
            ConstantForm::Infinity => Format::of(bits).infinity(),
            ConstantForm::NotANumber => Format::of(bits).quiet(),
            ConstantForm::FloatOne => Format::of(bits).one(),
            _ => self.integer_bits(form, bits, false),
        }
    }
}
