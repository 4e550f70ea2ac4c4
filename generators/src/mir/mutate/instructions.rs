//! Mutations of whole instructions.

use super::Mutant;
use crate::mir::edit::{Place, adopt, each_register_mut, instruction, instructions, known, refresh};
use irsmith_mir::{File, Instruction};

pub(super) fn places(file: &File) -> Vec<Place> {
    instructions(file).map(|(place, _)| place).collect()
}

/// Returns the list that contains an instruction, and its index there: its block, or the bundle that it is a member of.
fn list(file: &mut File, place: Place) -> Option<(&mut Vec<Instruction>, usize)> {
    let block = file.functions.get_mut(place.function)?.blocks.get_mut(place.block)?;
    match place.inner {
        None => Some((&mut block.instructions, place.index)),
        Some(inner) => Some((block.instructions.get_mut(place.index)?.bundle.as_mut()?, inner)),
    }
}

/// Removes an instruction; a bundle is removed with its last member.
pub(super) fn remove(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some((list, at)) = list(mutant.file, place) else { return };
    if place.inner.is_some() && list.len() == 1 {
        return remove(mutant, Place { inner: None, ..place });
    }
    list.remove(at);
}

/// Copies an instruction after itself, with new results; later instructions may read either.
pub(super) fn copy(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some(copy) = instruction(mutant.file, place).cloned() else { return };
    let mut copied = [copy];
    let names = refresh(&mut mutant.file.functions[place.function], &mut copied);
    let [copy] = copied;
    if let Some((list, at)) = list(mutant.file, place) {
        list.insert(at + 1, copy);
    }
    let Some(block) = mutant.file.functions.get_mut(place.function).and_then(|function| function.blocks.get_mut(place.block)) else {
        return;
    };
    let choices = &mut mutant.choices;
    for later in block.instructions.iter_mut().skip(place.index + 2) {
        each_register_mut(later, &mut |is_result, register| {
            if let Some(name) = names.get(&register.register).filter(|_| !is_result && choices.chance(128)) {
                register.register = name.clone();
            }
        });
    }
}

/// Moves an instruction within its block: not after its terminators, and not before its PHIs.
pub(super) fn shift(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let Some((list, at)) = list(mutant.file, place) else { return };
    let moved = list.remove(at);
    let to = mutant.choices.below(list.len() + 1);
    list.insert(to, moved);
}

/// Copies an instruction of any function here. Its results are new registers, and its sources are similar registers of this function.
pub(super) fn bring(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let sources: Vec<Place> = places(mutant.file);
    let Some(from) = mutant.choices.pick(&sources).copied() else { return };
    let Some(copy) = instruction(mutant.file, from).cloned() else { return };
    let theirs = known(&mutant.file.functions[from.function]);
    let mut copied = [copy];
    let names = refresh(&mut mutant.file.functions[place.function], &mut copied);
    adopt(&mut mutant.file.functions[place.function], &mut copied, &theirs, &names, &mut mutant.choices);
    let [copy] = copied;
    if let Some((list, at)) = list(mutant.file, place) {
        list.insert(at, copy);
    }
}
