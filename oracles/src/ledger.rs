//! The ledger: accepted divergences of other people's programs, and faults of theirs that are recorded in `corpora/*/findings`.
//!
//! Each format has a data file, `corpora/FORMAT/ledger.toml`. An entry says in which failures of which oracles the divergence shows. The
//! oracle asks [`Ledger::expected`] before it reports a failure, and skips the case with the name of the entry as the reason. So a campaign
//! does not meet the same failure again and again, and expected failures are counted. An entry whose oracle recognizes the divergence before
//! it starts the program, as it must where the program would take all memory, lists no failures.
//!
//! Each entry names a witness, a file on which its oracles skip with its name. A test runs all witnesses, so an entry ends with what it
//! expects.

use crate::Failure;
use serde::Deserialize;
use std::sync::LazyLock;

/// A divergence or a recorded fault.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The reason to skip; of a recorded fault the name of its folder too.
    pub name: String,
    /// What the program does otherwise, in a sentence.
    pub about: String,
    /// Where it is said: the report of a finding, a section of a specification or of the program's sources.
    pub citation: String,
    /// A case that shows it, a path below the folder of the format in `corpora`.
    pub witness: String,
    /// The program or crate.
    pub implementation: String,
    /// What its version has in it: others may not show this.
    pub version: String,
    /// The oracles that meet it.
    pub oracles: Vec<String>,
    /// The property in whose failures it shows; none if the oracle tells it beforehand.
    pub property: Option<String>,
    /// What their elements are; `*` at either end of a pattern stands for any text.
    #[serde(default)]
    pub elements: Vec<String>,
    /// Where the crash began, if the entry is about one place only.
    pub site: Option<String>,
    /// What a case must have, all of it, in words that the oracles of the format know; `or` between two stands for either.
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
    /// The format's name.
    pub format: &'static str,
    entries: LazyLock<Vec<Entry>>,
}

/// PNaCl's.
pub static PNACL: Ledger = Ledger { format: "pnacl", entries: LazyLock::new(|| parse(include_str!("../../corpora/pnacl/ledger.toml"))) };
/// That of SPIR-V debug information.
pub static DEBUGINFO: Ledger =
    Ledger { format: "debuginfo", entries: LazyLock::new(|| parse(include_str!("../../corpora/debuginfo/ledger.toml"))) };

/// That of Machine IR.
pub static MIR: Ledger = Ledger { format: "mir", entries: LazyLock::new(|| parse(include_str!("../../corpora/mir/ledger.toml"))) };

/// The ledgers of all formats.
pub static LEDGERS: &[&Ledger] = &[&PNACL, &DEBUGINFO, &MIR];

/// The files are part of the program: what is wrong with one shows in the first test that looks into it.
fn parse(text: &str) -> Vec<Entry> {
    toml::from_str::<File>(text).expect("the ledger is a table of entries").entry
}

impl Ledger {
    /// All entries, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The entry that a failure shows, on a case of which `has` tells what it has.
    pub fn expected(&self, failure: &Failure, has: &dyn Fn(&str) -> bool) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.is_shown_by(failure) && entry.is_possible(has))
    }
}

impl Entry {
    /// Whether this is a fault that is to be reported, not a difference that will stay.
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

/// Whether a text is that of a pattern, which may have `*` at either end or both.
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
