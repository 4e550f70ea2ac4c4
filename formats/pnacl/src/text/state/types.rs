//! The types of a module, and their spellings.

use std::collections::BTreeMap;

/// A type by its shape. Types that cannot be part of another type are distinguished by their index in the types block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::text) enum Type {
    Void,
    Float,
    Double,
    /// An integer with any number of bits.
    Integer(u64),
    /// Count and element.
    Vector(u64, Element),
    /// A function type, or one that has no text except its id.
    Id(u32),
}

/// The elements of vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::text) enum Element {
    Float,
    Double,
    Integer(u64),
}

impl Element {
    /// Returns the element as a type of its own.
    pub(in crate::text) fn to_type(self) -> Type {
        match self {
            Self::Float => Type::Float,
            Self::Double => Type::Double,
            Self::Integer(bits) => Type::Integer(bits),
        }
    }
}

impl Type {
    /// The type of a comparison of scalars, and of conditions.
    pub(in crate::text) const BOOLEAN: Self = Self::Integer(1);
    /// The type of every address.
    pub(in crate::text) const POINTER: Self = Self::Integer(32);

    /// Returns the element type of a vector, the type itself of anything else.
    pub(in crate::text) fn element(self) -> Self {
        match self {
            Self::Vector(_, element) => element.to_type(),
            other => other,
        }
    }

    /// Returns the type as a vector's element.
    pub(in crate::text) fn as_element(self) -> Option<Element> {
        match self {
            Self::Float => Some(Element::Float),
            Self::Double => Some(Element::Double),
            Self::Integer(bits) => Some(Element::Integer(bits)),
            _ => None,
        }
    }

    /// Returns the result type of comparing two values of this type.
    pub(in crate::text) fn compared(self) -> Self {
        match self {
            Self::Vector(count, _) => Self::Vector(count, Element::Integer(1)),
            _ => Self::BOOLEAN,
        }
    }
}

/// A function type's parts, as type ids.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::text) struct Signature {
    pub(in crate::text) variadic: bool,
    pub(in crate::text) result: u32,
    pub(in crate::text) parameters: Vec<u32>,
}

/// The types block so far.
#[derive(Clone, Debug, Default)]
pub(in crate::text) struct Types {
    defined: Vec<Definition>,
    /// First id of each shape.
    shapes: BTreeMap<Type, u32>,
    /// First id of each function type.
    signatures: BTreeMap<Signature, u32>,
}

#[derive(Clone, Debug)]
struct Definition {
    shape: Type,
    signature: Option<Signature>,
}

impl Types {
    /// Returns the number of types, the id of the next.
    pub(in crate::text) fn len(&self) -> u32 {
        self.defined.len() as u32
    }

    /// Appends a type that is not a function type.
    pub(in crate::text) fn define(&mut self, shape: Type) {
        let id = self.len();
        self.shapes.entry(shape).or_insert(id);
        self.defined.push(Definition { shape, signature: None });
    }

    /// Appends a function type.
    pub(in crate::text) fn define_function(&mut self, signature: Signature) {
        let id = self.len();
        self.signatures.entry(signature.clone()).or_insert(id);
        self.defined.push(Definition { shape: Type::Id(id), signature: Some(signature) });
    }

    /// Appends a type that cannot be interpreted.
    pub(in crate::text) fn define_unknown(&mut self) {
        self.define(Type::Id(self.len()));
    }

    pub(in crate::text) fn get(&self, id: u64) -> Option<Type> {
        Some(self.defined.get(usize::try_from(id).ok()?)?.shape)
    }

    pub(in crate::text) fn signature(&self, id: u32) -> Option<&Signature> {
        self.defined.get(id as usize)?.signature.as_ref()
    }

    /// Returns the id that the text of a type represents: the first of its shape.
    pub(in crate::text) fn id_of(&self, shape: Type) -> Option<u32> {
        match shape {
            Type::Id(id) => Some(id),
            shape => self.shapes.get(&shape).copied(),
        }
    }

    /// Returns the id that the text of a function type represents.
    pub(in crate::text) fn id_of_signature(&self, signature: &Signature) -> Option<u32> {
        self.signatures.get(signature).copied()
    }

    /// Returns whether the text of the type's shape represents exactly this id.
    pub(in crate::text) fn is_first(&self, id: u64) -> bool {
        let shape = self.get(id);
        shape.and_then(|shape| self.id_of(shape)).is_some_and(|first| u64::from(first) == id)
    }
}
