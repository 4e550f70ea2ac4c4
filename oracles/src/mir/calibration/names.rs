//! Names of a target: registers, classes, banks, sub-register indices, masks and flags.

use super::opcodes;
use super::question::Question;
use irsmith_mir::CalibratedWord;
use irsmith_mir::tables::{Machine, Target, Version, WordKind, common_opcodes_of};
use std::collections::{BTreeMap, HashSet};

/// Returns the questions about the opcodes of every target.
pub(super) fn common(release: Version) -> Vec<Question> {
    let own: HashSet<&str> = common_opcodes_of(release).iter().map(|row| row.name).collect();
    let rows = Version::OBSERVED.into_iter().flat_map(common_opcodes_of).map(|row| (row.name, row));
    let rows: BTreeMap<&str, _> = rows.collect();
    rows.into_values().map(|row| opcodes::common(row, own.contains(row.name))).collect()
}

/// Returns the questions about the names of a target, of its release and of the other observed releases.
pub(super) fn of_target(target: Target, release: Version) -> Vec<Question> {
    let Some(own) = Machine::of_release(target, release) else { return Vec::new() };
    let mut questions: BTreeMap<CalibratedWord, Question> = BTreeMap::new();
    let others = Version::OBSERVED.into_iter().rev().filter_map(|other| Machine::of_release(target, other));
    for (machine, is_of_release) in [(own, true)].into_iter().chain(others.map(|machine| (machine, false))) {
        for question in names(machine, is_of_release) {
            questions.entry(question.word.clone()).or_insert(question);
        }
    }
    // A name that every target has in the release is not the target's.
    let is_common =
        |word: &CalibratedWord| word.kind == WordKind::Opcode && common_opcodes_of(release).iter().any(|row| row.name == word.name);
    questions.into_values().filter(|question| !is_common(&question.word)).collect()
}

/// Returns the questions about the names of one release.
fn names(machine: &'static Machine, is_of_release: bool) -> Vec<Question> {
    let line =
        |kind, name: &str, line: String| Question::of_line(CalibratedWord::of_target(machine.target(), kind, name), is_of_release, &line);
    let call = if machine.target() == Target::X86 { "CALL64pcrel32" } else { "BL" };
    let of_call = if machine.target() == Target::X86 {
        "implicit $rsp, implicit $ssp, implicit-def $rsp, implicit-def $ssp"
    } else {
        "implicit $sp, implicit-def $lr"
    };
    let mut all: Vec<Question> = machine.opcodes().iter().map(|row| opcodes::of_target(machine, row, is_of_release)).collect();
    all.extend(machine.registers().iter().map(|row| line(WordKind::Register, row.name, format!("KILL ${}", row.name))));
    all.extend(machine.classes().iter().map(|row| line(WordKind::Class, row.name, format!("%0:{} = IMPLICIT_DEF", row.name))));
    let bank = |name| format!("%0:{name}(s32) = G_IMPLICIT_DEF");
    all.extend(machine.banks().iter().map(|row| line(WordKind::Bank, row.name, bank(row.name))));
    all.extend(machine.indices().iter().map(|row| line(WordKind::Subregister, row.name, format!("KILL %subreg.{}", row.name))));
    all.extend(machine.masks().iter().map(|row| line(WordKind::Mask, row.name, format!("{call} &f, {}, {of_call}", row.name))));
    let flags = machine.direct_flags().iter().chain(machine.bitmask_flags());
    all.extend(flags.map(|name| line(WordKind::TargetFlag, name, format!("{call} target-flags({name}) &f, {of_call}"))));
    let flags = machine.memory_flags().iter();
    all.extend(flags.map(|name| line(WordKind::MemoryFlag, name, format!("KILL :: (\"{name}\" load (s32))"))));
    all
}
