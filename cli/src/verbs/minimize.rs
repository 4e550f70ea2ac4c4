//! `irsmith minimize`: minimizes a failing case.

use std::{
    env,
    path::{Path, PathBuf},
    sync::atomic::AtomicBool,
    time::Duration,
};

use clap::Args;
use irsmith_campaign::{
    CampaignError, Engine, WorkerProgram, build_worker, find_sources,
    minimize::{self, Bounds, Isolated, OtherFailures, Outcome, OutcomeReport, Watch},
    today,
};
use irsmith_fuzz::{Finding, Provenance, Target, finding_beside};
use serde::Serialize;

use super::{
    fuzz::{duration, stop_on_signals},
    run::{checkable, unusable},
};
use crate::{Error, Output, Status, formats::read_case, limits::Limits, programs::Programs};

/// Minimize a failing case.
///
/// Keeps the signature: a candidate counts only if the target fails on it in the same way. A candidate that fails in another way is saved
/// as a separate finding. The target runs in a separate process, so it may crash and hang. Ctrl-C leaves the smallest case so far in the
/// output file. If the `finding.toml` beside the case records a panic of irsmith's own code, such as a mutator, that code runs on the
/// candidates instead.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith minimize pnacl_roundtrip case.pexe -o small.pexe
  irsmith minimize --checked pnacl_read findings/pnacl_read/06f0c5d0a1b2c3d4/case.pexe

Exit status: 0 the case is minimized, as far as checks and time went; 2 it does not fail, cannot be
read, or cannot be checked, for want of a program too.")]
pub(crate) struct Minimize {
    /// The target that fails.
    target: String,
    /// The case on which it fails.
    file: PathBuf,
    /// Output file; by default beside FILE, with `.min` before its extension.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The signature to keep, or a part of it; by default the first one of the case.
    #[arg(long, value_name = "TEXT")]
    signature: Option<String>,
    /// Stop after this many runs of the target.
    #[arg(long)]
    checks: Option<u64>,
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

/// The line of `--json`.
#[derive(Serialize)]
struct Line<'a> {
    #[serde(flatten)]
    outcome: OutcomeReport<'a>,
    output: String,
    new_findings: u64,
}

impl Minimize {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        let target = checkable(&self.target)?;
        self.limits.of(target.format)?.apply_to_cases();
        let case = read_case(&self.file, &self.limits)?;
        let provenance = Provenance { engine: "minimizer".to_owned(), date: today(), versions: target.versions(), ..Provenance::default() };
        let stop = stop_on_signals();
        let own = finding_beside(&self.file).filter(|finding| finding.operation().is_some());
        let provenance = Provenance { change: own.as_ref().and_then(|finding| finding.change), ..provenance };
        let mut checker = Isolated::new(target, &self.program(&stop)?, target.patience(self.timeout), self.memory, provenance)?;
        if let Some(operation) = own.as_ref().and_then(Finding::operation) {
            checker.repeat(operation, self.file.with_file_name("other").with_extension(target.format.extension()));
        }
        let bounds = Bounds { checks: self.checks, time: self.time };
        let out = self.output.clone().unwrap_or_else(|| self.beside(target));
        let file = minimize::Output::open(out.clone()).map_err(Error::file(&out))?;
        let mut watch = Watch::new(file, OtherFailures::new(self.findings.clone(), target));
        let signature = self.signature.as_deref();
        let outcome = minimize::minimize(target, &case, signature, bounds, &mut checker, &stop, &mut watch);
        let others = watch.finish().map_err(Error::file(&out))?;
        match outcome {
            Ok(outcome) => self.print(&outcome, &out, &others, output).map(|()| Status::Fine),
            Err(CampaignError::Passes { .. }) => self.refuse(target, output).map(|()| Status::Unreadable),
            Err(CampaignError::Skips { target: name, reasons }) => {
                let skips = CampaignError::Skips { target: name, reasons: reasons.clone() };
                Err(unusable(target, &self.file, &case, reasons).unwrap_or(skips.into()))
            }
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the program that runs the target: this one, unless the checked build is requested.
    fn program(&self, stop: &AtomicBool) -> Result<WorkerProgram, Error> {
        if self.checked {
            return Ok(build_worker(Engine::BuiltIn, &find_sources(None)?, stop)?);
        }
        let path = env::current_exe().map_err(Error::file("this program"))?;
        Ok(WorkerProgram { path, arguments: Vec::new(), engine: Engine::Random })
    }

    /// Returns `case.min.pexe` for `case.pexe`.
    fn beside(&self, target: &Target) -> PathBuf {
        let extension = self.file.extension().unwrap_or(target.format.extension().as_ref());
        self.file.with_extension("min").with_added_extension(extension)
    }

    /// Reports that there is no failure, which oracles skipped, and how to reproduce a failure that appears only in the worker's build.
    fn refuse(&self, target: &Target, output: &mut Output) -> Result<(), Error> {
        let oracles = target.oracles.listed();
        let missing = oracles.iter().filter_map(|oracle| Some(format!("; {} was not asked: {}", oracle.name, oracle.needs.missing()?)));
        let missing: String = missing.collect();
        let hint = if self.checked { "" } else { " (a finding of irsmith fuzz may need --checked)" };
        output.print_error(format_args!("nothing to minimize: {} passes on {}{missing}{hint}", target.name, self.file.display()))
    }

    fn print(&self, outcome: &Outcome, out: &Path, others: &OtherFailures, output: &mut Output) -> Result<(), Error> {
        let new_findings = others.new_findings();
        if self.json {
            return output.json(&Line { outcome: outcome.report(), output: out.display().to_string(), new_findings });
        }
        output.line(format_args!("{outcome}{}", out.display()))?;
        if new_findings > 0 {
            output.line(format_args!("{new_findings} new findings in {}", self.findings.display()))?;
        }
        Ok(())
    }
}
