//! Mutations of globals and their initializers.

use super::super::edit::{remove_global, swap_globals};
use super::super::initializers::add_global;
use super::{Mutant, Touched};
use irsmith_pnacl::{Alignment, Initializer, Module, Value};

/// Counts globals.
pub(super) fn count(module: &Module) -> usize {
    module.globals.len()
}

/// Adds a generated global.
pub(super) fn add(mutant: &mut Mutant<'_, '_>, _: usize) -> Touched {
    mutant.build(add_global);
    Touched::Nothing
}

/// Removes a global.
pub(super) fn remove(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    remove_global(&mut mutant.module, index);
    Touched::Nothing
}

/// Exchanges two globals.
pub(super) fn swap(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let other = mutant.choices.below(mutant.module.globals.len());
    swap_globals(&mut mutant.module, index, other);
    Touched::Nothing
}

/// Changes the alignment, or whether it is constant.
pub(super) fn change(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let global = &mut mutant.module.globals[index];
    if mutant.choices.chance(96) {
        global.constant = !global.constant;
    } else {
        global.alignment = Alignment::from_encoding(mutant.choices.below(31) as u64).unwrap_or_default();
    }
    Touched::Nothing
}

/// Adds a piece at the end or within.
pub(super) fn add_initializer(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let new = initializer(mutant);
    let list = &mut mutant.module.globals[index].initializers;
    let place = mutant.choices.below(list.len() + 1);
    list.insert(place, new);
    Touched::Nothing
}

fn initializer(mutant: &mut Mutant<'_, '_>) -> Initializer {
    let (functions, globals) = (mutant.module.functions.len(), mutant.module.globals.len());
    match mutant.choices.below(3) {
        0 => Initializer::Zerofill(1 + u64::from(mutant.choices.byte())),
        1 => {
            let length = 1 + mutant.choices.below(16);
            Initializer::Data((0..length).map(|_| mutant.choices.byte()).collect())
        }
        _ => {
            let index = mutant.choices.below(functions + globals);
            let value = if index < functions { Value::function(index as u32) } else { Value::global((index - functions) as u32) };
            let addend = [None, Some(0), Some(1), Some(u32::MAX)][mutant.choices.below(4)];
            Initializer::Relocation { value, addend }
        }
    }
}

/// Counts pieces of all initializers.
pub(super) fn count_initializers(module: &Module) -> usize {
    module.globals.iter().map(|global| global.initializers.len()).sum()
}

fn find(module: &Module, index: usize) -> Option<(usize, usize)> {
    let mut left = index;
    for (global, row) in module.globals.iter().enumerate() {
        if left < row.initializers.len() {
            return Some((global, left));
        }
        left -= row.initializers.len();
    }
    None
}

/// Removes a piece.
pub(super) fn remove_initializer(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    if let Some((global, place)) = find(&mutant.module, index) {
        mutant.module.globals[global].initializers.remove(place);
    }
    Touched::Nothing
}

/// Repeats a piece.
pub(super) fn duplicate_initializer(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    if let Some((global, place)) = find(&mutant.module, index) {
        let list = &mut mutant.module.globals[global].initializers;
        let copy = list[place].clone();
        list.insert(place, copy);
    }
    Touched::Nothing
}

/// Replaces a piece, or changes a small part of it.
pub(super) fn change_initializer(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((global, place)) = find(&mutant.module, index) else { return Touched::Nothing };
    let other = initializer(mutant);
    let replace = mutant.choices.chance(64);
    let draw = mutant.choices.wide();
    match &mut mutant.module.globals[global].initializers[place] {
        old if replace => *old = other,
        Initializer::Zerofill(bytes) => *bytes = [*bytes + 1, *bytes / 2, 0, draw >> 40, 1 << (draw % 40)][draw as usize % 5],
        Initializer::Data(bytes) => {
            let at = (draw >> 8) as usize % bytes.len().max(1);
            match draw & 3 {
                0 => bytes.truncate(at),
                1 => bytes.extend_from_within(..),
                _ => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= (draw >> 56) as u8 | 1),
            }
        }
        Initializer::Relocation { addend, .. } => {
            *addend = [None, Some(0), Some(draw as u32 & 15), Some((draw >> 32) as u32)][draw as usize % 4];
        }
    }
    Touched::Nothing
}
