//! Types as the types block defines them.

use super::{Scalar, TypeId, ValueType};
use smallvec::SmallVec;

/// A type (manual, *Types Block*).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// No value.
    Void,
    /// 32-bit IEEE float.
    Float,
    /// 64-bit IEEE float.
    Double,
    /// An integer of this many bits; valid modules have 1, 8, 16, 32 and 64.
    Integer(u32),
    /// A vector.
    Vector {
        /// Number of lanes.
        lanes: u32,
        /// Type of a lane.
        element: TypeId,
    },
    /// The signature of a function.
    Function(Signature),
}

/// The signature of a function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Signature {
    /// Whether further arguments may follow; never in valid modules.
    pub varargs: bool,
    /// Type of the result, void for none.
    pub result: TypeId,
    /// Types of the parameters.
    pub parameters: SmallVec<[TypeId; 6]>,
}

impl Type {
    /// Returns the type in the form that values have. `resolve` returns the definition of an element's type.
    pub fn value_type<'a>(&'a self, resolve: impl Fn(TypeId) -> Option<&'a Self>) -> ValueType {
        match self {
            Self::Void => ValueType::VOID,
            Self::Float => ValueType::scalar(Scalar::Float),
            Self::Double => ValueType::scalar(Scalar::Double),
            Self::Integer(bits) => ValueType::integer(*bits),
            Self::Function(_) => ValueType::UNKNOWN,
            Self::Vector { lanes, element } => {
                let element = match resolve(*element) {
                    Some(Self::Float) => Scalar::Float,
                    Some(Self::Double) => Scalar::Double,
                    Some(Self::Integer(bits)) => Scalar::Integer(*bits),
                    _ => return ValueType::UNKNOWN,
                };
                ValueType::vector(*lanes, element)
            }
        }
    }
}
