//! Types and scalar constants of the host module, which depend on each other: an array's length is a constant, and a constant has a type.

use super::super::build::{Build, Section};
use super::capabilities::{Capability, require};
use irsmith_debuginfo::{Id, Words};
use spirv::{Op, StorageClass};

/// Index of a type in the host's list.
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
    /// The members are at these indices of the host's list of members.
    Struct {
        first: u16,
        count: u16,
    },
    Pointer {
        class: StorageClass,
        to: TypeIndex,
    },
    /// The parameters are at these indices of the same list.
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

pub(in super::super) const U32: Type = Type::Int { bits: 32, signed: false };

/// A scalar constant.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Constant {
    ty: TypeIndex,
    bits: u64,
    pub(in super::super) id: Id,
    /// Whether a debug instruction may use it as an integer.
    pub(in super::super) integer: bool,
}

/// The types and scalar constants of a module, by index.
#[derive(Debug, Default)]
pub(in super::super) struct Defined {
    types: Vec<TypeRow>,
    /// Types of the members of structures and of the parameters of functions, in pieces.
    members: Vec<TypeIndex>,
    constants: Vec<Constant>,
}

impl Defined {
    pub(super) fn clear(&mut self) {
        let Self { types, members, constants } = self;
        types.clear();
        members.clear();
        constants.clear();
    }

    /// Returns every type, in the order of the module.
    pub(in super::super) fn types(&self) -> &[TypeRow] {
        &self.types
    }

    /// Returns the constant at an index, if it is an integer.
    pub(in super::super) fn integer(&self, at: usize) -> Option<Id> {
        self.constants.get(at).filter(|constant| constant.integer).map(|constant| constant.id)
    }

    /// Returns the number of constants.
    pub(in super::super) fn constants(&self) -> usize {
        self.constants.len()
    }
}

/// Returns the index of a type, which is generated if it does not exist.
pub(in super::super) fn type_index(build: &mut Build<'_, '_>, ty: Type) -> TypeIndex {
    let known = !matches!(ty, Type::Struct { .. });
    if known && let Some(at) = build.scratch.host.defined.types.iter().position(|row| row.ty == ty) {
        return at as TypeIndex;
    }
    let id = write_type(build, ty);
    build.scratch.host.defined.types.push(TypeRow { ty, id });
    (build.scratch.host.defined.types.len() - 1) as TypeIndex
}

fn write_type(build: &mut Build<'_, '_>, ty: Type) -> Id {
    let id_of = |build: &Build<'_, '_>, at: TypeIndex| type_id(build, at).0;
    let mut words = Words::new();
    // An array's length is a constant that must precede the array.
    let length = if let Type::Array { count, .. } = ty { number(build, u64::from(count)).0 } else { 0 };
    let id = build.id();
    words.push(id.0);
    let op = match ty {
        Type::Void => Op::TypeVoid,
        Type::Bool => Op::TypeBool,
        Type::Int { bits, signed } => {
            require(build, Capability::of_int(bits));
            words.extend_from_slice(&[u32::from(bits), u32::from(signed)]);
            Op::TypeInt
        }
        Type::Float { bits } => {
            require(build, Capability::of_float(bits));
            words.push(u32::from(bits));
            Op::TypeFloat
        }
        Type::Vector { element, count } => {
            require(build, (count > 4).then_some(Capability::Vector16));
            words.extend_from_slice(&[id_of(build, element), u32::from(count)]);
            Op::TypeVector
        }
        Type::Array { element, .. } => {
            words.extend_from_slice(&[id_of(build, element), length]);
            Op::TypeArray
        }
        Type::Struct { first, count } => {
            words.extend(members(build, first, count).iter().map(|&member| id_of(build, member)));
            Op::TypeStruct
        }
        Type::Pointer { class, to } => {
            words.extend_from_slice(&[class as u32, id_of(build, to)]);
            Op::TypePointer
        }
        Type::Function { result, first, count } => {
            words.push(id_of(build, result));
            words.extend(members(build, first, count).iter().map(|&parameter| id_of(build, parameter)));
            Op::TypeFunction
        }
    };
    build.push_words(Section::Types, op, words);
    id
}

/// Returns a function type.
pub(in super::super) fn function_type(build: &mut Build<'_, '_>, result: TypeIndex, parameters: &[TypeIndex]) -> TypeIndex {
    let known = build.scratch.host.defined.types.iter().position(|row| match row.ty {
        Type::Function { result: other, first, count } => other == result && members(build, first, count) == parameters,
        _ => false,
    });
    if let Some(at) = known {
        return at as TypeIndex;
    }
    let (first, count) = list(build, parameters);
    type_index(build, Type::Function { result, first, count })
}

/// Records a list of types; returns its first index and its length.
pub(super) fn list(build: &mut Build<'_, '_>, types: &[TypeIndex]) -> (u16, u16) {
    let members = &mut build.scratch.host.defined.members;
    let first = members.len() as u16;
    members.extend_from_slice(types);
    (first, types.len() as u16)
}

/// Returns members of a structure, or parameters.
pub(in super::super) fn members<'b>(build: &'b Build<'_, '_>, first: u16, count: u16) -> &'b [TypeIndex] {
    &build.scratch.host.defined.members[usize::from(first)..usize::from(first + count)]
}

pub(in super::super) fn type_id(build: &Build<'_, '_>, at: TypeIndex) -> Id {
    build.scratch.host.defined.types[usize::from(at)].id
}

pub(in super::super) fn type_at(build: &Build<'_, '_>, at: TypeIndex) -> Type {
    build.scratch.host.defined.types[usize::from(at)].ty
}

/// Returns the u32 constant with this value (only the lower half is used).
pub(in super::super) fn number(build: &mut Build<'_, '_>, value: u64) -> Id {
    let ty = type_index(build, U32);
    scalar_constant(build, ty, value & 0xffff_ffff)
}

/// Returns the constant of a number type with these bits.
pub(in super::super) fn scalar_constant(build: &mut Build<'_, '_>, ty: TypeIndex, bits: u64) -> Id {
    // The newest first: they are most likely to be needed again. Older constants are made again, which is allowed.
    let known = build.scratch.host.defined.constants.iter().rev().take(24).find(|known| known.ty == ty && known.bits == bits);
    if let Some(known) = known {
        return known.id;
    }
    let (kind, type_id, id) = (type_at(build, ty), type_id(build, ty), build.id());
    let mut words = Words::from_slice(&[type_id.0, id.0]);
    match kind {
        Type::Bool => {
            let op = if bits & 1 == 0 { Op::ConstantFalse } else { Op::ConstantTrue };
            build.push_words(Section::Types, op, words);
        }
        _ => {
            words.push(bits as u32);
            if matches!(kind, Type::Int { bits: 64, .. } | Type::Float { bits: 64 }) {
                words.push((bits >> 32) as u32);
            }
            build.push_words(Section::Types, Op::Constant, words);
        }
    }
    let integer = matches!(kind, Type::Int { .. });
    build.scratch.host.defined.constants.push(Constant { ty, bits, id, integer });
    id
}
