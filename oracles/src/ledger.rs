//! The ledger: accepted divergences of external implementations, and their faults that are recorded in `corpora/*/findings`.
//!
//! Each format has a data file, `corpora/FORMAT/ledger.toml`. An entry describes the failures of the oracles in which the divergence shows.
//! An oracle calls [`Ledger::expected`] before it reports a failure, and skips the case with the name of the entry as the reason. So a
//! campaign does not report the same failure repeatedly, and expected failures are counted. An entry lists no failures if its oracle
//! recognizes the divergence before it starts the program, as it must if the program would exhaust the memory.
//!
//! Each entry names a witness, a file on which its oracles skip with its name. A test runs all witnesses, so an entry must be removed when
//! its divergence disappears.

use crate::external::{ConfigurationError, Source, VersionRange, configuration, implementation, library_version, numbers};
use crate::{Failure, Signature};
use serde::Deserialize;
use std::sync::{LazyLock, OnceLock};

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
    /// The family of the program, or the name of the crate.
    pub family: String,
    /// The versions in which it shows: it hides nothing in others.
    pub versions: VersionRange,
    /// The oracles in which it shows.
    pub oracles: Vec<String>,
    /// The properties of the failures in which it shows; none if the oracle recognizes it beforehand.
    #[serde(default)]
    pub properties: Vec<String>,
    /// The elements of these failures; `*` at either end of a pattern matches any text.
    #[serde(default)]
    pub elements: Vec<String>,
    /// In place of properties and elements, where not each of the latter goes with each of the former: `oracle/property/element`, in which
    /// the element is a pattern.
    #[serde(default)]
    pub signatures: Vec<String>,
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

/// The entries of the ledgers that the user names.
static FURTHER: OnceLock<Vec<Entry>> = OnceLock::new();

/// Returns the entries of the ledgers that the user names. The command has checked them.
fn further() -> &'static [Entry] {
    FURTHER.get_or_init(|| read_further().unwrap_or_default())
}

fn read_further() -> Result<Vec<Entry>, ConfigurationError> {
    let mut entries = Vec::new();
    for ledger in &configuration().ledgers {
        let name = ledger.path.display().to_string();
        entries.extend(Source { name: &name, text: &ledger.text }.read::<File>()?.entry);
    }
    Ok(entries)
}

/// Checks the ledgers that the user names.
///
/// # Errors
/// Returns the first mistake.
pub fn check_further() -> Result<(), ConfigurationError> {
    read_further().map(drop)
}

impl Ledger {
    /// Returns all entries, in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the entry that matches a failure on a case, of this ledger or of those of the user; `has` says whether the case has a
    /// feature.
    pub fn expected(&self, failure: &Failure, has: &dyn Fn(&str) -> bool) -> Option<&Entry> {
        if configuration().no_ledger {
            return None;
        }
        self.entries.iter().chain(further()).find(|entry| entry.is_shown_by(failure) && entry.is_possible(has))
    }
}

impl Entry {
    /// Returns whether this is a fault to be reported, not a permanent difference.
    pub fn is_fault(&self) -> bool {
        self.witness.starts_with("findings/")
    }

    /// Returns whether the entry is about the implementation of this name: its family and its version. An entry about a program that is
    /// not installed, which shows nothing, applies by the family alone.
    pub fn covers(&self, name: &str) -> bool {
        match implementation(name) {
            Some(program) => program.family.name() == self.family && (program.find().is_none() || program.is_of(&self.versions)),
            None => name == self.family && library_version(name).and_then(numbers).is_some_and(|version| self.versions.contains(&version)),
        }
    }

    fn is_shown_by(&self, failure: &Failure) -> bool {
        let signature = &failure.signature;
        self.oracles.iter().any(|oracle| oracle == signature.oracle)
            && (self.has_property_and_element(signature.property, &signature.element)
                || self.signatures.iter().any(|pattern| is_pattern_of(pattern, signature)))
            && (self.site.is_none() || self.site == signature.site)
            && signature.implementations.iter().any(|name| self.covers(name))
    }

    fn has_property_and_element(&self, property: &str, element: &str) -> bool {
        self.properties.iter().any(|own| own == property) && self.elements.iter().any(|pattern| fits(pattern, element))
    }

    fn is_possible(&self, has: &dyn Fn(&str) -> bool) -> bool {
        self.has.iter().all(|needed| needed.split(" or ").any(has))
    }
}

