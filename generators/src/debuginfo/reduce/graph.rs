//! Reductions of debug instructions and of the ids that they name.

use super::cut::{collect, first_function};
use super::uses::later;
use crate::debuginfo::edit::fresh;
use irsmith_debuginfo::tables::Kind;
use irsmith_debuginfo::transform::{for_each_id_mut, substitute};
use irsmith_debuginfo::{DebugInstruction, Id, Info, Instruction, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

const NONE: Info = Info::InfoNone {};

/// Counts debug instructions other than DebugInfoNone.
pub(super) fn count_debug(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::debug).filter(|debug| debug.info != NONE).count()
}

pub(super) fn remove_debug(module: &mut Module, range: Range<usize>) {
    let says = |instruction: &Instruction| instruction.debug().is_some_and(|debug| debug.info != NONE);
    let places: Vec<usize> = (0..module.instructions.len()).filter(|&at| says(&module.instructions[at])).collect();
    // From the end, so that earlier places keep their index.
    for &at in places[range].iter().rev() {
        substitute(module, at);
    }
}

/// Returns every DebugInfoNone but the first of its set.
fn nones(module: &Module) -> Vec<(Id, Id)> {
    let nones = module.instructions.iter().filter_map(Instruction::debug).filter(|debug| debug.info == NONE);
    later(nones.map(|debug| (debug.set, debug.result)))
}

pub(super) fn count_nones(module: &Module) -> usize {
    nones(module).len()
}

pub(super) fn merge_nones(module: &mut Module, range: Range<usize>) {
    let merged: BTreeMap<Id, Id> = nones(module)[range].iter().copied().collect();
    module.instructions.retain(|instruction| !instruction.result().is_some_and(|result| merged.contains_key(&result)));
    rename_uses(module, &merged);
}

/// Replaces an id by another in every use. If the ids of an instruction are unknown, the module becomes invalid and is not accepted.
pub(in crate::debuginfo) fn rename_uses(module: &mut Module, names: &BTreeMap<Id, Id>) {
    let _ = for_each_id_mut(module, |id| *id = names.get(id).copied().unwrap_or(*id));
}

/// Counts ids that debug instructions name and that are not DebugInfoNone.
pub(super) fn count_references(module: &Module) -> usize {
    let mut count = 0;
    let mut module = module.clone();
    add_nones(&mut module);
    each_reference(&mut module, |_, _| count += 1);
    count
}

/// Replaces operands by DebugInfoNone; what only they named goes.
pub(super) fn forget_references(module: &mut Module, range: Range<usize>) {
    add_nones(module);
    let mut next = 0;
    let mut freed = BTreeSet::new();
    each_reference(module, |word, none| {
        if range.contains(&next) {
            freed.insert(Id(std::mem::replace(word, none.0)));
        }
        next += 1;
    });
    collect(module, freed);
}

/// Adds a DebugInfoNone before the first instruction of each set that has none.
fn add_nones(module: &mut Module) {
    let mut sets: BTreeMap<Id, (usize, Id, bool)> = BTreeMap::new();
    for (at, instruction) in module.instructions[..first_function(module)].iter().enumerate() {
        if let Instruction::Debug(debug) = instruction {
            sets.entry(debug.set).or_insert((at, debug.result_type, false)).2 |= debug.info == NONE;
        }
    }
    let mut added: Vec<(usize, Id, Id)> =
        sets.into_iter().filter(|(_, (.., has_none))| !has_none).map(|(set, (at, ty, _))| (at, set, ty)).collect();
    // From the end, so that earlier places keep their index.
    added.sort_unstable();
    for (at, set, result_type) in added.into_iter().rev() {
        let Some(result) = fresh(module) else { return };
        module.instructions.insert(at, Instruction::Debug(DebugInstruction { result_type, result, set, info: NONE }));
    }
}

fn each_reference(module: &mut Module, mut f: impl FnMut(&mut u32, Id)) {
    let debugs = module.instructions.iter().filter_map(Instruction::debug);
    let nones: BTreeSet<Id> = debugs.filter(|debug| debug.info == NONE).map(|debug| debug.result).collect();
    let mut seen = BTreeMap::new();
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        if debug.info == NONE {
            seen.entry(debug.set).or_insert(debug.result);
        } else if let Some(&none) = seen.get(&debug.set) {
            debug.info.for_each_word_mut(|_, kind, word| {
                if kind == Kind::Id && !nones.contains(&Id(*word)) {
                    f(word, none);
                }
            });
        }
    }
}
