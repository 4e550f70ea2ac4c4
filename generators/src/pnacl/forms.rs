//! The forms of each family of rows: every combination that the ABI allows, derived from the tables of the format.

use super::kinds::Kind;
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use std::sync::LazyLock;

/// All forms that carry more than a number.
pub(super) struct Forms {
    pub(super) binary: Vec<(BinaryOp, Kind)>,
    pub(super) compare: Vec<(Predicate, Kind)>,
    pub(super) cast: Vec<(CastOp, Kind, Kind)>,
    /// Kind, and whether the condition is a vector.
    pub(super) select: Vec<(Kind, bool)>,
    pub(super) vectors: Vec<Kind>,
    /// Kind and encoding of the alignment.
    pub(super) memory: Vec<(Kind, u64)>,
}

static FORMS: LazyLock<Forms> = LazyLock::new(|| Forms {
    binary: BinaryOp::ALL
        .iter()
        .flat_map(|&op| Kind::all().filter(move |&kind| has_binary(op, kind)).map(move |kind| (op, kind)))
        .collect(),
    compare: Predicate::ALL
        .iter()
        .flat_map(|&predicate| Kind::all().filter(move |&kind| has_compare(predicate, kind)).map(move |kind| (predicate, kind)))
        .collect(),
    cast: CastOp::ALL
        .iter()
        .flat_map(|&op| Kind::all().flat_map(move |from| Kind::all().map(move |to| (op, from, to))))
        .filter(|(op, from, to)| op.accepts(from.ty(), to.ty()))
        .collect(),
    select: Kind::all().flat_map(|kind| [(kind, false), (kind, true)]).filter(|(kind, vector)| !vector || kind.ty().is_vector()).collect(),
    vectors: Kind::all().filter(|kind| kind.ty().is_vector()).collect(),
    memory: Kind::all().flat_map(|kind| kind.memory_alignments().iter().map(move |&alignment| (kind, alignment))).collect(),
});

/// The forms.
pub(super) fn forms() -> &'static Forms {
    &FORMS
}

/// Arithmetic is not defined on i1 and vectors of it; some operations not on floats.
fn has_binary(op: BinaryOp, kind: Kind) -> bool {
    if kind.ty().is_float() { op.float_name().is_some() } else { op.allows_i1() || !kind.ty().is_i1() }
}

/// Integers of one bit cannot be compared.
fn has_compare(predicate: Predicate, kind: Kind) -> bool {
    if predicate.is_integer() { kind.ty().is_integer() && !kind.ty().is_i1() } else { kind.ty().is_float() }
}

/// A class of constants: its name, and its value for a format and some random bits.
type Class<F> = (&'static str, fn(F, u64) -> u64);

/// Classes of integer constants; the format is the width in bits.
pub(super) const INTEGERS: &[Class<u32>] = &[
    ("zero", |_, _| 0),
    ("one", |_, _| 1),
    ("minus one", |_, _| u64::MAX),
    ("smallest", |bits, _| 1 << (bits - 1)),
    ("largest", |bits, _| (1 << (bits - 1)) - 1),
    ("power of two", |bits, random| 1 << (random % u64::from(bits))),
    ("low ones", |bits, random| (1 << (random % u64::from(bits))) - 1),
    ("above a power of two", |bits, random| (1 << (random % u64::from(bits))) + 1),
    ("minus a power of two", |bits, random| (1_u64 << (random % u64::from(bits))).wrapping_neg()),
    ("small", |_, random| random & 15),
    ("random", |_, random| random),
];

/// Classes of float constants, as IEEE bits.
pub(super) const FLOATS: &[Class<Format>] = &[
    ("zero", |_, _| 0),
    ("minus zero", |format, _| format.sign()),
    ("one", |format, _| format.one()),
    ("infinity", |format, _| format.infinity()),
    ("minus infinity", |format, _| format.sign() | format.infinity()),
    ("quiet nan", |format, _| format.infinity() | format.quiet()),
    ("quiet nan with payload", |format, random| format.infinity() | format.quiet() | random & (format.quiet() - 1) | 1),
    ("signalling nan", |format, random| format.infinity() | random & (format.quiet() - 1) | 1),
    ("negative nan", |format, random| format.sign() | format.infinity() | format.quiet() | random & (format.quiet() - 1)),
    ("smallest denormal", |_, _| 1),
    ("denormal", |format, random| random & format.fraction() | 1),
    ("smallest normal", |format, _| format.fraction() + 1),
    ("largest", |format, _| format.infinity() - 1),
    ("small integer", |format, random| format.small_integer(random)),
    ("random", |format, random| random & format.all()),
];

/// An IEEE format.
#[derive(Clone, Copy)]
pub(super) struct Format {
    /// Bits of the fraction.
    pub(super) fraction_bits: u32,
    /// All bits.
    pub(super) bits: u32,
}

impl Format {
    const fn all(self) -> u64 {
        u64::MAX >> (64 - self.bits)
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

    fn small_integer(self, random: u64) -> u64 {
        let value = (random & 31) as f32 - 8.0;
        if self.bits == 32 { u64::from(value.to_bits()) } else { f64::from(value).to_bits() }
    }
}

/// Sizes of switches.
pub(super) const SWITCH_SIZES: &[&str] = &["without cases", "with one case", "with several cases", "with many cases"];

/// Kinds that a switch can be on.
pub(super) const SWITCH_KINDS: [Kind; 4] = [Kind::I8, Kind::I16, Kind::I32, Kind::I64];

/// What a relocation may name.
pub(super) const RELOCATIONS: &[&str] = &["a function", "an earlier global", "its own global", "a later global"];
/// What it may add.
pub(super) const ADDENDS: &[&str] = &["no addend", "addend zero", "a positive addend", "a negative addend"];

/// What a symbol's characters may need.
pub(super) const NAMES: &[&str] = &["char6", "7 bits", "8 bits", "many characters"];
