//! Sizes and shapes of low-level types.

use crate::{Element, Type};

/// Bits of a type, of a scalable vector those of its least size; `None` for pointers where `pointer` does not say how wide they are.
pub(super) fn bits(ty: Type, pointer: Option<u32>) -> Option<u64> {
    match ty {
        Type::Single(element) => element_bits(element, pointer),
        Type::Vector { count, element, .. } => Some(u64::from(count) * element_bits(element, pointer)?),
    }
}

/// Bits of an element. Only the width of address space 0 is known.
fn element_bits(element: Element, pointer: Option<u32>) -> Option<u64> {
    match element {
        Element::Scalar(bits) => Some(u64::from(bits)),
        Element::Pointer(0) => pointer.map(u64::from),
        Element::Pointer(_) => None,
    }
}

/// What a type is made of.
pub(super) fn element(ty: Type) -> Element {
    match ty {
        Type::Single(element) | Type::Vector { element, .. } => element,
    }
}

/// Number of elements and whether that is a least number; `None` where it is no vector.
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

/// Whether it is a pointer or a vector of them.
pub(super) fn has_pointers(ty: Type) -> bool {
    matches!(element(ty), Element::Pointer(_))
}

/// Bits of an element of a type.
pub(super) fn scalar_bits(ty: Type, pointer: Option<u32>) -> Option<u64> {
    element_bits(element(ty), pointer)
}
