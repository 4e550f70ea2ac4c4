//! Signatures of functions, compared by structure.

use irsmith_pnacl::{Module, ValueType};
use std::collections::BTreeMap;

/// A signature without ids of the types block, which may define a type twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    /// Type of the result.
    pub(crate) result: ValueType,
    /// Types of the parameters.
    pub(crate) parameters: Vec<ValueType>,
}

impl Shape {
    /// Returns the signature of a function; for a missing function, one that no value has.
    pub(crate) fn of(module: &Module, function: u32) -> Self {
        let Some(signature) = module.signature_of(function) else {
            return Self { result: ValueType::UNKNOWN, parameters: Vec::new() };
        };
        let parameters = signature.parameters.iter().map(|&ty| module.value_type(ty)).collect();
        Self { result: module.value_type(signature.result), parameters }
    }
}

/// Numbers for the signatures of a module's functions, starting at 1.
#[derive(Debug)]
pub(crate) struct Signatures {
    numbers: BTreeMap<Shape, u32>,
}

impl Signatures {
    /// Numbers the signatures of all functions.
    pub(crate) fn of(shapes: &[Shape]) -> Self {
        let mut numbers = BTreeMap::new();
        for shape in shapes {
            let next = numbers.len() as u32 + 1;
            numbers.entry(shape.clone()).or_insert(next);
        }
        Self { numbers }
    }

    /// Returns the number of a signature, or 0 if no function has it.
    pub(crate) fn number(&self, shape: &Shape) -> u32 {
        self.numbers.get(shape).copied().unwrap_or(0)
    }
}
