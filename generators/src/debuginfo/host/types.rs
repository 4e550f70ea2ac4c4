//! Types of the host module.

use super::super::build::{Build, Section};
use super::super::facts::Facts;
use super::super::families::Family;
use super::module::Capability;
use crate::forms::forms;
use irsmith_debuginfo::{Id, Words};
use spirv::{Op, StorageClass};

/// Place of a type in the host's list.
pub(in super::super) type TypeIndex = u16;

/// A type of the host module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Type {
    Void,
    Bool,
    Int {
        bits: u8,
        signed: bool,
    },
    Float {
        bits: u8,
    },
    Vector {
        element: TypeIndex,
        count: u8,
    },
    Array {
        element: TypeIndex,
        count: u8,
    },
    /// Its members stand at these places of the host's list of members.
    Struct {
        first: u16,
        count: u16,
    },
    Pointer {
        class: StorageClass,
        to: TypeIndex,
    },
    /// Its parameters stand there too.
    Function {
        result: TypeIndex,
        first: u16,
        count: u16,
    },
}

/// A type and its name.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct TypeRow {
    pub(in super::super) ty: Type,
    pub(in super::super) id: Id,
}

/// What is asked of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Kind {
    Bool,
    Int,
    /// An integer type without a sign.
    Unsigned,
    Float,
    /// Int or float.
    Number,
    /// Vector of anything.
    Vector,
    /// Array or structure.
    Aggregate,
    /// Anything that values have, other than pointers.
    Value,
}

pub(in super::super) const U32: Type = Type::Int { bits: 32, signed: false };

forms! {
    /// Types. Signed integers are for shaders: those of kernels have no sign.
    pub(in super::super) enum TypeForm: TypeFormRow in Family::Type;
    seen |form, facts: Facts| match form.row().is {
        Makes::Scalar(Type::Bool) => facts.types(Op::TypeBool, |_| true),
        Makes::Scalar(Type::Int { bits, signed }) => facts.types(Op::TypeInt, |words| words == [u32::from(bits), u32::from(signed)]),
        Makes::Scalar(Type::Float { bits }) => facts.types(Op::TypeFloat, |words| words == [u32::from(bits)]),
        Makes::Vector(count) => facts.types(Op::TypeVector, |words| words.get(1) == Some(&count.into())),
        Makes::Array => facts.types(Op::TypeArray, |_| true),
        Makes::Structure => facts.types(Op::TypeStruct, |words| !words.is_empty()),
        Makes::EmptyStructure => facts.types(Op::TypeStruct, <[u32]>::is_empty),
        Makes::Scalar(_) => 0,
    };
    Bool "bool" { is: Makes::Scalar(Type::Bool) }
    U8 "u8" { is: Makes::Scalar(Type::Int { bits: 8, signed: false }) }
    U16 "u16" { is: Makes::Scalar(Type::Int { bits: 16, signed: false }) }
    U32 "u32" { is: Makes::Scalar(Type::Int { bits: 32, signed: false }) }
    U64 "u64" { is: Makes::Scalar(Type::Int { bits: 64, signed: false }) }
    I8 "i8" { is: Makes::Scalar(Type::Int { bits: 8, signed: true }) }
    I16 "i16" { is: Makes::Scalar(Type::Int { bits: 16, signed: true }) }
    I32 "i32" { is: Makes::Scalar(Type::Int { bits: 32, signed: true }) }
    I64 "i64" { is: Makes::Scalar(Type::Int { bits: 64, signed: true }) }
    F16 "f16" { is: Makes::Scalar(Type::Float { bits: 16 }) }
    F32 "f32" { is: Makes::Scalar(Type::Float { bits: 32 }) }
    F64 "f64" { is: Makes::Scalar(Type::Float { bits: 64 }) }
    Vector2 "vector of 2" { is: Makes::Vector(2) }
    Vector3 "vector of 3" { is: Makes::Vector(3) }
    Vector4 "vector of 4" { is: Makes::Vector(4) }
    Vector8 "vector of 8" { is: Makes::Vector(8) }
    Vector16 "vector of 16" { is: Makes::Vector(16) }
    Array "array" { is: Makes::Array }
    Structure "structure" { is: Makes::Structure }
    Empty "structure without members" { is: Makes::EmptyStructure }
}

