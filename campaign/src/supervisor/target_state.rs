//! The supervisor's state of one target.

use std::{
    collections::BTreeMap,
    path::Path,
    time::{Duration, Instant},
};

use irsmith_fuzz::{
    Finding, Provenance, Store, Target, content_hash, hexadecimal, note,
    worker::{Event, StatusRecord},
};
use irsmith_oracles::Failure;

use super::{
    cases::Folders,
    exit_cause::{ExitCause, exit_cause},
    found::Found,
    log::Log,
    process::{End, Worker},
    schedule::{Ending, Slice, Turn},
    words::Words,
};
use crate::{CampaignError, FindingReport, Options, TargetReport};

/// One target of a campaign.
#[derive(Debug)]
pub(super) struct TargetState {
    pub(super) target: &'static Target,
    pub(super) folders: Folders,
    pub(super) turn: Turn,
    /// Content hashes of the cases that ended a worker.
    pub(super) quarantine: Vec<u64>,
    /// Findings of the campaign just before this one.
    pub(super) earlier: Vec<FindingReport>,
    /// Counts of workers that have ended.
    past: Counts,
    /// The summaries of the signatures of this campaign.
    words: Words,
    /// Why the last workers could not begin.
    trouble: Option<String>,
}

/// Counts of one or more workers.
#[derive(Clone, Debug, Default)]
struct Counts {
    executions: u64,
    used: Duration,
    coverage: u64,
    features: u64,
    corpus: u64,
    work: u64,
    times: BTreeMap<String, Duration>,
    events: BTreeMap<Event, u64>,
    uncounted: u64,
}

impl Counts {
    /// Counts are added up; coverage and corpus are shared by the workers of a target.
    fn add(&mut self, record: &StatusRecord, log: &Log, used: Duration) {
        self.executions += record.executions;
        self.used += used;
        self.coverage = self.coverage.max(log.coverage.unwrap_or(0));
        self.features = self.features.max(log.features.unwrap_or(0));
        self.corpus = self.corpus.max(log.corpus.unwrap_or(record.corpus));
        self.work += record.work;
        for (oracle, time) in &record.times {
            *self.times.entry(oracle.clone()).or_default() += *time;
        }
        for (event, count) in &record.events {
            *self.events.entry(event.clone()).or_default() += count;
        }
        self.uncounted += record.uncounted;
    }
}

impl TargetState {
    pub(super) fn new(target: &'static Target, options: &Options, scratch: &Path) -> Result<Self, CampaignError> {
        Ok(TargetState {
            target,
            folders: Folders::prepare(target, options, scratch)?,
            turn: Turn::new(options.runs),
            quarantine: Vec::new(),
            earlier: options.earlier.iter().filter(|earlier| earlier.target == target.name).cloned().collect(),
            past: Counts::default(),
            words: Words::new(target.name),
            trouble: None,
        })
    }

    /// Passes the new findings in `record` on.
    pub(super) fn notice(&mut self, record: &StatusRecord, found: &mut Found) {
        for event in record.events.keys() {
            if let Event::Fail { signature, .. } = event {
                found.notice(self.target, signature);
                self.words.read_new(found.store(), signature);
            }
        }
    }

    /// Reads the finding `id` again, which the hook has handled.
    pub(super) fn reread(&mut self, id: &str, store: &Store) {
        self.words.read(store, id);
    }

    /// Handles a worker that has ended: its counts, and its failure if it crashed. It had a `turn` of which it used some time, or was
    /// paused.
    pub(super) fn take_in(
        &mut self,
        end: End,
        turn: Option<(Option<Slice>, Duration)>,
        provenance: &Provenance,
        found: &mut Found,
        now: Instant,
    ) {
        self.past.add(&end.record, &end.log, end.used);
        if let Some(corpus) = &mut self.folders.kept {
            corpus.repair_while_running();
        }
        self.notice(&end.record, found);
        if end.record.executions > 0 {
            // Workers can begin, whatever stopped earlier ones.
            self.trouble = None;
        }
        let ending = match exit_cause(self.target, &end) {
            ExitCause::Orderly if end.status.success() => Ending::Finished,
            ExitCause::Orderly => Ending::Stopped,
            ExitCause::Unable(reason) => {
                self.trouble = Some(reason);
                Ending::Died
            }
            ExitCause::Died(failure) => {
                self.note_death(&end, &failure, provenance, found);
                Ending::Died
            }
        };
        match turn {
            Some((slice, used)) => {
                self.turn.end(slice, used, end.record.executions, ending, now);
                self.discovered(None, used);
            }
            None => self.turn.note_end(end.record.executions, ending, now),
        }
    }

