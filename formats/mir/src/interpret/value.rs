//! Values as arguments and results.

use super::int::Int;
use crate::{Element, Type};
use std::fmt;

/// A value: its bits, of which some may be undefined or poison. Lanes of vectors go from the least significant bits up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// The type. Pointers are as wide as the data layout says.
    pub ty: Type,
    /// The bits; 0 where they are undefined or poison.
    pub bits: Int,
    /// The undefined bits.
    pub undefined: Int,
    /// The poison bits.
    pub poison: Int,
}

impl Value {
    /// Returns a value whose bits are all defined.
    pub fn new(ty: Type, bits: Int) -> Self {
        let zero = Int::zero(bits.bits());
        Self { ty, bits, undefined: zero.clone(), poison: zero }
    }

    /// Returns a scalar.
    pub fn scalar(bits: u16, value: u128) -> Self {
        Self::new(Type::scalar(bits), Int::new(bits.into(), value))
    }

    /// Returns whether no bit is undefined or poison.
    pub fn is_defined(&self) -> bool {
        self.undefined.is_zero() && self.poison.is_zero()
    }

    /// Returns whether another value is one that this one may become: the same where this one is defined, not poison where this one is
    /// merely undefined.
    pub fn allows(&self, other: &Self) -> bool {
        let open = self.undefined.or(&self.poison);
        self.bits.bits() == other.bits.bits()
            && self.bits.xor(&other.bits).and_not(&open).is_zero()
            && other.undefined.and_not(&open).is_zero()
            && other.poison.and_not(&self.poison).is_zero()
    }

    /// Reads a value: decimal numbers, with a sign or not, or hexadecimal ones after `0x`; vectors are `<1,2,3>`.
    pub fn parse(ty: Type, width: u32, text: &str) -> Option<Self> {
        let number = |bits: u32, text: &str| match text.strip_prefix("0x") {
            Some(digits) => Int::parse_hexadecimal(bits, digits),
            None => Int::parse(bits, text),
        };
        let text = text.trim();
        let Type::Vector { count, .. } = ty else { return number(width, text).map(|bits| Self::new(ty, bits)) };
        let (lanes, lane) = (u32::from(count), width / u32::from(count).max(1));
        if let Some(digits) = text.strip_prefix("0x") {
            return Int::parse_hexadecimal(width, digits).map(|bits| Self::new(ty, bits));
        }
        let parts: Vec<&str> = text.strip_prefix('<')?.strip_suffix('>')?.split(',').collect();
        if parts.len() != lanes as usize {
            return None;
        }
        let mut bits = Int::zero(width);
        for (part, place) in parts.iter().zip(0..) {
            bits.insert(place * lane, &number(lane, part.trim())?);
        }
        Some(Self::new(ty, bits))
    }

    fn lane(&self, place: u32, width: u32, is_pointer: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |bits: &Int| bits.extract(place * width, width);
        let (bits, undefined, poison) = (part(&self.bits), part(&self.undefined), part(&self.poison));
        if !poison.is_zero() {
            return f.write_str("poison");
        }
        if undefined.is_ones() {
            return f.write_str("undef");
        }
        if is_pointer {
            write!(f, "{bits:#x}")?;
        } else {
            write!(f, "{bits}")?;
        }
        if undefined.is_zero() { Ok(()) } else { write!(f, " (undefined bits {undefined:#x})") }
    }
}

impl fmt::Display for Value {
    /// Prints the type and the value; integers are unsigned decimal numbers, pointers hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.ty)?;
        let is_pointer = |element: &Element| matches!(element, Element::Pointer(_));
        match &self.ty {
            Type::Single(element) => self.lane(0, self.bits.bits(), is_pointer(element), f),
            Type::Vector { count, element, .. } => {
                let width = self.bits.bits() / u32::from(*count).max(1);
                for place in 0..u32::from(*count) {
                    f.write_str(if place == 0 { "<" } else { ", " })?;
                    self.lane(place, width, is_pointer(element), f)?;
                }
                f.write_str(">")
            }
        }
    }
}
