//! The debug sets that a module imports.

use crate::{Dialect, Id, Instruction};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The ids of a module's debug sets, each with its dialect, in the order of import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    order: SmallVec<[(Id, Dialect); 2]>,
    /// The same by id, so that a module that consists of imports costs no more than others.
    dialects: BTreeMap<Id, Dialect>,
}

impl Sets {
    /// Records an import. The first import of an id counts.
    pub fn import(&mut self, id: Id, dialect: Dialect) {
        self.dialects.entry(id).or_insert_with(|| {
            self.order.push((id, dialect));
            dialect
        });
    }

    /// Records the import of an OpExtInstImport with these words after the first, if it imports a debug set.
    pub fn import_words(&mut self, words: &[u32]) {
        if let [id, name @ ..] = words
            && let Some(dialect) = Dialect::from_words(name)
        {
            self.import(Id(*id), dialect);
        }
    }

    /// Returns the dialect of a set; none if `id` does not name a debug set.
    pub fn dialect(&self, id: Id) -> Option<Dialect> {
        self.dialects.get(&id).copied()
    }

    /// Returns the sets in the order of import.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Dialect)> + '_ {
        self.order.iter().copied()
    }

    /// Returns the sets that these instructions import, at any position.
    pub fn of(instructions: &[Instruction]) -> Self {
        let mut sets = Self::default();
        for core in instructions.iter().filter_map(Instruction::core) {
            if core.is(spirv::Op::ExtInstImport) {
                sets.import_words(&core.words);
            }
        }
        sets
    }
}
