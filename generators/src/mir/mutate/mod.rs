//! Structure-aware mutation of any file that reads, generated or not, valid or not.
//!
//! Each line of [`MUTATIONS`] lists its candidates in a file and applies to one of them; the candidate is drawn uniformly. What a mutation
//! puts in the place of something is mostly what the file already has in places of the same kind, or a value on the edge of what is
//! possible. Afterwards, ids, counts and edges of the functions that changed are brought in order.

mod instructions;
mod opcodes;
mod operands;

use super::edit::{Place, is_valid, machine_of, repair_changed, spelled};
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;
use irsmith_mir::tables::Machine;

/// A line of the table of mutations.
pub struct Mutation {
    /// Its name, as in `change immediate`.
    pub name: &'static str,
    /// The places of a file that it can change.
    places: fn(&File) -> Vec<Place>,
    /// Changes one of them.
    apply: fn(&mut Scene<'_, '_, '_>, Place),
}

/// A file that is being changed, and what chooses.
struct Scene<'f, 'c, 'u> {
    file: &'f mut File,
    /// The tables of its target, if they are known.
    machine: Option<&'static Machine>,
    choices: Choices<'c, 'u>,
}

macro_rules! mutations {
    ($($name:literal: $places:path => $apply:path;)*) => {
        /// The table of mutations.
        pub static MUTATIONS: &[Mutation] = &[$(Mutation { name: $name, places: $places, apply: $apply }),*];
    };
}

mutations! {
    "change opcode": opcodes::places => opcodes::change;
    "exchange opcode": opcodes::places => opcodes::exchange;
    "remove instruction": instructions::places => instructions::remove;
    "copy instruction": instructions::places => instructions::copy;
    "move instruction": instructions::places => instructions::shift;
    "bring instruction": instructions::places => instructions::bring;
    "change immediate": operands::immediates => operands::change_immediate;
    "change register": operands::registers => operands::change_register;
    "change register flag": operands::registers => operands::change_flag;
    "swap operands": operands::pairs => operands::swap;
}

/// Attempts at a mutation that keeps a valid file valid, before one is taken that does not.
const ATTEMPTS: usize = 4;

/// Changes one place of a file; returns the mutation's name, or none if no mutation has a place.
///
/// A valid file stays valid in most mutations: up to four are tried, unless the first draw says that validity does not matter. What comes
/// of it reads back as it is.
pub fn mutate(file: &mut File, bytes: &mut Unstructured<'_>) -> Option<&'static str> {
    let mut choices = Choices::new(bytes);
    // One in four goes astray on purpose.
    let careful = !choices.chance(64) && is_valid(file);
    let machine = machine_of(file);
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let mut candidate = file.clone();
        let mut scene = Scene { file: &mut candidate, machine, choices: choices.reborrow() };
        let Some(name) = scene.step() else { continue };
        if careful {
            repair_changed(file, &mut candidate, machine);
        }
        let Some(candidate) = spelled(&candidate).filter(|candidate| candidate != file) else { continue };
        let fine = !careful || is_valid(&candidate);
        last = Some((name, candidate));
        if fine {
            break;
        }
    }
    last.map(|(name, candidate)| {
        *file = candidate;
        name
    })
}

impl Scene<'_, '_, '_> {
    /// Applies a line: from the drawn one on, the first that has a place.
    fn step(&mut self) -> Option<&'static str> {
        let first = self.choices.below(MUTATIONS.len());
        for offset in 0..MUTATIONS.len() {
            let line = &MUTATIONS[(first + offset) % MUTATIONS.len()];
            let places = (line.places)(self.file);
            if let Some(place) = self.choices.pick(&places).copied() {
                (line.apply)(self, place);
                return Some(line.name);
            }
        }
        None
    }
}
