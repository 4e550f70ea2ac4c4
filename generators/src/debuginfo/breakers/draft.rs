//! A module that is being broken: how breakers find places, and what they insert there.

use crate::debuginfo::edit::{debugs, fresh, is};
use irsmith_debuginfo::{CoreInstruction, DebugInstruction, Id, Info, Instruction, Module};
use spirv::Op;

/// A module and the draws that choose where it is broken.
pub(super) type Draft<'a, 'u> = crate::breaker::Draft<'a, 'u, Module>;

impl Draft<'_, '_> {
    /// Draws one of the instructions for which `fits` holds.
    pub(super) fn core(&mut self, op: Op) -> Option<usize> {
        let places: Vec<usize> = (0..self.model.instructions.len()).filter(|&at| is(&self.model.instructions[at], op)).collect();
        self.pick(&places)
    }

    /// Draws one of the debug instructions for which `fits` holds.
    pub(super) fn debug(&mut self, fits: impl Fn(&DebugInstruction) -> bool) -> Option<usize> {
        let places: Vec<usize> = debugs(self.model).filter(|(_, debug)| fits(debug)).map(|(at, _)| at).collect();
        self.pick(&places)
    }

    /// Returns the debug instruction at an index, mutably.
    pub(super) fn debug_mut(&mut self, at: usize) -> Option<&mut DebugInstruction> {
        match self.model.instructions.get_mut(at)? {
            Instruction::Debug(debug) => Some(debug),
            Instruction::Core(_) => None,
        }
    }

    /// Returns the content of the debug instruction that defines an id.
    pub(super) fn info(&self, id: Id) -> Option<&Info> {
        debugs(self.model).find(|(_, debug)| debug.result == id).map(|(_, debug)| &debug.info)
    }

    /// Inserts a debug instruction before the one at an index. It has the set and the type of the module's first.
    pub(super) fn insert_debug(&mut self, at: usize, info: Info) -> Option<Id> {
        let (result_type, set) = debugs(self.model).next().map(|(_, debug)| (debug.result_type, debug.set))?;
        let result = fresh(self.model)?;
        self.model.instructions.insert(at, Instruction::Debug(DebugInstruction { result_type, result, set, info }));
        Some(result)
    }

    /// Inserts a core instruction before the one at an index.
    pub(super) fn insert(&mut self, at: usize, op: Op, words: impl IntoIterator<Item = u32>) -> Option<()> {
        self.model.instructions.insert(at, Instruction::Core(CoreInstruction::new(op, words)));
        Some(())
    }

    /// As [`Draft::insert`], with a result and no type.
    pub(super) fn insert_result(&mut self, at: usize, op: Op) -> Option<()> {
        let result = fresh(self.model)?;
        self.insert(at, op, [result.0])
    }
}