/// The columns of a form of types.
pub(in super::super) struct TypeFormRow {
    is: Makes,
}

/// What a form of types makes.
#[derive(Clone, Copy)]
enum Makes {
    Scalar(Type),
    /// A vector of so many elements; beyond four only kernels have them.
    Vector(u8),
    Array,
    Structure,
    EmptyStructure,
}

impl Build<'_, '_> {
    /// The place of a type, which is made if there is none.
    pub(in super::super) fn type_index(&mut self, ty: Type) -> TypeIndex {
        let known = !matches!(ty, Type::Struct { .. });
        if known && let Some(at) = self.scratch.host.types.iter().position(|row| row.ty == ty) {
            return at as TypeIndex;
        }
        let id = self.write_type(ty);
        self.scratch.host.types.push(TypeRow { ty, id });
        (self.scratch.host.types.len() - 1) as TypeIndex
    }

    fn write_type(&mut self, ty: Type) -> Id {
        let id_of = |build: &Self, at: TypeIndex| build.type_id(at).0;
        let mut words = Words::new();
        // An array's length is a constant that must stand before it.
        let length = if let Type::Array { count, .. } = ty { self.number(u64::from(count)).0 } else { 0 };
        let id = self.id();
        words.push(id.0);
        let op = match ty {
            Type::Void => Op::TypeVoid,
            Type::Bool => Op::TypeBool,
            Type::Int { bits, signed } => {
                self.require(Capability::of_int(bits));
                words.extend_from_slice(&[u32::from(bits), u32::from(signed)]);
                Op::TypeInt
            }
            Type::Float { bits } => {
                self.require(Capability::of_float(bits));
                words.push(u32::from(bits));
                Op::TypeFloat
            }
            Type::Vector { element, count } => {
                self.require((count > 4).then_some(Capability::Vector16));
                words.extend_from_slice(&[id_of(self, element), u32::from(count)]);
                Op::TypeVector
            }
            Type::Array { element, .. } => {
                words.extend_from_slice(&[id_of(self, element), length]);
                Op::TypeArray
            }
            Type::Struct { first, count } => {
                words.extend(self.members(first, count).iter().map(|&member| id_of(self, member)));
                Op::TypeStruct
            }
            Type::Pointer { class, to } => {
                words.extend_from_slice(&[class as u32, id_of(self, to)]);
                Op::TypePointer
            }
            Type::Function { result, first, count } => {
                words.push(id_of(self, result));
                words.extend(self.members(first, count).iter().map(|&parameter| id_of(self, parameter)));
                Op::TypeFunction
            }
        };
        self.push_words(Section::Types, op, words);
        id
    }

    /// A function type.
    pub(in super::super) fn function_type(&mut self, result: TypeIndex, parameters: &[TypeIndex]) -> TypeIndex {
        let known = self.scratch.host.types.iter().position(|row| match row.ty {
            Type::Function { result: other, first, count } => other == result && self.members(first, count) == parameters,
            _ => false,
        });
        if let Some(at) = known {
            return at as TypeIndex;
        }
        let (first, count) = self.list(parameters);
        self.type_index(Type::Function { result, first, count })
    }

    fn list(&mut self, types: &[TypeIndex]) -> (u16, u16) {
        let members = &mut self.scratch.host.members;
        let first = members.len() as u16;
        members.extend_from_slice(types);
        (first, types.len() as u16)
    }

    /// Members of a structure, or parameters.
    pub(in super::super) fn members(&self, first: u16, count: u16) -> &[TypeIndex] {
        &self.scratch.host.members[usize::from(first)..usize::from(first + count)]
    }

    pub(in super::super) fn type_id(&self, at: TypeIndex) -> Id {
        self.scratch.host.types[usize::from(at)].id
    }

    pub(in super::super) fn ty(&self, at: TypeIndex) -> Type {
        self.scratch.host.types[usize::from(at)].ty
    }

