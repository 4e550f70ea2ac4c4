//! `irsmith fuzz`: coverage-guided fuzzing of the registry's targets.

use std::{
    io::{self, Write},
    path::PathBuf,
    process::{ExitCode, exit},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use clap::Args;
use irsmith_campaign::{
    CampaignError, Engine, Jobs, Options, Summary, build_worker, find_sources, for_terminal, minimize_findings, other_clone_here,
};
use irsmith_fuzz::{Mutator, TARGETS, Target, target};

use crate::output::note;

/// Fuzz targets with coverage guidance, on the stable toolchain.
///
/// Builds the instrumented worker with cargo, then runs it under supervision. A failure is kept as
/// a finding and fuzzing goes on. Without --time and --runs it goes on until Ctrl-C or SIGTERM; a second one ends it at once.
///
/// The worker is built from the sources that this command was built from, or those that --sources names, so they and cargo must be
/// there. An installed command keeps the worker in the user's cache (irsmith in XDG_CACHE_HOME or ~/.cache) and builds it once for each
/// state of the sources.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith fuzz --time 60s
  irsmith fuzz pnacl_roundtrip --runs 1000000 --jobs 1 --seed 7

Exit status: 0 nothing was found; 1 there are findings; 2 wrong usage, or a target could not be run or has checked nothing.")]
pub(crate) struct Fuzz {
    /// Targets to run; when none is named, all that have an oracle with all it needs.
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Wall-clock time of the whole run, such as 60s, 10m or 2h.
    #[arg(long, value_parser = time)]
    time: Option<Duration>,
    /// Executions of each target.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    runs: Option<u64>,
    /// Workers at a time; as many as processors, but no more than targets, unless given.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// As many workers as --jobs says, even if there are fewer processors and there is less memory.
    #[arg(long, requires = "jobs")]
    force_jobs: bool,
    /// Seed of everything random; the same seed, --runs and one job repeat a run.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// built-in (libFuzzer) or random (no guidance, no C++ compiler).
    #[arg(long, default_value = "built-in")]
    engine: Engine,
    /// How cases are changed: bytes, structure or mixed.
    #[arg(long, default_value_t)]
    mutator: Mutator,
    /// Folder for findings.
    #[arg(long, default_value = "findings", value_name = "DIR")]
    findings: PathBuf,
    /// Folder where corpora stay between runs; without it they are dropped.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Largest case in bytes.
    #[arg(long, default_value_t = 16 << 10, value_name = "BYTES")]
    max_len: usize,
    /// Time one execution may take before it is a hang; twelve times that of a target that starts programs.
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Address space of a worker in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// The clone of irsmith that the worker is built from; the one that this command was built from when it is not given.
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
    /// Go on when the coverage counters do not count.
    #[arg(long)]
    allow_blind: bool,
    /// Leave new findings as they were found.
    #[arg(long)]
    no_minimize: bool,
    /// One JSON object a target instead of the table.
    #[arg(long)]
    json: bool,
}

impl Fuzz {
    pub(crate) fn run(self) -> Result<ExitCode, CampaignError> {
        let targets = self.chosen()?;
        let sources = self.sources()?;
        let options = self.options(targets.len(), sources.join("corpora"));
        options.check_findings()?;
        self.tell_who_is_left_out();
        let stop = stop_on_signals();
        let program = build_worker(self.engine, &sources, &stop)?;
        let mut progress = for_terminal();
        let on_finding = if self.no_minimize { Box::new(|_: &_| {}) } else { minimize_findings(&program, &options, Arc::clone(&stop)) };
        let summary = irsmith_campaign::run(&targets, &program, &options, &stop, &mut *progress, on_finding)?;
        self.print(&summary);
        Ok(status(&summary))
    }

    /// Where the worker is built from, with a word when somebody might expect another place.
    fn sources(&self) -> Result<PathBuf, CampaignError> {
        let sources = find_sources(self.sources.as_deref())?;
        if let (None, Some(here)) = (&self.sources, other_clone_here(&sources)) {
            let (sources, here) = (sources.display(), here.display());
            note(format_args!(
                "the worker is built from {sources}, as this command was, and not from {here}; --sources takes another clone"
            ));
        }
        Ok(sources)
    }

    fn chosen(&self) -> Result<Vec<&'static Target>, CampaignError> {
        if self.targets.is_empty() {
            return Ok(TARGETS.iter().filter(|target| target.missing().is_none()).collect());
        }
        self.targets.iter().map(|name| checkable(name)).collect()
    }

    /// Tells of the targets that nobody named and that would skip every case.
    fn tell_who_is_left_out(&self) {
        for target in TARGETS.iter().filter(|_| self.targets.is_empty()) {
            if let Some(missing) = target.missing() {
                note(format_args!("{} is left out: {missing}", target.name));
            }
        }
    }

    fn options(&self, targets: usize, seeds: PathBuf) -> Options {
        Options {
            time: self.time,
            runs: self.runs,
            turn: Options::default().turn,
            jobs: self.workers(targets),
            seed: self.seed,
            mutator: self.mutator,
            findings: self.findings.clone(),
            corpus: self.corpus.clone(),
            seeds: Some(seeds),
            max_len: self.max_len,
            memory_mib: self.memory,
            timeout: self.timeout,
            allow_blind: self.allow_blind,
        }
    }

    /// Workers at a time, with a word when there are fewer than were asked for.
    fn workers(&self, targets: usize) -> usize {
        let asked = self.jobs.map(usize::from);
        let jobs = Jobs::on_this_machine(asked, self.memory);
        match (asked, jobs.bounded_by) {
            (Some(asked), _) if self.force_jobs => asked,
            (Some(asked), Some(what)) => {
                note(format_args!("{} workers at a time, not {asked}: this machine has no more {what} (--force-jobs)", jobs.number));
                jobs.number
            }
            (Some(_), None) => jobs.number,
            (None, _) => jobs.number.min(targets),
        }
    }

    fn print(&self, summary: &Summary) {
        let text = if self.json { summary.json_lines() } else { summary.to_string() };
        // Whoever closed standard output does not want it; the findings are on disk.
        let _ = io::stdout().write_all(text.as_bytes());
    }
}

