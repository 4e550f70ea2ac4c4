//! Mutations of successors and their probabilities.

use super::Mutant;
use crate::mir::edit::{self, Place, blocks};
use irsmith_mir::{BlockReference, File, Successor};

/// Returns blocks; the part is one of their listed successors.
fn listed(file: &File) -> Vec<Place> {
    blocks(file)
        .flat_map(|place| {
            let listed = file.functions[place.function].blocks[place.block].successors.as_ref().map_or(0, Vec::len);
            (0..listed).map(move |part| Place { part, ..place })
        })
        .collect()
}

pub(super) fn successors(file: &File) -> Vec<Place> {
    listed(file)
}

/// Replaces, removes or moves a listed successor.
pub(super) fn change(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let numbers: Vec<u32> = function.blocks.iter().map(|block| block.number).collect();
    let Some(list) = &mut function.blocks[place.block].successors else { return };
    match mutant.choices.below(3) {
        0 => drop(list.remove(place.part)),
        1 => list.swap(0, place.part),
        _ => {
            if let Some(number) = mutant.choices.pick(&numbers).copied() {
                list[place.part].block = BlockReference { number, name: None };
            }
        }
    }
}

/// Special numerators over 2^31: none, all, a half, more than all.
const PROBABILITIES: &[Option<u32>] = &[None, Some(0), Some(1), Some(0x4000_0000), Some(0x8000_0000), Some(0x8000_0001), Some(u32::MAX)];

/// Changes a probability, or those of all successors of the block.
pub(super) fn change_probability(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let drawn = mutant.choices.pick(PROBABILITIES).copied().flatten();
    let all = mutant.choices.chance(128);
    let Some(list) = &mut mutant.file.functions[place.function].blocks[place.block].successors else { return };
    for (part, successor) in list.iter_mut().enumerate() {
        if all || part == place.part {
            successor.probability = drawn;
        }
    }
}

pub(super) fn all(file: &File) -> Vec<Place> {
    blocks(file).collect()
}

/// Lists the successors of a block that a reader would guess, or removes the list.
pub(super) fn toggle(mutant: &mut Mutant<'_, '_, '_>, place: Place) {
    let function = &mut mutant.file.functions[place.function];
    let guessed = edit::successors(function, place.block, mutant.machine);
    let block = &mut function.blocks[place.block];
    block.successors = match block.successors.take() {
        Some(_) => None,
        None => {
            let listed = guessed.into_iter().map(|number| Successor { block: BlockReference { number, name: None }, probability: None });
            Some(listed.collect())
        }
    };
}
