//! `irsmith minimize`: minimizes a failing case.

use std::{
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::{Duration, SystemTime},
};

use clap::Args;
use irsmith_campaign::{
    CampaignError, Engine, WorkerProgram, build_worker, find_sources,
    minimize::{
        self, Bounds, Checker, CommandCheck, Confirmed, Ending, Isolated, OtherFailures, Outcome, OutcomeReport, Parallel, Resumed, Watch,
    },
    today,
};
use irsmith_fuzz::{Finding, Format, Provenance, Target, finding_beside};
use irsmith_oracles::{draws_beside, keep_draws};
use serde::Serialize;

use super::{
    fuzz::{duration, stop_on_signals},
    run::{checkable, foreign, unusable},
};
use crate::{
    Error, Output, Status,
    formats::{format_names, read_case},
    limits::Limits,
    programs::Programs,
};

/// Minimize a failing case.
///
/// Keeps the signature: a candidate counts only if the target fails on it in the same way. A candidate that fails in another way is saved
/// as a separate finding. The target runs in a separate process, so it may crash and hang. Ctrl-C leaves the smallest case so far in the
/// output file, and results of checks beside it, with which the same command goes on. If the `finding.toml` beside the case records a panic
/// of irsmith's own code, such as a mutator, that code runs on the candidates instead.
///
/// With --check, a command of yours says which candidates to keep, and no target runs.
#[derive(Debug, Args)]
#[command(
    override_usage = "irsmith minimize [OPTIONS] [TARGET] <FILE>",
    after_help = "\
Examples:
  irsmith minimize pnacl_roundtrip case.pexe -o small.pexe
  irsmith minimize --check ./still-crashes.sh case.mir -o small.mir
  irsmith minimize --checked pnacl_read findings/pnacl_read/06f0c5d0a1b2c3d4/case.pexe

Exit status: 0 the case is minimized, as far as checks and time went; 2 it does not fail, cannot be
read, or cannot be checked, for want of a program too."
)]
pub(crate) struct Minimize {
    /// The target that fails; none with --check, but the file.
    #[arg(value_name = "TARGET")]
    first: PathBuf,
    /// The case on which it fails.
    #[arg(value_name = "FILE", required_unless_present = "check")]
    second: Option<PathBuf>,
    /// Keep every candidate on which this command ends with status 0. Its last argument is the path of the candidate; a shell does not
    /// run. The format of the file is known from its content or extension.
    #[arg(long, value_name = "COMMAND", conflicts_with_all = ["second", "signature", "checked", "findings", "memory"])]
    check: Option<String>,
    /// Output file, another one than FILE; by default beside FILE, with `.min` before its extension.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The signature to keep, or a part of it; by default the first one of the case.
    #[arg(long, value_name = "TEXT")]
    signature: Option<String>,
    /// Stop after this many runs of the target, or of the command.
    #[arg(long)]
    checks: Option<u64>,
    /// Check this many candidates at the same time. The result is that of one job; the command runs more often.
    #[arg(short, long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    jobs: u16,
    /// Stop after this time, such as 60s, 10m or 2h.
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Time limit of one run before it counts as a hang; twelve times as long for a target that starts programs.
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Address space of the process that runs the target, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// Folder for cases that fail in another way.
    #[arg(long, default_value = "findings", value_name = "DIR")]
    findings: PathBuf,
    /// Run the target in the worker of `irsmith fuzz`, built with overflow checks and debug assertions: for findings that appear only
    /// there.
    #[arg(long)]
    checked: bool,
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    programs: Programs,
}

/// Files that no format has, and what they are: a command that accepts one accepts everything, or everything but an empty file.
const PROBES: [(&[u8], &str); 2] = [(b"", "an empty file"), (b"\n", "a file of one byte")];

/// The line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    outcome: OutcomeReport<'a>,
    output: String,
    new_findings: u64,
    /// Runs on the result after minimization.
    confirmations: u32,
    /// Whether the result did not fail in each of them.
    flaky: bool,
}

