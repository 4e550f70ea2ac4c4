//! Compares the validator with the verdicts on generated and mutated modules (`pnacl/verdicts` of the data).
//!
//! A module is valid if bcdis, abicheck and the LLVM verifier all accept it. Modules for which our verdict differs are in the table with
//! the reason; the table is exact, so that a disagreement can neither appear nor disappear unnoticed.

#[path = "support/judged.rs"]
mod judged;

use irsmith_testdata::Data;
use judged::Judged;
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [],
    outside: [generated_and_mutated_modules_are_judged_as_the_tools_judge_them],
}

/// The tools whose verdicts count, in the order of the table.
const TOOLS: [&str; 3] = ["bcdis", "abicheck", "verifier"];

/// Modules on which our verdict differs from that of the tools, each with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[];

/// Describes a disagreement: the message of the first tool that rejects, and our violations.
fn describe(file: &Judged, message: &str) -> String {
    let found = if file.errors.is_empty() { "valid".to_string() } else { file.errors.join(" ") };
    format!("the tools: {}; we: {found}", if message.is_empty() { "(no message)" } else { message })
}

fn generated_and_mutated_modules_are_judged_as_the_tools_judge_them(data: &Data) {
    let folder = data.path("pnacl/verdicts");
    let table = String::from_utf8(irsmith_testdata::read(&folder.join("verdicts.tsv"))).unwrap();
    let mut rows = table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect::<Vec<_>>());
    assert_eq!(rows.next().unwrap()[1..4], TOOLS);
    let (mut total, mut differing) = (0, BTreeMap::new());
    for row in rows {
        let verdicts = row[1..4].iter().map(ToString::to_string);
        let file = Judged::new(row[0], &folder.join(format!("{}.pexe", row[0])), &TOOLS, verdicts);
        total += 1;
        if file.is_valid() != TOOLS.iter().all(|tool| file.accepts(tool)) {
            let message = row.get(4).copied().unwrap_or_default();
            differing.entry(describe(&file, message)).or_insert_with(Vec::new).push(file.name.clone());
        }
    }
    assert!(total >= 549, "{total} modules");
    let mut names: Vec<&str> = differing.values().flatten().map(String::as_str).collect();
    names.sort_unstable();
    eprintln!("verdicts: {} of {total} agree with {}", total - names.len(), TOOLS.join(" and "));
    for (what, names) in &differing {
        eprintln!("  {}: {what}", names.join(" "));
    }
    let expected: Vec<&str> = EXCEPTIONS.iter().map(|&(name, _)| name).collect();
    assert_eq!(names, expected, "our verdict differs from that of {}", TOOLS.join(" and "));
}
