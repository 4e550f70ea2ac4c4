//! Words of bodies that a release does not know, or defines otherwise than the default release.

use super::{ClassId, Machine, Opcode, Properties, RegisterId, Target, Version, common_opcodes_of};
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// The words that a release does not know, and those that it defines otherwise than the default release.
#[derive(Debug, Default)]
pub struct ForeignWords {
    /// The words of other observed releases that the release lacks.
    pub missing: HashSet<&'static str>,
    /// The words that the release and the default release have with other definitions.
    pub changed: HashSet<&'static str>,
}

/// The words of each release, without a target and for each target of [`Machine::TARGETS`], once they were needed.
static WORDS: [[OnceLock<ForeignWords>; 1 + Machine::TARGETS.len()]; Version::COUNT] =
    [const { [const { OnceLock::new() }; 1 + Machine::TARGETS.len()] }; Version::COUNT];

/// Returns the opcodes, registers (as `$name`), classes, banks, masks, sub-register indices and flags of a target that a release lacks or
/// defines otherwise. For a target without tables, the opcodes of every target.
///
/// An opcode is defined otherwise if it has other operands or ties, or if it loads or stores in one release alone; a register, if it is
/// reserved in one alone. A release before or after all observed ones counts as the nearest of them.
pub fn foreign_words(target: Target, release: Version) -> &'static ForeignWords {
    let release = release.clamp(Version::OLDEST, Version::NEWEST);
    let of_release = &WORDS[release.place().unwrap_or_default()];
    let place = Machine::TARGETS.iter().position(|known| *known == target).map_or(0, |place| place + 1);
    of_release[place].get_or_init(|| {
        let (own, default) = (defined(target, release), defined(target, Version::TABLES));
        let mut foreign = ForeignWords::default();
        for word in Version::OBSERVED.into_iter().flat_map(|other| defined(target, other).into_keys()) {
            match (own.get(&word), default.get(&word)) {
                (None, _) => foreign.missing.insert(word.leak()),
                (Some(own), Some(default)) if own != default => foreign.changed.insert(word.leak()),
                (Some(_), _) => false,
            };
        }
        foreign
    })
}

/// The part of a definition that must be the same.
#[derive(PartialEq)]
enum Definition {
    Name,
    Register { reserved: bool },
    Opcode { results: u8, operands: Vec<Operand>, implicit: [Vec<&'static str>; 2], memory: [bool; 2] },
}

/// The class, the tie and the number of the type of an operand.
type Operand = (Option<&'static str>, Option<u8>, Option<u8>);

fn defined(target: Target, release: Version) -> HashMap<String, Definition> {
    let mut words = HashMap::new();
    let machine = Machine::of_release(target, release);
    words.extend(common_opcodes_of(release).iter().map(|opcode| (opcode.name.to_owned(), opcode_of(machine, opcode))));
    let Some(machine) = machine else { return words };
    words.extend(machine.opcodes().iter().map(|opcode| (opcode.name.to_owned(), opcode_of(Some(machine), opcode))));
    let registers = machine.registers().iter().map(|row| (format!("${}", row.name), Definition::Register { reserved: row.reserved }));
    words.extend(registers);
    let classes = machine.classes().iter().map(|row| row.name);
    let indices = machine.indices().iter().map(|row| row.name);
    let named = machine.banks().iter().map(|row| row.name).chain(machine.masks().iter().map(|row| row.name));
    let flags = [machine.direct_flags(), machine.bitmask_flags(), machine.memory_flags(), machine.target_indices()].concat();
    words.extend(classes.chain(indices).chain(named).chain(flags).map(|word| (word.to_owned(), Definition::Name)));
    words
}

fn opcode_of(machine: Option<&Machine>, opcode: &Opcode) -> Definition {
    let class = |class: ClassId| machine.map(|machine| machine.class_row(class).name);
    let operands = opcode.operands.iter().map(|slot| (slot.class.and_then(class), slot.tied, slot.kind.type_number()));
    let names = |registers: &[RegisterId]| {
        let names = registers.iter().filter_map(|register| Some(machine?.register_row(*register).name));
        let mut names: Vec<&str> = names.collect();
        names.sort_unstable();
        names
    };
    Definition::Opcode {
        results: opcode.results,
        operands: operands.collect(),
        implicit: [names(opcode.reads), names(opcode.writes)],
        memory: [Properties::MAY_LOAD, Properties::MAY_STORE].map(|property| opcode.is(property)),
    }
}
