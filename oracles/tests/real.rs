//! Every oracle judges real programs and the probes: none fails, and each really compares.

use irsmith_oracles::{Family, Verdict, pnacl};
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
        let absent = kind == "skip tool-missing" || kind == "skip not-built";
        // Programs may need more memory than a plan has, or return from no call that is drawn.
        let may_skip = pnacl::ORACLES.iter().any(|known| known.name == *oracle && known.family == Family::Execution);
        assert!(kind == "pass" && (*count == 9 || may_skip) || absent || may_skip && kind.starts_with("skip"), "{oracle} {kind}: {count}");
    }
    let wasmi = counts.get(&(pnacl::EXEC_WASMI.name, "pass".to_owned())).copied().unwrap_or_default();
    assert!(counts.is_empty() || wasmi > 5, "{wasmi} real programs executed");
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
