//! Initial values of variables and constants, of every kind of type that LLVM lays out alike for the targets (LangRef, *Data Layout*).

use crate::Choices;
use irsmith_mir::Dialect;
use irsmith_mir::tables::Version;
use std::fmt::{self, Display, Formatter};

/// A type of the embedded IR.
#[derive(Clone, Debug)]
pub(super) enum IrType {
    /// An integer of so many bits.
    Integer(u32),
    Float(Float),
    /// Into this address space; 64 bits on both targets.
    Pointer(u32),
    Array(u32, Box<IrType>),
    Vector(u32, Box<IrType>),
    /// The fields, and whether nothing is between them.
    Fields(Vec<IrType>, bool),
}

/// A kind of floating-point numbers.
#[derive(Clone, Copy, Debug)]
pub(super) enum Float {
    Half,
    Bfloat,
    Single,
    Double,
    Quad,
}

/// A number in a value: the place of its first byte, and how many bytes it has.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaf {
    pub(super) offset: u32,
    pub(super) bytes: u32,
}

/// Widths of integers: of whole registers, and others, which have padding behind them.
const WIDTHS: [u32; 10] = [1, 7, 8, 16, 24, 32, 33, 48, 63, 64];
/// The first release in which the type of a pointer does not say what it points to.
const POINTERS: Version = Version(15);
/// The most that types are nested.
const DEPTH: u32 = 3;

impl IrType {
    /// Draws a type. Integers and floats of 128 bits and more are not parts of others, except of structures if `has_wide_parts`: releases for
    /// X86-64 differ in how they are aligned.
    pub(super) fn drawn(choices: &mut Choices<'_, '_>, dialect: Dialect, has_wide_parts: bool) -> Self {
        match choices.below(12) {
            0 if has_wide_parts && choices.chance(96) => {
                let first = Self::part(choices, dialect.release, 0);
                Self::Fields(vec![first, Self::Integer(128 << choices.below(2))], false)
            }
            0 => Self::Integer(128 << choices.below(2)),
            1 => Self::Float(Float::Quad),
            _ => Some(Self::part(choices, dialect.release, DEPTH)).filter(|ty| ty.bytes() > 0).unwrap_or(Self::Integer(8)),
        }
    }

    fn part(choices: &mut Choices<'_, '_>, release: Version, depth: u32) -> Self {
        let is_empty = depth < DEPTH && choices.chance(12);
        let count = 1 + choices.up_to(3);
        match choices.below(if depth == 0 { 4 } else { 8 }) {
            0 | 1 => Self::Integer(WIDTHS[choices.below(WIDTHS.len())]),
            2 => Self::Float([Float::Half, Float::Bfloat, Float::Single, Float::Double][choices.below(4)]),
            3 if release < POINTERS => Self::Integer(64),
            3 => Self::Pointer(choices.up_to(2)),
            4 => Self::Array(if is_empty { 0 } else { count }, Box::new(Self::part(choices, release, depth - 1))),
            5 => {
                let lane = if choices.chance(64) { Self::Float(Float::Single) } else { Self::Integer(8 << choices.below(4)) };
                Self::Vector(count, Box::new(lane))
            }
            _ if is_empty => Self::Fields(Vec::new(), choices.chance(96)),
            _ => Self::Fields((0..count).map(|_| Self::part(choices, release, depth - 1)).collect(), choices.chance(96)),
        }
    }

    pub(super) fn alignment(&self) -> u32 {
        match self {
            Self::Array(_, of) => of.alignment(),
            Self::Fields(_, true) => 1,
            Self::Fields(fields, false) => fields.iter().map(Self::alignment_in_structure).max().unwrap_or(1),
            // That of the widest integers which the data layout states: 64 or 128 bits, by the release.
            Self::Integer(129..) => 8,
            _ => self.bytes().next_power_of_two(),
        }
    }

    /// The same as a field, on targets that have wide parts.
    fn alignment_in_structure(&self) -> u32 {
        if let Self::Integer(129..) = self { 16 } else { self.alignment() }
    }

    /// Returns the bytes from one value to the next.
    fn size(&self) -> u32 {
        self.bytes().next_multiple_of(self.alignment())
    }

    fn bytes(&self) -> u32 {
        match self {
            Self::Integer(bits) => bits.div_ceil(8),
            Self::Float(Float::Half | Float::Bfloat) => 2,
            Self::Float(Float::Single) => 4,
            Self::Float(Float::Double) | Self::Pointer(_) => 8,
            Self::Float(Float::Quad) => 16,
            Self::Array(count, of) | Self::Vector(count, of) => count * of.size(),
            Self::Fields(fields, _) => self.places(fields).last().map_or(0, |(offset, last)| offset + last.size()),
        }
    }

