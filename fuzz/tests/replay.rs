//! Every case of `corpora/` against every target of its format, and each regression against what must come of it.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    thread,
};

use irsmith_fuzz::{Format, Profile, TARGETS, Target};
use irsmith_oracles::Verdict;
use irsmith_pnacl::{
    Limits, Module, Stream,
    stream::ItemKind,
    tables::INSTRUCTIONS,
    validate::{Violation, validate_file},
};
use serde::Deserialize;

/// Of the seeds, a target that starts a process for each case runs every tenth.
const SAMPLE: usize = 10;
/// Smoke cases below which a target counts as one that starts processes.
const SLOW: usize = 100;

/// The cases of a folder of a format, in order of their names; never none.
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

/// Runs a target on the cases; returns how many oracles passed and the failures.
fn replay(target: &Target, cases: &[&PathBuf]) -> (usize, Vec<String>) {
    let (mut passes, mut verdicts, mut failures) = (0, 0, Vec::new());
    for path in cases {
        target.run(&fs::read(path).unwrap(), &mut |_, verdict| {
            verdicts += 1;
            match verdict {
                Verdict::Pass => passes += 1,
                Verdict::Skip(_) => {}
                Verdict::Fail(failure) => {
                    failures.push(format!("{}: {}: {}\n{}", path.display(), target.name, failure.signature, failure.evidence));
                }
            }
        });
    }
    assert_eq!(verdicts, cases.len() * target.oracles.len(), "{}", target.name);
    (passes, failures)
}

/// What each target did: cases, passes, failures.
fn replay_all(folder: &str, sample: usize) -> BTreeMap<&'static str, (usize, usize, Vec<String>)> {
    let run = |target: &'static Target| {
        let step = if target.smoke_cases < SLOW { sample } else { 1 };
        let all = cases(target.format, folder);
        let chosen: Vec<&PathBuf> = all.iter().step_by(step).collect();
        let (passes, failures) = replay(target, &chosen);
        eprintln!("{folder}: {}: {} cases, {passes} passes", target.name, chosen.len());
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
    let programs = cases(Format::Pnacl, "seeds").iter().filter(|path| name(path).starts_with("program-")).count();
    assert!(programs > 0, "no seed is a program to be executed");
    for target in TARGETS {
        let (cases, passes, failures) = &results[target.name];
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
        // Seeds read, so only a witness that is not installed may leave a target without passes. Not every seed is a program.
        let expected = if target.profile == Profile::Exec { &programs } else { cases };
        assert!(target.smoke_cases < SLOW || passes >= expected, "{}: {passes} passes of {cases} cases", target.name);
    }
}

#[test]
fn every_target_passes_on_every_regression() {
    let results = replay_all("regressions", 1);
    assert_eq!(results.len(), TARGETS.len());
    for (target, (cases, passes, failures)) in results {
        assert!(failures.is_empty(), "{}", failures.join("\n\n"));
        // Any bytes are a case of the reader's target; others skip what does not read.
        assert!(target != "pnacl_read" || passes == cases, "{passes} passes of {cases} cases");
    }
}

/// The seeds are what fuzzing begins with: each is a module, the generated ones are valid, and no instruction is without a seed.
#[test]
fn seeds_are_modules_and_have_every_instruction() {
    let (mut codes, mut generated, mut manual) = (BTreeSet::new(), 0, 0);
    for path in cases(Format::Pnacl, "seeds") {
        let name = name(&path);
        let bytes = fs::read(&path).unwrap();
        Module::read(&bytes, &Limits::default()).unwrap_or_else(|error| panic!("{name}: {error}"));
        let stream = Stream::read(&bytes, &Limits::default()).unwrap();
        codes.extend(function_codes(&stream));
        if name.starts_with("rows-") {
            generated += 1;
            let violations = validate_file(&bytes, &Limits::default()).unwrap();
            assert!(!violations.iter().any(Violation::is_error), "{name}: {violations:?}");
        }
        manual += usize::from(name.starts_with("manual-"));
    }
    assert!(generated > 0 && manual > 0, "{generated} generated seeds, {manual} of the manual");
    let missing: Vec<_> = INSTRUCTIONS.iter().filter(|row| !codes.contains(&row.code)).map(|row| row.code).collect();
    assert!(missing.is_empty(), "no seed has the instructions {missing:?}");
}

/// The codes of all records in function blocks themselves.
fn function_codes(stream: &Stream) -> BTreeSet<u32> {
    let (mut open, mut codes) = (Vec::new(), BTreeSet::new());
    for (_, item) in stream.content() {
        match &item.kind {
            ItemKind::Enter { block, .. } => open.push(u64::from(*block)),
            ItemKind::End => drop(open.pop()),
            ItemKind::Record(record) if open.last() == Some(&irsmith_pnacl::tables::BlockKind::Function.code()) => {
                codes.insert(record.code);
            }
            _ => {}
        }
    }
    codes
}

/// What `NAME.toml` beside a regression says; see `corpora/README.md`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    about: String,
    outcome: String,
    rules: Vec<String>,
}

/// What comes of a case: how far it reads, and the rules that it violates.
fn outcome(bytes: &[u8]) -> (&'static str, Vec<String>) {
    let limits = Limits::default();
    let refused = |error: irsmith_pnacl::Error| vec![error.kind.rule().id.to_owned()];
    if let Err(error) = Stream::read(bytes, &limits) {
        return ("unreadable", refused(error));
    }
    match validate_file(bytes, &limits) {
        Err(error) => ("no-model", refused(error)),
        Ok(violations) => {
            let outcome = if violations.iter().any(Violation::is_error) { "invalid" } else { "valid" };
            (outcome, violations.iter().map(|violation| violation.rule.id.to_owned()).collect())
        }
    }
}

#[test]
fn regressions_come_out_as_they_must() {
    let mut faults = Vec::new();
    for path in cases(Format::Pnacl, "regressions") {
        let bytes = fs::read(&path).unwrap();
        let text = fs::read_to_string(path.with_extension("toml")).unwrap_or_else(|error| panic!("{}: {error}", name(&path)));
        let expected: Expected = toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", name(&path)));
        assert!(!expected.about.is_empty(), "{}", name(&path));
        let (found, rules) = outcome(&bytes);
        if found != expected.outcome || rules != expected.rules {
            faults.push(format!("{}: {found} {rules:?}, not {} {:?}", name(&path), expected.outcome, expected.rules));
        }
        if Format::Pnacl.list(&bytes) != fs::read_to_string(path.with_extension("txt")).ok() {
            faults.push(format!("{}: the listing differs", name(&path)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
