//! The types block: types enter it when something first needs them.

use super::build::{ABSENT, Build};
use super::kinds::{KINDS, Kind};
use super::rows::Family;
use irsmith_pnacl::{Signature, Type, TypeId, ValueType};
use smallvec::SmallVec;

/// Most parameters of signatures that are not a defined function's.
const LOOSE_PARAMETERS: usize = 4;
/// Up to so many types a search is faster than a map.
const FEW_TYPES: usize = 48;

impl Build<'_, '_> {
    /// Puts some types in front, so that numbers of types vary.
    pub(super) fn some_types(&mut self) {
        for _ in 0..self.choices.below(4) {
            self.make_some(Family::Type);
        }
    }

    /// The row of types that nothing may need.
    pub(super) fn unused_type(&mut self, form: usize) -> bool {
        match form {
            0 => {
                self.void_id();
            }
            1..=KINDS => {
                self.type_id(Kind(form as u8 - 1));
            }
            _ => {
                let result = self.result_kind();
                let count = if form == KINDS + 1 { 1 + self.choices.below(LOOSE_PARAMETERS) } else { 0 };
                let parameters = (0..count).map(|_| self.signature_kind()).collect();
                self.signature_id(result, &parameters);
            }
        }
        true
    }

    /// The number of a kind's type.
    #[inline]
    pub(super) fn type_id(&mut self, kind: Kind) -> TypeId {
        let known = self.scratch.types[kind.index()];
        if known != ABSENT { TypeId(known) } else { self.add_type(kind) }
    }

    fn add_type(&mut self, kind: Kind) -> TypeId {
        let ty = if kind.ty().is_vector() {
            // The element stands before the vector.
            Type::Vector { lanes: kind.ty().lanes(), element: self.type_id(kind.element()) }
        } else if kind == Kind::F32 {
            Type::Float
        } else if kind == Kind::F64 {
            Type::Double
        } else {
            Type::Integer(kind.ty().scalar_bits())
        };
        self.note(Family::Type, 1 + kind.index());
        let id = self.push_type(ty);
        self.scratch.types[kind.index()] = id.0;
        id
    }

    fn push_type(&mut self, ty: Type) -> TypeId {
        self.module.types.push(ty);
        TypeId(self.module.types.len() as u32 - 1)
    }

    /// The number of the type void.
    pub(super) fn void_id(&mut self) -> TypeId {
        if self.scratch.void == ABSENT {
            self.note(Family::Type, 0);
            self.scratch.void = self.push_type(Type::Void).0;
        }
        TypeId(self.scratch.void)
    }

    /// The number of a result's type.
    pub(super) fn result_id(&mut self, result: Option<Kind>) -> TypeId {
        match result {
            Some(kind) => self.type_id(kind),
            None => self.void_id(),
        }
    }

    /// The number of a function type.
    pub(super) fn signature_id(&mut self, result: Option<Kind>, parameters: &SmallVec<[Kind; 6]>) -> TypeId {
        let result = self.result_id(result);
        let parameters = parameters.iter().map(|&kind| self.type_id(kind)).collect();
        let signature = Signature { varargs: false, result, parameters };
        match self.known_signature(&signature) {
            Some(id) => id,
            None => self.push_type(Type::Function(signature)),
        }
    }

    /// The number of a function type that is there. Few types are searched one by one, many through a map.
    fn known_signature(&mut self, signature: &Signature) -> Option<TypeId> {
        let is_it = |known: &Type| matches!(known, Type::Function(known) if known == signature);
        let types = &self.module.types;
        if types.len() <= FEW_TYPES {
            return types.iter().position(is_it).map(|index| TypeId(index as u32));
        }
        let (map, indexed) = &mut self.scratch.signatures;
        for (index, ty) in types.iter().enumerate().skip(*indexed) {
            if let Type::Function(known) = ty {
                map.entry(known.clone()).or_insert(index as u32);
            }
        }
        *indexed = types.len();
        map.get(signature).copied().map(TypeId)
    }

    /// A kind that an ordinary function may take: mostly an i32.
    pub(super) fn signature_kind(&mut self) -> Kind {
        if self.choices.chance(96) { Kind::I32 } else { Kind::SIGNATURE[self.choices.below(Kind::SIGNATURE.len())] }
    }

    /// What an ordinary function may return.
    pub(super) fn result_kind(&mut self) -> Option<Kind> {
        if self.choices.chance(176) { Some(self.signature_kind()) } else { None }
    }

    /// The kind that has this type; `None` for void.
    pub(super) fn kind_of(&self, ty: TypeId) -> Option<Kind> {
        Kind::of(self.module.value_type(ty)).filter(|kind| kind.ty() != ValueType::VOID)
    }
}
