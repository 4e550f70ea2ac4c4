//! Releases of LLVM as dialects of Machine IR: the constructs that a release reads.

use crate::tables::{FLAGS, FUNCTION, Item, Map, Target, Value, Version, function_info, later_words};
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
    /// The dialect of the tables, in which nothing is lost.
    pub const NEWEST: Self = Self { release: Version::TABLES };

    /// The dialects whose differences are in the tables, as observed with these releases.
    pub const ALL: [Self; 3] = [Self { release: Version(14) }, Self { release: Version(16) }, Self::NEWEST];

    /// Returns the words of bodies for a target that were added after the release: opcodes, registers, classes, flags and others. For a
    /// target without tables, the words of every target.
    pub fn later_words(self, target: Option<Target>) -> HashSet<&'static str> {
        // Xtensa has no words of its own in the data.
        let mut words: HashSet<&'static str> = later_words(target.unwrap_or(Target::Xtensa), self.release).collect();
        words.extend(FLAGS.iter().filter(|flag| flag.since.is_none_or(|since| since > self.release)).map(|flag| flag.name));
        words.extend(WORDS.iter().filter(|(_, since)| *since > self.release).map(|(word, _)| *word));
        words
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

/// Words in bodies that are in no table, and the first of the observed releases that reads them.
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
];

impl Default for Dialect {
    fn default() -> Self {
        Self::NEWEST
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "llvm-{}", self.release.0)
    }
}

/// A name that is not a dialect; the message lists the dialects.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown dialect {name:?}; there is {}", Dialect::ALL.map(|dialect| dialect.to_string()).join(", "))]
pub struct UnknownDialect {
    name: String,
}

impl FromStr for Dialect {
    type Err = UnknownDialect;

    fn from_str(name: &str) -> Result<Self, UnknownDialect> {
        Self::ALL.into_iter().find(|dialect| dialect.to_string() == name).ok_or_else(|| UnknownDialect { name: name.to_owned() })
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
        let error = "llvm-3".parse::<Dialect>().unwrap_err();
        assert_eq!(error.to_string(), "unknown dialect \"llvm-3\"; there is llvm-14, llvm-16, llvm-19");
    }
}
