//! What a release of LLVM reads of a target: the generator draws from it.

use super::forms::{Debug, Generic, Group, TypeForm};
use super::rows::{self, Row, RowSet, Tag};
use super::target_facts::TargetFacts;
use irsmith_mir::tables::{BankRow, ClassId, IndexId, Opcode, RegisterId, Target};
use irsmith_mir::{Dialect, PerDialect};
use std::collections::HashSet;

/// What a release reads of a target.
pub(super) struct Vocabulary {
    facts: &'static TargetFacts,
    /// The words of bodies that are newer than the release.
    later: HashSet<&'static str>,
    /// The keys of the container, and the words of their values, that are newer than the release.
    later_keys: HashSet<&'static str>,
    /// The rows that can be generated.
    pub(super) rows: RowSet,
    /// The generic opcodes, each with the id of its row.
    pub(super) generics: Vec<(u16, Generic)>,
    pub(super) masks: Vec<&'static str>,
    pub(super) banks: &'static [BankRow],
    pub(super) direct_flags: &'static [&'static str],
    pub(super) bitmask_flags: &'static [&'static str],
    pub(super) memory_flags: &'static [&'static str],
}

/// The vocabularies of X86 and of AArch64, once they were needed.
static ALL: [PerDialect<Vocabulary>; 2] = [const { PerDialect::new() }; 2];

impl Vocabulary {
    /// Returns what a release reads of the target of these facts, which are of the same release.
    pub(super) fn of(facts: &'static TargetFacts, dialect: Dialect) -> &'static Self {
        let of_target = &ALL[usize::from(facts.machine.target() == Target::AArch64)];
        of_target.get(dialect, || Self::new(facts, dialect))
    }

    fn new(facts: &'static TargetFacts, dialect: Dialect) -> Self {
        let machine = facts.machine;
        let (later, later_keys) = (dialect.later_words(), dialect.later_keys(machine.target()));
        let generics = Generic::of(dialect);
        let opcodes = dialect.common_opcodes().iter().map(|opcode| opcode.name);
        let opcodes: HashSet<&str> = opcodes.filter(|name| !dialect.refuses(None, name)).collect();
        let is_missing = |word: &str| later.contains(word) || (is_common_opcode(word) && !opcodes.contains(word));
        // Keys have names that are also words in the names of groups of opcodes.
        let is_read = |row: &Row| !row.tags.contains(&Tag::Container) || words_of(row).all(|word| !later_keys.contains(word));
        let mut rows = RowSet::filter(|row| is_read(row) && words_of(row).all(|word| !is_missing(word)));
        let groups = Group::of(facts).iter().zip(&facts.groups);
        groups.filter(|(_, members)| members.opcodes.is_empty()).for_each(|(group, _)| rows.set(rows::id(*group), false));
        Self {
            facts,
            rows,
            generics,
            masks: machine.masks().iter().map(|mask| mask.name).collect(),
            banks: machine.banks(),
            direct_flags: machine.direct_flags(),
            bitmask_flags: machine.bitmask_flags(),
            memory_flags: machine.memory_flags(),
            later,
            later_keys,
        }
    }

    /// Returns whether the release reads a word of a body, or a key of the container.
    pub(super) fn reads(&self, word: &str) -> bool {
        let has_opcode = || self.facts.machine.opcode(word).is_some();
        !self.later.contains(word) && !self.later_keys.contains(word) && (!is_common_opcode(word) || has_opcode())
    }

    /// Returns the opcodes of a group of the target.
    pub(super) fn opcodes(&self, group: Group) -> &[&'static Opcode] {
        &self.facts.groups[group.place_in_target(self.facts)].opcodes
    }

    /// Returns the registers of a class.
    #[inline]
    pub(super) fn registers(&self, class: ClassId) -> &[RegisterId] {
        self.facts.machine.class_row(class).members
    }

    /// Returns the classes whose registers all have a subregister in a class, and the index of that subregister.
    #[inline]
    pub(super) fn wider(&self, class: ClassId) -> &[(ClassId, IndexId)] {
        &self.facts.wider[usize::from(class.0)]
    }
}

/// Returns whether a word is an opcode that every target has in some release.
fn is_common_opcode(word: &str) -> bool {
    irsmith_mir::tables::common_opcode(word).is_some()
}

/// Returns the words that a row generates. Rows are named after them; two that are not are named here.
fn words_of(row: &Row) -> impl Iterator<Item = &str> {
    let unnamed = [(rows::id(TypeForm::Scalable), "vscale"), (rows::id(Debug::Reference), "dbg-instr-ref")];
    let own = unnamed.into_iter().filter(|(id, _)| *id == row.id).map(|(_, word)| word);
    row.name.split(' ').chain(own)
}
