//! Signatures of functions, by structure.

use irsmith_pnacl::{Module, ValueType};
use std::collections::BTreeMap;

/// A signature without numbers of the types block, which may define a type twice.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Shape {
    /// Type of the result.
    pub(crate) result: ValueType,
    /// Types of the parameters.
    pub(crate) parameters: Vec<ValueType>,
}

impl Shape {
    /// The signature of a function; of one that is not there, none that values have.
    pub(crate) fn of(module: &Module, function: u32) -> Self {
        let Some(signature) = module.signature_of(function) else {
            return Self { result: ValueType::UNKNOWN, parameters: Vec::new() };
        };
        let parameters = signature.parameters.iter().map(|&ty| module.value_type(ty)).collect();
        Self { result: module.value_type(signature.result), parameters }
    }
}

/// Numbers for the signatures of a module's functions, from 1.
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

    /// The number of a signature, 0 when no function has it.
    pub(crate) fn number(&self, shape: &Shape) -> u32 {
        self.numbers.get(shape).copied().unwrap_or(0)
    }
}