/// Returns whether a pattern of an oracle, a property and an element matches a signature.
fn is_pattern_of(pattern: &str, signature: &Signature) -> bool {
    let rest = pattern.strip_prefix(signature.oracle).and_then(|rest| rest.strip_prefix('/'));
    let element = rest.and_then(|rest| rest.strip_prefix(signature.property)?.strip_prefix('/'));
    element.is_some_and(|element| fits(element, &signature.element))
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
        let text = "name = 'n'\nabout = ''\ncitation = ''\nwitness = ''\nfamily = 'gimli'\nversions = '0'\noracles = ['o']\n\
                     properties = ['crashes', 'dies']\nelements = ['e*']\nsite = 's'\nhas = ['x or y', 'z']";
        let ledger = Ledger { format: "f", entries: LazyLock::new(Vec::new) };
        assert!(ledger.entries().is_empty());
        let entry: Entry = toml::from_str(text).unwrap();
        let shown_by = |implementation: &str, oracle, property, element: &str, site: &str| {
            let implementations = vec![implementation.into()];
            let signature = Signature { site: Some(site.into()), implementations, ..Signature::new(oracle, property, element) };
            entry.is_shown_by(&Failure { signature, evidence: String::new() })
        };
        let shown = |oracle, property, element, site| shown_by("gimli", oracle, property, element, site);
        assert!(shown("o", "crashes", "e1", "s") && !shown_by("rspirv", "o", "crashes", "e1", "s"));
        let of_versions = |versions: &str| -> Entry { toml::from_str(&text.replace("'0'", &format!("'{versions}'"))).unwrap() };
        assert!(of_versions("..").covers("gimli") && !of_versions("..").covers("spirv-val"));
        assert!(!of_versions("9..").covers("gimli"), "another version");
        assert!(shown("o", "dies", "e1", "s"));
        assert!(!shown("p", "crashes", "e1", "s") && !shown("o", "hangs", "e1", "s"));
        assert!(!shown("o", "crashes", "1", "s") && !shown("o", "crashes", "e1", "t"));
        let listed: Entry = toml::from_str(
            &text.replace("properties = ['crashes', 'dies']\nelements = ['e*']", "signatures = ['o/crashes/e*', 'o/dies/f']"),
        )
        .unwrap();
        let lists = |oracle, property, element: &str| {
            let site = Some("s".to_owned());
            let signature = Signature { site, implementations: vec!["gimli".into()], ..Signature::new(oracle, property, element) };
            listed.is_shown_by(&Failure { signature, evidence: String::new() })
        };
        assert!(lists("o", "crashes", "e1") && lists("o", "dies", "f"));
        assert!(!lists("o", "dies", "e1") && !lists("o", "crashes", "f") && !lists("p", "crashes", "e1"));
        let possible = |all: &[&str]| entry.is_possible(&|name| all.contains(&name));
        assert!(possible(&["y", "z"]) && possible(&["x", "z"]) && !possible(&["x", "y"]) && !possible(&["z"]));
    }

    #[test]
    fn entries_are_complete_and_reported_apart() {
        for ledger in LEDGERS {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(ledger.format);
            let mut names = BTreeSet::new();
            for entry in ledger.entries() {
                assert!(names.insert(&entry.name), "{} stands twice", entry.name);
                let texts = [&entry.about, &entry.citation, &entry.family];
                assert!(texts.iter().all(|text| !text.is_empty()) && !entry.oracles.is_empty(), "{}: something is not said", entry.name);
                let (properties, elements) = (entry.properties.len(), entry.elements.len());
                assert_eq!(properties == 0, elements == 0, "{}", entry.name);
                assert!(properties < 2 || elements < 2, "{}: which element goes with which property? `signatures` says it", entry.name);
                assert!(properties == 0 || entry.signatures.is_empty(), "{}: its failures are listed twice", entry.name);
                let is_of_oracle =
                    |pattern: &String| pattern.split('/').next().is_some_and(|oracle| entry.oracles.iter().any(|own| own == oracle));
                assert!(entry.signatures.iter().all(is_of_oracle), "{}: a signature of another oracle", entry.name);
                assert!(folder.join(&entry.witness).is_file(), "{}: no witness {}", entry.name, entry.witness);
                assert!(!entry.is_fault() || entry.citation.starts_with("findings/"), "{}: a fault has a report", entry.name);
                assert!(!entry.is_fault() || folder.join(&entry.citation).is_file(), "{}: no report {}", entry.name, entry.citation);
            }
            assert!(!names.is_empty(), "{} has no entries", ledger.format);
        }
    }
}
