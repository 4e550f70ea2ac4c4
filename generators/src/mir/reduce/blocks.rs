//! Reductions of blocks.

use crate::mir::edit::{Place, blocks, join as join_next, joints as places_of_joints, machine_of, remove_blocks};
use irsmith_mir::File;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// Returns blocks of functions that have several.
fn places(file: &File) -> Vec<Place> {
    blocks(file).filter(|place| file.functions[place.function].blocks.len() > 1).collect()
}

pub(super) fn count(file: &File) -> usize {
    places(file).len()
}

pub(super) fn remove(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    let mut gone: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for place in &places(file)[range] {
        gone.entry(place.function).or_default().insert(place.block);
    }
    for (function, blocks) in gone {
        remove_blocks(&mut file.functions[function], &blocks, machine);
    }
}

pub(super) fn count_joints(file: &File) -> usize {
    places_of_joints(file, machine_of(file)).len()
}

/// Appends the instructions of the next block to this one, except branches to it.
pub(super) fn join(file: &mut File, range: Range<usize>) {
    let machine = machine_of(file);
    for place in places_of_joints(file, machine)[range].iter().rev() {
        join_next(&mut file.functions[place.function], place.block, machine);
    }
}