impl Minimize {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.check_output()?;
        self.programs.configure()?;
        match &self.check {
            Some(command) => self.with_command(command, output),
            None => self.with_target(output),
        }
    }

    /// Returns the case.
    fn file(&self) -> &Path {
        self.second.as_ref().unwrap_or(&self.first)
    }

    /// Refuses an output that would replace the case: a run that is interrupted goes on from the case. Standard input has no place beside
    /// it.
    fn check_output(&self) -> Result<(), Error> {
        match &self.output {
            None if self.file() == Path::new("-") => Err(Error::NoOutput),
            Some(out) if out == Path::new("-") => Err(Error::OutputIsStream),
            Some(out) if out.canonicalize().is_ok_and(|out| self.file().canonicalize().is_ok_and(|file| file == out)) => {
                Err(Error::OutputIsCase { path: out.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Minimizes what a command of the user accepts.
    fn with_command(&self, command: &str, output: &mut Output) -> Result<Status, Error> {
        let case = read_case(self.file(), &self.limits)?;
        let unknown = || Error::UnknownFormat { path: self.file().to_owned(), known: format_names() };
        let format = Format::of_file(self.file(), &case).ok_or_else(unknown)?;
        self.limits.of(format)?.apply_to_cases();
        let one = || CommandCheck::new(command, format, self.file(), self.timeout);
        let mut checker = Parallel::new(one()?, (1..self.jobs).map(|_| one()).collect::<Result<_, _>>()?);
        let stop = stop_on_signals();
        let useless = |how: String| Err(Error::Check { command: command.to_owned(), how });
        for (probe, name) in PROBES {
            if checker.check(probe, &stop)?.is_some_and(|findings| !findings.is_empty()) {
                return useless(format!("also ends with status 0 for {name}, so that it would accept every candidate"));
            }
        }
        let target = checker.checkers()[0].target();
        let out = self.output.clone().unwrap_or_else(|| self.beside(&target));
        let file = minimize::Output::open(out.clone()).map_err(Error::file(&out))?;
        let mut watch = Watch::new(file, None);
        let files: Vec<_> = checker.checkers()[0].files().map(changed).collect();
        let about = format!("{command} {files:?} {:?}", self.timeout);
        let mut checker = self.resumed(checker, &out, &case, about, output)?;
        let bounds = self.bounds(PROBES.len() as u64, checker.known());
        let outcome = minimize::minimize(&target, &case, None, bounds, &mut checker, &stop, &mut watch);
        watch.finish().map_err(Error::file(&out))?;
        match outcome {
            Ok(outcome) => {
                keep_draws(&out, None).map_err(Error::file(&out))?;
                let checks = checker.checker().checkers().iter().map(|checker| checker.runs()).sum();
                let held = self.confirm(&outcome, &mut checker, &stop)?;
                self.print(&Outcome { checks, ..outcome }, &held, &out, 0, output).map(|()| Status::Fine)
            }
            Err(CampaignError::Passes { .. }) => {
                useless(format!("{} for {}", checker.checker().checkers()[0].last_end(), self.file().display()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Minimizes what a target fails on.
    fn with_target(&self, output: &mut Output) -> Result<Status, Error> {
        let target = checkable(&self.first.to_string_lossy())?;
        self.limits.of(target.format)?.apply_to_cases();
        let case = read_case(self.file(), &self.limits)?;
        let provenance = Provenance { engine: "minimizer".to_owned(), date: today(), versions: target.versions(), ..Provenance::default() };
        let stop = stop_on_signals();
        let own = finding_beside(self.file()).filter(|finding| finding.operation().is_some());
        let provenance = Provenance { change: own.as_ref().and_then(|finding| finding.change), ..provenance };
        let program = self.program(&stop)?;
        let one = || {
            let mut checker = Isolated::new(target, &program, target.patience(self.timeout), self.memory, provenance.clone())?;
            if let Some(operation) = own.as_ref().and_then(Finding::operation) {
                checker.repeat(operation, self.file().with_file_name("other").with_extension(target.format.extension()));
            }
            Ok::<_, CampaignError>(checker)
        };
        let mut checker = Parallel::new(one()?, (1..self.jobs).map(|_| one()).collect::<Result<_, _>>()?);
        checker.set_draws(draws_beside(self.file()));
        let out = self.output.clone().unwrap_or_else(|| self.beside(target));
        let file = minimize::Output::open(out.clone()).map_err(Error::file(&out))?;
        let (built, versions, limits) = (changed(&program.path), &provenance.versions, (self.timeout, self.memory, &self.limits));
        let tested: Vec<_> = target.program_files().into_iter().map(|program| (program, changed(program))).collect();
        let about = format!("{} {:?} {built:?} {versions:?} {tested:?} {limits:?} {:?}", target.name, self.signature, self.programs);
        let mut checker = self.resumed(checker, &out, &case, about, output)?;
        let bounds = self.bounds(0, checker.known());
        let mut watch = Watch::new(file, Some(OtherFailures::new(self.findings.clone(), target)));
        let signature = self.signature.as_deref();
        let outcome = minimize::minimize(target, &case, signature, bounds, &mut checker, &stop, &mut watch);
        let others = watch.finish().map_err(Error::file(&out))?;
        match outcome {
            Ok(outcome) => {
                keep_draws(&out, outcome.draws).map_err(Error::file(&out))?;
                let held = self.confirm(&outcome, &mut checker, &stop)?;
                let new_findings = others.as_ref().map_or(0, OtherFailures::new_findings);
                let outcome = Outcome { checks: outcome.checks - checker.reused(), ..outcome };
                self.print(&outcome, &held, &out, new_findings, output).map(|()| Status::Fine)
            }
            Err(CampaignError::Passes { .. }) => match foreign(target, self.file(), &case) {
                Some(error) => Err(error),
                None => self.refuse(target, output).map(|()| Status::Unreadable),
            },
            Err(CampaignError::Skips { target: name, reasons }) => {
                let skips = CampaignError::Skips { target: name, reasons: reasons.clone() };
                Err(unusable(target, self.file(), &case, reasons).unwrap_or(skips.into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns a checker that goes on where an interrupted minimization with the same output ended.
    fn resumed<C: Checker>(&self, checker: C, out: &Path, case: &[u8], about: String, output: &mut Output) -> Result<Resumed<C>, Error> {
        let checker = Resumed::new(checker, out, case, about);
        if checker.known() > 0 {
            let (known, path) = (checker.known(), checker.path().display());
            output.print_error(format_args!("goes on with the results of {known} checks in {path}; delete it to begin again"))?;
        }
        Ok(checker)
    }

    /// Returns the limits of the minimizer, after checks of this run; it counts the `known` ones of an earlier run too.
    fn bounds(&self, checked: u64, known: u64) -> Bounds {
        Bounds { checks: self.checks.map(|checks| checks.saturating_sub(checked).saturating_add(known)), time: self.time }
    }

    /// Runs the result again. What a complete minimization leaves on disk besides goes.
    fn confirm<C: Checker>(&self, outcome: &Outcome, checker: &mut Resumed<C>, stop: &AtomicBool) -> Result<Confirmed, Error> {
        if outcome.ending == Ending::Complete {
            checker.finish();
        }
        Ok(minimize::confirm(outcome, checker.checker(), stop)?)
    }

    /// Returns the program that runs the target: this one, unless the checked build is requested.
    fn program(&self, stop: &AtomicBool) -> Result<WorkerProgram, Error> {
        if self.checked {
            return Ok(build_worker(Engine::BuiltIn, &find_sources(None)?, stop, |_| ())?);
        }
        Ok(WorkerProgram::this_program()?)
    }

    /// Returns `case.min.pexe` for `case.pexe`.
    fn beside(&self, target: &Target) -> PathBuf {
        let extension = self.file().extension().unwrap_or(target.format.extension().as_ref());
        self.file().with_extension("min").with_added_extension(extension)
    }

    /// Reports that there is no failure, which oracles skipped, and how to reproduce a failure that appears only in the worker's build.
    fn refuse(&self, target: &Target, output: &mut Output) -> Result<(), Error> {
        let oracles = target.oracles.listed();
        let missing = oracles.iter().filter_map(|oracle| Some(format!("; {} was not asked: {}", oracle.name, oracle.needs.missing()?)));
        let missing: String = missing.collect();
        let hint = if self.checked { "" } else { " (a finding of irsmith fuzz may need --checked)" };
        output.print_error(format_args!("nothing to minimize: {} passes on {}{missing}{hint}", target.name, self.file().display()))
    }

    fn print(&self, outcome: &Outcome, held: &Confirmed, out: &Path, new_findings: u64, output: &mut Output) -> Result<(), Error> {
        if self.json {
            let (confirmations, flaky) = (held.runs, held.is_flaky());
            return output.json(&Line { outcome: outcome.report(), output: out.display().to_string(), new_findings, confirmations, flaky });
        }
        output.line(format_args!("{outcome}{}", out.display()))?;
        if held.is_flaky() {
            output.line(format_args!("flaky: the result fails in {} of {} further runs", held.failed, held.runs))?;
        }
        if new_findings > 0 {
            output.line(format_args!("{new_findings} new findings in {}", self.findings.display()))?;
        }
        Ok(())
    }
}

/// Returns the size of a program and when it was written: another build may fail otherwise.
fn changed(program: &Path) -> Option<(u64, Option<SystemTime>)> {
    let metadata = program.metadata().ok()?;
    Some((metadata.len(), metadata.modified().ok()))
}
