//! The context of an instruction's words: the instructions before it.

use super::{ExtendedSet, Operand, OperandError, Widths, operands, string};
use crate::{Dialect, Id};
use std::collections::BTreeMap;

/// Number types, and imported instruction sets, of the preceding instructions.
#[derive(Clone, Default)]
pub struct Context {
    widths: Widths,
    sets: BTreeMap<Id, Option<ImportedSet>>,
}

/// An imported instruction set.
#[derive(Clone, Copy)]
pub enum ImportedSet {
    /// A debug set, whose rows are in [`crate::tables`].
    Debug(Dialect),
    /// Another set that the grammar knows.
    Other(ExtendedSet),
}

impl Context {
    /// Records an instruction. The first import of an id counts.
    pub fn see(&mut self, opcode: u16, words: &[u32]) {
        if opcode != spirv::Op::ExtInstImport as u16 {
            self.widths.see(opcode, words);
        } else if let [id, name @ ..] = words
            && let Some((name, _)) = string(name)
        {
            let set = std::str::from_utf8(&name).ok().and_then(ImportedSet::find);
            self.sets.entry(Id(*id)).or_insert(set);
        }
    }

    /// As the function [`operands`], after the recorded instructions.
    ///
    /// # Errors
    /// The errors of that function.
    pub fn operands<'a>(&self, opcode: u16, words: &'a [u32], f: impl FnMut(Operand<'a>)) -> Result<(), OperandError> {
        operands(opcode, words, &self.widths, self.set(opcode, words), f)
    }

    /// Returns the set of an OpExtInst, if the grammar contains it. The debug sets are not among them.
    pub fn set(&self, opcode: u16, words: &[u32]) -> Option<ExtendedSet> {
        if opcode != spirv::Op::ExtInst as u16 {
            return None;
        }
        match self.imported(Id(*words.get(2)?))? {
            ImportedSet::Debug(_) => None,
            ImportedSet::Other(set) => Some(set),
        }
    }

    /// Returns the set that an id names, if it is a debug set or one in the grammar.
    pub fn imported(&self, id: Id) -> Option<ImportedSet> {
        self.sets.get(&id).copied().flatten()
    }

    /// Returns the number types and numbers so far.
    pub fn widths(&self) -> &Widths {
        &self.widths
    }
}

impl ImportedSet {
    fn find(name: &str) -> Option<Self> {
        Dialect::from_name(name).map(Self::Debug).or_else(|| ExtendedSet::find(name).map(Self::Other))
    }
}
