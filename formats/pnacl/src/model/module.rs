//! A whole program.

use super::{Body, Global, Linkage, Signature, Type, TypeId, ValueType};

/// A program (manual, *Module Block*).
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Module {
    /// Types by [`TypeId`].
    pub types: Vec<Type>,
    /// Functions, defined and declared.
    pub functions: Vec<Function>,
    /// Global variables and constants.
    pub globals: Vec<Global>,
    /// Names, in the order of the symbol table.
    pub symbols: Vec<Symbol>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Function {
    /// The signature: a function type.
    pub ty: TypeId,
    /// Whether it is visible from outside.
    pub linkage: Linkage,
    /// The code; `None` for a declaration.
    pub body: Option<Body>,
}

/// A name of a function or global (manual, *Valuesymtab Block*).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Symbol {
    /// The function or global.
    pub value: super::Value,
    /// The name's bytes.
    pub name: Vec<u8>,
}

impl Module {
    /// Returns the definition of a type.
    pub fn ty(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id.0 as usize)
    }

    /// Returns the type in the form that values have; [`ValueType::UNKNOWN`] if it is not a type of values or not defined.
    pub fn value_type(&self, id: TypeId) -> ValueType {
        self.ty(id).map_or(ValueType::UNKNOWN, |ty| ty.value_type(|id| self.ty(id)))
    }

    /// Returns the signature of a function type.
    pub fn signature(&self, id: TypeId) -> Option<&Signature> {
        match self.ty(id) {
            Some(Type::Function(signature)) => Some(signature),
            _ => None,
        }
    }

    /// Returns the signature of a function.
    pub fn signature_of(&self, function: u32) -> Option<&Signature> {
        self.functions.get(function as usize).and_then(|function| self.signature(function.ty))
    }

    /// Returns the last name of a value in the symbol table: the one that counts.
    pub fn name_of(&self, value: super::Value) -> Option<&[u8]> {
        self.symbols.iter().rev().find(|symbol| symbol.value == value).map(|symbol| symbol.name.as_slice())
    }
}
