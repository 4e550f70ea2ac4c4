//! Releases of LLVM as dialects of Machine IR: the constructs that a release reads.

mod calibration;
mod per_dialect;

pub use calibration::{CalibratedWord, Calibration, NoWord, Words};
pub use per_dialect::PerDialect;

use crate::tables::{
    Choice, FLAGS, FUNCTION, Item, Key, Machine, Map, Opcode, Target, Value, Version, WordKind, common_opcodes_of, foreign_words,
    function_info,
};
use crate::{File, FramePointerPolicy, Function};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// A dialect to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dialect {
    /// The release that reads the text. Rows of the tables state the first release that reads each construct.
    pub release: Version,
    /// How the program that reads the text differs from the release, if it was asked.
    calibration: Option<&'static Calibration>,
}

/// The tables of each program that was asked, for X86 and AArch64.
static MACHINES: [PerDialect<Option<&'static Machine>>; Machine::TARGETS.len()] = [const { PerDialect::new() }; Machine::TARGETS.len()];

/// The words that each program does not know, without a target and for each target that has tables.
static MISSING: [PerDialect<HashSet<&'static str>>; 1 + Machine::TARGETS.len()] = [const { PerDialect::new() }; 1 + Machine::TARGETS.len()];

/// The opcodes of every target that each program has that was asked.
static COMMON_OPCODES: PerDialect<&'static [Opcode]> = PerDialect::new();

impl Dialect {
    /// The default dialect: that of the printer, in which nothing is lost.
    pub const DEFAULT: Self = Self::of_release(Version::TABLES);

    /// Returns the dialect of a release.
    #[must_use]
    pub const fn of_release(release: Version) -> Self {
        Self { release, calibration: None }
    }

    /// Returns the dialect of a program of a release. The differences live as long as the process, so it is to be called once for each
    /// program.
    #[must_use]
    pub fn of_program(release: Version, calibration: Calibration) -> Self {
        Self { release, calibration: Some(Box::leak(Box::new(calibration))) }
    }

    /// Returns how the program differs from its release; none for the dialect of a release.
    pub const fn calibration(self) -> Option<&'static Calibration> {
        self.calibration
    }

    /// Returns whether the dialect has a word of a body; `is_of_release` says whether the tables of the release have it.
    pub fn reads(self, target: Option<Target>, kind: WordKind, name: &str, is_of_release: bool) -> bool {
        self.calibration.map_or(is_of_release, |calibration| calibration.reads(target, kind, name, is_of_release))
    }

    /// Returns whether the program refuses an opcode with the operands that the tables state. `target` is none for an opcode of every
    /// target.
    pub fn refuses(self, target: Option<Target>, opcode: &str) -> bool {
        self.calibration.is_some_and(|calibration| calibration.refused.contains(target, WordKind::Opcode, opcode))
    }

    /// Returns whether the dialect has a key of a mapping.
    pub fn reads_key(self, map: &Map, key: &Key) -> bool {
        self.calibration.map_or_else(|| key.is_read_by(self.release), |calibration| calibration.reads_key(map, key, self.release))
    }

    /// The dialects whose differences are in the tables, as observed with these releases. A release between two of them is a dialect too,
    /// with what both have.
    pub const ALL: [Self; Version::OBSERVED.len()] = {
        let mut all = [Self::DEFAULT; Version::OBSERVED.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Self::of_release(Version::OBSERVED[place]);
            place += 1;
        }
        all
    };

    /// Returns every dialect, from the oldest release to the newest, including those of releases that were not observed.
    pub fn every() -> impl Iterator<Item = Self> {
        (Version::OLDEST.0..=Version::NEWEST.0).map(|release| Self::of_release(Version(release)))
    }

    /// Returns the release that the keys of a file show: the default release, or a later one that first had one of them.
    pub fn of(file: &File) -> Self {
        let of_function = |function: &Function| {
            let states = [function.no_phis, function.is_ssa, function.no_virtual_registers, function.has_fake_uses];
            let is_of_last = function.frame.frame_pointer != FramePointerPolicy::default()
                || !function.prefetch_targets.is_empty()
                || function.registers.iter().any(|register| register.split_from.is_some() || register.assigned.is_some());
            match () {
                () if is_of_last => Version(23),
                () if states.iter().any(Option::is_some) => Version(22),
                () => Version::TABLES,
            }
        };
        Self::of_release(file.functions.iter().map(of_function).max().unwrap_or(Version::TABLES))
    }

    /// Returns the tables of a target in the release; `None` for targets without tables. A release before or after all observed ones counts
    /// as the nearest of them.
    pub fn machine(self, target: Target) -> Option<&'static Machine> {
        let Some(calibration) = self.calibration else { return Machine::of_release(target, self.nearest()) };
        let place = Machine::TARGETS.iter().position(|known| *known == target)?;
        *MACHINES[place].get(self, || {
            let of_release = Machine::of_release(target, self.nearest())?;
            Some(of_release.without(
                &|kind, name| calibration.missing.contains(Some(target), kind, name),
                self.nearest(),
                self.common_opcodes(),
            ))
        })
    }

    /// Returns the opcodes that every target has in the release, by name.
    pub fn common_opcodes(self) -> &'static [Opcode] {
        let Some(calibration) = self.calibration else { return common_opcodes_of(self.nearest()) };
        COMMON_OPCODES.get(self, || {
            let opcodes = common_opcodes_of(self.nearest()).iter();
            let kept = opcodes.filter(|row| !calibration.missing.contains(None, WordKind::Opcode, row.name));
            kept.map(|row| Opcode { ..*row }).collect::<Vec<_>>().leak()
        })
    }

    /// Returns the opcode of this name that every target has in the release.
    pub fn common_opcode(self, name: &str) -> Option<&'static Opcode> {
        let opcodes = self.common_opcodes();
        opcodes.binary_search_by(|row| row.name.cmp(name)).ok().map(|place| &opcodes[place])
    }

    /// The number of dialects, including those of releases that were not observed.
    pub const COUNT: usize = (Version::NEWEST.0 - Version::OLDEST.0) as usize + 1;

    /// Returns the place of the dialect among all, from the oldest one; that of the nearest for a release before or after all of them.
    pub fn place(self) -> usize {
        usize::from(self.nearest().0 - Version::OLDEST.0)
    }

    fn nearest(self) -> Version {
        self.release.clamp(Version::OLDEST, Version::NEWEST)
    }

    /// Returns the words of bodies for a target that the release does not know: opcodes, registers, classes, flags and others. For a target
    /// without tables, those that every target has.
    pub fn missing_words(self, target: Option<Target>) -> HashSet<&'static str> {
        // Xtensa has no tables.
        let missing = &foreign_words(target.unwrap_or(Target::Xtensa), self.release).missing;
        let words = missing.iter().copied().chain(self.later_words());
        let Some(calibration) = self.calibration else { return words.collect() };
        let place = target.and_then(|target| Machine::TARGETS.iter().position(|known| *known == target)).map_or(0, |place| place + 1);
        MISSING[place].get(self, || calibration.corrected(target, words)).clone()
    }

    /// Returns the words of [`Dialect::missing_words`], and those that the release defines otherwise than the default release.
    pub fn foreign_words(self, target: Option<Target>) -> HashSet<&'static str> {
        let changed = &foreign_words(target.unwrap_or(Target::Xtensa), self.release).changed;
        changed.iter().copied().chain(self.missing_words(target)).collect()
    }

    /// Returns the flags of instructions and the further words of bodies that were added after the release.
    pub fn later_words(self) -> HashSet<&'static str> {
        let is_since = |since: Option<Version>| since.is_some_and(|since| since <= self.release);
        let flags = FLAGS.iter().map(|flag| (WordKind::Flag, flag.name, is_since(flag.since)));
        let words = flags.chain(CONSTRUCTS.iter().map(|(word, since)| (WordKind::Construct, *word, is_since(Some(*since)))));
        let later = words.filter(|(kind, word, is_of_release)| !self.reads(None, *kind, word, *is_of_release)).map(|(_, word, _)| word);
        // Most constructs are of every release, and only a program may lack them.
        let missing = self.calibration.into_iter().flat_map(|calibration| calibration.missing.of(None, WordKind::Construct));
        later.chain(missing).collect()
    }

    /// Returns the keys of the container that the release does not read, and the words of their values that were added later.
    pub fn later_keys(self, target: Target) -> HashSet<&'static str> {
        let mut later = HashSet::new();
        self.later_of(FUNCTION, &mut later);
        self.later_of(function_info(target), &mut later);
        later
    }

    /// Returns whether the dialect has a word of the value of a key.
    pub fn reads_choice(self, map: &Map, key: &Key, choice: &Choice) -> bool {
        let name = || format!("{}.{}={}", map.name, key.name, choice.name);
        let is_of_release = choice.since <= self.release;
        self.calibration.map_or(is_of_release, |calibration| calibration.reads(None, WordKind::Key, &name(), is_of_release))
    }

    /// Adds the keys and words of a mapping, and of the mappings in it, that the dialect does not have.
    fn later_of(self, map: &'static Map, later: &mut HashSet<&'static str>) {
        for key in map.keys {
            if !self.reads_key(map, key) {
                later.insert(key.name);
            }
            if let Some((renamed, _)) = key.renamed {
                later.extend([key.name, renamed].into_iter().filter(|name| *name != key.name_in(self.release)));
            }
            match key.value {
                Value::Map(inner) | Value::List(Item::Map(inner)) => self.later_of(inner, later),
                Value::Choice(choices) => {
                    later.extend(choices.iter().filter(|choice| !self.reads_choice(map, key, choice)).map(|choice| choice.name));
                }
                _ => {}
            }
        }
    }
}

