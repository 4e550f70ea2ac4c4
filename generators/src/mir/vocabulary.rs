//! The part of the tables that a release of LLVM reads, by target: the generator draws from it.

use super::forms::{Debug, Group, TypeForm};
use super::rows::{self, Row, RowSet};
use super::target_facts::TargetFacts;
use irsmith_mir::Dialect;
use irsmith_mir::tables::{BankRow, ClassId, IndexId, Machine, Opcode, RegisterId, Target};
use std::collections::HashSet;
use std::sync::OnceLock;

/// The part of a target's tables that a release reads. For [`Dialect::NEWEST`] that is all of them, in their order.
pub(super) struct Vocabulary {
    facts: &'static TargetFacts,
    /// The words that are newer than the release.
    later: Later,
    /// The rows that can be generated.
    pub(super) rows: RowSet,
    /// Opcodes of each group of [`TargetFacts::groups`].
    groups: Vec<Vec<&'static Opcode>>,
    /// Registers of each class, none of classes that the release does not read.
    registers: Vec<Vec<RegisterId>>,
    /// [`TargetFacts::wider`] of each class.
    wider: Vec<Vec<(ClassId, IndexId)>>,
    pub(super) masks: Vec<&'static str>,
    pub(super) banks: Vec<&'static BankRow>,
    pub(super) direct_flags: Vec<&'static str>,
    pub(super) bitmask_flags: Vec<&'static str>,
    pub(super) memory_flags: Vec<&'static str>,
}

/// The vocabulary of each dialect, of X86 and of AArch64, once it was needed.
static ALL: [[OnceLock<Vocabulary>; 2]; Dialect::ALL.len()] = [const { [const { OnceLock::new() }; 2] }; Dialect::ALL.len()];

impl Vocabulary {
    /// Returns what a release reads of a target; a release that the tables do not distinguish counts as the newest one.
    pub(super) fn of(facts: &'static TargetFacts, dialect: Dialect) -> &'static Self {
        let place = Dialect::ALL.iter().position(|other| *other == dialect).unwrap_or(Dialect::ALL.len() - 1);
        let of_dialect = &ALL[place][usize::from(facts.machine.target() == Target::AArch64)];
        of_dialect.get_or_init(|| Self::new(facts, Dialect::ALL[place]))
    }

    fn new(facts: &'static TargetFacts, dialect: Dialect) -> Self {
        let machine = facts.machine;
        let mut words = dialect.later_words(Some(machine.target()));
        words.extend(dialect.later_keys(machine.target()));
        let later = Later::new(machine, words);
        let known = |names: &'static [&'static str]| names.iter().copied().filter(|name| later.has_not(name)).collect();
        let of_class = |place: usize| {
            let row = &machine.classes()[place];
            let members = row.members.iter().copied().filter(|register| later.has_not_register(*register));
            if later.has_not(row.name) { members.collect() } else { Vec::new() }
        };
        let parts = |wider: &Vec<(ClassId, IndexId)>| {
            wider
                .iter()
                .copied()
                .filter(|(class, index)| later.has_not_class(*class) && later.has_not(machine.index_row(*index).name))
                .collect()
        };
        Self {
            facts,
            rows: RowSet::filter(|row| later.has_row(row)),
            groups: Group::of(facts).iter().map(|group| later.opcodes(&group.members.opcodes)).collect(),
            registers: (0..machine.classes().len()).map(of_class).collect(),
            wider: facts.wider.iter().map(parts).collect(),
            masks: machine.masks().iter().map(|mask| mask.name).filter(|name| later.has_not(name)).collect(),
            banks: machine.banks().iter().filter(|bank| later.has_not(bank.name)).collect(),
            direct_flags: known(machine.direct_flags()),
            bitmask_flags: known(machine.bitmask_flags()),
            memory_flags: known(machine.memory_flags()),
            later,
        }
    }

    /// Returns whether the release reads a word of a body, or a key of the container.
    pub(super) fn reads(&self, word: &str) -> bool {
        self.later.has_not(word)
    }

    /// Returns the opcodes of a group of the target.
    pub(super) fn opcodes(&self, group: Group) -> &[&'static Opcode] {
        &self.groups[group.place_in_target(self.facts)]
    }

    /// Returns the registers of a class.
    #[inline]
    pub(super) fn registers(&self, class: ClassId) -> &[RegisterId] {
        &self.registers[usize::from(class.0)]
    }

    /// Returns the classes whose registers all have a subregister in a class, and the index of that subregister.
    #[inline]
    pub(super) fn wider(&self, class: ClassId) -> &[(ClassId, IndexId)] {
        &self.wider[usize::from(class.0)]
    }
}

/// The words of a target that are newer than a release: none for [`Dialect::NEWEST`].
struct Later {
    words: HashSet<&'static str>,
    /// For each register, whether it is newer.
    registers: Vec<bool>,
    /// For each class, whether it is newer.
    classes: Vec<bool>,
}

impl Later {
    fn new(machine: &Machine, words: HashSet<&'static str>) -> Self {
        // In the tables of newer words, registers are spelled as in bodies.
        let registers = machine.registers().iter().map(|row| words.contains(format!("${}", row.name).as_str())).collect();
        let classes = machine.classes().iter().map(|row| words.contains(row.name)).collect();
        Self { words, registers, classes }
    }

    fn has_not(&self, word: &str) -> bool {
        !self.words.contains(word)
    }

    /// Returns whether a release reads what a row generates. Rows are named after the words that they generate; two that are not are named
    /// here.
    fn has_row(&self, row: &Row) -> bool {
        let unnamed = [(rows::id(TypeForm::Scalable), "vscale"), (rows::id(Debug::Reference), "dbg-instr-ref")];
        let own = unnamed.iter().filter(|(id, _)| *id == row.id).map(|(_, word)| *word);
        row.name.split(' ').chain(own).all(|word| self.has_not(word))
    }

    fn has_not_class(&self, class: ClassId) -> bool {
        !self.classes[usize::from(class.0)]
    }

    fn has_not_register(&self, register: RegisterId) -> bool {
        // Registers are numbered from 1.
        !self.registers[usize::from(register.0) - 1]
    }

    /// Returns the opcodes that the release reads, including everything that an instruction of theirs names.
    fn opcodes(&self, opcodes: &[&'static Opcode]) -> Vec<&'static Opcode> {
        let known = |opcode: &&&Opcode| {
            let mut classes = opcode.operands.iter().filter_map(|slot| slot.class);
            let mut implicit = opcode.reads.iter().chain(opcode.writes);
            self.has_not(opcode.name)
                && classes.all(|class| self.has_not_class(class))
                && implicit.all(|register| self.has_not_register(*register))
        };
        opcodes.iter().filter(known).copied().collect()
    }
}
