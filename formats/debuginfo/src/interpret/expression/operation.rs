//! Operations in the form of the evaluator, and their extraction from a module.

use crate::{Id, Info, Instruction, Module, OperationCode};
use std::collections::BTreeMap;

/// An operation with its literal words, without allocation. No operation of the table has more than three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Operation {
    /// The operation code.
    pub code: OperationCode,
    words: [u32; 3],
    count: u8,
}

impl Operation {
    /// Makes an operation with these literals. The evaluator only needs to know whether there are surplus ones: all beyond the third are
    /// dropped, but counted, up to 255.
    pub fn new(code: impl Into<OperationCode>, literals: &[u32]) -> Self {
        let mut words = [0; 3];
        words.iter_mut().zip(literals).for_each(|(word, &literal)| *word = literal);
        Self { code: code.into(), words, count: u8::try_from(literals.len()).unwrap_or(u8::MAX) }
    }

    /// Returns the literals, at most three.
    pub fn literals(&self) -> &[u32] {
        &self.words[..self.count().min(self.words.len())]
    }

    /// Returns the number of literals with which it was made.
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Returns a literal; 0 for a missing one.
    pub(super) fn word(&self, at: usize) -> u32 {
        self.words[at]
    }

    /// Returns a literal as a signed number.
    pub(super) fn signed(&self, at: usize) -> i64 {
        self.words[at].cast_signed().into()
    }
}

/// Why an id does not name an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OperationError {
    /// The instruction is not a DebugExpression.
    #[error("{0} is no DebugExpression")]
    NoExpression(Id),
    /// One of its operations is not a DebugOperation.
    #[error("{0} is no DebugOperation")]
    NoOperation(Id),
}

/// Returns the operations of a DebugExpression.
pub fn operations(module: &Module, expression: Id) -> Result<Vec<Operation>, OperationError> {
    let debug = module.instructions.iter().filter_map(Instruction::debug);
    let Some(Info::Expression { operations }) = debug.clone().find(|debug| debug.result == expression).map(|debug| &debug.info) else {
        return Err(OperationError::NoExpression(expression));
    };
    let known: BTreeMap<Id, Operation> =
        debug.filter_map(|debug| Operation::of(&debug.info).map(|operation| (debug.result, operation))).collect();
    operations.iter().map(|id| known.get(id).copied().ok_or(OperationError::NoOperation(*id))).collect()
}

impl Operation {
    /// Returns the operation of a DebugOperation.
    pub fn of(info: &Info) -> Option<Self> {
        match info {
            Info::Operation { operation, operands } => Some(Self::new(*operation, operands)),
            _ => None,
        }
    }
}
