//! The types block that is being generated: a type is added when something first needs it.

use super::kinds::{KINDS, Kind};
use irsmith_pnacl::{Signature, Type, TypeId, ValueType};
use std::collections::HashMap;

/// Up to this many types, a linear search is faster than a map.
const FEW_TYPES: usize = 48;

/// The types of the module that is being generated.
#[derive(Debug, Default)]
pub(super) struct Types {
    list: Vec<Type>,
    /// The type of each kind.
    kinds: [Option<TypeId>; KINDS],
    void: Option<TypeId>,
    /// Numbers of function types, and how many types were searched for them.
    signatures: HashMap<Signature, TypeId>,
    indexed: usize,
}

impl Types {
    /// Begins with the types that a module has.
    pub(super) fn start(&mut self, list: Vec<Type>) {
        self.list = list;
        self.kinds = [None; KINDS];
        self.void = None;
        self.signatures.clear();
        self.indexed = 0;
        for index in 0..self.list.len() {
            let id = TypeId(index as u32);
            if self.list[index] == Type::Void {
                self.void.get_or_insert(id);
            } else if let Some(kind) = Kind::of(self.value_type(id)) {
                self.kinds[kind.index()].get_or_insert(id);
            }
        }
    }

    /// Returns the types, at the end.
    pub(super) fn take(&mut self) -> Vec<Type> {
        std::mem::take(&mut self.list)
    }

    /// Takes back what [`Types::take`] gave.
    pub(super) fn give(&mut self, list: Vec<Type>) {
        self.list = list;
    }

    fn push(&mut self, ty: Type) -> TypeId {
        self.list.push(ty);
        TypeId(self.list.len() as u32 - 1)
    }

    fn ty(&self, id: TypeId) -> Option<&Type> {
        self.list.get(id.0 as usize)
    }

    fn value_type(&self, id: TypeId) -> ValueType {
        self.ty(id).map_or(ValueType::UNKNOWN, |ty| ty.value_type(|id| self.ty(id)))
    }

    /// Returns the number of a kind's type.
    #[inline]
    pub(super) fn of(&mut self, kind: Kind) -> TypeId {
        match self.kinds[kind.index()] {
            Some(known) => known,
            None => self.add(kind),
        }
    }

    fn add(&mut self, kind: Kind) -> TypeId {
        let ty = if kind.ty().is_vector() {
            // The element type precedes the vector type.
            Type::Vector { lanes: kind.ty().lanes(), element: self.of(kind.element()) }
        } else if kind == Kind::F32 {
            Type::Float
        } else if kind == Kind::F64 {
            Type::Double
        } else {
            Type::Integer(kind.ty().scalar_bits())
        };
        let id = self.push(ty);
        self.kinds[kind.index()] = Some(id);
        id
    }

    /// Returns the number of the type void.
    pub(super) fn void(&mut self) -> TypeId {
        match self.void {
            Some(known) => known,
            None => {
                let id = self.push(Type::Void);
                self.void = Some(id);
                id
            }
        }
    }

    /// Returns the number of a result's type.
    pub(super) fn result(&mut self, result: Option<Kind>) -> TypeId {
        match result {
            Some(kind) => self.of(kind),
            None => self.void(),
        }
    }

    /// Returns the number of a function type.
    pub(super) fn signature(&mut self, result: Option<Kind>, parameters: &[Kind]) -> TypeId {
        let result = self.result(result);
        let parameters = parameters.iter().map(|&kind| self.of(kind)).collect();
        let signature = Signature { varargs: false, result, parameters };
        match self.known_signature(&signature) {
            Some(id) => id,
            None => self.push(Type::Function(signature)),
        }
    }

    /// Returns the number of an existing function type. Few types are searched one by one, many through a map.
    fn known_signature(&mut self, signature: &Signature) -> Option<TypeId> {
        let is_it = |known: &Type| matches!(known, Type::Function(known) if known == signature);
        if self.list.len() <= FEW_TYPES {
            return self.list.iter().position(is_it).map(|index| TypeId(index as u32));
        }
        for (index, ty) in self.list.iter().enumerate().skip(self.indexed) {
            if let Type::Function(known) = ty {
                self.signatures.entry(known.clone()).or_insert(TypeId(index as u32));
            }
        }
        self.indexed = self.list.len();
        self.signatures.get(signature).copied()
    }

    /// Returns the kinds of a function type's parameters; i32 for a parameter that is not a value type.
    pub(super) fn parameters(&self, function_type: TypeId) -> impl ExactSizeIterator<Item = Kind> + '_ {
        let parameters = match self.ty(function_type) {
            Some(Type::Function(signature)) => signature.parameters.as_slice(),
            _ => &[],
        };
        parameters.iter().map(|&ty| Kind::of(self.value_type(ty)).unwrap_or(Kind::I32))
    }

    /// Returns the kind of a function type's result, if it has one.
    pub(super) fn result_of(&self, function_type: TypeId) -> Option<Kind> {
        match self.ty(function_type) {
            Some(Type::Function(signature)) => Kind::of(self.value_type(signature.result)),
            _ => None,
        }
    }
}
