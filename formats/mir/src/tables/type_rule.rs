//! Rules that relate the types of a generic opcode.
//!
//! The rows are the rules of llc 19's machine verifier, and those without which an operation has no meaning: a comparison gives a truth
//! value, floating-point arithmetic has a format. Types without a rule may be any.

use crate::{Element, Type};

/// The rules for the types of an opcode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypeRules {
    /// The rules that llc 19's machine verifier always checks.
    pub verified: &'static [TypeRule],
    /// The rules that follow from the meaning of the opcode; the verifier checks them partly or not at all.
    pub meant: &'static [TypeRule],
}

impl TypeRules {
    /// No rules: types may be any.
    pub const NONE: Self = Self { verified: &[], meant: &[] };

    /// Returns all rules.
    pub fn all(self) -> impl Iterator<Item = TypeRule> {
        self.verified.iter().chain(self.meant).copied()
    }
}

/// A rule for the types of an opcode; the numbers are those of [`super::SlotKind::Type`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeRule {
    /// A scalar or a vector of scalars.
    Integer(u8),
    /// As `Integer`, with elements of the width of a floating-point format: 16, 32, 64, 80 or 128 bits. Types do not distinguish formats of
    /// the same width.
    Float(u8),
    /// As `Integer`, with truth values as elements. They have one bit until the legalizer widens them to the target's width.
    Boolean(u8),
    /// As `Integer`, with elements of a multiple of 16 bits.
    BytePairs(u8),
    /// A pointer or a vector of pointers.
    Pointers(u8),
    /// Not a vector.
    Single(u8),
    /// A vector.
    Vector(u8),
    /// A vector of a multiple of `vscale` elements.
    Scalable(u8),
    /// A type that is not such a vector.
    Fixed(u8),
    /// Elements of two or more bits.
    TwoBits(u8),
    /// Neither type is a vector, or both are vectors of the same number of elements.
    SameLanes(u8, u8),
    /// The first type is not a vector, or both are vectors of the same number of elements.
    LanesOrOne(u8, u8),
    /// The types differ.
    Different(u8, u8),
    /// The types have the same number of bits, and both or neither are a single pointer. A vector of pointers counts as any other vector.
    SameBits(u8, u8),
    /// The first type has more bits.
    MoreBits(u8, u8),
    /// The elements of the first type have more bits.
    Wider(u8, u8),
    /// The elements of the first type have no more bits than those of the second.
    Within(u8, u8),
    /// The elements of the first type are as wide as those of the second, which are pointers.
    IndexOf(u8, u8),
    /// An index of vectors: a scalar as wide as pointers.
    LaneIndex(u8),
    /// The first type is the element type of the second, or the second itself if it is not a vector.
    ElementOf(u8, u8),
    /// The types have the same element type.
    SameElement(u8, u8),
    /// The first type has the bits of all operands of the second type together.
    Sum(u8, u8),
    /// If the first type is a vector, the second is a vector of the same elements.
    Pieces(u8, u8),
    /// The first type has as many elements as there are operands of the second type.
    Gather(u8, u8),
    /// The first type has the elements of all operands of the second type together, two or more.
    Concatenation(u8, u8),
}

use TypeRule::{
    Boolean, BytePairs, Concatenation, Different, ElementOf, Fixed, Float, Gather, IndexOf, Integer, LaneIndex, LanesOrOne, MoreBits,
    Pieces, Pointers, SameBits, SameElement, SameLanes, Scalable, Single, Sum, TwoBits, Vector, Wider, Within,
};

impl TypeRule {
    /// Returns whether these types, by number, satisfy the rule; `count` is the number of operands that a sum, gathering or concatenation
    /// adds up, and `pointer` returns the bits of pointers into an address space. Missing types satisfy no rule.
    pub fn holds(self, types: &[Type], count: usize, pointer: &dyn Fn(u32) -> u32) -> bool {
        let get = |number: u8| types.get(usize::from(number)).copied();
        match self {
            Integer(a) | Float(a) | Boolean(a) | BytePairs(a) | Pointers(a) | Single(a) | Vector(a) | Scalable(a) | Fixed(a)
            | TwoBits(a) => get(a).is_some_and(|a| self.holds_of_one(a)),
            LaneIndex(a) => matches!(get(a), Some(Type::Single(Element::Scalar(bits))) if u32::from(bits) == pointer(0)),
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
            | Concatenation(a, b) => get(a).zip(get(b)).is_some_and(|(a, b)| self.holds_of_two(a, b, count, pointer)),
        }
    }