/// Words in bodies that are in no table, and the first release that reads them.
pub const CONSTRUCTS: &[(&str, Version)] = &[
    ("machine-block-address-taken", Version(16)),
    ("ir-block-address-taken", Version(16)),
    // LLVM 14 accepts only the number of an unnamed block.
    ("ir-block", Version(16)),
    // With the number of a clone; LLVM 16 reads the first number alone.
    ("bb_id", Version(19)),
    ("call-frame-size", Version(19)),
    ("pcsections", Version(16)),
    ("cfi-type", Version(16)),
    ("dbg-instr-ref", Version(16)),
    ("bfloat", Version(19)),
    ("vscale", Version(19)),
    ("s0", Version(19)),
    ("negate_ra_sign_state_with_pc", Version(20)),
    ("lanemask", Version(22)),
    ("deactivation-symbol", Version(22)),
    ("atomGroup", Version(22)),
    ("atomRank", Version(22)),
    ("ehscope-entry", Version(22)),
    ("noalias.addrspace", Version(22)),
    ("mmra", Version(23)),
    ("llvm_register_pair", Version(23)),
    ("llvm_vector_registers", Version(23)),
    ("llvm_vector_offset", Version(23)),
    ("llvm_vector_register_mask", Version(23)),
    // Assembly: before, numbers stand for these words.
    ("attdialect", Version(23)),
    ("inteldialect", Version(23)),
    ("reguse", Version(23)),
    ("regdef", Version(23)),
    ("regdef-ec", Version(23)),
    ("clobber", Version(23)),
    ("imm", Version(23)),
    ("mem", Version(23)),
];

