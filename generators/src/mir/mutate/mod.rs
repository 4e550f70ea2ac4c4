//! Structure-aware mutation of any readable file, generated or not, valid or not.
//!
//! Each line of [`MUTATIONS`] lists its candidates in a file and changes one of them; the candidate is drawn uniformly. The replacement is
//! mostly something that the file already has in places of the same kind, or a boundary value. Afterwards, ids, counts and edges of the
//! changed functions are repaired.

mod blocks;
mod edges;
mod functions;
mod instructions;
mod keys;
mod memory;
mod objects;
mod opcodes;
mod operands;
mod references;
mod suffixes;
mod types;
mod values;

use super::edit::{Place, is_valid, machine_of, repair_changed, spelled};
use crate::Choices;
use arbitrary::Unstructured;
use irsmith_mir::File;
use irsmith_mir::tables::Machine;

/// A line of the table of mutations.
pub struct Mutation {
    /// The name, as in `change immediate`.
    pub name: &'static str,
    /// Lists the places of a file that it can change.
    places: fn(&File) -> Vec<Place>,
    /// Changes one of them.
    apply: fn(&mut Mutant<'_, '_, '_>, Place),
}

/// A file that is being changed, and the draws.
struct Mutant<'f, 'c, 'u> {
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
    "change part": operands::registers => operands::change_part;
    "swap operands": operands::pairs => operands::swap;
    "change kind of operand": operands::all => operands::change_kind;
    "remove operand": operands::all => operands::remove;
    "add operand": instructions::places => operands::add;
    "change constant": values::constants => values::change_constant;
    "change predicate": values::predicates => values::change_predicate;
    "change mask": values::masks => values::change_mask;
    "change offset": values::offsets => values::change_offset;
    "change symbol": values::symbols => values::change_symbol;
    "change call frame information": values::cfi => values::change_cfi;
    "change target flags": values::addresses => values::change_target_flags;
    "change reference": references::places => references::change;
    "change type": types::places => types::change_type;
    "change type of register": types::typed => types::change_type_of_register;
    "change class": types::classes => types::change_class;
    "rename register": types::all => types::rename;
    "change instruction flag": instructions::places => suffixes::change_flag;
    "change instruction symbol": instructions::places => suffixes::change_symbol;
    "change marker": instructions::places => suffixes::change_marker;
    "change debug number": instructions::places => suffixes::change_debug_number;
    "change debug location": instructions::places => suffixes::change_location;
    "change access": memory::places => memory::change_access;
    "change ordering": memory::places => memory::change_ordering;
    "change size of access": memory::places => memory::change_size;
    "change pointer": memory::places => memory::change_pointer;
    "change offset of access": memory::places => memory::change_offset;
    "change alignment": memory::places => memory::change_alignment;
    "change metadata of access": memory::places => memory::change_metadata;
    "remove memory operand": memory::places => memory::remove;
    "add memory operand": instructions::places => memory::add;
    "split block": blocks::with_instructions => blocks::split;
    "join blocks": blocks::joints => blocks::join;
    "split edge": blocks::branches => blocks::split_edge;
    "remove block": blocks::several => blocks::remove;
    "copy block": blocks::places => blocks::copy;
    "move block": blocks::several => blocks::shift;
    "change block attribute": blocks::places => blocks::change_attribute;
    "change live-in": blocks::places => blocks::change_live_in;
    "change successor": edges::successors => edges::change;
    "change probability": edges::successors => edges::change_probability;
    "list successors": edges::all => edges::toggle;
    "change function flag": keys::places => keys::change_flag;
    "change frame": keys::places => keys::change_frame;
    "change key": keys::places => keys::change_key;
    "change list": keys::places => keys::change_list;
    "add entry": objects::lists => objects::add;
    "remove entry": objects::entries => objects::remove;
    "change entry": objects::entries => objects::change;
    "copy function": functions::places => functions::copy;
    "remove function": functions::several => functions::remove;
    "rename function": functions::places => functions::rename;
    "move function": functions::several => functions::shift;
    "exchange numbers": functions::places => functions::exchange_numbers;
    "remove module": functions::module => functions::remove_module;
    "change module": functions::parts => functions::change_module;
}

/// Attempts to find a mutation that keeps a valid file valid, before an invalidating one is accepted.
const ATTEMPTS: usize = 4;

/// Changes one place of a file; returns the mutation's name, or `None` if no mutation has a place.
///
/// Most mutations keep a valid file valid: up to four are tried, unless the first draw says that validity does not matter. The result reads
/// back unchanged.
pub fn mutate(file: &mut File, bytes: &mut Unstructured<'_>) -> Option<&'static str> {
    mutate_telling(file, bytes, &mut |_| {})
}

/// As [`mutate`]; calls `unread` with the names of mutations that were dropped because the text of their result does not read.
pub fn mutate_telling(file: &mut File, bytes: &mut Unstructured<'_>, unread: &mut dyn FnMut(&'static str)) -> Option<&'static str> {
    let mut choices = Choices::new(bytes);
    // One in four may deliberately make the file invalid.
    let careful = !choices.chance(64) && is_valid(file);
    let machine = machine_of(file);
    let mut last = None;
    for _ in 0..ATTEMPTS {
        let mut candidate = file.clone();
        let mut mutant = Mutant { file: &mut candidate, machine, choices: choices.reborrow() };
        let Some(name) = mutant.step() else { continue };
        if careful {
            repair_changed(file, &mut candidate, machine);
        }
        let Some(candidate) = spelled(&candidate) else {
            unread(name);
            continue;
        };
        if candidate == *file {
            continue;
        }
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

impl Mutant<'_, '_, '_> {
    /// Applies a line: from the drawn one on, the first one that has a place.
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
