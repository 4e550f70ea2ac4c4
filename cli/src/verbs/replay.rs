//! `irsmith replay`: runs every case of a corpus against every target of its format.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs::{self, DirEntry},
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use clap::Args;
use indicatif::ProgressBar;
use irsmith_campaign::find_sources;
use irsmith_fuzz::{Format, TARGETS, Target};
use irsmith_oracles::{Missing, Verdict, draws_beside, pin_draws};
use rayon::prelude::*;
use serde::Serialize;

use crate::{
    Error, Output, Status, columns::columns, formats::read_case, limits::Limits, output::print_error, programs::Programs,
    verdict_line::VerdictLine,
};

/// Run every case of corpora against every target of its format.
///
/// Looks for case files in the folders and all folders below them, and ignores other files. Prints each failure, then the number of passes,
/// skips and failures of each target. A folder without a case in or below it is an error, and so is an empty folder below it, because cases
/// may be lost. Crates among the folders below (those with a Cargo.toml) are ignored.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith replay
  irsmith replay corpora/pnacl/regressions
  irsmith replay --json findings

Exit status: 0 no oracle failed; 1 one did; 2 a folder is missing or holds no case, or a case cannot be opened.")]
pub(crate) struct Replay {
    /// Folders of cases, or cases; by default the folder corpora of the current folder or of the workspace.
    #[arg(value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// Print one JSON object for each failure, then one for each target.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    programs: Programs,
}

/// The verdicts of a target.
#[derive(Debug, Default, Serialize)]
struct Count {
    cases: u64,
    passes: u64,
    skips: BTreeMap<&'static str, u64>,
    failures: u64,
}

/// The outcome of one or more cases.
#[derive(Default)]
struct Tally {
    counts: BTreeMap<&'static str, Count>,
    failures: Vec<VerdictLine>,
    unreadable: Vec<Error>,
}

impl Replay {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        let folders = if self.folders.is_empty() { vec![own_folder()?] } else { self.folders.clone() };
        // The cases have every format, and some readers may lack a limit.
        self.limits.settings().apply_to_cases();
        let mut cases = Vec::new();
        folders.iter().try_for_each(|folder| cases_of(folder, &mut cases))?;
        // Shown on terminals only.
        let bar = ProgressBar::new(cases.len() as u64);
        let shown = Mutex::new(Shown { output, json: self.json, waiting: BTreeMap::new(), next: 0, total: Tally::default() });
        cases.par_iter().enumerate().try_for_each(|(at, case)| {
            let tally = judge(TARGETS, case, &self.limits);
            bar.inc(1);
            bar.suspend(|| shown.lock().unwrap_or_else(PoisonError::into_inner).add(at, tally))
        })?;
        bar.finish_and_clear();
        let Shown { output, total, .. } = shown.into_inner().unwrap_or_else(PoisonError::into_inner);
        let printed = if self.json { print_json(&total, output) } else { print_text(&total, output) };
        printed?;
        if let Some(note) = total.missing_tools() {
            print_error(&note);
        }
        Ok(total.status())
    }
}

/// The failures that are printed as soon as those of all cases before are, so that Ctrl-C does not lose them, and the sum of the outcomes.
struct Shown<'a> {
    output: &'a mut Output,
    json: bool,
    /// The outcomes of cases behind one that still runs, by their places.
    waiting: BTreeMap<usize, Tally>,
    /// The place of the first case that still runs.
    next: usize,
    total: Tally,
}

impl Shown<'_> {
    fn add(&mut self, at: usize, tally: Tally) -> Result<(), Error> {
        self.waiting.insert(at, tally);
        while let Some(tally) = self.waiting.remove(&self.next) {
            self.next += 1;
            tally.unreadable.iter().try_for_each(|error| self.output.print_error(error))?;
            for line in &tally.failures {
                if self.json { self.output.json(line)? } else { self.output.line(line)? }
            }
            if !tally.failures.is_empty() {
                self.output.flush()?;
            }
            self.total.add(tally);
        }
        Ok(())
    }
}

/// Returns the folder of the project's own cases.
fn own_folder() -> Result<PathBuf, Error> {
    let here = PathBuf::from("corpora");
    if here.is_dir() { Ok(here) } else { Ok(find_sources(None)?.join("corpora")) }
}

/// Adds the cases in a folder and all folders below it, in order of their names. A folder without a case is an error, since its cases
/// may be lost.
fn cases_of(folder: &Path, cases: &mut Vec<PathBuf>) -> Result<(), Error> {
    let before = cases.len();
    cases_in(folder, cases)?;
    if cases.len() > before { Ok(()) } else { Err(Error::NoCase { path: folder.into() }) }
}

