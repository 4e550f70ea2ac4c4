//! What the instructions so far say about the text of the next one.

use super::tools;
use crate::grammar::{self, ExtendedSet, Widths};
use crate::{Dialect, Id};
use std::collections::BTreeMap;

/// What printer and parser remember of the instructions so far.
#[derive(Default)]
pub(super) struct State {
    pub(super) widths: Widths,
    sets: BTreeMap<Id, Set>,
}

/// An imported set whose instructions have names.
#[derive(Clone, Copy)]
pub(super) enum Set {
    Debug(Dialect),
    Other(ExtendedSet),
}

impl State {
    /// Remembers what an instruction defines. The first import of an id holds.
    pub(super) fn see(&mut self, opcode: u16, words: &[u32]) {
        self.widths.see(opcode, words);
        if opcode == spirv::Op::ExtInstImport as u16
            && let [id, name @ ..] = words
            && let Some(set) = Set::find(name)
        {
            self.sets.entry(Id(*id)).or_insert(set);
        }
    }

    /// The set that an id names.
    pub(super) fn set(&self, id: u32) -> Option<Set> {
        self.sets.get(&Id(id)).copied()
    }
}

impl Set {
    fn find(name: &[u32]) -> Option<Self> {
        let (name, _) = grammar::string(name)?;
        let name = std::str::from_utf8(&name).ok()?;
        let other = || ExtendedSet::find(name).filter(|_| tools::has_names(name));
        Dialect::from_name(name).map(Self::Debug).or_else(|| other().map(Self::Other))
    }

    /// The instructions that are no rows of a debug set.
    pub(super) fn other(self) -> Option<ExtendedSet> {
        match self {
            Self::Debug(dialect) => ExtendedSet::beyond(dialect),
            Self::Other(set) => Some(set),
        }
    }
}
