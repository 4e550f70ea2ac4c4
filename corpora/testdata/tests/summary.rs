//! Prints on standard error what `cargo test` did not test on this machine, as the last test of the workspace. It is a test without a
//! harness, so that its output is shown.

use std::{collections::BTreeSet, env};

use irsmith_oracles::{
    external::{Task, implementations},
    ledger::LEDGERS,
};

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
        let entries = LEDGERS.iter().flat_map(|ledger| ledger.entries()).filter(|entry| entry.family == tool.family.name());
        let entries: Vec<_> = entries.collect();
        if tool.takes_part(Task::Judge) && !entries.is_empty() && !entries.iter().any(|entry| entry.covers(tool.name)) {
            let known: BTreeSet<String> = entries.iter().map(|entry| entry.versions.to_string()).collect();
            let known = known.into_iter().collect::<Vec<_>>().join(", ");
            lines.push(format!("known faults of {} {known}: {version} is installed", tool.name));
        }
    }
    lines
}