/// As [`cases_of`], but a folder may contain only files of other kinds, such as notes or inputs of scripts: only an empty folder is an
/// error. Skips hidden entries and crates, and does not follow links to folders.
fn cases_in(folder: &Path, cases: &mut Vec<PathBuf>) -> Result<(), Error> {
    if folder.is_file() && Format::of_name(folder).is_some() {
        cases.push(folder.into());
        return Ok(());
    }
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
    let mut entries = entries.map_err(Error::file(folder))?;
    entries.sort_by_key(DirEntry::file_name);
    entries.retain(|entry| !entry.file_name().as_encoded_bytes().starts_with(b"."));
    if entries.is_empty() {
        return Err(Error::NoCase { path: folder.into() });
    }
    for path in entries.iter().map(DirEntry::path) {
        if path.is_dir() && !path.is_symlink() {
            if !path.join("Cargo.toml").exists() {
                cases_in(&path, cases)?;
            }
        } else if Format::of_name(&path).is_some() {
            cases.push(path);
        }
    }
    Ok(())
}

/// Runs the targets of the case's format on one case.
fn judge(targets: &[Target], path: &Path, limits: &Limits) -> Tally {
    let mut tally = Tally::default();
    let bytes = match read_case(path, limits) {
        Ok(bytes) => bytes,
        Err(error) => {
            tally.unreadable.push(error);
            return tally;
        }
    };
    pin_draws(draws_beside(path));
    for target in targets.iter().filter(|target| Some(target.format) == Format::of_name(path)) {
        let count = tally.counts.entry(target.name).or_default();
        count.cases += 1;
        target.run(&bytes, &mut |oracle, verdict| {
            count.add(&verdict);
            if verdict.is_fail() {
                tally.failures.push(VerdictLine::new(path, target.name, oracle, verdict));
            }
        });
    }
    tally
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Pass => self.passes += 1,
            Verdict::Skip(reason) => *self.skips.entry(reason).or_default() += 1,
            Verdict::Fail(_) => self.failures += 1,
        }
    }

    fn skipped(&self) -> u64 {
        self.skips.values().sum()
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        for (target, count) in other.counts {
            let sum = self.counts.entry(target).or_default();
            sum.cases += count.cases;
            sum.passes += count.passes;
            sum.failures += count.failures;
            count.skips.into_iter().for_each(|(reason, times)| *sum.skips.entry(reason).or_default() += times);
        }
        self.failures.extend(other.failures);
        self.unreadable.extend(other.unreadable);
    }

    /// Returns a note when oracles skipped cases because programs are not installed; it names each program once.
    fn missing_tools(&self) -> Option<String> {
        let run = TARGETS.iter().filter(|target| self.counts.contains_key(target.name));
        let oracles = run.flat_map(|target| target.oracles.listed());
        let missing: BTreeSet<String> = oracles
            .filter_map(|oracle| oracle.needs.missing())
            .filter(|missing| matches!(missing, Missing::Program(_)))
            .map(|missing| missing.to_string())
            .collect();
        let names: Vec<String> = missing.into_iter().collect();
        (!names.is_empty()).then(|| format!("oracles skipped every case: {}", names.join(", ")))
    }

    /// Returns the counts in the order of the registry.
    fn by_target(&self) -> impl Iterator<Item = (&'static str, &Count)> {
        TARGETS.iter().filter_map(|target| Some((target.name, self.counts.get(target.name)?)))
    }

    fn status(&self) -> Status {
        match (self.unreadable.is_empty(), self.failures.is_empty()) {
            (false, _) => Status::Unreadable,
            (true, false) => Status::Wrong,
            (true, true) => Status::Fine,
        }
    }
}

/// Prints the counts of each target.
fn print_text(total: &Tally, output: &mut Output) -> Result<(), Error> {
    let mut rows = vec![["target", "cases", "passes", "skips", "failures"].map(str::to_owned)];
    rows.extend(total.by_target().map(|(target, count)| {
        [target.into(), count.cases.to_string(), count.passes.to_string(), count.skipped().to_string(), count.failures.to_string()]
    }));
    output.bytes(columns(&rows).as_bytes())?;
    for (target, count) in total.by_target().filter(|(_, count)| !count.skips.is_empty()) {
        let reasons: Vec<String> = count.skips.iter().map(|(reason, times)| format!("{reason} {times}")).collect();
        output.line(format_args!("skips of {target}: {}", reasons.join(", ")))?;
    }
    Ok(())
}