    /// The types that every module has, then some drawn.
    pub(in super::super) fn some_types(&mut self) {
        let void = self.type_index(Type::Void);
        self.scratch.host.void = self.type_id(void);
        for ty in [Type::Bool, U32, Type::Float { bits: 32 }] {
            self.type_index(ty);
        }
        let count = self.choices.up_to(self.config.types);
        for _ in 0..count {
            if let Some(form) = self.form_on(TypeForm::ALL) {
                self.some_type(form);
            }
        }
    }

    fn some_type(&mut self, form: TypeForm) {
        let kernel = self.scratch.host.version.kernel;
        let ty = match form.row().is {
            Makes::Scalar(Type::Int { signed: true, .. }) if kernel => return,
            Makes::Scalar(ty) => ty,
            Makes::Vector(count) if kernel || count <= 4 => {
                let element = self.scalar();
                Type::Vector { element, count }
            }
            Makes::Vector(_) => return,
            Makes::Array => {
                let element = self.value_type(Kind::Value);
                Type::Array { element, count: 1 + self.choices.up_to(6) as u8 }
            }
            Makes::Structure => {
                let count = 1 + self.choices.below(4);
                self.structure(count)
            }
            Makes::EmptyStructure => self.structure(0),
        };
        self.type_index(ty);
    }

    /// A structure of at most four members.
    fn structure(&mut self, count: usize) -> Type {
        let mut members = [0; 4];
        members[..count].iter_mut().for_each(|member| *member = self.value_type(Kind::Value));
        let (first, count) = self.list(&members[..count]);
        Type::Struct { first, count }
    }

    fn scalar(&mut self) -> TypeIndex {
        let kind = [Kind::Number, Kind::Number, Kind::Int, Kind::Bool][self.choices.below(4)];
        let at = self.value_type(kind);
        if let Type::Vector { element, .. } = self.ty(at) { element } else { at }
    }

    /// A type of the kind, or a vector of such. Every kind but vectors and aggregates has one.
    pub(in super::super) fn value_type(&mut self, kind: Kind) -> TypeIndex {
        self.some_type_of(kind).unwrap_or_default()
    }

    /// A type of the kind, or a vector of such, if there is one.
    pub(in super::super) fn some_type_of(&mut self, kind: Kind) -> Option<TypeIndex> {
        let count = self.scratch.host.types.len();
        let start = self.choices.below(count);
        (start..count).chain(0..start).map(|at| at as TypeIndex).find(|&at| self.is(at, kind))
    }

    /// Whether a type is of the kind.
    pub(in super::super) fn is(&self, at: TypeIndex, kind: Kind) -> bool {
        let ty = self.ty(at);
        let scalar = if let Type::Vector { element, .. } = ty { self.ty(element) } else { ty };
        match kind {
            Kind::Bool => scalar == Type::Bool,
            Kind::Int => matches!(scalar, Type::Int { .. }),
            Kind::Unsigned => matches!(scalar, Type::Int { signed: false, .. }),
            Kind::Float => matches!(scalar, Type::Float { .. }),
            Kind::Number => matches!(scalar, Type::Int { .. } | Type::Float { .. }),
            Kind::Vector => matches!(ty, Type::Vector { .. }),
            Kind::Aggregate => matches!(ty, Type::Array { .. } | Type::Struct { count: 1.., .. }),
            Kind::Value => !matches!(ty, Type::Void | Type::Pointer { .. } | Type::Function { .. }),
        }
    }

    /// The type with the lanes of `like` and this element.
    pub(in super::super) fn with_lanes(&mut self, like: TypeIndex, element: TypeIndex) -> TypeIndex {
        if let Type::Vector { count, .. } = self.ty(like) { self.type_index(Type::Vector { element, count }) } else { element }
    }

    /// The type of a component of a composite, and how many there are.
    pub(in super::super) fn component(&self, at: TypeIndex, index: usize) -> TypeIndex {
        match self.ty(at) {
            Type::Vector { element, .. } | Type::Array { element, .. } => element,
            Type::Struct { first, count } => self.members(first, count)[index],
            _ => at,
        }
    }

    /// Number of components of a composite; 0 for any other type.
    pub(in super::super) fn components(&self, at: TypeIndex) -> usize {
        match self.ty(at) {
            Type::Vector { count, .. } | Type::Array { count, .. } => usize::from(count),
            Type::Struct { count, .. } => usize::from(count),
            _ => 0,
        }
    }
}
