//! How the types of a generic opcode depend on one another.
//!
//! The rows are what the machine verifier of llc 19 demands, and what an operation needs to mean anything: a comparison gives a truth
//! value, floating-point arithmetic has a format. Types of no rule may be any.

use crate::{Element, Type};

/// The demands on the types of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeRules {
    /// What the machine verifier of llc 19 always demands.
    pub verified: &'static [TypeRule],
    /// What the meaning of the opcode demands; the verifier does so in part or not at all.
    pub meant: &'static [TypeRule],
}

impl TypeRules {
    /// Types may be any.
    pub const NONE: Self = Self { verified: &[], meant: &[] };

    /// All of them.
    pub fn all(self) -> impl Iterator<Item = TypeRule> {
        self.verified.iter().chain(self.meant).copied()
    }
}

/// A demand on the types of an opcode; numbers are those of [`super::SlotKind::Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRule {
    /// A scalar or a vector of scalars.
    Integer(u8),
    /// The same, of elements as wide as a floating-point format: 16, 32, 64, 80 or 128 bits. Types do not tell formats of one width apart.
    Float(u8),
    /// The same, of truth values. Their elements have one bit until the legalizer makes them as wide as the target wants.
    Boolean(u8),
    /// The same, of elements of a multiple of 16 bits.
    BytePairs(u8),
    /// A pointer or a vector of pointers.
    Pointers(u8),
    /// No vector.
    Single(u8),
    /// A vector.
    Vector(u8),
    /// A vector of a multiple of `vscale` elements.
    Scalable(u8),
    /// Anything else.
    Fixed(u8),
    /// Elements of two or more bits.
    TwoBits(u8),
    /// Both no vectors, or both vectors of as many elements.
    SameLanes(u8, u8),
    /// The first is no vector, or they are vectors of as many elements.
    LanesOrOne(u8, u8),
    /// They differ.
    Different(u8, u8),
    /// Of as many bits, and either both a single pointer or neither. A vector of pointers counts as any other vector.
    SameBits(u8, u8),
    /// The first has more bits.
    MoreBits(u8, u8),
    /// The elements of the first have more bits.
    Wider(u8, u8),
    /// The elements of the first have no more bits than the second.
    Within(u8, u8),
    /// The elements of the first are as wide as a pointer of 64 bits, which the second is.
    IndexOf(u8, u8),
    /// An index of vectors: a scalar of 64 bits.
    LaneIndex(u8),
    /// The first is what the second has as elements, or is if it is no vector.
    ElementOf(u8, u8),
    /// Elements of the same type.
    SameElement(u8, u8),
    /// The first has the bits of as many of the second as the instruction names.
    Sum(u8, u8),
    /// Where the first is a vector, the second is one of the same elements.
    Pieces(u8, u8),
    /// The first has as many elements as the instruction names of the second.
    Gather(u8, u8),
    /// The first has the elements of as many of the second as the instruction names, two or more.
    Concatenation(u8, u8),
}

use TypeRule::{
    Boolean, BytePairs, Concatenation, Different, ElementOf, Fixed, Float, Gather, IndexOf, Integer, LaneIndex, LanesOrOne, MoreBits,
    Pieces, Pointers, SameBits, SameElement, SameLanes, Scalable, Single, Sum, TwoBits, Vector, Wider, Within,
};

impl TypeRule {
    /// Whether these types, by number, fulfil it; `count` is how many operands the instruction names of the type that a sum, gathering or
    /// concatenation adds up. Types that are not given fulfil nothing.
    pub fn holds(self, types: &[Type], count: usize) -> bool {
        let get = |number: u8| types.get(usize::from(number)).copied();
        match self {
            Integer(a) | Float(a) | Boolean(a) | BytePairs(a) | Pointers(a) | Single(a) | Vector(a) | Scalable(a) | Fixed(a)
            | TwoBits(a) | LaneIndex(a) => get(a).is_some_and(|a| self.holds_of_one(a)),
            SameLanes(a, b)
            | LanesOrOne(a, b)
            | Different(a, b)
            | SameBits(a, b)
            | MoreBits(a, b)
            | Wider(a, b)
            | Within(a, b)
            | IndexOf(a, b)
            | ElementOf(a, b)
            | SameElement(a, b)
            | Sum(a, b)
            | Pieces(a, b)
            | Gather(a, b)
            | Concatenation(a, b) => get(a).zip(get(b)).is_some_and(|(a, b)| self.holds_of_two(a, b, count)),
        }
    }

