//! Sizes and shapes of low-level types.

use crate::{Element, Type};

/// Returns the bits of a type, for a scalable vector the minimum; `None` for pointers if `pointer` does not state their width.
pub(super) fn bits(ty: Type, pointer: Option<u32>) -> Option<u64> {
    match ty {
        Type::Single(element) => element_bits(element, pointer),
        Type::Vector { count, element, .. } => Some(u64::from(count) * element_bits(element, pointer)?),
    }
}

/// Returns the bits of an element. Only the width of address space 0 is known.
fn element_bits(element: Element, pointer: Option<u32>) -> Option<u64> {
    match element {
        Element::Scalar(bits) => Some(u64::from(bits)),
        Element::Pointer(0) => pointer.map(u64::from),
        Element::Pointer(_) => None,
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
pub(super) fn scalar_bits(ty: Type, pointer: Option<u32>) -> Option<u64> {
    element_bits(element(ty), pointer)
}