fn print_json(total: &Tally, output: &mut Output) -> Result<(), Error> {
    #[derive(Serialize)]
    struct TargetLine<'a> {
        target: &'static str,
        #[serde(flatten)]
        count: &'a Count,
    }
    total.by_target().try_for_each(|(target, count)| output.json(&TargetLine { target, count }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_fuzz::Oracles;
    use irsmith_oracles::{Check, Family, Needs, pnacl::Oracle};

    const fn oracle(name: &'static str, check: fn(&irsmith_oracles::pnacl::Case) -> Verdict) -> Oracle {
        Oracle { name, family: Family::Robustness, about: "", floor: 0, needs: Needs::Nothing, check: Check::Whole(check) }
    }

    const PASSES: Oracle = oracle("passes", |_| Verdict::Pass);
    const SKIPS: Oracle = oracle("skips", |_| Verdict::Skip("no-reason"));
    const FAILS: Oracle = oracle("fails", |_| Verdict::fail("fails", "p", "e", "both sides"));
    const PANICS: Oracle = oracle("panics", |_| panic!("at a bad regression"));

    const fn toy(name: &'static str, oracles: &'static dyn Oracles) -> Target {
        Target { name, oracles, ..Target::of(Format::PNACL) }
    }

    #[test]
    fn bad_regressions_are_failures_and_all_verdicts_are_counted() {
        let file = tempfile::Builder::new().suffix(".pexe").tempfile().unwrap();
        let targets = [toy("good", &[PASSES, SKIPS]), toy("bad", &[PASSES, SKIPS, FAILS, PANICS])];
        let mut total = judge(&targets, file.path(), &Limits::default());
        total.add(judge(&targets, file.path(), &Limits::default()));
        let bad = &total.counts["bad"];
        assert_eq!((bad.cases, bad.passes, bad.skipped(), bad.failures), (2, 2, 2, 4));
        assert_eq!(total.counts["good"].failures, 0);
        let signatures: Vec<_> = total.failures.iter().map(ToString::to_string).collect();
        assert_eq!(signatures.len(), 4);
        assert!(signatures[0].contains(": bad: fails: fail fails/p/e ["), "{signatures:?}");
        assert!(signatures[1].contains(": bad: panics: fail panics/panic/process @"), "{signatures:?}");
        assert_eq!(total.status(), Status::Wrong);
        assert_eq!(judge(&targets[..1], file.path(), &Limits::default()).status(), Status::Fine);
    }

    #[test]
    fn a_missing_case_is_reported() {
        let tally = judge(&[toy("good", &[PASSES])], Path::new("gone.pexe"), &Limits::default());
        assert_eq!(tally.status(), Status::Unreadable);
        assert!(tally.unreadable[0].to_string().starts_with("gone.pexe: "));
    }

    #[test]
    fn cases_are_found_in_order_and_an_empty_folder_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("b/c");
        fs::create_dir_all(&inner).unwrap();
        for name in ["z.pexe", "a.pexe", "note.txt", ".hidden.pexe", "b/c/deep.pexe"] {
            fs::write(folder.path().join(name), "").unwrap();
        }
        let mut cases = Vec::new();
        cases_of(folder.path(), &mut cases).unwrap();
        let names: Vec<_> = cases.iter().map(|case| case.strip_prefix(folder.path()).unwrap().display().to_string()).collect();
        assert_eq!(names, ["a.pexe", "b/c/deep.pexe", "z.pexe"]);
        let sources = folder.path().join("krate/src");
        fs::create_dir_all(&sources).unwrap();
        fs::write(folder.path().join("krate/Cargo.toml"), "").unwrap();
        let notes = folder.path().join("notes");
        fs::create_dir_all(&notes).unwrap();
        fs::write(notes.join("a.txt"), "").unwrap();
        cases_of(folder.path(), &mut Vec::new()).expect("neither the sources of a crate nor notes are lost cases");
        let error = cases_of(&notes, &mut Vec::new()).unwrap_err();
        assert!(matches!(&error, Error::NoCase { path } if *path == notes), "{error}");
        fs::remove_file(inner.join("deep.pexe")).unwrap();
        let error = cases_of(folder.path(), &mut Vec::new()).unwrap_err();
        assert!(matches!(&error, Error::NoCase { path } if *path == inner), "{error}");
    }
}
