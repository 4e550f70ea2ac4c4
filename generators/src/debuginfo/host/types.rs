//! Types of the host module.

use super::super::build::Build;
use super::super::facts::Facts;
use super::super::families::Family;
use super::defined::{Type, TypeIndex, U32, list, members, type_at, type_id, type_index};
use crate::forms::forms;
use spirv::Op;

/// A requirement on a type.
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
    /// Any type of values except pointers.
    Value,
}

forms! {
    /// Forms of types. Signed integers are for shaders: integers of kernels have no sign.
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

/// What a form of types generates.
#[derive(Clone, Copy)]
enum Makes {
    Scalar(Type),
    /// A vector of this many elements; only kernels have vectors of more than four.
    Vector(u8),
    Array,
    Structure,
    EmptyStructure,
}

/// Generates the types that every module has, then some drawn types.
pub(in super::super) fn some_types(build: &mut Build<'_, '_>) {
    let void = type_index(build, Type::Void);
    build.scratch.host.void = type_id(build, void);
    for ty in [Type::Bool, U32, Type::Float { bits: 32 }] {
        type_index(build, ty);
    }
    let count = build.choices.up_to(build.config.types);
    for _ in 0..count {
        if let Some(form) = build.form_on(TypeForm::ALL) {
            some_type(build, form);
        }
    }
}

fn some_type(build: &mut Build<'_, '_>, form: TypeForm) {
    let kernel = build.scratch.host.version.kernel;
    let ty = match form.row().is {
        Makes::Scalar(Type::Int { signed: true, .. }) if kernel => return,
        Makes::Scalar(ty) => ty,
        Makes::Vector(count) if kernel || count <= 4 => {
            let element = scalar(build);
            Type::Vector { element, count }
        }
        Makes::Vector(_) => return,
        Makes::Array => {
            let element = value_type(build, Kind::Value);
            Type::Array { element, count: 1 + build.choices.up_to(6) as u8 }
        }
        Makes::Structure => {
            let count = 1 + build.choices.below(4);
            structure(build, count)
        }
        Makes::EmptyStructure => structure(build, 0),
    };
    type_index(build, ty);
}

/// Generates a structure of at most four members.
fn structure(build: &mut Build<'_, '_>, count: usize) -> Type {
    let mut members = [0; 4];
    members[..count].iter_mut().for_each(|member| *member = value_type(build, Kind::Value));
    let (first, count) = list(build, &members[..count]);
    Type::Struct { first, count }
}

fn scalar(build: &mut Build<'_, '_>) -> TypeIndex {
    let kind = [Kind::Number, Kind::Number, Kind::Int, Kind::Bool][build.choices.below(4)];
    let at = value_type(build, kind);
    if let Type::Vector { element, .. } = type_at(build, at) { element } else { at }
}

/// Returns a type of the kind, or a vector of such. Every kind except vectors and aggregates has one.
pub(in super::super) fn value_type(build: &mut Build<'_, '_>, kind: Kind) -> TypeIndex {
    some_type_of(build, kind).unwrap_or_default()
}

/// Returns a type of the kind, or a vector of such, if there is one.
pub(in super::super) fn some_type_of(build: &mut Build<'_, '_>, kind: Kind) -> Option<TypeIndex> {
    let count = build.scratch.host.defined.types().len();
    let start = build.choices.below(count);
    (start..count).chain(0..start).map(|at| at as TypeIndex).find(|&at| is(build, at, kind))
}

/// Returns whether a type is of the kind.
pub(in super::super) fn is(build: &Build<'_, '_>, at: TypeIndex, kind: Kind) -> bool {
    let ty = type_at(build, at);
    let scalar = if let Type::Vector { element, .. } = ty { type_at(build, element) } else { ty };
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

/// Returns the type with the lanes of `like` and this element.
pub(in super::super) fn with_lanes(build: &mut Build<'_, '_>, like: TypeIndex, element: TypeIndex) -> TypeIndex {
    if let Type::Vector { count, .. } = type_at(build, like) { type_index(build, Type::Vector { element, count }) } else { element }
}

/// Returns the type of a component of a composite, and the number of components.
pub(in super::super) fn component(build: &Build<'_, '_>, at: TypeIndex, index: usize) -> TypeIndex {
    match type_at(build, at) {
        Type::Vector { element, .. } | Type::Array { element, .. } => element,
        Type::Struct { first, count } => members(build, first, count)[index],
        _ => at,
    }
}

/// Returns the number of components of a composite; 0 for any other type.
pub(in super::super) fn components(build: &Build<'_, '_>, at: TypeIndex) -> usize {
    match type_at(build, at) {
        Type::Vector { count, .. } | Type::Array { count, .. } => usize::from(count),
        Type::Struct { count, .. } => usize::from(count),
        _ => 0,
    }
}
