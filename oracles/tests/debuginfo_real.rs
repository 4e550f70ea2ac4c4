//! Runs every oracle on real modules: ours never fail, and each really compares.

use irsmith_oracles::{Needs, Verdict, debuginfo};
use irsmith_testdata::Data;
use std::collections::BTreeMap;

irsmith_testdata::data_tests! {
    own: [
        real_modules_pass_every_oracle,
    ],
    outside: [
        real_modules_pass_every_oracle,
    ],
}

/// Passes at least, of the modules of a folder: a few modules are not valid, and tools know only some of what modules say.
const PASSES: &[(&str, usize)] = &[("debuginfo", 12), ("opencl-100", 17), ("translator-100", 4)];
/// The same of the project's own modules. What the translator wrote of ours is not valid, so that some oracles pass none of it.
const OWN_PASSES: &[(&str, usize)] = &[("debuginfo", 3), ("opencl-100", 3), ("translator-100", 0)];

fn real_modules_pass_every_oracle(data: &Data) {
    for &(folder, least) in data.choose(OWN_PASSES, PASSES) {
        let files = data.files(&format!("debuginfo/{folder}"), "spv");
        let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
        for file in &files {
            let case = debuginfo::Case::new(&irsmith_testdata::read(file));
            for oracle in debuginfo::ORACLES {
                let verdict = match oracle.verdict(&case) {
                    Verdict::Pass => "pass",
                    Verdict::Skip(reason) => reason,
                    // A fault of an external tool is a finding, not a fault of ours.
                    Verdict::Fail(failure) if matches!(oracle.needs, Needs::Programs(_)) => {
                        eprintln!("{}: {}", file.display(), failure.signature);
                        "fail"
                    }
                    Verdict::Fail(failure) => panic!("{}: {}\n{}", file.display(), failure.signature, failure.evidence),
                };
                *counts.entry((oracle.name, verdict)).or_default() += 1;
            }
        }
        eprintln!("{folder} {counts:?}");
        // No module of these folders is of shaders.
        let is_asked =
            |oracle: &&debuginfo::Oracle| !matches!(oracle.needs, Needs::Programs(_)) && oracle.name != debuginfo::SHADER_LINES.name;
        for oracle in debuginfo::ORACLES.iter().filter(is_asked) {
            let passed = counts.get(&(oracle.name, "pass")).copied().unwrap_or_default();
            assert!(passed >= least, "{folder}, {}: {passed} of {}", oracle.name, files.len());
        }
    }
}