    /// Returns what is wrong with types that break the rule, in words. The parameters are those of [`Self::holds`].
    pub fn breach(self, types: &[Type], count: usize, pointer: &dyn Fn(u32) -> u32) -> String {
        // Nobody asks while types are missing.
        let of = |number: u8| types.get(usize::from(number)).map(Type::to_string).unwrap_or_default();
        let get = |number: u8| types.get(usize::from(number)).copied();
        let element_of = |number: u8| match get(number) {
            Some(Type::Vector { .. }) => format!("an element of {}", of(number)),
            _ => of(number),
        };
        match self {
            Integer(a) => format!("{} is not an integer", of(a)),
            Float(a) => format!("no floating-point format is as wide as {}", element_of(a)),
            Boolean(a) => format!("{} is not a truth value", of(a)),
            BytePairs(a) => format!("the bits of {} are not a multiple of 16", element_of(a)),
            Pointers(a) => format!("{} is not a pointer", of(a)),
            Single(a) => format!("{} is a vector", of(a)),
            Vector(a) => format!("{} is not a vector", of(a)),
            Scalable(a) => format!("{} is not a scalable vector", of(a)),
            Fixed(a) => format!("{} is a scalable vector", of(a)),
            TwoBits(a) => format!("{} has fewer than 2 bits", element_of(a)),
            LaneIndex(a) => format!("the index is {}, not s{}", of(a), pointer(0)),
            SameLanes(a, b) | LanesOrOne(a, b) => format!("{} and {} differ in the number of elements", of(a), of(b)),
            Different(a, _) => format!("both types are {}", of(a)),
            SameBits(a, b) if get(a).map(|ty| total_bits(ty, pointer)) == get(b).map(|ty| total_bits(ty, pointer)) => {
                format!("only one of {} and {} is a pointer", of(a), of(b))
            }
            SameBits(a, b) => format!("{} and {} differ in size", of(a), of(b)),
            MoreBits(a, b) => format!("{} is not larger than {}", of(a), of(b)),
            Wider(a, b) => format!("{} is not wider than {}", element_of(a), element_of(b)),
            Within(a, b) => format!("{} is wider than {}", element_of(a), element_of(b)),
            IndexOf(a, b) => format!("{} is not as wide as {}", element_of(a), of(b)),
            ElementOf(a, b) => format!("{} is not the type of the elements of {}", of(a), of(b)),
            SameElement(a, b) => format!("the elements of {} are not those of {}", of(a), of(b)),
            Sum(a, b) => format!("{} is not as large as {count} values of {} together", of(a), of(b)),
            Pieces(a, b) => format!("{} is not a vector of the elements of {}", of(b), of(a)),
            Gather(a, _) => format!("the number of elements of {} is not {count}", of(a)),
            Concatenation(a, b) => format!("{} does not consist of {count} values of {}", of(a), of(b)),
        }
    }

    fn holds_of_one(self, ty: Type) -> bool {
        let bits = scalar_bits(ty);
        match self {
            Float(_) => bits.is_some_and(|bits| [16, 32, 64, 80, 128].contains(&bits)),
            BytePairs(_) => bits.is_some_and(|bits| bits % 16 == 0),
            TwoBits(_) => bits.is_some_and(|bits| bits >= 2),
            Pointers(_) => bits.is_none(),
            Single(_) => lanes(ty).is_none(),
            Vector(_) => lanes(ty).is_some(),
            Scalable(_) => lanes(ty).is_some_and(|(_, scalable)| scalable),
            Fixed(_) => lanes(ty).is_none_or(|(_, scalable)| !scalable),
            _ => bits.is_some(),
        }
    }

    fn holds_of_two(self, a: Type, b: Type, count: usize, pointer: &dyn Fn(u32) -> u32) -> bool {
        let total = |ty| total_bits(ty, pointer);
        let wide = |ty| element_bits(ty, pointer);
        let times = |ty| total(ty).0 * count as u64;
        match self {
            SameLanes(..) => lanes(a) == lanes(b),
            LanesOrOne(..) => lanes(a).is_none() || lanes(a) == lanes(b),
            Different(..) => a != b,
            SameBits(..) => total(a) == total(b) && is_pointer(a) == is_pointer(b),
            MoreBits(..) => total(a) > total(b),
            Wider(..) => wide(a) > wide(b),
            Within(..) => wide(a) <= wide(b),
            IndexOf(..) => wide(a) == wide(b),
            ElementOf(..) => a == Type::Single(element(b)),
            SameElement(..) => element(a) == element(b),
            Sum(..) => total(a) == (times(b), total(b).1),
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

/// Returns the number of elements, and whether it is multiplied by `vscale`; `None` if the type is not a vector.
fn lanes(ty: Type) -> Option<(u16, bool)> {
    match ty {
        Type::Single(_) => None,
        Type::Vector { count, scalable, .. } => Some((count, scalable)),
    }
}

/// Returns the width of the elements if they are not pointers.
fn scalar_bits(ty: Type) -> Option<u16> {
    match element(ty) {
        Element::Scalar(bits) => Some(bits),
        Element::Pointer(_) => None,
    }
}

/// Returns whether the type is a pointer, not a vector of pointers.
fn is_pointer(ty: Type) -> bool {
    matches!(ty, Type::Single(Element::Pointer(_)))
}

/// Returns the width of the elements.
fn element_bits(ty: Type, pointer: &dyn Fn(u32) -> u32) -> u64 {
    match element(ty) {
        Element::Scalar(bits) => bits.into(),
        Element::Pointer(space) => pointer(space).into(),
    }
}

/// Returns the bits of all elements, and whether they are multiplied by `vscale`.
fn total_bits(ty: Type, pointer: &dyn Fn(u32) -> u32) -> (u64, bool) {
    let (count, scalable) = lanes(ty).unwrap_or((1, false));
    (element_bits(ty, pointer) * u64::from(count), scalable)
}
