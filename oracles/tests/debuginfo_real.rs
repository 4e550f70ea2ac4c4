//! Every oracle judges real modules: none fails, and each really compares.

use irsmith_oracles::{Verdict, debuginfo};
use std::collections::BTreeMap;

#[test]
fn real_modules_pass_every_oracle() {
    for folder in ["debuginfo", "opencl-100", "translator-100"] {
        let files = irsmith_testdata::files(&format!("debuginfo/{folder}"), "spv");
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for file in &files {
            let case = debuginfo::Case::new(&irsmith_testdata::read(file));
            for oracle in debuginfo::ORACLES {
                match (oracle.check)(&case) {
                    Verdict::Pass => *counts.entry((oracle.name, "pass")).or_default() += 1,
                    Verdict::Skip(reason) => *counts.entry((oracle.name, reason)).or_default() += 1,
                    Verdict::Fail(failure) => panic!("{}: {}\n{}", file.display(), failure.signature, failure.evidence),
                }
            }
        }
        println!("{folder} {counts:#?}");
        for oracle in debuginfo::ORACLES.iter().filter(|oracle| oracle.needs.missing().is_none()) {
            let passed = counts.get(&(oracle.name, "pass")).copied().unwrap_or_default();
            assert!(passed * 100 >= files.len() * usize::from(oracle.floor), "{folder}, {}: {passed} of {}", oracle.name, files.len());
        }
    }
}
