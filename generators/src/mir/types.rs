//! Low-level types: the types that a function uses, and matching types.

use super::build::Build;
use super::draw::Draw;
use super::forms::{TypeForm, is_odd};
use irsmith_mir::{Element, Type};

/// Widths of scalars: powers of two first, then neighbours of them and others that no register has.
const WIDTHS: &[u16] = &[8, 16, 32, 64, 128, 1, 2, 3, 7, 9, 13, 17, 24, 31, 33, 48, 63, 65, 80, 96, 127];
/// Widths that a floating-point format has.
const FLOATS: &[u16] = &[16, 32, 64, 80, 128];
/// Address spaces. 270 to 272 are those of mixed pointers, as X86 and AArch64 have them; the last is the largest.
const SPACES: &[u32] = &[0, 1, 3, 5, 7, 256, 270, 271, 272, 16_777_215];
/// Lengths of vectors.
const COUNTS: &[u16] = &[2, 4, 8, 16, 3, 5, 7, 32];

/// The shape of a type: the number of elements, if it is a vector.
pub(super) type Shape = Option<(u16, bool)>;

pub(super) const fn shape(ty: Type) -> Shape {
    match ty {
        Type::Single(_) => None,
        Type::Vector { count, scalable, .. } => Some((count, scalable)),
    }
}

pub(super) const fn element(ty: Type) -> Element {
    match ty {
        Type::Single(element) | Type::Vector { element, .. } => element,
    }
}

/// Makes a type of a shape and an element.
pub(super) const fn shaped(shape: Shape, element: Element) -> Type {
    match shape {
        None => Type::Single(element),
        Some((count, scalable)) => Type::Vector { count, scalable, element },
    }
}

/// Returns the bits of pointers into an address space: 64, except 32 for the mixed pointers of Microsoft's compilers where the data layout
/// has them, as [`Build::has_mixed_pointers`] tells.
pub(super) const fn pointer_bits(space: u32, mixed: bool) -> u16 {
    if mixed && (space == 270 || space == 271) { 32 } else { 64 }
}

/// Returns the bits of an element.
pub(super) const fn element_bits(element: Element, mixed: bool) -> u16 {
    match element {
        Element::Scalar(bits) => bits,
        Element::Pointer(space) => pointer_bits(space, mixed),
    }
}

/// Returns the bits of a type; the minimum, if it is scalable.
pub(super) const fn bits(ty: Type, mixed: bool) -> u32 {
    let lanes = match shape(ty) {
        None => 1,
        Some((count, _)) => count as u32,
    };
    lanes * element_bits(element(ty), mixed) as u32
}

/// Draws the width of a scalar: mostly one of the two that the function prefers, so that values are used.
pub(super) fn width(build: &mut Build<'_, '_>) -> u16 {
    let draw = build.draw.byte();
    let preferred = build.body.widths;
    let bits = match draw {
        0..=127 => preferred[0],
        128..=191 => preferred[1],
        _ => WIDTHS[build.draw.below(WIDTHS.len())],
    };
    let form = if is_odd(bits) { TypeForm::Odd } else { TypeForm::Even };
    if build.draw.is_on(form) { bits } else { 32 }
}

/// Draws the widths that a function prefers.
pub(super) fn preferred_widths(draw: &mut Draw<'_, '_>) -> [u16; 2] {
    [WIDTHS[draw.below(5)], WIDTHS[draw.below(WIDTHS.len())]]
}

/// Draws a width below another, which is at least 2.
pub(super) fn narrower(draw: &mut Draw<'_, '_>, bits: u16) -> u16 {
    1 + draw.below(usize::from(bits.max(2)) - 1) as u16
}

/// Draws a width above another: up to 192 bits.
pub(super) fn wider(draw: &mut Draw<'_, '_>, bits: u16) -> u16 {
    bits + 1 + if draw.chance(128) { bits.min(64) - 1 } else { draw.below(64) as u16 }
}

/// Draws the width of a floating-point scalar.
pub(super) fn float_width(draw: &mut Draw<'_, '_>) -> u16 {
    FLOATS[draw.below(FLOATS.len())]
}

/// Draws a pointer type.
pub(super) fn pointer(draw: &mut Draw<'_, '_>) -> Element {
    if draw.chance(48) && draw.is_on(TypeForm::Space) {
        return Element::Pointer(SPACES[draw.below(SPACES.len())]);
    }
    Element::Pointer(0)
}

/// Draws the shape of a type: mostly that of a scalar.
pub(super) fn any_shape(draw: &mut Draw<'_, '_>) -> Shape {
    if draw.chance(80) { vector_shape(draw, true) } else { None }
}

/// Draws the shape of a vector; `None` if vectors are disabled. A scalable one only if it is allowed.
pub(super) fn vector_shape(draw: &mut Draw<'_, '_>, scalable: bool) -> Shape {
    if scalable && draw.chance(64) && draw.is_on(TypeForm::Scalable) {
        return Some((1 << draw.below(5), true));
    }
    let place = draw.below(COUNTS.len());
    let form = if place > 3 { TypeForm::OddVector } else { TypeForm::Vector };
    draw.is_on(form).then(|| (COUNTS[place], false))
}

/// Draws the shape of a vector, even if vectors are disabled.
pub(super) fn any_vector_shape(draw: &mut Draw<'_, '_>) -> Shape {
    Some(vector_shape(draw, false).unwrap_or((2, false)))
}

/// Draws the shape of a vector, occasionally with more than 255 lanes. llc splits such vectors lane by lane, so they are rare.
pub(super) fn long_vector_shape(draw: &mut Draw<'_, '_>) -> Shape {
    if draw.chance(32) && draw.is_on(TypeForm::Long) {
        return Some((256 + 4 * draw.below(2) as u16, false));
    }
    any_vector_shape(draw)
}

/// Draws an integer type.
pub(super) fn integer(build: &mut Build<'_, '_>) -> Type {
    let shape = any_shape(&mut build.draw);
    shaped(shape, Element::Scalar(width(build)))
}

/// Draws a floating-point type.
pub(super) fn float(build: &mut Build<'_, '_>) -> Type {
    let shape = any_shape(&mut build.draw);
    shaped(shape, Element::Scalar(float_width(&mut build.draw)))
}

/// Draws a pointer or a vector of pointers.
pub(super) fn pointers(build: &mut Build<'_, '_>) -> Type {
    let vector = build.draw.chance(40) && build.draw.is_on(TypeForm::Pointers);
    let shape = if vector { any_vector_shape(&mut build.draw) } else { None };
    shaped(shape, pointer(&mut build.draw))
}

/// Draws any type.
pub(super) fn any_type(build: &mut Build<'_, '_>) -> Type {
    match build.draw.below(4) {
        0 | 1 => integer(build),
        2 => float(build),
        _ => pointers(build),
    }
}

/// Draws a vector type.
pub(super) fn any_vector(build: &mut Build<'_, '_>) -> Type {
    let shape = any_vector_shape(&mut build.draw);
    let pointers = build.draw.chance(24);
    let element = if pointers { pointer(&mut build.draw) } else { Element::Scalar(width(build)) };
    shaped(shape, element)
}
