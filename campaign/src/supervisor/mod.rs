//! The supervisor: keeps worker slots busy, and survives crashes of workers.

mod cases;
mod corpus;
mod discovery;
mod exit_cause;
mod found;
mod log;
mod pausing;
mod process;
mod schedule;
mod target_state;
mod words;

use std::{
    fs, io,
    path::Path,
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use irsmith_fuzz::{
    Provenance, Target, derive_seed, note,
    worker::{Event, StatusRecord},
    worker::{Job, StatusFile},
};
use irsmith_oracles::external::{Scratch, adopt_orphans, configuration};
use nix::sys::{
    personality::{self, Persona},
    statvfs::statvfs,
};

use self::{
    found::Found,
    process::Worker,
    schedule::{Slice, choose},
    target_state::TargetState,
};
use crate::{CampaignError, Engine, Options, Progress, Summary, WorkerProgram, day::today};

pub(crate) use exit_cause::{ENGINE, ExitCause, exit_cause};
pub use found::{NewFinding, OnFinding};
pub(crate) use log::LogReader;
pub(crate) use process::{End, kill_group};

/// Time between two rounds of the supervisor.
const ROUND: Duration = Duration::from_millis(20);

/// Rounds between two reads of the status files and two reports of progress.
const LOOK: u64 = 10;

/// Rounds between two checks of the free disk space.
const DISK: u64 = 250;

/// With less time left than this, no worker starts.
const TOO_LATE: Duration = Duration::from_millis(100);

/// Runs a campaign over `targets` until its time or its runs end or `stop` is set.
///
/// # Errors
///
/// When it cannot begin: a folder cannot be written, a worker cannot be started, or coverage counters do not work. The findings until then
/// are on disk.
pub fn run(
    targets: &[&'static Target],
    program: &WorkerProgram,
    options: &Options,
    stop: &AtomicBool,
    progress: &mut dyn Progress,
    on_finding: OnFinding,
) -> Result<Summary, CampaignError> {
    let store = options.check_findings()?;
    keep_addresses();
    adopt_orphans();
    let mut supervisor = Supervisor::new(targets, program, options, Found::new(store, on_finding))?;
    let outcome = supervisor.work(stop, progress);
    supervisor.stop_all(progress);
    supervisor.repair_corpora();
    progress.finish();
    supervisor.found.finish();
    supervisor.reread();
    supervisor.take_in_strays();
    outcome.map(|()| {
        let mut summary = supervisor.summary();
        summary.note_unchecked(stop.load(Ordering::Relaxed));
        summary
    })
}

/// Disables address space randomization for workers: libFuzzer learns from compared values, including pointers, so a run is reproducible
/// only with the same addresses. If the system forbids it, as in some containers, runs are less reproducible.
fn keep_addresses() {
    if let Ok(persona) = personality::get() {
        let _ = personality::set(persona | Persona::ADDR_NO_RANDOMIZE);
    }
}

/// A slot for one worker at a time.
#[derive(Debug, Default)]
struct Slot {
    busy: Option<Assignment>,
}

/// Number for the files and folders of a live worker.
type Place = usize;

/// A worker of a target, running or paused.
#[derive(Debug)]
struct Assignment {
    target: usize,
    place: Place,
    worker: Worker,
    /// The time slice of this turn.
    slice: Option<Slice>,
    /// Time until the worker had read the cases that its target has kept.
    begun: Option<Duration>,
    seed: u32,
}

struct Supervisor<'a> {
    program: &'a WorkerProgram,
    options: &'a Options,
    states: Vec<TargetState>,
    slots: Vec<Slot>,
    /// Workers that wait for the next turn of their target. They keep their state in memory.
    paused: Vec<Assignment>,
    slice: Option<Slice>,
    scratch: Scratch,
    date: String,
    started: Instant,
    found: Found,
    corpora_were_refused: bool,
}

impl<'a> Supervisor<'a> {
    fn new(targets: &[&'static Target], program: &'a WorkerProgram, options: &'a Options, mut found: Found) -> Result<Self, CampaignError> {
        let scratch = crate::scratch()?;
        let mut states = Vec::new();
        for target in targets {
            found.ignore_old(target);
            let state = TargetState::new(target, options, scratch.path())?;
            state.earlier.iter().for_each(|earlier| found.take_over(target, earlier.id()));
            states.push(state);
        }
        let jobs = options.jobs.max(1);
        Ok(Supervisor {
            program,
            options,
            slots: (0..jobs).map(|_| Slot::default()).collect(),
            paused: Vec::new(),
            slice: schedule::slice(states.len(), jobs, options.turn, options.time, options.runs),
            states,
            scratch,
            date: today(),
            started: Instant::now(),
            found,
            corpora_were_refused: false,
        })
    }

    /// Runs rounds until nothing is left to do.
    fn work(&mut self, stop: &AtomicBool, progress: &mut dyn Progress) -> Result<(), CampaignError> {
        for round in 0.. {
            let now = Instant::now();
            if stop.load(Ordering::Relaxed) || self.time_left(now) == Some(Duration::ZERO) || self.idle() {
                break;
            }
            self.collect(now);
            self.fill(stop)?;
            if round % LOOK == 0 {
                self.look(now);
                self.check_counters()?;
                progress.update(&self.summary());
            }
            if round % DISK == 0 {
                self.check_disk();
                self.end_workers_of_overgrown_corpora(now);
            }
            thread::sleep(ROUND);
        }
        Ok(())
    }

    fn idle(&self) -> bool {
        let working = self.slots.iter().any(|slot| slot.busy.is_some());
        !working && schedule::exhausted(self.states.iter().map(|state| &state.turn))
    }

    fn time_left(&self, now: Instant) -> Option<Duration> {
        self.options.time.map(|time| time.saturating_sub(now.duration_since(self.started)))
    }

    /// Starts workers in free slots, while there is time: starting many takes long.
    fn fill(&mut self, stop: &AtomicBool) -> Result<(), CampaignError> {
        for slot in 0..self.slots.len() {
            if self.slots[slot].busy.is_some() {
                continue;
            }
            let now = Instant::now();
            let left = self.time_left(now);
            if stop.load(Ordering::Relaxed) || left.is_some_and(|left| left < TOO_LATE) {
                break;
            }
            let Some(index) = choose(self.states.iter().map(|state| &state.turn), now) else {
                break;
            };
            let slice = self.slice.map(|slice| left.map_or(slice, |left| Slice { length: slice.length.min(left), ..slice }));
            let assignment = match self.paused_at(index) {
                Some(paused) => self.go_on(paused, slice, now),
                None => self.begin(index, slice, now)?,
            };
            self.slots[slot].busy = Some(assignment);
        }
        Ok(())
    }

    fn begin(&mut self, index: usize, slice: Option<Slice>, now: Instant) -> Result<Assignment, CampaignError> {
        let place = self.free_place();
        let ordinal = self.states[index].turn.ordinal();
        let job = self.job(place, index, ordinal);
        self.states[index].turn.begin(slice);
        fresh(&job.scratch).map_err(CampaignError::file("cannot make the scratch folder", &job.scratch))?;
        StatusFile::prepare(&job.status_file, job.max_len)
            .map_err(CampaignError::file("cannot write the scratch file", &job.status_file))?;
        let worker = Worker::start(self.program, &job, self.options.lowest_priority, now)?;
        // Without guidance no cases are kept.
        let begun = (self.program.engine == Engine::Random).then_some(Duration::ZERO);
        Ok(Assignment { target: index, place, worker, slice, begun, seed: job.seed })
    }

    fn job(&self, place: Place, index: usize, ordinal: u64) -> Job {
        // A worker that distils may remove what another worker has just written.
        let distil = !self.works_at(index);
        let (state, options) = (&self.states[index], self.options);
        // libFuzzer treats 0 as "choose a seed".
        let seed = (derive_seed(options.seed, state.target.name, ordinal) as u32).max(1);
        Job {
            target: state.target.name.to_owned(),
            seed,
            runs: state.turn.runs_left(),
            seconds: None,
            mutator: options.mutator,
            corpus: state.folders.corpus.clone(),
            seeds: state.folders.seeds.clone(),
            reload: self.slots.len() > self.states.len(),
            distil,
            max_len: options.max_len_of(state.target),
            memory_mib: options.memory_mib,
            parent: std::process::id(),
            findings: options.findings.clone(),
            provenance: self.provenance(state.target, seed),
            status_file: self.scratch.path().join(format!("status-{place}")),
            scratch: self.scratch.path().join(format!("worker-{place}")),
            configuration: configuration().clone(),
            quarantine: state.quarantine.clone(),
        }
    }

    fn provenance(&self, target: &Target, seed: u32) -> Provenance {
        let engine = self.program.engine.name().to_owned();
        Provenance { engine, seed: u64::from(seed), date: self.date.clone(), versions: target.versions(), ..Provenance::default() }
    }

    /// Checks running workers: stops those whose turn is over, records findings.
    fn look(&mut self, now: Instant) {
        let can_pause = pausing::has_room();
        for assignment in self.slots.iter_mut().filter_map(|slot| slot.busy.as_mut()) {
            assignment.worker.look(self.states[assignment.target].target.patience(self.options.timeout), now);
            let used = assignment.worker.used(now);
            assignment.begun = assignment.begun.or_else(|| assignment.worker.has_begun().then_some(used));
            match assignment.slice {
                Some(slice) if can_pause && slice.is_over(assignment.worker.used_of_turn(now)) => assignment.worker.ask_to_pause(),
                Some(slice) if !can_pause && slice.is_over_for_good(used, assignment.begun) => assignment.worker.ask_to_stop(now),
                _ => {}
            }
            self.states[assignment.target].notice(assignment.worker.record(), &mut self.found);
        }
        self.release_paused(now);
        self.reread();
    }

    /// Reads the findings again that were handled, usually minimized, since the last time.
    fn reread(&mut self) {
        for (target, id) in self.found.dealt_with() {
            let of_target = self.states.iter_mut().filter(|state| state.target.name == target);
            of_target.for_each(|state| state.reread(&id, self.found.store()));
        }
    }

    /// Handles workers that have exited.
    fn collect(&mut self, now: Instant) {
        for slot in 0..self.slots.len() {
            let busy = self.slots[slot].busy.as_mut();
            let Some(status) = busy.and_then(|assignment| assignment.worker.ended()) else {
                continue;
            };
            if let Some(assignment) = self.slots[slot].busy.take() {
                let provenance = self.provenance(self.states[assignment.target].target, assignment.seed);
                let used = assignment.worker.used_of_turn(now);
                let end = assignment.worker.finish(status, now);
                let turn = Some((assignment.slice, used));
                self.states[assignment.target].take_in(end, turn, &provenance, &mut self.found, now);
            }
        }
        self.collect_paused(now);
    }

    /// Asks every worker to end and waits for it.
    fn stop_all(&mut self, progress: &mut dyn Progress) {
        while self.slots.iter().any(|slot| slot.busy.is_some()) || !self.paused.is_empty() {
            let now = Instant::now();
            for assignment in self.slots.iter_mut().filter_map(|slot| slot.busy.as_mut()) {
                assignment.worker.ask_to_stop(now);
            }
            self.look(now);
            self.paused.iter_mut().for_each(|assignment| assignment.worker.end_paused(now));
            self.collect(now);
            progress.update(&self.summary());
            thread::sleep(ROUND);
        }
    }

    /// Without working counters libFuzzer is blind, and would report that only late.
    fn check_counters(&self) -> Result<(), CampaignError> {
        if self.program.engine != Engine::BuiltIn || self.options.allow_blind {
            return Ok(());
        }
        for assignment in self.slots.iter().filter_map(|slot| slot.busy.as_ref()) {
            let counters = assignment.worker.record().counters.unwrap_or_default();
            let checked = assignment.worker.record().counters.is_some();
            // A target that skips most of its first cases keeps none, and libFuzzer then reports no coverage.
            let unseen = assignment.worker.log().blind && mostly_judged(assignment.worker.record());
            if unseen || (checked && !counters.guide()) {
                return Err(CampaignError::Blind { counters, unseen });
            }
        }
        Ok(())
    }

    /// Reports once that the corpora cannot be written, for example because the disk is full: workers continue, but what they learn is not
    /// kept.
    fn check_disk(&mut self) {
        let folder = self.options.corpus.as_deref().unwrap_or(self.scratch.path());
        let full = statvfs(folder).is_ok_and(|disk| disk.blocks_available() == 0);
        let refused = self.states.iter().find_map(|state| state.folders.kept.as_ref()?.probe().err());
        let reason = refused.map(|error| error.to_string()).or_else(|| full.then(|| "the disk is full".to_owned()));
        if let Some(reason) = reason.as_ref().filter(|_| !self.corpora_were_refused) {
            note(format_args!(
                "irsmith: cannot write cases to {}: {reason}: new corpus cases are lost, findings come first",
                folder.display()
            ));
        }
        self.corpora_were_refused = reason.is_some();
    }

    /// Removes truncated cases from the corpora.
    fn repair_corpora(&mut self) {
        // Before there is disk space again.
        self.check_disk();
        for corpus in self.states.iter_mut().filter_map(|state| state.folders.kept.as_mut()) {
            corpus.repair_at_the_end();
        }
    }

    /// Handles findings that no worker reported: those of the finding hook.
    fn take_in_strays(&mut self) {
        for state in &mut self.states {
            for id in self.found.unmet(state.target) {
                if let Some(finding) = self.found.store().finding(state.target.name, &id) {
                    state.take_in_stray(finding);
                }
            }
        }
    }

    fn summary(&self) -> Summary {
        let elapsed = self.started.elapsed();
        let reports = self.states.iter().enumerate().map(|(index, state)| {
            let assignments = self.slots.iter().filter_map(|slot| slot.busy.as_ref()).chain(&self.paused);
            let running = assignments.filter(|assignment| assignment.target == index).map(|assignment| &assignment.worker);
            state.report(running, self.found.store())
        });
        Summary { targets: reports.collect(), elapsed, left: self.time_left(Instant::now()) }
    }
}

/// Makes an empty `folder`: a killed worker may have left files in it.
fn fresh(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => fs::create_dir(folder),
    }
}

/// Returns whether at least half of the verdicts so far are not skips.
fn mostly_judged(record: &StatusRecord) -> bool {
    let sum = |which: fn(&Event) -> bool| record.events.iter().filter(|(event, _)| which(event)).map(|(_, count)| count).sum::<u64>();
    let judged = sum(|event| matches!(event, Event::Pass { .. } | Event::Fail { .. }));
    judged >= sum(|event| matches!(event, Event::Skip { .. }))
}
