//! Sizes and shapes of low-level types.

use crate::tables::{Target, Version};
use crate::{Element, Type};

/// The bits of pointers, `None` where they are not known. llc uses the data layout of its target, also if the embedded IR states another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointerBits {
    general: Option<u32>,
    /// Into the address spaces 270 and 271.
    narrow: Option<u32>,
}

impl PointerBits {
    pub(super) const UNKNOWN: Self = Self { general: None, narrow: None };

    /// Returns the bits on a target. Environments with short pointers are not known.
    pub(super) fn of_target(target: Option<Target>, triple: &str, release: Version) -> Self {
        let Some(target) = target.filter(|_| !["x32", "ilp32", "_32"].iter().any(|mark| triple.contains(mark))) else {
            return Self::UNKNOWN;
        };
        let is_64 = ["x86_64", "x86-64", "amd64"].iter().any(|name| triple.starts_with(name));
        match target {
            Target::AArch64 => Self { general: Some(64), narrow: Some(if release > Version::TABLES { 32 } else { 64 }) },
            Target::X86 if is_64 => Self { general: Some(64), narrow: Some(32) },
            Target::X86 if triple.starts_with('i') => Self { general: Some(32), narrow: Some(32) },
            _ => Self::UNKNOWN,
        }
    }

    /// Returns the bits of a pointer into an address space.
    pub(super) fn of(self, space: u32) -> Option<u32> {
        match space {
            270 | 271 => self.narrow,
            // A pointer of 64 bits, also on targets of 32 bits.
            272 => self.general.map(|_| 64),
            _ => self.general,
        }
    }

    /// Returns the bits of a pointer into address space 0.
    pub(super) fn general(self) -> Option<u32> {
        self.general
    }
}

/// Returns the bits of a type, for a scalable vector the minimum; `None` for pointers of unknown width.
pub(super) fn bits(ty: Type, pointers: PointerBits) -> Option<u64> {
    match ty {
        Type::Single(element) => element_bits(element, pointers),
        Type::Vector { count, element, .. } => Some(u64::from(count) * element_bits(element, pointers)?),
    }
}

fn element_bits(element: Element, pointers: PointerBits) -> Option<u64> {
    match element {
        Element::Scalar(bits) => Some(u64::from(bits)),
        Element::Pointer(space) => pointers.of(space).map(u64::from),
    }
}

/// Returns the element type of a vector, or the type itself.
pub(super) fn element(ty: Type) -> Element {
    match ty {
        Type::Single(element) | Type::Vector { element, .. } => element,
    }
}

/// Returns the number of elements and whether it is a minimum; `None` if the type is not a vector.
pub(super) fn lanes(ty: Type) -> Option<(u16, bool)> {
    match ty {
        Type::Single(_) => None,
        Type::Vector { count, scalable, .. } => Some((count, scalable)),
    }
}

pub(super) fn is_vector(ty: Type) -> bool {
    lanes(ty).is_some()
}

pub(super) fn is_scalable(ty: Type) -> bool {
    matches!(ty, Type::Vector { scalable: true, .. })
}

/// Returns whether a type is a pointer or a vector of pointers.
pub(super) fn has_pointers(ty: Type) -> bool {
    matches!(element(ty), Element::Pointer(_))
}

/// Returns the bits of an element of a type.
pub(super) fn scalar_bits(ty: Type, pointers: PointerBits) -> Option<u64> {
    element_bits(element(ty), pointers)
}
