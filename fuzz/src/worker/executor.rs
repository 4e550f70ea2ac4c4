//! Executes a target on one input, counts the verdicts, and saves the findings.

use std::{collections::BTreeMap, fs, time::Instant};

use irsmith_oracles::{
    Failure, Verdict,
    external::{configure, programs_started, scratch_within},
};

use super::{Counters, Job, JobError, StatusFile, limits::note_refusals};
use crate::{
    Mutator, Store, Target, content_hash,
    finding::signature_id,
    note,
    panics::{OwnPanic, take_own_panics},
    store::{WITNESSES, hexadecimal, write_atomically},
    take_unread_changes,
};

/// Runs a job's target and remembers its findings.
#[derive(Debug)]
pub struct Executor {
    job: Job,
    target: &'static Target,
    status_file: &'static StatusFile,
    store: Store,
    seen: BTreeMap<u64, Seen>,
}

/// What this process knows of a signature, so that a failure that occurs a thousand times a second is not written to disk each time.
#[derive(Debug)]
struct Seen {
    times: usize,
    smallest: usize,
}

impl Executor {
    /// Makes an executor for `job`, whose target is one of `registry`.
    ///
    /// Only one per process: the memory of its status file is never freed, so that the allocator may write there to the end.
    ///
    /// # Errors
    ///
    /// When the target is unknown or the status file or the findings folder cannot be written.
    pub fn new(job: Job, registry: &'static [Target]) -> Result<Self, JobError> {
        let target = registry.iter().find(|target| target.name == job.target);
        let target = target.ok_or_else(|| JobError::UnknownTarget(job.target.clone()))?;
        let file_error = |path: &std::path::Path| {
            let path = path.to_owned();
            |source| JobError::File { path, source }
        };
        scratch_within(&job.scratch);
        configure(job.configuration.clone())?;
        let status_file = StatusFile::open(&job.status_file).map_err(file_error(&job.status_file))?;
        let status_file: &'static StatusFile = Box::leak(Box::new(status_file));
        note_refusals(status_file);
        let store = Store::open(&job.findings).map_err(file_error(&job.findings))?;
        Ok(Executor { job, target, status_file, store, seen: BTreeMap::new() })
    }

    /// Returns the job.
    pub fn job(&self) -> &Job {
        &self.job
    }

    /// Returns the target.
    pub fn target(&self) -> &'static Target {
        self.target
    }

    /// Returns the counts so far.
    pub fn status_file(&self) -> &'static StatusFile {
        self.status_file
    }

    /// Runs the target on `bytes` and returns whether the case is worth keeping in a corpus.
    ///
    /// A case in quarantine, which does not run at all, is not worth keeping, and neither is a case that every oracle skips: mutating it
    /// leads to more such cases. Byte mutation alone keeps the latter, because it makes progress only in small steps.
    pub fn run(&mut self, bytes: &[u8]) -> bool {
        self.keep_own_panics();
        for (kind, count) in take_unread_changes() {
            (0..count).for_each(|_| self.status_file.count("unread", kind, ""));
        }
        if self.quarantined(bytes) {
            return false;
        }
        let status_file = self.status_file;
        status_file.pause_if_asked();
        let mut judged = false;
        let (mut begun, started) = (Instant::now(), programs_started());
        status_file.begin(bytes);
        self.target.run(bytes, &mut |oracle, verdict| {
            status_file.add_time(oracle, begun.elapsed());
            judged |= !matches!(verdict, Verdict::Skip(_));
            match verdict {
                Verdict::Pass => status_file.count("pass", oracle, ""),
                Verdict::Skip(reason) => status_file.count("skip", oracle, reason),
                Verdict::Fail(failure) => {
                    status_file.count("fail", oracle, &signature_id(&failure.signature));
                    self.job.provenance.execution = status_file.executions();
                    keep(&mut self.seen, &self.store, &self.job, self.target, bytes, &failure);
                }
            }
            begun = Instant::now();
        });
        status_file.end();
        status_file.add_work(self.target.currency.work(bytes, judged, programs_started() - started));
        judged || self.job.mutator == Mutator::Bytes
    }

    /// Saves panics of our own generators, mutators and writers since the last call as findings of the target.
    ///
    /// The next [`run`](Self::run) does this too; for a driver that makes no more cases.
    pub fn keep_own_panics(&mut self) {
        for own in take_own_panics() {
            let failure = own.failure();
            self.status_file.count("fail", failure.signature.oracle, &signature_id(&failure.signature));
            self.job.provenance.execution = self.status_file.executions();
            self.job.provenance.change = own.seed;
            keep(&mut self.seen, &self.store, &self.job, self.target, &own.case, &failure);
            self.job.provenance.change = None;
            self.keep_other(&own, &signature_id(&failure.signature));
        }
    }

    /// Writes the second of two cases beside the first, if the finding keeps the first.
    fn keep_other(&self, own: &OwnPanic, id: &str) {
        let Some(other) = &own.other else { return };
        let folder = self.store.folder(self.target.name, id);
        let extension = self.target.format.extension();
        if fs::read(folder.join(format!("case.{extension}"))).is_ok_and(|case| case == own.case) {
            // If the case could not be saved, that was reported.
            let _ = write_atomically(&folder.join(format!("other.{extension}")), other);
        }
    }

    fn quarantined(&self, bytes: &[u8]) -> bool {
        !self.job.quarantine.is_empty() && self.job.quarantine.contains(&content_hash(bytes))
    }

    /// Runs two different inputs and records how the coverage counters that `snapshot` reads respond.
    ///
    /// `snapshot` runs the closure it is given between a reset and a copy of all counters.
    pub fn check_counters(&mut self, mut snapshot: impl FnMut(&mut dyn FnMut()) -> Vec<u8>) {
        let case = self.target.generate(u64::from(self.job.seed));
        let first = snapshot(&mut || {
            self.run(b"no case of any format");
        });
        let second = snapshot(&mut || {
            self.run(&case);
        });
        let counting = |counters: &[u8]| counters.iter().filter(|counter| **counter != 0).count() as u64;
        self.status_file.set_counters(Counters {
            total: first.len() as u64,
            first: counting(&first),
            second: counting(&second),
            differing: first.iter().zip(&second).filter(|(a, b)| a != b).count() as u64,
        });
    }
}

fn keep(seen: &mut BTreeMap<u64, Seen>, store: &Store, job: &Job, target: &Target, bytes: &[u8], failure: &Failure) {
    let seen = seen.entry(failure.signature.hash64()).or_insert(Seen { times: 0, smallest: usize::MAX });
    if seen.times >= WITNESSES && bytes.len() >= seen.smallest {
        return;
    }
    seen.times += 1;
    seen.smallest = seen.smallest.min(bytes.len());
    // The first time only, because this checks many smaller models.
    let generated = if seen.times == 1 { target.smallest_generated(bytes, &failure.signature) } else { None };
    let kept = match generated {
        Some((generated, evidence)) => {
            let failure = Failure { evidence, ..failure.clone() };
            store.keep_with_generated(target, bytes, &failure, &generated, &job.provenance)
        }
        None => store.keep(target, bytes, failure, &job.provenance),
    };
    if let Err(error) = kept
        && seen.times == 1
    {
        // The last resort: if the disk cannot be written, the terminal or a log may be.
        note(format_args!("irsmith: {}: cannot be kept: {error}: {}", target.name, failure.signature));
        note(format_args!("irsmith: {}: its case in hexadecimal: {}", target.name, hexadecimal(bytes)));
    }
}
