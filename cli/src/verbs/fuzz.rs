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
    BesideBuild, CampaignError, Engine, Jobs, Options, Summary, WorkerProgram, build_worker, find_sources, for_terminal, minimize_findings,
    other_clone_here,
};
use irsmith_fuzz::{Mutator, TARGETS, Target, target};

use crate::{Error, output::note, programs::Programs};

/// Time of a target before another has its turn, beside the build of the worker: most targets have one.
const TURN_BESIDE_BUILD: Duration = Duration::from_secs(3);

/// How much longer an execution may take beside the build: a worker of the lowest priority may get a fiftieth of a processor.
const PATIENCE_BESIDE_BUILD: u32 = 50;

/// Fuzz targets with coverage guidance, on the stable toolchain.
///
/// Builds the instrumented worker with cargo, then runs it under supervision. A failure is saved as a finding and fuzzing continues.
/// Without --time and --runs, fuzzing continues until Ctrl-C or SIGTERM; a second signal ends it at once. While a worker is built for the
/// first time, this program runs the targets without guidance, unless --runs is given; --time begins after the build.
///
/// The worker is built from the sources that this command was built from, or from those of --sources, so the sources and cargo must be
/// there. An installed command keeps the worker in the user's cache (irsmith in XDG_CACHE_HOME or ~/.cache) and builds it once for each
/// state of the sources.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith fuzz --time 60s
  irsmith fuzz pnacl_roundtrip --runs 1000000 --jobs 1 --seed 7
  irsmith fuzz mir_llc mir_llc_passes --implementation mine=/opt/llvm/bin/llc

Exit status: 0 nothing was found; 1 there are findings; 2 wrong usage, or a target could not be run or has checked nothing.")]
pub(crate) struct Fuzz {
    /// Targets to run; by default all targets with an oracle whose requirements are met.
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// Wall-clock time of the whole run, such as 60s, 10m or 2h.
    #[arg(long, value_parser = time)]
    time: Option<Duration>,
    /// Executions of each target.
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    runs: Option<u64>,
    /// Workers at a time; by default as many as processors, but no more than targets.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Run as many workers as --jobs says, even with fewer processors or less memory.
    #[arg(long, requires = "jobs")]
    force_jobs: bool,
    /// Seed of everything random; a run with the same seed, the same --runs and one job is reproducible.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// built-in (libFuzzer) or random (no guidance, no C++ compiler).
    #[arg(long, default_value = "built-in")]
    engine: Engine,
    /// The mutations of cases: bytes, structure or mixed.
    #[arg(long, default_value_t)]
    mutator: Mutator,
    /// Folder for findings.
    #[arg(long, default_value = "findings", value_name = "DIR")]
    findings: PathBuf,
    /// Folder where corpora are kept between runs; without it they are deleted.
    #[arg(long, value_name = "DIR")]
    corpus: Option<PathBuf>,
    /// Folder of a campaign that goes on with each run: stands for --findings DIR/findings --corpus DIR/corpus.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["findings", "corpus"])]
    campaign: Option<PathBuf>,
    /// Largest case in bytes.
    #[arg(long, default_value_t = 16 << 10, value_name = "BYTES")]
    max_len: usize,
    /// Time limit of one execution before it counts as a hang; twelve times as long for a target that starts programs.
    #[arg(long, default_value = "10s", value_parser = duration)]
    timeout: Duration,
    /// Address space of a worker in MiB.
    #[arg(long, default_value_t = 2048, value_name = "MIB")]
    memory: u64,
    /// The clone of irsmith that the worker is built from; by default the one that this command was built from.
    #[arg(long, value_name = "DIR")]
    sources: Option<PathBuf>,
    /// Continue when the coverage counters do not work.
    #[arg(long)]
    allow_blind: bool,
    /// Do not minimize new findings.
    #[arg(long)]
    no_minimize: bool,
    /// Print one JSON object per target instead of the table.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

impl Fuzz {
    pub(crate) fn run(self) -> Result<ExitCode, Error> {
        self.programs.configure()?;
        let targets = self.chosen()?;
        let sources = self.sources()?;
        let options = self.options(targets.len(), sources.join("corpora"));
        options.check_findings()?;
        self.tell_who_is_left_out();
        let stop = stop_on_signals();
        let mut early = Summary::default();
        let built = build_worker(self.engine, &sources, &stop, |has_ended| {
            // How many executions there are until the build has ended differs from run to run.
            if self.runs.is_none() {
                early = run_unguided(&targets, &options, has_ended);
            }
        });
        if built.is_err() && early.found_something() {
            self.print(&early);
        }
        let program = built?;
        let options = Options { earlier: early.targets.into_iter().flat_map(|target| target.findings).collect(), ..options };
        let mut progress = for_terminal();
        let on_finding = if self.no_minimize { Box::new(|_: &_| {}) } else { minimize_findings(&program, &options, Arc::clone(&stop)) };
        let summary = irsmith_campaign::run(&targets, &program, &options, &stop, &mut *progress, on_finding)?;
        self.print(&summary);
        Ok(status(&summary))
    }

