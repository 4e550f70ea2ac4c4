//! Every oracle judges real programs and the probes: none fails, and each really compares. (The project's own PNaCl modules are seeds and
//! regressions, which the test `replay` runs through every target.)

use irsmith_oracles::{Family, Verdict, pnacl};
use irsmith_testdata::Data;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;

irsmith_testdata::data_tests! {
    own: [],
    outside: [
        real_programs_pass_every_oracle,
        probes_and_compiler_tests_fail_no_oracle,
    ],
}

/// Verdicts by oracle and kind.
type Counts = BTreeMap<(&'static str, String), usize>;

fn judge(data: &Data, folder: &str) -> Counts {
    let counts: Vec<Counts> = data.files(&format!("pnacl/{folder}"), "pexe").par_iter().map(|file| judge_file(file)).collect();
    let mut sum = Counts::new();
    counts.into_iter().flatten().for_each(|(key, count)| *sum.entry(key).or_default() += count);
    sum
}

fn judge_file(file: &Path) -> Counts {
    let case = pnacl::Case::new(&std::fs::read(file).unwrap());
    let verdict = |oracle: &pnacl::Oracle| match oracle.verdict(&case) {
        Verdict::Pass => "pass".to_owned(),
        Verdict::Skip(reason) => format!("skip {reason}"),
        Verdict::Fail(failure) => {
            eprintln!("{}: {}\n{}", file.display(), failure.signature, failure.evidence);
            "fail".to_owned()
        }
    };
    pnacl::ORACLES.iter().map(|oracle| ((oracle.name, verdict(oracle)), 1)).collect()
}

/// Returns whether an oracle may skip a real program: programs may need more memory than a plan has, or may not return from any drawn call.
fn may_skip(oracle: &pnacl::Oracle) -> bool {
    matches!(oracle.family, Family::Execution | Family::CrossFormat) || oracle.needs.missing().is_some()
}

fn real_programs_pass_every_oracle(data: &Data) {
    let counts = judge(data, "real");
    let count = |oracle: &str, kind: &str| counts.get(&(oracle, kind.to_owned())).copied().unwrap_or_default();
    for ((oracle, kind), count) in &counts {
        eprintln!("{oracle}: {kind}: {count}");
    }
    let programs: usize = counts.iter().filter(|((oracle, _), _)| *oracle == pnacl::ORACLES[0].name).map(|(_, count)| count).sum();
    for oracle in pnacl::ORACLES {
        assert_eq!(count(oracle.name, "fail"), 0, "{} fails", oracle.name);
        assert!(may_skip(oracle) || count(oracle.name, "pass") == programs, "{} skips", oracle.name);
    }
    assert!(count(pnacl::EXEC_WASMI.name, "pass") > 5, "few real programs are executed");
}

fn probes_and_compiler_tests_fail_no_oracle(data: &Data) {
    for folder in ["probes", "llvm-tests", "corrupt"] {
        for ((oracle, kind), count) in judge(data, folder) {
            eprintln!("{folder}: {oracle}: {kind}: {count}");
            assert!(kind != "fail", "{folder}: {oracle} fails on {count} files");
        }
    }
}
