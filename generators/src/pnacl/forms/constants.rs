//! The forms of constants: classes of values of each type.

use super::super::families::Family;
use super::super::kinds::Kind;
use super::derived;

derived! {
    /// An undefined value of a type.
    UndefForm { kind: Kind } in Family::Undef;
    all: Kind::ALL.into_iter().map(|kind| (kind,));
    name |form| form.kind.ty().to_string();
    seen |form, facts| facts.undefined(form.kind);
}

derived! {
    /// An integer of a class.
    IntegerForm { kind: Kind, class: IntegerClass } in Family::Integer;
    all: Kind::INTEGERS.into_iter().flat_map(|kind| IntegerClass::ALL.iter().map(move |&class| (kind, class)));
    name |form| format!("{} {}", form.kind.ty(), form.class.row().name);
    seen |form, facts| facts.constants(form.kind, |value| (form.class.row().is)(form.kind.ty().scalar_bits(), value));
}

derived! {
    /// A float of a class.
    FloatForm { kind: Kind, class: FloatClass } in Family::Float;
    all: Kind::FLOATS.into_iter().flat_map(|kind| FloatClass::ALL.iter().map(move |&class| (kind, class)));
    name |form| format!("{} {}", form.kind.ty(), form.class.row().name);
    seen |form, facts| facts.constants(form.kind, |bits| (form.class.row().is)(Format::of(form.kind), bits));
}

impl IntegerForm {
    /// Returns the forms of one kind of integers.
    pub(in crate::pnacl) fn of(kind: Kind) -> &'static [Self] {
        let classes = IntegerClass::ALL.len();
        // Integers come first among the kinds.
        &<Self as crate::forms::Form>::all()[kind.index() * classes..][..classes]
    }
}

impl FloatForm {
    /// Returns the forms of one kind of floats.
    pub(in crate::pnacl) fn of(kind: Kind) -> &'static [Self] {
        let (singles, doubles) = <Self as crate::forms::Form>::all().split_at(FloatClass::ALL.len());
        if kind == Kind::F64 { doubles } else { singles }
    }

    /// Returns a value of the class, for some random bits.
    pub(in crate::pnacl) fn value(self, random: u64) -> u64 {
        (self.class.row().make)(Format::of(self.kind), random)
    }
}

/// Declares classes of constants: the name of each, a value of it for some random bits, and the test whether a value belongs to it.
macro_rules! classes {
    ($(#[$about:meta])* $name:ident: $row:ident of $format:ty; $($variant:ident $text:literal { make: $make:expr, is: $is:expr })*) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in crate::pnacl) enum $name { $(#[doc = $text] $variant),* }

        struct $row {
            name: &'static str,
            make: fn($format, u64) -> u64,
            is: fn($format, u64) -> bool,
        }

        impl $name {
            /// Every class, in the order of the rows.
            pub(in crate::pnacl) const ALL: &'static [Self] = &[$(Self::$variant),*];

            const ROWS: &'static [$row] = &[$($row { name: $text, make: $make, is: $is }),*];

            const fn row(self) -> &'static $row {
                &Self::ROWS[self as usize]
            }
        }
    };
}

classes! {
    /// A class of integers. The format is the width in bits; a generated value may be wider, and is cut to the width before the test.
    IntegerClass: IntegerRow of u32;
    Zero "zero" { make: |_, _| 0, is: |_, value| value == 0 }
    One "one" { make: |_, _| 1, is: |_, value| value == 1 }
    MinusOne "minus one" { make: |_, _| u64::MAX, is: |bits, value| value == all(bits) }
    Smallest "smallest" { make: |bits, _| 1 << (bits - 1), is: |bits, value| value == 1 << (bits - 1) }
    Largest "largest" { make: |bits, _| (1 << (bits - 1)) - 1, is: |bits, value| value == all(bits) >> 1 }
    Power "power of two" { make: |bits, random| 1 << (random % u64::from(bits)), is: |_, value| value.is_power_of_two() }
    LowOnes "low ones" { make: |bits, random| (1 << (random % u64::from(bits))) - 1, is: |bits, value| value <= all(bits) >> 1 && value & (value + 1) == 0 }
    AbovePower "above a power of two" {
        make: |bits, random| (1 << (random % u64::from(bits))) + 1,
        is: |bits, value| (value.wrapping_sub(1) & all(bits)).is_power_of_two()
    }
    MinusPower "minus a power of two" {
        make: |bits, random| (1_u64 << (random % u64::from(bits))).wrapping_neg(),
        is: |bits, value| (value.wrapping_neg() & all(bits)).is_power_of_two()
    }
    Small "small" { make: |_, random| random & 15, is: |_, value| value < 16 }
    Random "random" { make: |_, random| random, is: |_, _| true }
}

