//! `irsmith minimize`: a failing case made smaller.

use std::{
    env, fs,
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::Args;
use irsmith_campaign::{
    CampaignError, Engine, WorkerProgram, build_worker, find_workspace,
    minimize::{Bounds, Isolated, Outcome, Output, Strays, Watch, minimize},
    today,
};
use irsmith_fuzz::{Provenance, Target, target};

use super::fuzz::{duration, stop_on_signals};

/// Make a failing case smaller.
///
/// Keeps the signature: a candidate counts only if the target fails on it in the same way. One
/// that fails in another way is kept as a finding of its own. The target runs in a process of its
/// own, so it may crash and hang. Ctrl-C leaves the smallest case so far in the output file.
#[derive(Debug, Args)]
pub(crate) struct Minimize {
    /// The target that fails.
    target: String,
    /// The case on which it fails.
    file: PathBuf,
    /// Where the smallest case goes; beside FILE, with `.min` before its extension, if not given.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The signature to keep, or a part of it; the first one of the case if not given.
    #[arg(long, value_name = "TEXT")]
    signature: Option<String>,
    /// Ends after so many runs of the target.
    #[arg(long)]
    checks: Option<u64>,
    /// Ends after such a time, such as 60s, 10m or 2h.
    #[arg(long, value_parser = duration)]
    time: Option<Duration>,
    /// Time one run may take before it is a hang.
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Address space of the process that runs the target, in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// Folder for cases that fail in another way.
    #[arg(long, default_value = "findings", value_name = "DIR")]
    findings: PathBuf,
    /// Run the target in the worker of `irsmith fuzz`, built with overflow checks and debug
    /// assertions: for findings that only show there.
    #[arg(long)]
    checked: bool,
    /// One JSON object instead of text.
    #[arg(long)]
    json: bool,
}

impl Minimize {
    pub(crate) fn run(self) -> Result<ExitCode, CampaignError> {
        let target = target(&self.target).ok_or_else(|| CampaignError::UnknownTarget(self.target.clone()))?;
        let case = fs::read(&self.file).map_err(CampaignError::file("cannot read", &self.file))?;
        let program = self.program()?;
        let provenance = Provenance { engine: "minimizer".to_owned(), seed: 0, date: today(), execution: 0 };
        let mut checker = Isolated::new(target, &program, self.timeout, self.memory, provenance)?;
        let bounds = Bounds { checks: self.checks, time: self.time };
        let out = self.output.clone().unwrap_or_else(|| self.beside(target));
        let mut watch = Watch::new(Output::new(out.clone()), Strays::new(self.findings.clone(), target));
        let stop = stop_on_signals();
        let outcome = minimize(target, &case, self.signature.as_deref(), bounds, &mut checker, &stop, &mut watch);
        let strays = watch.finish().map_err(CampaignError::file("cannot write", &out))?;
        match outcome {
            Ok(outcome) => self.print(&outcome, &out, &strays),
            Err(CampaignError::Passes { target }) => return Ok(self.refuse(target)),
            Err(error) => return Err(error),
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The program that runs the target: this one, unless the checked build is asked for.
    fn program(&self) -> Result<WorkerProgram, CampaignError> {
        if self.checked {
            return build_worker(Engine::BuiltIn, &find_workspace()?);
        }
        let path = env::current_exe().map_err(CampaignError::file("cannot find", "this program"))?;
        Ok(WorkerProgram { path, arguments: Vec::new(), engine: Engine::Random })
    }

    /// `case.min.pexe` for `case.pexe`.
    fn beside(&self, target: &Target) -> PathBuf {
        let extension = self.file.extension().unwrap_or(target.format.extension().as_ref());
        self.file.with_extension("min").with_added_extension(extension)
    }

    /// Says that there is no failure, and how one that only shows in the worker's build can be had.
    fn refuse(&self, target: &str) -> ExitCode {
        let hint = if self.checked { "" } else { " (a finding of irsmith fuzz may need --checked)" };
        eprintln!("irsmith: nothing to minimize: {target} passes on {}{hint}", self.file.display());
        ExitCode::from(2)
    }

    fn print(&self, outcome: &Outcome, out: &Path, strays: &Strays) {
        let text = if self.json {
            format!("{}\n", outcome.json())
        } else {
            let strays = match strays.new_findings() {
                0 => String::new(),
                new => format!("{new} new findings in {}\n", self.findings.display()),
            };
            format!("{outcome}{}\n{strays}", out.display())
        };
        // Whoever closed standard output does not want it; the case is on disk.
        let _ = io::stdout().write_all(text.as_bytes());
    }
}