    /// Returns the sources that the worker is built from, with a note when the user might expect other sources.
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

    /// Reports the targets that were not named and would skip every case.
    fn tell_who_is_left_out(&self) {
        for target in TARGETS.iter().filter(|_| self.targets.is_empty()) {
            if let Some(missing) = target.missing() {
                note(format_args!("{} is left out: {missing}", target.name));
            }
        }
    }

    fn options(&self, targets: usize, seeds: PathBuf) -> Options {
        let in_campaign = |name: &str| self.campaign.as_ref().map(|folder| folder.join(name));
        Options {
            time: self.time,
            runs: self.runs,
            turn: Options::default().turn,
            jobs: self.workers(targets),
            seed: self.seed,
            mutator: self.mutator,
            findings: in_campaign("findings").unwrap_or_else(|| self.findings.clone()),
            corpus: in_campaign("corpus").or_else(|| self.corpus.clone()),
            seeds: Some(seeds),
            max_len: self.max_len,
            memory_mib: self.memory,
            timeout: self.timeout,
            allow_blind: self.allow_blind,
            earlier: Vec::new(),
            lowest_priority: false,
        }
    }

    /// Returns the number of workers, with a note when it is smaller than requested.
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
        // If standard output was closed, nobody wants the summary; the findings are on disk.
        let _ = io::stdout().write_all(text.as_bytes());
    }
}

/// Returns the target called `name`, if the requirements of any of its oracles are met.
fn checkable(name: &str) -> Result<&'static Target, CampaignError> {
    let target = target(name).ok_or_else(|| CampaignError::UnknownTarget(name.to_owned()))?;
    match target.missing() {
        Some(missing) => Err(CampaignError::NothingToCheck { target: target.name, missing }),
        None => Ok(target),
    }
}

/// Runs targets in this program, without guidance, until their worker is built, in the processor time that the build leaves. The findings
/// are those on disk; they are not minimized.
fn run_unguided(targets: &[&'static Target], options: &Options, has_ended: &AtomicBool) -> Summary {
    let options = Options {
        time: None,
        turn: TURN_BESIDE_BUILD,
        jobs: 1,
        corpus: None,
        timeout: options.timeout * PATIENCE_BESIDE_BUILD,
        lowest_priority: true,
        ..options.clone()
    };
    let outcome = WorkerProgram::this_program()
        .and_then(|program| irsmith_campaign::run(targets, &program, &options, has_ended, &mut BesideBuild::default(), Box::new(|_| {})));
    let mut summary = outcome.unwrap_or_else(|error| {
        note(format_args!("irsmith: nothing more is run beside the build: {error}"));
        Summary::default()
    });
    // The end of the build can end a worker before it has saved what it has counted.
    summary.targets.iter_mut().for_each(|target| target.findings.retain(|finding| finding.folder.is_dir()));
    summary
}

/// Returns 1 for findings, 2 for a target that could not run or has checked nothing, 0 otherwise.
fn status(summary: &Summary) -> ExitCode {
    let code = match (summary.found_something(), summary.has_trouble()) {
        (true, _) => 1,
        (false, true) => 2,
        (false, false) => 0,
    };
    ExitCode::from(code)
}

/// Makes a flag that Ctrl-C and SIGTERM set. A second signal ends the program at once; the kernel ends the workers with it.
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

/// Parses the time of a run: a [`duration`] that is not zero.
fn time(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        Duration::ZERO => Err("nothing can be checked in no time".to_owned()),
        time => Ok(time),
    }
}

/// The longest time: clocks do not go on for ever.
const LONGEST: Duration = Duration::from_secs(36_500 * 86_400);

/// Parses a number with a unit; seconds by default.
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
    let duration = Duration::try_from_secs_f64(number * scale).map_err(|error| error.to_string())?;
    if duration <= LONGEST { Ok(duration) } else { Err("a time of at most 36500d".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_have_units() {
        assert_eq!(duration("90"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("1.5m"), Ok(Duration::from_secs(90)));
        assert_eq!(duration("200ms"), Ok(Duration::from_millis(200)));
        assert_eq!(duration("36500d"), Ok(LONGEST));
        assert!(duration("36501d").is_err() && duration("10000000000000000000s").is_err());
        assert!(duration("soon").is_err());
        assert!(duration("5 parsecs").is_err());
    }
}