/// Returns this many ones, 1 to 64.
const fn all(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

impl IntegerClass {
    /// Returns a value of the class for a width and some random bits; it may be wider.
    pub(in crate::pnacl) fn value(self, bits: u32, random: u64) -> u64 {
        (self.row().make)(bits, random)
    }
}

classes! {
    /// A class of floats, as IEEE bits.
    FloatClass: FloatRow of Format;
    Zero "zero" { make: |_, _| 0, is: |_, bits| bits == 0 }
    MinusZero "minus zero" { make: |format, _| format.sign(), is: |format, bits| bits == format.sign() }
    One "one" { make: |format, _| format.one(), is: |format, bits| format.value(bits) == 1.0 }
    Infinity "infinity" { make: |format, _| format.infinity(), is: |format, bits| format.value(bits) == f64::INFINITY }
    MinusInfinity "minus infinity" {
        make: |format, _| format.sign() | format.infinity(),
        is: |format, bits| format.value(bits) == f64::NEG_INFINITY
    }
    QuietNan "quiet nan" {
        make: |format, _| format.infinity() | format.quiet(),
        is: |format, bits| bits == format.infinity() | format.quiet()
    }
    QuietPayload "quiet nan with payload" {
        make: |format, random| format.infinity() | format.quiet() | random & (format.quiet() - 1) | 1,
        is: |format, bits| format.is_positive_nan(bits) && bits & format.quiet() != 0 && bits & (format.quiet() - 1) != 0
    }
    SignallingNan "signalling nan" {
        make: |format, random| format.infinity() | random & (format.quiet() - 1) | 1,
        is: |format, bits| format.is_positive_nan(bits) && bits & format.quiet() == 0
    }
    NegativeNan "negative nan" {
        make: |format, random| format.sign() | format.infinity() | format.quiet() | random & (format.quiet() - 1),
        is: |format, bits| format.is_positive_nan(bits ^ format.sign()) && bits & format.quiet() != 0
    }
    SmallestDenormal "smallest denormal" { make: |_, _| 1, is: |_, bits| bits == 1 }
    Denormal "denormal" {
        make: |format, random| random & format.fraction() | 1,
        is: |format, bits| bits != 0 && bits <= format.fraction()
    }
    SmallestNormal "smallest normal" { make: |format, _| format.fraction() + 1, is: |format, bits| bits == format.fraction() + 1 }
    Largest "largest" { make: |format, _| format.infinity() - 1, is: |format, bits| bits == format.infinity() - 1 }
    SmallInteger "small integer" {
        make: |format, random| format.small_integer(random),
        is: |format, bits| format.value(bits).fract() == 0.0 && format.value(bits).abs() < 32.0
    }
    Random "random" { make: |format, random| random & format.all(), is: |_, _| true }
}

/// An IEEE format.
#[derive(Clone, Copy)]
struct Format {
    /// Bits of the fraction.
    fraction_bits: u32,
    /// All bits.
    bits: u32,
}

impl Format {
    /// Returns the format of a float or a double.
    fn of(kind: Kind) -> Self {
        if kind == Kind::F32 { Self { fraction_bits: 23, bits: 32 } } else { Self { fraction_bits: 52, bits: 64 } }
    }

    const fn all(self) -> u64 {
        all(self.bits)
    }

    const fn sign(self) -> u64 {
        1 << (self.bits - 1)
    }

    const fn fraction(self) -> u64 {
        (1 << self.fraction_bits) - 1
    }

    /// Exponent all ones, fraction zero.
    const fn infinity(self) -> u64 {
        self.all() & !self.sign() & !self.fraction()
    }

    /// The upper bit of the fraction.
    const fn quiet(self) -> u64 {
        1 << (self.fraction_bits - 1)
    }

    const fn one(self) -> u64 {
        (self.infinity() >> 1) & !self.fraction()
    }

    const fn is_positive_nan(self, bits: u64) -> bool {
        bits > self.infinity() && bits < self.sign()
    }

    fn small_integer(self, random: u64) -> u64 {
        let value = (random & 31) as f32 - 8.0;
        if self.bits == 32 { u64::from(value.to_bits()) } else { f64::from(value).to_bits() }
    }

    fn value(self, bits: u64) -> f64 {
        if self.bits == 32 { f64::from(f32::from_bits(bits as u32)) } else { f64::from_bits(bits) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANDOM: [u64; 6] = [0, 5, 31, 63, u64::MAX, 0x1234_5678_9abc_def0];

    #[test]
    fn integers_are_of_their_class() {
        for (class, row) in IntegerClass::ALL.iter().zip(IntegerClass::ROWS) {
            for bits in [1, 8, 16, 32, 64] {
                let of_class = |random: &u64| (row.is)(bits, class.value(bits, *random) & all(bits));
                assert!(RANDOM.iter().all(of_class), "{} of {bits} bits", row.name);
            }
        }
    }

    #[test]
    fn floats_are_of_their_class() {
        for row in FloatClass::ROWS {
            for format in [Kind::F32, Kind::F64].map(Format::of) {
                let of_class = |random: &u64| (row.is)(format, (row.make)(format, *random));
                assert!(RANDOM.iter().all(of_class), "{} of {} bits", row.name, format.bits);
            }
        }
    }

    #[test]
    fn floats_are_what_the_names_of_their_classes_say() {
        let double = Format::of(Kind::F64);
        let (single, smallest) = (Format::of(Kind::F32), f64::MIN_POSITIVE);
        let make = |class: FloatClass| (class.row().make)(double, 5);
        let value = |class: FloatClass| f64::from_bits(make(class));
        assert!(value(FloatClass::Zero).is_sign_positive() && value(FloatClass::MinusZero).is_sign_negative());
        assert_eq!((value(FloatClass::One), value(FloatClass::Infinity)), (1.0, f64::INFINITY));
        assert_eq!((value(FloatClass::SmallestNormal), value(FloatClass::Largest)), (smallest, f64::MAX));
        let nans = [FloatClass::QuietNan, FloatClass::QuietPayload, FloatClass::SignallingNan, FloatClass::NegativeNan];
        assert!(nans.iter().all(|&class| value(class).is_nan()));
        assert!(value(FloatClass::NegativeNan).is_sign_negative() && make(FloatClass::SignallingNan) >> 51 & 1 == 0);
        assert!([FloatClass::SmallestDenormal, FloatClass::Denormal].iter().all(|&class| value(class).is_subnormal()));
        assert!(FloatClass::ROWS.iter().all(|row| RANDOM.iter().all(|&random| (row.make)(single, random) <= u64::from(u32::MAX))));
    }
}
