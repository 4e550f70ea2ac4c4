//! The ledger: accepted divergences of external implementations, and their faults that are recorded in `corpora/*/findings`.
//!
//! Each format has a data file, `corpora/FORMAT/ledger.toml`. An entry describes the failures of the oracles in which the divergence shows.
//! An oracle calls [`Ledger::expected`] before it reports a failure, and skips the case with the name of the entry as the reason. So a
//! campaign does not report the same failure repeatedly, and expected failures are counted. An entry lists no failures if its oracle
//! recognizes the divergence before it starts the program, as it must if the program would exhaust the memory.
//!
//! Each entry names a witness, a file on which its oracles skip with its name. A test runs all witnesses, so an entry must be removed when
//! its divergence disappears.

use crate::Failure;
use serde::Deserialize;
use std::sync::LazyLock;

/// A divergence or a recorded fault.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The skip reason; for a recorded fault also the name of its folder.
    pub name: String,
    /// How the program diverges, in a sentence.
    pub about: String,
    /// The source: the report of a finding, or a section of a specification or of the program's sources.
    pub citation: String,
    /// A case that shows the divergence, as a path relative to the folder of the format in `corpora`.
    pub witness: String,
    /// The program or crate.
    pub implementation: String,
    /// A part of the version's text: other versions may not show this.
    pub version: String,
    /// The oracles in which it shows.
    pub oracles: Vec<String>,
    /// The property of the failures in which it shows; none if the oracle recognizes it beforehand.
    pub property: Option<String>,
    /// The elements of these failures; `*` at either end of a pattern matches any text.
    #[serde(default)]
    pub elements: Vec<String>,
    /// The site of the crash, if the entry is about one site only.
    pub site: Option<String>,
    /// The features that a case must have, all of them, by names that the oracles of the format know; `or` between two names means either.
    #[serde(default)]
    pub has: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    entry: Vec<Entry>,
}

/// The ledger of a format.
#[derive(Debug)]
pub struct Ledger {
    /// The name of the format.
    pub format: &'static str,
    entries: LazyLock<Vec<Entry>>,
}

/// The ledger of PNaCl.
pub static PNACL: Ledger = Ledger { format: "pnacl", entries: LazyLock::new(|| parse(include_str!("../../corpora/pnacl/ledger.toml"))) };
/// The ledger of SPIR-V debug information.
pub static DEBUGINFO: Ledger =
    Ledger { format: "debuginfo", entries: LazyLock::new(|| parse(include_str!("../../corpora/debuginfo/ledger.toml"))) };

/// The ledger of Machine IR.
pub static MIR: Ledger = Ledger { format: "mir", entries: LazyLock::new(|| parse(include_str!("../../corpora/mir/ledger.toml"))) };

/// The ledgers of all formats.
pub static LEDGERS: &[&Ledger] = &[&PNACL, &DEBUGINFO, &MIR];

/// The files are compiled in: a mistake in one makes the first test fail that reads it.
fn parse(text: &str) -> Vec<Entry> {
    toml::from_str::<File>(text).expect("the ledger is a table of entries").entry
}

impl Ledger {
    /// Returns all entries, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the entry that matches a failure on a case; `has` says whether the case has a feature.
    pub fn expected(&self, failure: &Failure, has: &dyn Fn(&str) -> bool) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.is_shown_by(failure) && entry.is_possible(has))
    }
}

impl Entry {
    /// Returns whether this is a fault to be reported, not a permanent difference.
    pub fn is_fault(&self) -> bool {
        self.witness.starts_with("findings/")
    }

    fn is_shown_by(&self, failure: &Failure) -> bool {
        let signature = &failure.signature;
        self.oracles.iter().any(|oracle| oracle == signature.oracle)
            && signature.implementations.contains(&self.implementation)
            && self.property.as_deref() == Some(signature.property)
            && self.elements.iter().any(|pattern| fits(pattern, &signature.element))
            && (self.site.is_none() || self.site == signature.site)
    }

    fn is_possible(&self, has: &dyn Fn(&str) -> bool) -> bool {
        self.has.iter().all(|needed| needed.split(" or ").any(has))
    }
}

/// Returns whether a text matches a pattern, which may have `*` at either end or both.
fn fits(pattern: &str, text: &str) -> bool {
    match (pattern.strip_prefix('*'), pattern.strip_suffix('*')) {
        (None, None) => text == pattern,
        (Some(end), None) => text.ends_with(end),
        (None, Some(start)) => text.starts_with(start),
        (Some(rest), Some(_)) => text.contains(rest.trim_end_matches('*')),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Signature;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn patterns_are_anchored_where_they_have_no_star() {
        for (pattern, text, expected) in [
            ("a b", "a b", true),
            ("a", "a b", false),
            ("a*", "a b", true),
            ("b*", "a b", false),
            ("*b", "a b", true),
            ("*a", "a b", false),
            ("* *", "a b", true),
            ("*c*", "a b", false),
            ("*", "", true),
        ] {
            assert_eq!(fits(pattern, text), expected, "{pattern:?} {text:?}");
        }
    }

    #[test]
    fn an_entry_expects_its_failure_where_the_case_has_what_it_takes() {
        let entry = "name = 'n'\nabout = ''\ncitation = ''\nwitness = ''\nimplementation = 'i'\nversion = ''\noracles = ['o']\n\
                     property = 'crashes'\nelements = ['e*']\nsite = 's'\nhas = ['x or y', 'z']";
        let ledger = Ledger { format: "f", entries: LazyLock::new(Vec::new) };
        assert!(ledger.entries().is_empty());
        let entry: Entry = toml::from_str(entry).unwrap();
        let shown_by = |implementation: &str, oracle, property, element: &str, site: &str| {
            let implementations = vec![implementation.into()];
            let signature = Signature { site: Some(site.into()), implementations, ..Signature::new(oracle, property, element) };
            entry.is_shown_by(&Failure { signature, evidence: String::new() })
        };
        let shown = |oracle, property, element, site| shown_by("i", oracle, property, element, site);
        assert!(shown("o", "crashes", "e1", "s") && !shown_by("j", "o", "crashes", "e1", "s"));
        assert!(!shown("p", "crashes", "e1", "s") && !shown("o", "hangs", "e1", "s"));
        assert!(!shown("o", "crashes", "1", "s") && !shown("o", "crashes", "e1", "t"));
        let possible = |all: &[&str]| entry.is_possible(&|name| all.contains(&name));
        assert!(possible(&["y", "z"]) && possible(&["x", "z"]) && !possible(&["x", "y"]) && !possible(&["z"]));
    }

    #[test]
    fn entries_are_complete_and_told_apart() {
        for ledger in LEDGERS {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(ledger.format);
            let mut names = BTreeSet::new();
            for entry in ledger.entries() {
                assert!(names.insert(&entry.name), "{} stands twice", entry.name);
                let texts = [&entry.about, &entry.citation, &entry.implementation, &entry.version];
                assert!(texts.iter().all(|text| !text.is_empty()) && !entry.oracles.is_empty(), "{}: something is not said", entry.name);
                assert_eq!(entry.property.is_some(), !entry.elements.is_empty(), "{}", entry.name);
                assert!(folder.join(&entry.witness).is_file(), "{}: no witness {}", entry.name, entry.witness);
                assert!(!entry.is_fault() || entry.citation.starts_with("findings/"), "{}: a fault has a report", entry.name);
                assert!(!entry.is_fault() || folder.join(&entry.citation).is_file(), "{}: no report {}", entry.name, entry.citation);
            }
            assert!(!names.is_empty(), "{} has no entries", ledger.format);
        }
    }
}
