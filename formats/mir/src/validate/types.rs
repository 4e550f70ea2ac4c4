//! Sizes and shapes of low-level types.

use crate::tables::{Target, Version, data_layout};
use crate::{Element, Type};

/// The bits of pointers. llc uses the data layout of its target, also if the embedded IR states another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct PointerBits {
    general: u32,
    /// Into the address spaces 270 and 271.
    narrow: u32,
    /// Into the address space 272.
    wide: u32,
}

impl PointerBits {
    /// Returns the bits on a target with tables; `None` in environments with short pointers, of which too little else is known.
    pub(super) fn of_target(target: Option<Target>, triple: &str, release: Version) -> Option<Self> {
        let target = target.filter(|target| matches!(target, Target::X86 | Target::AArch64))?;
        if ["x32", "ilp32", "_32"].iter().any(|mark| triple.contains(mark)) {
            return None;
        }
        let layout = data_layout(triple);
        let general = pointer_bits(layout, "p:").unwrap_or(64);
        // The data layout is that of LLVM 19.
        let is_newer_arm = target == Target::AArch64 && release > Version::TABLES;
        let narrow = if is_newer_arm { 32 } else { pointer_bits(layout, "p270:").unwrap_or(general) };
        Some(Self { general, narrow, wide: pointer_bits(layout, "p272:").unwrap_or(general) })
    }

    /// Returns the bits of a pointer into an address space.
    pub(super) fn of(self, space: u32) -> u32 {
        match space {
            270 | 271 => self.narrow,
            272 => self.wide,
            _ => self.general,
        }
    }
}

/// Returns the width in the part of a data layout that begins so.
fn pointer_bits(layout: &str, start: &str) -> Option<u32> {
    layout.split('-').find_map(|part| part.strip_prefix(start)?.split(':').next()?.parse().ok())
}

/// Returns the bits of a type, for a scalable vector the minimum; `None` for pointers of unknown width.
pub(super) fn bits(ty: Type, pointers: Option<PointerBits>) -> Option<u64> {
    match ty {
        Type::Single(element) => element_bits(element, pointers),
        Type::Vector { count, element, .. } => Some(u64::from(count) * element_bits(element, pointers)?),
    }
}

fn element_bits(element: Element, pointers: Option<PointerBits>) -> Option<u64> {
    match element {
        Element::Scalar(bits) => Some(u64::from(bits)),
        Element::Pointer(space) => pointers.map(|pointers| pointers.of(space).into()),
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
pub(super) fn scalar_bits(ty: Type, pointers: Option<PointerBits>) -> Option<u64> {
    element_bits(element(ty), pointers)
}
