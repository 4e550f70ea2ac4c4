//! Forms of low-level types.

use crate::forms::forms;
use crate::mir::facts::Facts;
use crate::mir::families::Family;
use irsmith_mir::{Element, Type};

forms! {
    /// Forms of types. Elements of vectors are counted too.
    pub(in crate::mir) enum TypeForm: TypeRow in Family::Type;
    seen |form, facts: Facts| facts.types(|ty| (form.row().is)(Parts::of(ty)));
    Even "scalar of a power of two" { is: |parts| matches!(parts.element, Element::Scalar(bits) if !is_odd(bits)) }
    Odd "scalar of an odd width" { is: |parts| matches!(parts.element, Element::Scalar(bits) if is_odd(bits)) }
    Pointer "pointer" { is: |parts| parts.element == Element::Pointer(0) }
    Space "pointer of an address space" { is: |parts| matches!(parts.element, Element::Pointer(1..)) }
    Vector "vector" { is: |parts| matches!(parts.lanes, Lanes::Fixed(2 | 4 | 8 | 16)) }
    OddVector "vector of an odd length" { is: |parts| matches!(parts.lanes, Lanes::Fixed(count) if count < LONG && !matches!(count, 2 | 4 | 8 | 16)) }
    Pointers "vector of pointers" { is: |parts| parts.lanes != Lanes::None && matches!(parts.element, Element::Pointer(_)) }
    Scalable "scalable vector" { is: |parts| parts.lanes == Lanes::Scalable }
    Long "long vector" { is: |parts| matches!(parts.lanes, Lanes::Fixed(LONG..)) }
}

/// The columns of a form of types.
pub(in crate::mir) struct TypeRow {
    is: fn(Parts) -> bool,
}

/// The first number of lanes that does not fit into a byte.
const LONG: u16 = 256;

/// Returns whether no register has this many bits.
pub(in crate::mir) const fn is_odd(bits: u16) -> bool {
    !bits.is_power_of_two() || bits < 8
}

/// The number of elements of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lanes {
    None,
    Fixed(u16),
    Scalable,
}

/// A type, taken apart.
#[derive(Clone, Copy)]
struct Parts {
    lanes: Lanes,
    element: Element,
}

impl Parts {
    const fn of(ty: Type) -> Self {
        match ty {
            Type::Single(element) => Self { lanes: Lanes::None, element },
            Type::Vector { scalable: true, element, .. } => Self { lanes: Lanes::Scalable, element },
            Type::Vector { count, element, .. } => Self { lanes: Lanes::Fixed(count), element },
        }
    }
}
