//! Every oracle judges real programs and the probes: none fails, and each really compares.

use irsmith_oracles::{Verdict, pnacl};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

/// Verdicts by oracle and kind.
type Counts = BTreeMap<(&'static str, String), usize>;

fn judge(folder: &str) -> Counts {
    let counts: Vec<Counts> = irsmith_testdata::files(&format!("pnacl/{folder}"), "pexe").par_iter().map(|file| judge_file(file)).collect();
    let mut sum = Counts::new();
    counts.into_iter().flatten().for_each(|(key, count)| *sum.entry(key).or_default() += count);
    sum
}

fn judge_file(file: &Path) -> Counts {
    let case = pnacl::Case::new(&std::fs::read(file).unwrap());
    let verdict = |oracle: &pnacl::Oracle| match (oracle.check)(&case) {
        Verdict::Pass => "pass".to_owned(),
        Verdict::Skip(reason) => format!("skip {reason}"),
        Verdict::Fail(failure) => {
            eprintln!("{}: {}\n{}", file.display(), failure.signature, failure.evidence);
            "fail".to_owned()
        }
    };
    pnacl::ORACLES.iter().map(|oracle| ((oracle.name, verdict(oracle)), 1)).collect()
}

#[test]
fn real_programs_pass_every_oracle() {
    let counts = judge("real");
    for ((oracle, kind), count) in &counts {
        println!("{oracle}: {kind}: {count}");
        assert!(kind == "pass" && *count == 9 || kind == "skip tool-missing", "{oracle} {kind}");
    }
}

#[test]
fn probes_and_compiler_tests_fail_no_oracle() {
    for folder in ["probes", "llvm-tests", "corrupt"] {
        for ((oracle, kind), count) in judge(folder) {
            println!("{folder}: {oracle}: {kind}: {count}");
            assert!(kind != "fail", "{folder}: {oracle} fails on {count} files");
        }
    }
}
