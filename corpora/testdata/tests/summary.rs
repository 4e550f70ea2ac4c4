//! Prints on standard error what `cargo test` did not test on this machine, as the last test of the workspace. It is a test without a
//! harness, so that its output is shown.

use std::{collections::BTreeSet, env};

use irsmith_oracles::{external::implementations, ledger::LEDGERS};

fn main() {
    // Tools that list tests run every test program.
    if env::args().any(|argument| argument == "--list") {
        return;
    }
    let lines = not_tested();
    if lines.is_empty() {
        eprintln!("\nNothing was left out for want of files or programs.");
    } else {
        eprintln!("\nNot tested on this machine; the lines `not tested: ...` above name the tests:");
        lines.iter().for_each(|line| eprintln!("  {line}"));
    }
}

fn not_tested() -> Vec<String> {
    let mut lines = Vec::new();
    if irsmith_testdata::Data::found_outside().is_none() {
        lines.push("comparison with files of other people: IRSMITH_DATA names no folder (the tests `with_outside_data`)".to_owned());
    }
    for tool in implementations().iter().filter(|tool| !tool.tasks_by_default().is_empty()) {
        let Some(version) = tool.version() else {
            lines.push(format!("what {} says: it is not installed (package {})", tool.name, tool.package.as_deref().unwrap_or("unknown")));
            continue;
        };
        let entries = LEDGERS.iter().flat_map(|ledger| ledger.entries()).filter(|entry| entry.implementation == tool.name);
        let known: BTreeSet<&str> = entries.map(|entry| entry.version.as_str()).collect();
        for known in known.into_iter().filter(|known| !version.contains(known)) {
            lines.push(format!("known faults of {} {known}: {version} is installed", tool.name));
        }
    }
    lines
}