    fn holds_of_one(self, ty: Type) -> bool {
        let bits = scalar_bits(ty);
        match self {
            Float(_) => bits.is_some_and(|bits| [16, 32, 64, 80, 128].contains(&bits)),
            BytePairs(_) => bits.is_some_and(|bits| bits % 16 == 0),
            TwoBits(_) => bits.is_some_and(|bits| bits >= 2),
            LaneIndex(_) => ty == Type::scalar(64),
            Pointers(_) => bits.is_none(),
            Single(_) => lanes(ty).is_none(),
            Vector(_) => lanes(ty).is_some(),
            Scalable(_) => lanes(ty).is_some_and(|(_, scalable)| scalable),
            Fixed(_) => lanes(ty).is_none_or(|(_, scalable)| !scalable),
            _ => bits.is_some(),
        }
    }

    fn holds_of_two(self, a: Type, b: Type, count: usize) -> bool {
        let times = |ty: Type| total_bits(ty).0 * count as u64;
        match self {
            SameLanes(..) => lanes(a) == lanes(b),
            LanesOrOne(..) => lanes(a).is_none() || lanes(a) == lanes(b),
            Different(..) => a != b,
            SameBits(..) => total_bits(a) == total_bits(b) && is_pointer(a) == is_pointer(b),
            MoreBits(..) => total_bits(a) > total_bits(b),
            Wider(..) => element_bits(a) > element_bits(b),
            Within(..) => element_bits(a) <= element_bits(b),
            IndexOf(..) => element_bits(a) == element_bits(b),
            ElementOf(..) => a == Type::Single(element(b)),
            SameElement(..) => element(a) == element(b),
            Sum(..) => total_bits(a) == (times(b), total_bits(b).1),
            Pieces(..) => lanes(a).is_none() || lanes(b).is_some() && element(a) == element(b),
            Gather(..) => lanes(a) == u16::try_from(count).ok().map(|count| (count, false)),
            _ => count >= 2 && lanes(a).zip(lanes(b)).is_some_and(|(a, b)| a.1 == b.1 && usize::from(a.0) == usize::from(b.0) * count),
        }
    }
}

fn element(ty: Type) -> Element {
    match ty {
        Type::Single(element) | Type::Vector { element, .. } => element,
    }
}

/// How many elements, and whether of a multiple of `vscale`; `None` of what is no vector.
fn lanes(ty: Type) -> Option<(u16, bool)> {
    match ty {
        Type::Single(_) => None,
        Type::Vector { count, scalable, .. } => Some((count, scalable)),
    }
}

/// The width of the elements where they are no pointers.
fn scalar_bits(ty: Type) -> Option<u16> {
    match element(ty) {
        Element::Scalar(bits) => Some(bits),
        Element::Pointer(_) => None,
    }
}

/// Whether it is a pointer, and no vector of some.
fn is_pointer(ty: Type) -> bool {
    matches!(ty, Type::Single(Element::Pointer(_)))
}

/// The width of the elements, pointers with 64 bits.
fn element_bits(ty: Type) -> u64 {
    scalar_bits(ty).map_or(64, u64::from)
}

/// The bits of all elements, and whether of a multiple of `vscale`.
fn total_bits(ty: Type) -> (u64, bool) {
    let (count, scalable) = lanes(ty).unwrap_or((1, false));
    (element_bits(ty) * u64::from(count), scalable)
}
