//! The debug sets that a module imports.

use crate::{Dialect, Id, Instruction};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// The ids of a module's debug sets, each with its dialect, in the order of import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sets {
    order: SmallVec<[(Id, Dialect); 2]>,
    /// The same by id, so that a module of nothing but imports costs no more than others.
    dialects: BTreeMap<Id, Dialect>,
}

impl Sets {
    /// Remembers an import. The first import of an id holds.
    pub fn import(&mut self, id: Id, dialect: Dialect) {
        self.dialects.entry(id).or_insert_with(|| {
            self.order.push((id, dialect));
            dialect
        });
    }

    /// Remembers the import that the words of an OpExtInstImport after the first make, if it is one of a debug set.
    pub fn import_words(&mut self, words: &[u32]) {
        if let [id, name @ ..] = words
            && let Some(dialect) = Dialect::from_words(name)
        {
            self.import(Id(*id), dialect);
        }
    }

    /// The dialect of a set; none if `id` names no debug set.
    pub fn dialect(&self, id: Id) -> Option<Dialect> {
        self.dialects.get(&id).copied()
    }

    /// The sets in the order of import.
    pub fn iter(&self) -> impl Iterator<Item = (Id, Dialect)> + '_ {
        self.order.iter().copied()
    }

    /// The sets that these instructions import, wherever they do.
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
