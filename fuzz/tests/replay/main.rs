//! Every case of `corpora/` against every target of its format, and each regression against its expected outcome.

mod debuginfo;
mod mir;
mod pnacl;

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    thread,
};

use irsmith_fuzz::{Format, Profile, TARGETS, Target};
use irsmith_oracles::Verdict;
use irsmith_testdata::not_tested;
use serde::Deserialize;

/// A target that starts a process for each case runs every tenth seed.
const SAMPLE: usize = 10;
/// A target with fewer smoke cases counts as one that starts processes.
const SLOW: usize = 100;

/// Returns the cases of a folder of a format, in order of their names; never none.
fn cases(format: Format, folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpora").join(format.name()).join(folder);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|found| found == format.extension())).collect();
    cases.sort();
    assert!(!cases.is_empty(), "{}: no case", folder.display());
    cases
}

fn name(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

/// How often each oracle passed.
type Passes = BTreeMap<&'static str, usize>;

/// Runs a target on the cases; returns the passes and the failures.
fn replay(target: &Target, cases: &[&PathBuf]) -> (Passes, Vec<String>) {
    let (mut passes, mut failures) = (Passes::new(), Vec::new());
    let oracles: BTreeSet<&str> = target.oracles.listed().iter().map(|oracle| oracle.name).collect();
    for path in cases {
        let (mut judged, mut passed) = (BTreeSet::new(), BTreeSet::new());
        target.run(&fs::read(path).unwrap(), &mut |oracle, verdict| {
            judged.insert(oracle);
            match verdict {
                // A case counts once, however many of its parts pass.
                Verdict::Pass => *passes.entry(oracle).or_default() += usize::from(passed.insert(oracle)),
                Verdict::Skip(_) => {}
                Verdict::Fail(failure) if target.judges_others() => eprintln!("{}: {}", target.name, failure.signature),
                Verdict::Fail(failure) => {
                    failures.push(format!("{}: {}: {}\n{}", path.display(), target.name, failure.signature, failure.evidence));
                }
            }
        });
        assert_eq!(judged, oracles, "{}: {}", path.display(), target.name);
    }
    (passes, failures)
}

/// Prints what each target did: cases, passes, failures.
fn replay_all(folder: &str, sample: usize) -> BTreeMap<&'static str, (usize, Passes, Vec<String>)> {
    for missing in TARGETS.iter().flat_map(|target| target.oracles.listed()).filter_map(|oracle| oracle.needs.missing()) {
        not_tested(missing);
    }
    let run = |target: &'static Target| {
        let step = if target.smoke_cases < SLOW { sample } else { 1 };
        let all = cases(target.format, folder);
        let chosen: Vec<&PathBuf> = all.iter().step_by(step).collect();
        let (passes, failures) = replay(target, &chosen);
        eprintln!("{folder}: {}: {} cases, passes {passes:?}", target.name, chosen.len());
        (target.name, (chosen.len(), passes, failures))
    };
    thread::scope(|scope| {
        let runs: Vec<_> = TARGETS.iter().map(|target| scope.spawn(move || run(target))).collect();
        runs.into_iter().map(|run| run.join().expect("a target's panics are verdicts")).collect()
    })
}

#[test]
fn every_target_passes_on_every_seed() {
    let results = replay_all("seeds", SAMPLE);
    assert_eq!(results.len(), TARGETS.len());
    for target in TARGETS {
        let programs = cases(target.format, "seeds").iter().filter(|path| name(path).starts_with("program-")).count();
        let (cases, passes, failures) = &results[target.name];
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
        // Seeds are readable, so only a missing external program may leave a target without passes. Not every seed is a program.
        let executed = target.profile == Profile::Exec && target.format.name() == "pnacl";
        assert!(!executed || programs > 0, "{}: no seed is a program to be executed", target.name);
        let expected = if executed { &programs } else { cases };
        let passed: usize = passes.values().sum();
        // What not every generated case contains, not every seed contains. Each program must run.
        let floors: usize = target.oracles.listed().iter().map(|oracle| usize::from(oracle.floor)).sum();
        let share = if executed { 100 } else { floors.min(100) };
        assert!(target.smoke_cases < SLOW || passed * 100 >= expected * share, "{}: {passes:?} of {cases} cases", target.name);
    }
}

#[test]
fn every_target_passes_on_every_regression() {
    let results = replay_all("regressions", 1);
    assert_eq!(results.len(), TARGETS.len());
    for (target, (cases, passes, failures)) in results {
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
        // For a reading oracle any bytes are a case; other oracles skip unreadable cases.
        let read: Vec<usize> = passes.iter().filter(|(oracle, _)| oracle.ends_with("read-any")).map(|(_, count)| *count).collect();
        assert!(!target.ends_with("_read") || read == [cases], "{target}: {passes:?} of {cases} cases");
    }
}

/// The content of `NAME.toml` beside a regression; see `corpora/README.md`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    about: String,
    outcome: String,
    rules: Vec<String>,
}

/// Computes the outcome of a case of a format: how far it reads, and the rules that it violates.
type Outcome = fn(&[u8]) -> (&'static str, Vec<String>);

const OUTCOMES: &[(Format, Outcome)] =
    &[(Format::PNACL, pnacl::outcome), (Format::DEBUGINFO, debuginfo::outcome), (Format::MIR, mir::outcome)];

#[test]
fn regressions_come_out_as_they_must() {
    let mut faults = Vec::new();
    for format in Format::ALL {
        let (_, outcome) = OUTCOMES.iter().find(|(known, _)| known == format).unwrap_or_else(|| panic!("no outcomes of {format:?}"));
        for path in cases(*format, "regressions") {
            let bytes = fs::read(&path).unwrap();
            let text = fs::read_to_string(path.with_extension("toml")).unwrap_or_else(|error| panic!("{}: {error}", name(&path)));
            let expected: Expected = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", name(&path)));
            assert!(!expected.about.is_empty(), "{}", name(&path));
            let (found, rules) = outcome(&bytes);
            if found != expected.outcome || rules != expected.rules {
                faults.push(format!("{}: {found} {rules:?}, not {} {:?}", name(&path), expected.outcome, expected.rules));
            }
            if format.list(&bytes) != fs::read_to_string(path.with_extension("txt")).ok() {
                faults.push(format!("{}: the listing differs", name(&path)));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