    /// Records the discoveries of the target by the end of a turn of `used` in the schedule, including those of the turn's worker if it is
    /// alive.
    pub(super) fn discovered(&mut self, worker: Option<&Worker>, used: Duration) {
        let lives = worker.map(|worker| (worker.log().features.unwrap_or(0), worker.record().work));
        let (features, work) = lives.unwrap_or_default();
        self.turn.discovered(self.past.features.max(features), self.past.work + work, used);
    }

    /// Saves the crash of a worker as a finding, and keeps its input from the next worker.
    fn note_death(&mut self, end: &End, failure: &Failure, provenance: &Provenance, found: &mut Found) {
        if end.record.running {
            self.quarantine.push(content_hash(&end.record.input));
        }
        let id = format!("{:016x}", failure.signature.hash64());
        let oracle = failure.signature.oracle.to_owned();
        let provenance = &Provenance { execution: end.record.executions, ..provenance.clone() };
        *self.past.events.entry(Event::Fail { oracle, signature: id.clone() }).or_default() += 1;
        self.words.note(&id, failure.signature.to_string());
        match found.store().keep(self.target, &end.record.input, failure, provenance) {
            Ok(_) => {
                found.notice(self.target, &id);
                self.words.read(found.store(), &id);
            }
            Err(error) => {
                note(format_args!("irsmith: {}: cannot be kept: {error}: {}", self.target.name, failure.signature));
                note(format_args!("irsmith: {}: its case in hexadecimal: {}", self.target.name, hexadecimal(&end.record.input)));
            }
        }
    }

    /// Handles a finding of this target that its workers did not report.
    pub(super) fn take_in_stray(&mut self, finding: Finding) {
        let event = Event::Fail { oracle: finding.oracle.clone(), signature: finding.id.clone() };
        self.past.events.entry(event).or_default();
        self.words.take(finding);
    }

