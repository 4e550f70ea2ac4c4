//! Functions behave the same on the interpreter in another shape: blocks in another order and in parts, values through memory and through
//! wider types, instructions in functions of their own.

mod addresses;
mod blocks;
mod outlined;
#[cfg(test)]
mod tests;
mod values;

use super::calls::{OPTIONS, Seen, difference};
use super::{Case, NOTHING_COMPARED, Oracle, called, name_of};
use crate::choices::{Draws, PartDraws};
use crate::{Check, Family, Fault, Needs, Outcome};
use irsmith_mir::interpret::Program;
use irsmith_mir::{Block, File};

/// The oracle.
pub const EXEC_RESHAPED: Oracle = Oracle {
    name: "mir-exec-reshaped",
    family: Family::Metamorphic,
    about: "functions return the same and leave the same memory in another shape: blocks reordered and split, values stored and widened, instructions outlined",
    floor: 60,
    needs: Needs::Nothing,
    check: Check::Property(check),
};

/// Skip reason: a function uses the address of a block or of an object of its frame as a number.
const ADDRESS_SHOWN: &str = "address-is-a-number";
/// Skip reason: nothing of the file can have another shape.
const NOTHING: &str = "nothing-to-reshape";

/// Separates its choices from those of other oracles.
const SALT: u64 = 0x7265_7368_6170_6564;
/// How many of 256 places are changed.
const CHANGED: usize = 96;
/// The most changes of one kind to a file.
const CHANGES: usize = 32;

/// A kind of change. It returns how many changes it has made.
struct Shape {
    name: &'static str,
    change: fn(&mut File, &Seen, Sites) -> usize,
}

/// What is drawn for each place: whether it is changed, and how.
#[derive(Clone, Copy)]
struct Sites {
    draws: PartDraws,
    /// How many of 256 are changed.
    changed: usize,
}

impl Sites {
    /// Returns the draws for the part of a function with a number, if it is changed.
    fn of(self, function: &str, number: u32) -> Option<Draws> {
        let mut draws = self.draws.of(function, number);
        draws.chance(self.changed).then_some(draws)
    }

    /// Returns the place of a block that is drawn among some.
    fn among(self, function: &str, block: &Block, places: impl Iterator<Item = usize>) -> Option<usize> {
        places.min_by_key(|place| self.draws.of(function, name_of(&block.instructions[*place], *place)).number())
    }
}

/// Each changes what those before it have left.
const SHAPES: [Shape; 5] = [
    Shape { name: "blocks-reordered", change: blocks::reorder },
    Shape { name: "blocks-split", change: blocks::split },
    Shape { name: "values-stored", change: values::store },
    Shape { name: "values-widened", change: values::widen },
    Shape { name: "instructions-outlined", change: outlined::outline },
];

fn check(case: &Case) -> Outcome {
    let (file, seen) = called(case, SALT)?;
    if seen.calls.is_empty() {
        return Err(NOTHING_COMPARED.into());
    }
    if file.functions.iter().any(addresses::show) {
        return Err(ADDRESS_SHOWN.into());
    }
    let mut changed = file.clone();
    let mut changes = 0;
    for (shape, salt) in SHAPES.iter().zip(1..) {
        let made = (shape.change)(&mut changed, &seen, Sites { draws: case.part_draws(SALT + salt), changed: CHANGED });
        if made > 0 {
            judge(file, &seen, shape, &changed)?;
        }
        changes += made;
    }
    if changes == 0 { Err(NOTHING.into()) } else { Ok(()) }
}

/// Calls the functions of a file after a change of shape.
fn judge(file: &File, seen: &Seen, shape: &Shape, changed: &File) -> Outcome {
    let (property, evidence) = match Program::new(changed, &OPTIONS) {
        Err(refusal) => ("refused", refusal.to_string()),
        Ok(program) => match difference(file, &seen.calls, &program) {
            Some(found) => found,
            None => return Ok(()),
        },
    };
    Err(Fault::new(property, shape.name, evidence).into())
}
