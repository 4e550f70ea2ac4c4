//! Operand words of debug instructions.

use crate::Choices;
use crate::debuginfo::edit::literal;
use crate::debuginfo::lists::{Optional, optional};
use irsmith_debuginfo::tables::{
    CompositeTag, Encoding, Enumeration, Flags, ImportedEntityTag, Kind, Layout, OPERATIONS, OperationCode, Qualifier, Role,
};
use irsmith_debuginfo::{Id, Info, Instruction, Module};
use std::collections::BTreeSet;

/// Calls `f` on every operand word for which `is` holds, with its number.
fn each(module: &mut Module, is: impl Fn(Kind) -> bool, mut f: impl FnMut(usize, Role, Kind, &mut u32)) {
    let mut next = 0;
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        debug.info.for_each_word_mut(|role, kind, word| {
            if is(kind) {
                f(next, role, kind, word);
                next += 1;
            }
        });
    }
}

fn count(module: &Module, is: impl Fn(Kind) -> bool) -> usize {
    let mut count = 0;
    for debug in module.instructions.iter().filter_map(Instruction::debug) {
        debug.info.for_each_word(Layout::Specified, |_, kind, _| count += usize::from(is(kind)));
    }
    count
}

fn is_literal(kind: Kind) -> bool {
    kind == Kind::Literal
}

fn is_enumerant(kind: Kind) -> bool {
    !matches!(kind, Kind::Literal | Kind::Id | Kind::Flags)
}

fn is_flags(kind: Kind) -> bool {
    kind == Kind::Flags
}

fn is_id(kind: Kind) -> bool {
    kind == Kind::Id
}

pub(super) fn count_literals(module: &Module) -> usize {
    count(module, is_literal)
}

pub(super) fn change_literal(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let literal = literal(choices);
    each(module, is_literal, |at, _, _, word| {
        if at == place {
            *word = literal;
        }
    });
}

pub(super) fn count_enumerants(module: &Module) -> usize {
    count(module, is_enumerant)
}

pub(super) fn change_enumerant(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    each(module, is_enumerant, |at, _, kind, word| {
        if at == place {
            *word = enumerant(kind, choices);
        }
    });
}

/// Limits of drawn storage classes and source languages of the core specification: one more than the last of the first block.
const CORE_ENUMERANTS: usize = 13;

fn enumerant(kind: Kind, choices: &mut Choices<'_, '_>) -> u32 {
    // One in sixteen is not an enumerant.
    if choices.chance(16) {
        return literal(choices);
    }
    let names = match kind {
        Kind::Encoding => Encoding::names(Layout::Specified),
        Kind::CompositeTag => CompositeTag::names(Layout::Specified),
        Kind::Qualifier => Qualifier::names(Layout::OpenCl),
        Kind::OperationCode => OperationCode::names(Layout::Specified),
        Kind::ImportedEntityTag => ImportedEntityTag::names(Layout::OpenCl),
        _ => return choices.below(CORE_ENUMERANTS) as u32,
    };
    choices.pick(names).map_or(0, |name| name.0)
}

pub(super) fn count_flags(module: &Module) -> usize {
    count(module, is_flags)
}

pub(super) fn change_flag(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let known = Flags::names(Layout::Translator);
    let bit = if choices.chance(240) { choices.pick(known).map_or(1, |name| name.0) } else { 1 << choices.below(32) };
    each(module, is_flags, |at, _, _, word| *word ^= if at == place { bit } else { 0 });
}

pub(super) fn count_references(module: &Module) -> usize {
    count(module, is_id)
}

/// Replaces an id by one that another operand of its role names, or, one time in eight, by any id.
pub(super) fn change_reference(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let (mut role, mut named) = (None, Vec::new());
    each(module, is_id, |at, found, _, word| {
        role = if at == place { Some(found) } else { role };
        named.push((found, Id(*word)));
    });
    let any = choices.chance(32);
    let others: BTreeSet<Id> = if any {
        module.instructions.iter().filter_map(Instruction::result).collect()
    } else {
        named.into_iter().filter(|other| Some(other.0) == role).map(|other| other.1).collect()
    };
    let others: Vec<Id> = others.into_iter().collect();
    let Some(&other) = choices.pick(&others) else { return };
    set(module, place, other);
}

/// Replaces an id by a DebugInfoNone.
pub(super) fn forget_reference(module: &mut Module, place: usize, _: &mut Choices<'_, '_>) {
    let none = module.instructions.iter().filter_map(Instruction::debug).find(|debug| debug.info == Info::InfoNone {});
    if let Some(none) = none.map(|debug| debug.result) {
        set(module, place, none);
    }
}

fn set(module: &mut Module, place: usize, id: Id) {
    each(module, is_id, |at, _, _, word| *word = if at == place { id.0 } else { *word });
}

pub(super) fn count_options(module: &Module) -> usize {
    module.instructions.iter().filter_map(Instruction::debug).filter(|debug| optional(&mut debug.info.clone()).is_some()).count()
}

/// Removes an operand, or adds one that another instruction of the same kind has.
pub(super) fn toggle_option(module: &mut Module, place: usize, choices: &mut Choices<'_, '_>) {
    let debugs = module.instructions.iter_mut().filter_map(|instruction| match instruction {
        Instruction::Debug(debug) => Some(&mut debug.info),
        Instruction::Core(_) => None,
    });
    let mut infos: Vec<&mut Info> = debugs.filter_map(|info| optional(info).is_some().then_some(info)).collect();
    let number = infos.get(place).map(|info| info.number());
    let mut given: Vec<Id> = Vec::new();
    for info in infos.iter_mut().filter(|info| Some(info.number()) == number) {
        if let Some(Optional::Id(Some(id))) = optional(info) {
            given.push(*id);
        }
    }
    match infos.get_mut(place).and_then(|info| optional(info)) {
        Some(mut option) if option.is_some() => option.clear(),
        Some(Optional::Id(id)) => *id = choices.pick(&given).copied(),
        Some(Optional::Literal(word)) => *word = Some(literal(choices)),
        None => {}
    }
}

/// Draws a row of the table of operations, and literals for it.
pub(super) fn operation(choices: &mut Choices<'_, '_>) -> Info {
    let row = &OPERATIONS[choices.below(OPERATIONS.len())];
    let surplus = usize::from(choices.chance(8));
    let operands = (0..row.operands.len() + surplus).map(|_| literal(choices)).collect();
    Info::Operation { operation: row.op.into(), operands }
}
