//! Forms of constants and predicates.

use crate::forms::{Form, forms};
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{FloatImmediate, FloatKind, FloatPredicate, IntegerImmediate, IntegerPredicate};

forms! {
    /// Integer constants.
    pub(in crate::mir) enum IntegerForm: IntegerRow in Family::Integer;
    seen |form, facts: Facts| facts.integers(|found| form.is(found));
    Zero "zero" { value: |_| Some(0) }
    One "one" { value: |_| Some(1) }
    AllOnes "all ones" { value: |_| Some(-1) }
    Largest "largest" { value: |bits| (bits <= 128).then(|| i128::MAX >> (128 - bits)) }
    Smallest "smallest" { value: |bits| (bits <= 128).then(|| i128::MIN >> (128 - bits)) }
    Any "any" { value: |_| None }
}

/// The columns of an integer constant.
pub(in crate::mir) struct IntegerRow {
    /// The value by its width, if it is fixed.
    value: fn(u16) -> Option<i128>,
}

impl IntegerForm {
    /// Returns the value in this many bits, if it is fixed.
    pub(in crate::mir) fn value(self, bits: u16) -> Option<i128> {
        (self.row().value)(bits)
    }

    fn is(self, found: &IntegerImmediate) -> bool {
        let bits = u16::try_from(found.bits).unwrap_or(u16::MAX);
        let certain = |form: Self| form.value(bits).is_some_and(|value| found.digits == wrapped(value, bits).to_string().as_str());
        if self == Self::Any { !Self::ALL.iter().any(|form| certain(*form)) } else { certain(self) }
    }
}

/// Returns a number of this many bits as a signed number.
pub(in crate::mir) const fn wrapped(value: i128, bits: u16) -> i128 {
    if bits >= 128 { value } else { value << (128 - bits) >> (128 - bits) }
}

forms! {
    /// Floating-point constants.
    pub(in crate::mir) enum FloatForm: FloatRow in Family::Float;
    seen |form, facts: Facts| facts.floats(|found| form.is(found));
    Zero "zero" { bits: Some(FloatBits { half: 0, bfloat: 0, decimal: "0.000000e+00", extended: (0, 0), quad: 0, pair: 0 }) }
    NegativeZero "negative zero" {
        bits: Some(FloatBits { half: 0x8000, bfloat: 0x8000, decimal: "-0.000000e+00", extended: (0x8000, 0), quad: 1 << 63, pair: 1 << 63 })
    }
    One "one" {
        bits: Some(FloatBits {
            half: 0x3c00, bfloat: 0x3f80, decimal: "1.000000e+00", extended: (0x3fff, 1 << 63), quad: 0x3fff << 48, pair: 0x3ff << 52
        })
    }
    Any "any" { bits: None }
    Infinity "infinity" {
        bits: Some(FloatBits {
            half: 0x7c00, bfloat: 0x7f80, decimal: "0x7FF0000000000000", extended: (0x7fff, 1 << 63), quad: 0x7fff << 48, pair: 0x7ff << 52
        })
    }
    NaN "NaN" {
        bits: Some(FloatBits {
            half: 0x7e00, bfloat: 0x7fc0, decimal: "0x7FF8000000000000", extended: (0x7fff, 3 << 62), quad: 0x0007_fff8 << 44, pair: 0xfff << 51
        })
    }
}

/// The columns of a floating-point constant.
pub(in crate::mir) struct FloatRow {
    /// The bits, if they are fixed.
    bits: Option<FloatBits>,
}

/// A floating-point number in each format: the bits, for 128-bit numbers the upper half; for `float` and `double` the spelling.
#[derive(Clone, Copy)]
struct FloatBits {
    half: u16,
    bfloat: u16,
    decimal: &'static str,
    extended: (u16, u64),
    quad: u64,
    pair: u64,
}

impl FloatForm {
    /// Returns the spelling of the constant in a format. `any` gives the bits if the form does not.
    pub(in crate::mir) fn literal(self, kind: FloatKind, any: u64) -> String {
        let Some(bits) = &self.row().bits else { return any_literal(kind, any) };
        match kind {
            FloatKind::Half => format!("0xH{:04X}", bits.half),
            FloatKind::Bfloat => format!("0xR{:04X}", bits.bfloat),
            FloatKind::Float | FloatKind::Double => bits.decimal.to_owned(),
            FloatKind::X86Fp80 => format!("0xK{:04X}{:016X}", bits.extended.0, bits.extended.1),
            FloatKind::Fp128 => format!("0xL{:016X}{:016X}", 0, bits.quad),
            FloatKind::PpcFp128 => format!("0xM{:016X}{:016X}", bits.pair, 0),
        }
    }

    fn is(self, found: &FloatImmediate) -> bool {
        let certain = |form: Self| form != Self::Any && found.literal == form.literal(found.kind, 0).as_str();
        if self == Self::Any { !Self::ALL.iter().any(|form| certain(*form)) } else { certain(self) }
    }
}

/// Returns a finite number made from these bits.
fn any_literal(kind: FloatKind, any: u64) -> String {
    match kind {
        FloatKind::Half => format!("0xH{:04X}", any & 0x7bff),
        FloatKind::Bfloat => format!("0xR{:04X}", any & 0x7f7f),
        // A sum of powers of two, exact in both formats.
        FloatKind::Float | FloatKind::Double => format!("{}.5", any as i16),
        FloatKind::X86Fp80 => format!("0xK{:04X}{:016X}", 0x3ffe, any | 1 << 63),
        FloatKind::Fp128 => format!("0xL{any:016X}{:016X}", 0x3ffe << 48 | any >> 16),
        FloatKind::PpcFp128 => format!("0xM{:016X}{:016X}", any >> 12 | 0x3fe << 52, 0),
    }
}

forms! {
    /// Plain numbers: operands where a number is expected, and offsets.
    pub(in crate::mir) enum NumberForm: NumberRow in Family::Number;
    seen |form, facts: Facts| facts.numbers(form.row().is);
    Zero "zero" { is: |number| number == 0 }
    Small "small" { is: |number| (1..32).contains(&number) }
    Byte "byte" { is: |number| (32..256).contains(&number) }
    Word "word" { is: |number| (256..65_536).contains(&number) }
    Largest "largest of 32 bits" { is: |number| number == i64::from(i32::MAX) }
    Smallest "smallest of 32 bits" { is: |number| number == i64::from(i32::MIN) }
    Any "any of 32 bits" { is: |number| i32::try_from(number).is_ok_and(|number| !(0..65_536).contains(&number) && number != i32::MAX && number != i32::MIN) }
}

/// The columns of a plain number.
pub(in crate::mir) struct NumberRow {
    is: fn(i64) -> bool,
}

impl Form for IntegerPredicate {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::IntegerPredicate as usize;

    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> String {
        Self::name(self).to_owned()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.integer_predicates(self)
    }
}

impl Form for FloatPredicate {
    type Facts<'m> = Facts<'m>;

    const FAMILY: usize = Family::FloatPredicate as usize;

    fn all() -> &'static [Self] {
        Self::ALL
    }

    fn name(self) -> String {
        Self::name(self).to_owned()
    }

    fn place(self) -> usize {
        self as usize
    }

    fn seen(self, facts: &Facts<'_>) -> u64 {
        facts.float_predicates(self)
    }
}
