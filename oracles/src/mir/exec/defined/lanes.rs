//! Values as numbers, apart from the interpreter's.

use irsmith_mir::interpret::{Int, Value};
use irsmith_mir::{Element, Type};

/// The lanes of a value, the first one from the least significant bits; a value that is no vector has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lanes {
    /// Bits of each, from 1 to 128.
    pub(super) width: u32,
    /// The number of each, zero-extended.
    pub(super) numbers: Vec<u128>,
}

/// How many lanes a value has, of how many bits each.
#[derive(Clone, Copy)]
pub(super) struct Shape {
    pub(super) width: u32,
    pub(super) lanes: usize,
}

impl Shape {
    /// Returns that of a value; `None` if its lanes are too wide.
    pub(super) fn of(value: &Value) -> Option<Self> {
        let lanes = if let Type::Vector { count, .. } = value.ty { count } else { 1 };
        let width = value.bits.bits().checked_div(lanes.into()).filter(|width| (1..=128).contains(width))?;
        Some(Self { width, lanes: lanes.into() })
    }

    /// Returns that of a type, whose pointers have 64 bits; `None` if its lanes are too wide, or their number is not known.
    pub(super) const fn of_type(ty: Type) -> Option<Self> {
        let (lanes, element) = match ty {
            Type::Single(element) => (1, element),
            Type::Vector { count, scalable: false, element } => (count, element),
            Type::Vector { .. } => return None,
        };
        match element {
            Element::Scalar(bits @ 1..=128) => Some(Self { width: bits as u32, lanes: lanes as usize }),
            Element::Pointer(_) => Some(Self { width: 64, lanes: lanes as usize }),
            Element::Scalar(_) => None,
        }
    }

    /// Returns the lanes of these bits.
    pub(super) fn split(&self, bits: &Int) -> Vec<u128> {
        let bit = |place: u32| u128::from(bits.words()[place as usize / 64] >> (place % 64) & 1);
        let lane = |lane: u32| (0..self.width).fold(0, |number, place| number | bit(lane * self.width + place) << place);
        (0..self.lanes as u32).map(lane).collect()
    }

    /// Returns which lanes of a value of this shape have poison bits.
    pub(super) fn poisoned(&self, value: &Value) -> Vec<bool> {
        self.split(&value.poison).into_iter().map(|lane| lane != 0).collect()
    }
}

impl Lanes {
    /// Returns those of a value; `None` if a bit is not defined, or a lane too wide.
    pub(super) fn of(value: &Value) -> Option<Self> {
        let shape = Shape::of(value).filter(|_| value.is_defined())?;
        Some(Self { width: shape.width, numbers: shape.split(&value.bits) })
    }

    /// Returns the lane of an operand; the only one is that of every lane.
    pub(super) fn lane(&self, lane: usize) -> Option<u128> {
        if self.numbers.len() == 1 { self.numbers.first().copied() } else { self.numbers.get(lane).copied() }
    }

    /// Returns all bits, from the least significant one up.
    pub(super) fn bits(&self) -> Vec<bool> {
        self.numbers.iter().flat_map(|number| (0..self.width).map(move |place| number >> place & 1 == 1)).collect()
    }
}

/// Returns the number with only the lowest bits.
pub(super) const fn low(width: u32, number: u128) -> u128 {
    number & u128::MAX >> (128 - width)
}

/// Returns the signed number of these bits.
pub(super) const fn signed(width: u32, number: u128) -> i128 {
    (number << (128 - width)) as i128 >> (128 - width)
}

/// Returns the bits of every lane of so many bits.
pub(super) fn joined(width: u32, bits: &[bool]) -> Vec<u128> {
    let lane = |bits: &[bool]| bits.iter().zip(0..).fold(0, |number, (bit, place)| number | u128::from(*bit) << place);
    bits.chunks(width as usize).map(lane).collect()
}

/// Returns the smallest signed number of a width.
pub(super) const fn least(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

/// Returns the largest signed number of a width.
pub(super) const fn most(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

/// Returns the range of integers of a width below 127.
pub(super) const fn range(width: u32, is_signed: bool) -> (i128, i128) {
    let width = if width > 126 { 126 } else { width };
    if is_signed { (least(width), most(width)) } else { (0, (1 << width) - 1) }
}
