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
use crate::{Check, Family, Fault, Needs, NoPass, Outcome};
use arbitrary::Unstructured;
use irsmith_generators::{Choices, bytes_of_seed};
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
    let draws = |salt| case.part_draws(SALT + salt);
    reshape(file, &seen, draws, |shape, changed| judge(file, &seen, shape, changed)).map(|_| ())
}

/// Returns a file in another shape, whose functions behave the same for arguments by which no more is undefined than in the calls that this
/// makes. `None` if they cannot be executed, or nothing of them can have another shape.
pub fn reshaped(file: &File, draws: u64) -> Option<File> {
    let program = Program::new(file, &OPTIONS).ok()?;
    let bytes = bytes_of_seed(draws);
    let seen = Seen::of(file, &program, &mut Choices::new(&mut Unstructured::new(&bytes)))?;
    reshape(file, &seen, |salt| PartDraws(draws ^ salt), |_, _| Ok(())).ok()
}

/// Changes the shape of a file; calls `behind` with what it is after each kind of change.
fn reshape(
    file: &File,
    seen: &Seen,
    draws: impl Fn(u64) -> PartDraws,
    mut behind: impl FnMut(&Shape, &File) -> Outcome,
) -> Result<File, NoPass> {
    if file.functions.iter().any(addresses::show) {
        return Err(ADDRESS_SHOWN.into());
    }
    let mut changed = file.clone();
    let mut changes = 0;
    for (shape, salt) in SHAPES.iter().zip(1..) {
        let made = (shape.change)(&mut changed, seen, Sites { draws: draws(salt), changed: CHANGED });
        if made > 0 {
            behind(shape, &changed)?;
        }
        changes += made;
    }
    if changes == 0 { Err(NOTHING.into()) } else { Ok(changed) }
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
