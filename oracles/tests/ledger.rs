//! Every entry of the ledger has a witness: on it, its oracles skip with the name of the entry.

use irsmith_oracles::external::implementations;
use irsmith_oracles::ledger::{Entry, LEDGERS, Ledger};
use irsmith_oracles::{Oracle, Verdict, debuginfo, draws_beside, mir, pin_draws, pnacl};
use irsmith_testdata::not_tested;
use std::path::Path;

/// Returns the verdicts of an oracle of a list on a file, or on its parts.
fn verdicts<C: for<'a> From<&'a [u8]>>(oracles: &[Oracle<C>], name: &str, bytes: &[u8]) -> Option<Vec<Verdict>> {
    let oracle = oracles.iter().find(|oracle| oracle.name == name)?;
    Some(oracle.verdicts(&C::from(bytes)))
}

/// Returns whether the program is installed in the version that the entry is about.
fn is_installed(entry: &Entry) -> bool {
    let mut family = implementations().iter().filter(|tool| tool.family.name() == entry.family).peekable();
    assert!(family.peek().is_some(), "{}: there is no program of the family {}", entry.name, entry.family);
    let known = family.any(|tool| tool.find().is_some() && !tool.tasks_by_default().is_empty() && entry.covers(tool.name));
    if !known {
        not_tested(format_args!("{} of version {} is not installed", entry.family, entry.versions));
    }
    known
}

/// Returns the unexpected verdicts of an entry's oracles on its witness.
fn faults(ledger: &Ledger, entry: &Entry) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(ledger.format).join(&entry.witness);
    let bytes = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    pin_draws(draws_beside(&path));
    let mut faults = Vec::new();
    for name in &entry.oracles {
        let said = verdicts(debuginfo::ORACLES, name, &bytes).or_else(|| verdicts(pnacl::ORACLES, name, &bytes));
        let said = said.or_else(|| verdicts(mir::ORACLES, name, &bytes));
        let said = said.unwrap_or_else(|| panic!("{}: there is no oracle {name}", entry.name));
        let is_shown = said.iter().any(|verdict| matches!(verdict, Verdict::Skip(reason) if *reason == entry.name));
        if !is_shown || said.iter().any(Verdict::is_fail) {
            faults.push(format!("{}: {name}: {said:?}", entry.name));
        }
    }
    faults
}

#[test]
fn witnesses_show_what_they_are_for() {
    let (mut shown, mut found) = (0, Vec::new());
    for ledger in LEDGERS {
        for entry in ledger.entries().iter().filter(|entry| is_installed(entry)) {
            found.extend(faults(ledger, entry));
            shown += 1;
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
    // Where programs are installed, and none in the version of any entry, the ledger is about other programs than those that are asked:
    // this is no reason to pass.
    let has_entries = |family: &str| LEDGERS.iter().flat_map(|ledger| ledger.entries()).any(|entry| entry.family == family);
    let versions =
        implementations().iter().filter(|tool| has_entries(tool.family.name())).filter_map(|tool| Some((tool.name, tool.version()?)));
    let installed: Vec<_> = versions.collect();
    assert!(shown > 0 || installed.is_empty(), "installed are {installed:?}, and no entry of the ledgers is about these versions");
    eprintln!("{shown} entries shown");
}