impl Default for Dialect {
    fn default() -> Self {
        Self::DEFAULT
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "llvm-{}", self.release.0)
    }
}

/// A name that is not a dialect; the message lists the dialects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown dialect {name:?}; there is {}", Dialect::every().map(|dialect| dialect.to_string()).collect::<Vec<_>>().join(", "))]
pub struct UnknownDialect {
    name: String,
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        Self::every().find(|dialect| dialect.to_string() == name).ok_or_else(|| UnknownDialect { name: name.to_owned() })
    }
}

/// A construct of a file that a dialect does not have.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Loss {
    /// The function.
    pub function: String,
    /// The key, opcode or other word.
    pub word: String,
    /// Whether it was omitted, as keys of the container are; a word of a body stays, since nothing replaces it.
    pub is_left_out: bool,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.is_left_out { "is left out" } else { "is not known to the release" };
        write!(f, "function {:?}: {:?} {what}", self.function, self.word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_go_by_their_names() {
        for dialect in Dialect::ALL {
            assert_eq!(dialect.to_string().parse(), Ok(dialect));
        }
        assert_eq!("llvm-20".parse(), Ok(Dialect::of_release(Version(20))));
        for name in ["llvm-3", "llvm-24", "llvm-019", "19"] {
            let error = name.parse::<Dialect>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("unknown dialect {name:?}; there is llvm-14, llvm-15, ")), "{error}");
        }
    }
}
