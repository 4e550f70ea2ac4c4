//! Releases of LLVM as dialects of Machine IR: the constructs that a release reads.

use crate::tables::{FLAGS, FUNCTION, Item, Machine, Map, Opcode, Target, Value, Version, common_opcodes_of, foreign_words, function_info};
use crate::{File, FramePointerPolicy, Function};
use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

/// A dialect to write in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dialect {
    /// The release that reads the text. Rows of the tables state the first release that reads each construct.
    pub release: Version,
}

impl Dialect {
    /// The default dialect: that of the printer, in which nothing is lost.
    pub const DEFAULT: Self = Self { release: Version::TABLES };

    /// The dialects whose differences are in the tables, as observed with these releases. A release between two of them is a dialect too,
    /// with what both have.
    pub const ALL: [Self; Version::OBSERVED.len()] = {
        let mut all = [Self::DEFAULT; Version::OBSERVED.len()];
        let mut place = 0;
        while place < all.len() {
            all[place] = Self { release: Version::OBSERVED[place] };
            place += 1;
        }
        all
    };

    /// Returns every dialect, from the oldest release to the newest, including those of releases that were not observed.
    pub fn every() -> impl Iterator<Item = Self> {
        (Version::OLDEST.0..=Version::NEWEST.0).map(|release| Self { release: Version(release) })
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
        Self { release: file.functions.iter().map(of_function).max().unwrap_or(Version::TABLES) }
    }

    /// Returns the tables of a target in the release; `None` for targets without tables. A release before or after all observed ones counts
    /// as the nearest of them.
    pub fn machine(self, target: Target) -> Option<&'static Machine> {
        Machine::of_release(target, self.nearest())
    }

    /// Returns the opcodes that every target has in the release, by name.
    pub fn common_opcodes(self) -> &'static [Opcode] {
        common_opcodes_of(self.nearest())
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
        missing.iter().copied().chain(self.later_words()).collect()
    }

    /// Returns the words of [`Dialect::missing_words`], and those that the release defines otherwise than the default release.
    pub fn foreign_words(self, target: Option<Target>) -> HashSet<&'static str> {
        let changed = &foreign_words(target.unwrap_or(Target::Xtensa), self.release).changed;
        changed.iter().copied().chain(self.missing_words(target)).collect()
    }

    /// Returns the flags of instructions and the further words of bodies that were added after the release.
    pub fn later_words(self) -> HashSet<&'static str> {
        let flags = FLAGS.iter().filter(|flag| flag.since.is_none_or(|since| since > self.release)).map(|flag| flag.name);
        flags.chain(WORDS.iter().filter(|(_, since)| *since > self.release).map(|(word, _)| *word)).collect()
    }

    /// Returns the keys of the container that the release does not read, and the words of their values that were added later.
    pub fn later_keys(self, target: Target) -> HashSet<&'static str> {
        let mut later = HashSet::new();
        later_of(FUNCTION, self.release, &mut later);
        later_of(function_info(target), self.release, &mut later);
        later
    }
}

/// Adds the keys and words of a mapping, and of the mappings in it, that were added after a release.
fn later_of(map: &'static Map, release: Version, later: &mut HashSet<&'static str>) {
    for key in map.keys {
        if !key.is_read_by(release) {
            later.insert(key.name);
        }
        match key.value {
            Value::Map(inner) | Value::List(Item::Map(inner)) => later_of(inner, release, later),
            Value::Choice(choices) => {
                later.extend(choices.iter().filter(|choice| choice.since > release).map(|choice| choice.name));
            }
            _ => {}
        }
    }
}

/// Words in bodies that are in no table, and the first release that reads them.
const WORDS: &[(&str, Version)] = &[
    ("machine-block-address-taken", Version(16)),
    ("ir-block-address-taken", Version(16)),
    // LLVM 14 accepts only the number of an unnamed block.
    ("ir-block", Version(16)),
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
        assert_eq!("llvm-20".parse(), Ok(Dialect { release: Version(20) }));
        for name in ["llvm-3", "llvm-24", "llvm-019", "19"] {
            let error = name.parse::<Dialect>().unwrap_err();
            assert!(error.to_string().starts_with(&format!("unknown dialect {name:?}; there is llvm-14, llvm-15, ")), "{error}");
        }
    }
}
