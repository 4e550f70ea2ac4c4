//! Lookup of instructions by the ids that they define.

use crate::{Id, Info, Instruction, Module};
use std::collections::HashMap;

/// A module's instructions by id. The first definition of an id counts.
pub(super) struct Index<'m> {
    pub(super) module: &'m Module,
    positions: HashMap<Id, usize>,
}

impl<'m> Index<'m> {
    pub(super) fn new(module: &'m Module) -> Self {
        let mut positions = HashMap::with_capacity(module.instructions.len());
        for (position, instruction) in module.instructions.iter().enumerate() {
            if let Some(result) = instruction.result() {
                positions.entry(result).or_insert(position);
            }
        }
        Self { module, positions }
    }

    /// Returns the instruction that defines an id.
    pub(super) fn instruction(&self, id: Id) -> Option<&'m Instruction> {
        self.module.instructions.get(*self.positions.get(&id)?)
    }

    /// Returns the debug instruction that defines an id.
    pub(super) fn info(&self, id: Id) -> Option<&'m Info> {
        self.instruction(id)?.debug().map(|debug| &debug.info)
    }

    /// Returns whether an id represents unknown information.
    pub(super) fn is_none(&self, id: Id) -> bool {
        matches!(self.info(id), Some(Info::InfoNone {}))
    }
}