    /// Returns the report on this target, including the workers that are `running` it.
    pub(super) fn report<'w>(&self, running: impl Iterator<Item = &'w Worker>, store: &Store) -> TargetReport {
        let mut counts = self.past.clone();
        for worker in running {
            counts.add(worker.record(), &worker.log(), worker.used(Instant::now()));
        }
        let mut report = TargetReport {
            target: self.target.name,
            executions: counts.executions,
            busy: counts.used,
            coverage: counts.coverage,
            features: counts.features,
            corpus: counts.corpus,
            work: counts.work,
            currency: self.target.currency.name(),
            times: counts.times,
            workers: self.turn.running(),
            starts: self.turn.starts(),
            uncounted: counts.uncounted,
            trouble: self.trouble(),
            ..TargetReport::default()
        };
        for (event, count) in counts.events {
            self.sort_in(&mut report, event, count, store);
        }
        for earlier in &self.earlier {
            match report.findings.iter_mut().find(|finding| finding.folder == earlier.folder) {
                Some(finding) => finding.times += earlier.times,
                None => {
                    let minimized = self.words.of(earlier.id()).and_then(|said| said.minimized.clone());
                    report.findings.push(FindingReport { minimized, ..earlier.clone() });
                }
            }
        }
        report
    }

    fn trouble(&self) -> Option<String> {
        let given_up = self.turn.given_up().then(|| {
            let reason = self.trouble.as_deref().unwrap_or("see its findings");
            format!("given up: its workers died at once, again and again; {reason}")
        });
        given_up.or_else(|| self.trouble.clone())
    }

    fn sort_in(&self, report: &mut TargetReport, event: Event, count: u64, store: &Store) {
        match event {
            Event::Unread { change } => *report.unread_changes.entry(change).or_default() += count,
            Event::Pass { .. } => report.passes += count,
            Event::Skip { reason, .. } => *report.skips.entry(reason).or_default() += count,
            Event::Fail { oracle, signature } => {
                *report.failures.entry(oracle).or_default() += count;
                let said = self.words.of(&signature);
                report.findings.push(FindingReport {
                    target: self.target.name,
                    signature: said.map_or_else(|| format!("{signature} (not on disk)"), |said| said.signature.clone()),
                    folder: store.folder(self.target.name, &signature),
                    times: count,
                    minimized: said.and_then(|said| said.minimized.clone()),
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::{os::unix::process::ExitStatusExt, process::ExitStatus};

    use irsmith_fuzz::{Minimized, Mutator, TARGETS};
    use irsmith_oracles::Signature;
    use nix::sys::signal::Signal;

    use super::*;

    fn provenance() -> Provenance {
        Provenance { engine: "test".to_owned(), seed: 1, date: "2025-12-31".to_owned(), ..Provenance::default() }
    }

    /// Makes a state without cases, with the findings folder in `folder`.
    fn state(folder: &Path, runs: Option<u64>) -> (TargetState, Found) {
        let store = Store::open(&folder.join("findings")).unwrap();
        let options = Options { mutator: Mutator::Bytes, runs, ..Options::default() };
        let state = TargetState::new(&TARGETS[0], &options, folder).unwrap();
        (state, Found::new(store, Box::new(|_| {})))
    }

    /// Ends a worker of `state` after this many executions.
    fn work(state: &mut TargetState, found: &mut Found, status: ExitStatus, executions: u64, last_words: &str) {
        let record = StatusRecord { executions, ..StatusRecord::default() };
        let log = Log { last: [last_words.to_owned()].into(), ..Log::default() };
        let end = End { status, record, log, used: Duration::ZERO, asked: false, hung: false };
        state.turn.begin(None);
        state.take_in(end, Some((None, Duration::ZERO)), &provenance(), found, Instant::now());
    }

    /// Returns the status of a process that exits with `code`.
    fn exit(code: i32) -> ExitStatus {
        ExitStatus::from_raw(code << 8)
    }

    #[test]
    fn trouble_is_over_when_a_worker_has_worked() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, mut found) = state(folder.path(), None);
        work(&mut state, &mut found, exit(2), 0, "no room");
        assert_eq!(state.trouble().as_deref(), Some("no room"));
        work(&mut state, &mut found, exit(0), 0, "");
        assert_eq!(state.trouble().as_deref(), Some("no room"), "a worker that was stopped before it began");
        work(&mut state, &mut found, exit(0), 1, "");
        assert_eq!(state.trouble(), None);
    }

    #[test]
    fn a_worker_that_somebody_stops_has_not_finished_the_runs() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, mut found) = state(folder.path(), Some(1000));
        work(&mut state, &mut found, ExitStatus::from_raw(Signal::SIGTERM as i32), 400, "");
        assert_eq!(state.turn.runs_left(), Some(600));
        // The engine counts some of its own first cases.
        work(&mut state, &mut found, exit(0), 590, "");
        assert_eq!(state.turn.runs_left(), Some(0));
    }

    #[test]
    fn a_report_reads_no_finding() {
        let folder = tempfile::tempdir().unwrap();
        let (mut state, mut found) = state(folder.path(), None);
        let failure = Failure { signature: Signature::new("o", "p", "e"), evidence: String::new() };
        let finding = Finding::new(state.target, &failure, &provenance());
        found.store().keep_finding(state.target, b"case", &finding).unwrap();
        let failed = Event::Fail { oracle: "o".to_owned(), signature: finding.id.clone() };
        let record = StatusRecord { events: [(failed, 1)].into(), ..StatusRecord::default() };
        state.notice(&record, &mut found);
        state.past.add(&record, &Log::default(), Duration::ZERO);

        let note = Minimized { bytes: 2, bytes_before: 4, checks: 3, complete: true };
        found.store().keep_minimized(state.target, &finding.id, b"ca", None, note.clone()).unwrap();
        state.reread(&finding.id, found.store());
        std::fs::remove_dir_all(found.store().folder(state.target.name, &finding.id)).unwrap();
        let report = state.report(std::iter::empty(), found.store());
        assert_eq!((report.findings[0].signature.as_str(), &report.findings[0].minimized), ("o/p/e", &Some(note)));
    }
}
