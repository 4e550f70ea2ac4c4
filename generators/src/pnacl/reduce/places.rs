//! Places of bodies in file order, grouped by function.

use irsmith_pnacl::{Body, Instruction, Module};
use std::ops::Range;

/// A place: function, instruction (or whatever is counted), and a number within it.
pub(super) type Place = (usize, usize, usize);

/// Returns all places of all bodies, where each instruction has `weight` places.
pub(super) fn of_instructions(module: &Module, weight: impl Fn(&Instruction) -> usize) -> Vec<Place> {
    let mut places = Vec::new();
    for (function, row) in module.functions.iter().enumerate() {
        for (at, instruction) in row.body.iter().flat_map(|body| &body.instructions).enumerate() {
            places.extend((0..weight(instruction)).map(|number| (function, at, number)));
        }
    }
    places
}

/// Returns all places of lists; each body has one list.
pub(super) fn of_bodies(module: &Module, length: impl Fn(&Body) -> usize) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    for (function, row) in module.functions.iter().enumerate() {
        if let Some(body) = &row.body {
            places.extend((0..length(body)).map(|index| (function, index)));
        }
    }
    places
}

/// Returns the chosen places of each function that has some, as one mark per index.
pub(super) fn marks(places: &[(usize, usize)], range: Range<usize>) -> Vec<(usize, Vec<usize>)> {
    let mut groups: Vec<(usize, Vec<usize>)> = Vec::new();
    for &(function, index) in places.get(range).unwrap_or_default() {
        match groups.last_mut() {
            Some((last, list)) if *last == function => list.push(index),
            _ => groups.push((function, vec![index])),
        }
    }
    groups
}
