//! What one program reads: where it differs from the tables of its release, as asking it has shown.

use crate::tables::{Key, Map, Target, Version, WordKind};
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::str::FromStr;

/// The differences between what a program reads and the tables of its release.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Calibration {
    /// The words of the release that the program does not know.
    pub missing: Words,
    /// The opcodes of the release that the program knows, but refuses with the operands that the tables state: never generated.
    pub refused: Words,
    /// The words of other releases that the program reads.
    pub added: Words,
    /// Words that no release has: read, carried and printed, but never generated.
    pub unknown: Words,
}

/// A set of words of Machine IR.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Words(BTreeMap<(WordKind, Option<Target>), BTreeSet<String>>);

/// A word that a program may or may not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CalibratedWord {
    /// The target whose word it is; none for a word of every target.
    pub target: Option<Target>,
    /// The kind of word.
    pub kind: WordKind,
    /// The spelling; that of a key follows the name of its mapping and a dot, that of a word of a key follows the key and an equals sign.
    pub name: String,
}

impl Words {
    /// Returns whether a word is in the set.
    pub fn contains(&self, target: Option<Target>, kind: WordKind, name: &str) -> bool {
        self.0.get(&(kind, target)).is_some_and(|names| names.contains(name))
    }

    /// Returns the words of a kind.
    pub fn of(&self, target: Option<Target>, kind: WordKind) -> impl Iterator<Item = &str> {
        self.0.get(&(kind, target)).into_iter().flatten().map(String::as_str)
    }

    /// Returns whether a key is in the set.
    pub(crate) fn has_key(&self, map: &Map, key: &str) -> bool {
        self.contains(None, WordKind::Key, &CalibratedWord::of_key(map, key).name)
    }

    /// Adds a word.
    pub fn insert(&mut self, word: CalibratedWord) {
        self.0.entry((word.kind, word.target)).or_default().insert(word.name);
    }

    /// Returns all words, by kind, target and name.
    pub fn iter(&self) -> impl Iterator<Item = CalibratedWord> {
        let words = self.0.iter().flat_map(|((kind, target), names)| names.iter().map(|name| (*kind, *target, name)));
        words.map(|(kind, target, name)| CalibratedWord { target, kind, name: name.clone() })
    }

    /// Returns the number of words.
    pub fn len(&self) -> usize {
        self.0.values().map(BTreeSet::len).sum()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<CalibratedWord> for Words {
    fn from_iter<I: IntoIterator<Item = CalibratedWord>>(words: I) -> Self {
        let mut set = Self::default();
        words.into_iter().for_each(|word| set.insert(word));
        set
    }
}

impl CalibratedWord {
    /// Makes a word of every target.
    pub fn new(kind: WordKind, name: impl Into<String>) -> Self {
        Self { target: None, kind, name: name.into() }
    }

    /// Makes a word of a target.
    pub fn of_target(target: Target, kind: WordKind, name: impl Into<String>) -> Self {
        Self { target: Some(target), kind, name: name.into() }
    }

    /// Makes the word of a key.
    pub fn of_key(map: &Map, key: &str) -> Self {
        Self::new(WordKind::Key, format!("{}.{key}", map.name))
    }
}

/// The names of targets in dialect files.
const TARGETS: [(&str, Target); 2] = [("x86_64", Target::X86), ("aarch64", Target::AArch64)];

impl fmt::Display for CalibratedWord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((name, _)) = TARGETS.iter().find(|(_, target)| Some(*target) == self.target) {
            write!(f, "{name} ")?;
        }
        write!(f, "{} {}", self.kind.name(), self.name)
    }
}

/// A text that is not a word of a dialect file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text:?} is no word: a kind and a name, such as \"flag nneg\" or \"x86_64 opcode ADD32rr\", are")]
pub struct NoWord {
    text: String,
}

impl FromStr for CalibratedWord {
    type Err = NoWord;

    fn from_str(text: &str) -> Result<Self, NoWord> {
        let target = TARGETS.iter().find_map(|(name, target)| Some((text.strip_prefix(name)?.strip_prefix(' ')?, *target)));
        let (rest, target) = target.map_or((text, None), |(rest, target)| (rest, Some(target)));
        let word = rest.split_once(' ').and_then(|(kind, name)| {
            let kind = WordKind::ALL.iter().copied().find(|known| known.name() == kind)?;
            let is_name = !name.is_empty() && !name.contains(char::is_control);
            is_name.then(|| Self { target, kind, name: name.to_owned() })
        });
        word.ok_or_else(|| NoWord { text: text.to_owned() })
    }
}

/// The kinds of words of a target.
const BODY: &[WordKind] = &[
    WordKind::Opcode,
    WordKind::Register,
    WordKind::Class,
    WordKind::Bank,
    WordKind::Subregister,
    WordKind::Mask,
    WordKind::TargetFlag,
    WordKind::MemoryFlag,
];

impl Calibration {
    /// Returns whether the program reads a word, of which the tables say whether its release does.
    pub fn reads(&self, target: Option<Target>, kind: WordKind, name: &str, is_of_release: bool) -> bool {
        if is_of_release { !self.missing.contains(target, kind, name) } else { self.added.contains(target, kind, name) }
    }

    /// Returns whether the program reads a key, of which the tables say which releases do.
    pub fn reads_key(&self, map: &Map, key: &Key, release: Version) -> bool {
        let name = format!("{}.{}", map.name, key.name_in(release));
        self.reads(None, WordKind::Key, &name, key.is_read_by(release))
    }

    /// Returns the words of bodies that the program does not know; `missing` are those that its release does not know.
    pub(crate) fn corrected(&self, target: Option<Target>, missing: impl Iterator<Item = &'static str>) -> HashSet<&'static str> {
        let mut words: HashSet<&'static str> = missing.collect();
        for (kind, target) in BODY.iter().map(|kind| (*kind, target)).chain([(WordKind::Opcode, None)]) {
            let spelled = |name: &str| if kind == WordKind::Register { format!("${name}") } else { name.to_owned() };
            self.added.of(target, kind).for_each(|name| {
                words.remove(spelled(name).as_str());
            });
            words.extend(self.missing.of(target, kind).map(|name| &*spelled(name).leak()));
        }
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_back() {
        for text in ["flag nneg", "x86_64 opcode ADD32rr", "aarch64 register x0", "key stack object.stack-id=sgpr-spill", "pass a,b"] {
            assert_eq!(text.parse::<CalibratedWord>().unwrap().to_string(), text);
        }
        for text in ["", "flag", "flag ", "flags nneg", "sparc opcode ADD", "x86_64 ADD32rr", "flag a\nb"] {
            assert!(text.parse::<CalibratedWord>().unwrap_err().to_string().contains("is no word"), "{text:?}");
        }
    }

    #[test]
    fn a_program_reads_its_release_with_the_differences() {
        let words = |text: &str| text.split_terminator(';').map(|word| word.parse::<CalibratedWord>().unwrap()).collect::<Words>();
        let program = Calibration { missing: words("flag a"), refused: words("flag b"), added: words("flag x"), ..Calibration::default() };
        let reads = |name, of_release| program.reads(None, WordKind::Flag, name, of_release);
        assert_eq!([reads("a", true), reads("b", true), reads("c", true)], [false, true, true]);
        assert_eq!([reads("x", false), reads("y", false)], [true, false]);
    }
}