    /// Returns each field with its place.
    fn places<'f>(&self, fields: &'f [Self]) -> impl Iterator<Item = (u32, &'f Self)> {
        let is_packed = matches!(self, Self::Fields(_, true));
        fields.iter().scan(0, move |end: &mut u32, field| {
            let offset = if is_packed { *end } else { end.next_multiple_of(field.alignment_in_structure()) };
            *end = offset + field.size();
            Some((offset, field))
        })
    }

    /// Returns the numbers in a value.
    pub(super) fn leaves(&self) -> Vec<Leaf> {
        match self {
            Self::Array(count, of) | Self::Vector(count, of) => (0..*count).flat_map(|number| moved(of, number * of.size())).collect(),
            Self::Fields(fields, _) => self.places(fields).flat_map(|(offset, field)| moved(field, offset)).collect(),
            Self::Integer(129..) => (0..self.bytes()).step_by(8).map(|offset| Leaf { offset, bytes: 8 }).collect(),
            _ => vec![Leaf { offset: 0, bytes: self.bytes() }],
        }
    }

    /// Returns a line that defines a variable or constant of this name with a drawn value.
    pub(super) fn variable(&self, name: &str, choices: &mut Choices<'_, '_>) -> String {
        let kind = ["global", "constant"][choices.below(2)];
        let alignment = if choices.chance(96) { format!(", align {}", self.alignment().max(8 << choices.below(4))) } else { String::new() };
        format!("@{name} = internal {kind} {self} {}{alignment}\n", self.value(choices))
    }

    /// Draws a value.
    pub(super) fn value(&self, choices: &mut Choices<'_, '_>) -> String {
        let list = |choices: &mut Choices<'_, '_>, of: &[&Self]| -> String {
            of.iter().map(|part| format!("{part} {}", part.value(choices))).collect::<Vec<_>>().join(", ")
        };
        match self {
            Self::Integer(1) => ["false", "true"][choices.below(2)].to_owned(),
            Self::Integer(bits) => {
                let shift = 128_u32.saturating_sub(*bits);
                let edges = [0, 1, -1, i128::MIN >> shift, i128::MAX >> shift];
                let drawn = i128::from(choices.wide() as i64) << shift >> shift;
                edges.get(choices.below(10)).copied().unwrap_or(drawn).to_string()
            }
            Self::Float(kind) => kind.value(choices),
            // Addresses are compared nowhere.
            Self::Pointer(_) => "null".to_owned(),
            _ if choices.chance(24) => "zeroinitializer".to_owned(),
            Self::Array(count, of) if matches!(**of, Self::Integer(8)) && choices.chance(128) => {
                let bytes: String = (0..*count).map(|_| character(choices.byte())).collect();
                format!("c\"{bytes}\"")
            }
            Self::Array(count, of) => format!("[{}]", list(choices, &vec![&**of; *count as usize])),
            Self::Vector(count, of) => format!("<{}>", list(choices, &vec![&**of; *count as usize])),
            Self::Fields(fields, is_packed) => {
                let fields = list(choices, &fields.iter().collect::<Vec<_>>());
                if *is_packed { format!("<{{ {fields} }}>") } else { format!("{{ {fields} }}") }
            }
        }
    }
}

fn moved(ty: &IrType, by: u32) -> impl Iterator<Item = Leaf> {
    ty.leaves().into_iter().map(move |leaf| Leaf { offset: leaf.offset + by, ..leaf })
}

/// Returns a byte of a string, as itself or as two digits.
fn character(byte: u8) -> String {
    if byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\') { char::from(byte).to_string() } else { format!("\\{byte:02X}") }
}

impl Float {
    /// Draws a number; of `float` none that is no number, since it is written as the double of the same value.
    fn value(self, choices: &mut Choices<'_, '_>) -> String {
        match self {
            Self::Half => format!("0xH{:04X}", choices.word()),
            Self::Bfloat => format!("0xR{:04X}", choices.word()),
            Self::Single => {
                let drawn = f32::from_bits(choices.wide() as u32);
                let value = if drawn.is_nan() { -1.5 } else { drawn };
                format!("0x{:016X}", f64::from(value).to_bits())
            }
            Self::Double if choices.chance(64) => {
                ["1.500000e+00", "-0.000000e+00", "1.000000e+22", "-3.125000e-02"][choices.below(4)].to_owned()
            }
            Self::Double => format!("0x{:016X}", choices.wide()),
            // The lower half comes first.
            Self::Quad => format!("0xL{:016X}{:016X}", choices.wide(), choices.wide()),
        }
    }
}

impl Display for IrType {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(bits) => write!(out, "i{bits}"),
            Self::Float(kind) => out.write_str(match kind {
                Float::Half => "half",
                Float::Bfloat => "bfloat",
                Float::Single => "float",
                Float::Double => "double",
                Float::Quad => "fp128",
            }),
            Self::Pointer(0) => out.write_str("ptr"),
            Self::Pointer(space) => write!(out, "ptr addrspace({space})"),
            Self::Array(count, of) => write!(out, "[{count} x {of}]"),
            Self::Vector(count, of) => write!(out, "<{count} x {of}>"),
            Self::Fields(fields, is_packed) => {
                let fields: Vec<String> = fields.iter().map(Self::to_string).collect();
                let fields = fields.join(", ");
                if *is_packed { write!(out, "<{{ {fields} }}>") } else { write!(out, "{{ {fields} }}") }
            }
        }
    }
}
