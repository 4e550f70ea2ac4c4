//! Constants of the host module, shared by debug instructions.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::defined::{Type, TypeIndex, scalar_constant, type_at, type_id};
use super::types::{component, components};
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use spirv::Op;

forms! {
    /// Forms of constants. A value that matches another form too counts for both.
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

/// Returns all bits of a number of this width.
const fn ones(width: u8) -> u64 {
    u64::MAX >> (64 - width)
}

/// Returns the highest bit of a number of this width.
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

    /// Returns the first quiet NaN.
    const fn quiet(&self) -> u64 {
        self.infinity() | 1 << (self.fraction - 1)
    }

    const fn one(&self) -> u64 {
        self.bias << self.fraction
    }
}

/// Draws a constant of a type; none for types that have no constants here: pointers in shaders, functions, void.
pub(in super::super) fn constant(build: &mut Build<'_, '_>, ty: TypeIndex) -> Option<Id> {
    match type_at(build, ty) {
        Type::Void | Type::Function { .. } => None,
        Type::Pointer { .. } if !build.scratch.host.version.kernel => None,
        Type::Pointer { .. } => Some(null(build, ty)),
        Type::Bool => {
            let bit = build.choices.below(2) as u64;
            Some(scalar_constant(build, ty, bit))
        }
        Type::Int { bits, signed } => {
            let form = build.form(INTEGERS);
            let value = integer_bits(build, form, bits, signed);
            Some(scalar_constant(build, ty, value))
        }
        Type::Float { bits } => {
            let form = build.form(FLOATS);
            let value = float_bits(build, form, bits);
            Some(scalar_constant(build, ty, value))
        }
        Type::Vector { .. } | Type::Array { .. } | Type::Struct { .. } => composite_constant(build, ty),
    }
}

fn null(build: &mut Build<'_, '_>, ty: TypeIndex) -> Id {
    let (type_id, id) = (type_id(build, ty), build.id());
    build.push(Section::Types, Op::ConstantNull, &[type_id.0, id.0]);
    id
}

fn composite_constant(build: &mut Build<'_, '_>, ty: TypeIndex) -> Option<Id> {
    let count = components(build, ty);
    if build.choices.is_exhausted() || (build.choices.chance(96) && build.is_on(ConstantForm::Null)) {
        return Some(null(build, ty));
    }
    let mut words = Words::from_slice(&[type_id(build, ty).0, 0]);
    for index in 0..count {
        let this = component(build, ty, index);
        // Equal components are as good as different ones, and cheaper.
        let same = index > 0 && component(build, ty, index - 1) == this;
        let id = if same { words[index + 1] } else { constant(build, this)?.0 };
        words.push(id);
    }
    let id = build.id();
    words[1] = id.0;
    build.push_words(Section::Types, Op::ConstantComposite, words);
    Some(id)
}

/// Returns the word of an integer of some width: the bits above the width repeat the sign, or are zero.
fn integer_bits(build: &mut Build<'_, '_>, form: ConstantForm, bits: u8, signed: bool) -> u64 {
    let ones = ones(bits);
    let value = match form {
        ConstantForm::Zero => 0,
        ConstantForm::One => 1,
        ConstantForm::Small => 2 + build.choices.below(98) as u64,
        ConstantForm::AllOnes => ones,
        ConstantForm::LargestSigned => ones >> 1,
        ConstantForm::SmallestSigned => smallest(bits),
        _ => build.choices.wide() & ones,
    };
    let negative = signed && value > ones >> 1;
    // A word contains at least 32 bits.
    if negative && bits < 32 { (value | !ones) & 0xffff_ffff } else { value }
}

fn float_bits(build: &mut Build<'_, '_>, form: ConstantForm, bits: u8) -> u64 {
    match form {
        ConstantForm::Infinity => Format::of(bits).infinity(),
        ConstantForm::NotANumber => Format::of(bits).quiet(),
        ConstantForm::FloatOne => Format::of(bits).one(),
        _ => integer_bits(build, form, bits, false),
    }
}