/// The target called `name`, if any of its oracles has all it needs.
fn checkable(name: &str) -> Result<&'static Target, CampaignError> {
    let target = target(name).ok_or_else(|| CampaignError::UnknownTarget(name.to_owned()))?;
    match target.missing() {
        Some(missing) => Err(CampaignError::NothingToCheck { target: target.name, missing }),
        None => Ok(target),
    }
}

/// 1 for findings, 2 for a target that could not be run or has checked nothing, 0 otherwise.
fn status(summary: &Summary) -> ExitCode {
    let code = match (summary.found_something(), summary.in_trouble()) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 0,
    };
    ExitCode::from(code)
}

/// A flag that Ctrl-C and SIGTERM set. A second signal ends the program at once; the kernel ends the workers with it.
pub(super) fn stop_on_signals() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let on_signal = move || {
        if flag.swap(true, Ordering::Relaxed) {
            note(format_args!("irsmith: ended at once by a second signal"));
            exit(2);
        }
    };
    // Without a handler the signal ends the run at once; findings are on disk all the same.
    let _ = ctrlc::set_handler(on_signal);
    stop
}

/// The time of a run: a [`duration`] in which something can happen.
fn time(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("nothing can be checked in no time".to_owned()),
        time => Ok(time),
    }
}

/// A number with a unit, seconds when there is none.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len());
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return Err(format!("unknown unit {unit:?}: ms, s, m, h or d")),
    };
    let number: f64 = number.parse().map_err(|_| "a number with a unit, such as 60s".to_owned())?;
    Duration::try_from_secs_f64(number * scale).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("200ms"), Ok(Duration::from_millis(200)));
        assert!(duration("soon").is_err());
        assert!(duration("5 parsecs").is_err());
    }
}
