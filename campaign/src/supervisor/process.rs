//! A worker process: started, watched, stopped.

use std::os::unix::process::CommandExt;
use std::{
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    time::{Duration, Instant},
};

use irsmith_fuzz::worker::{JOB_VARIABLE, Job, StatusFile, StatusRecord};
use irsmith_oracles::external::end_programs;
use nix::{
    sys::{
        signal::{Signal, kill, killpg},
        wait::{Id, WaitPidFlag, WaitStatus, waitid},
    },
    unistd::Pid,
};
use rustix::process::{Pid as AnyPid, setpriority_process};

use super::log::{Log, LogReader};
use crate::{CampaignError, WorkerProgram, stopwatch::Stopwatch};

/// A worker that does not stop on request is killed after this time.
const GRACE: Duration = Duration::from_secs(2);

/// The nice value of workers with the lowest priority.
const LOWEST_PRIORITY: i32 = 19;

/// A running worker.
#[derive(Debug)]
pub(super) struct Worker {
    child: Child,
    log: LogReader,
    status_file: PathBuf,
    /// The folder in which it runs programs.
    scratch: PathBuf,
    /// When its turn began, and the total of its turns before.
    turn: Instant,
    before: Duration,
    /// The last content of the status file.
    record: StatusRecord,
    /// The time since the number of executions last changed.
    execution: Stopwatch,
    asked: Option<Instant>,
    hung: bool,
}

/// How a worker exited.
#[derive(Debug)]
pub(crate) struct End {
    pub(crate) status: ExitStatus,
    pub(crate) record: StatusRecord,
    pub(crate) log: Log,
    pub(crate) used: Duration,
    /// Whether the worker was asked to stop.
    pub(crate) asked: bool,
    /// Whether the worker was killed because an execution took too long.
    pub(crate) hung: bool,
}

impl Worker {
    /// Starts `program` on `job` in its own process group, so that Ctrl-C on the terminal reaches only the supervisor.
    pub(super) fn start(program: &WorkerProgram, job: &Job, lowest_priority: bool, now: Instant) -> Result<Self, CampaignError> {
        let text = serde_json::to_string(job).expect("a job holds nothing that JSON cannot");
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).env(JOB_VARIABLE, text).env_remove("RUST_BACKTRACE").env("TMPDIR", &job.scratch);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
        let mut child = command.spawn().map_err(|source| CampaignError::Start { program: program.path.clone(), source })?;
        if lowest_priority {
            // Where this is not allowed, the worker runs as others do.
            let _ = setpriority_process(Some(AnyPid::from_child(&child)), LOWEST_PRIORITY);
        }
        let log = LogReader::start(child.stderr.take().expect("asked for a pipe"));
        Ok(Worker {
            child,
            log,
            status_file: job.status_file.clone(),
            scratch: job.scratch.clone(),
            turn: now,
            before: Duration::ZERO,
            record: StatusRecord::default(),
            execution: Stopwatch::start(now),
            asked: None,
            hung: false,
        })
    }

    /// Reads the status file; kills the worker when its execution takes longer than `timeout`.
    pub(super) fn look(&mut self, timeout: Duration, now: Instant) {
        let executions = self.record.executions;
        self.refresh();
        if self.record.executions != executions || !self.record.running || self.record.paused {
            self.execution = Stopwatch::start(now);
        } else if self.execution.read(now) > timeout {
            self.hung = true;
            self.kill();
        }
        if self.asked.is_some_and(|asked| now.duration_since(asked) > GRACE) {
            self.kill();
        }
    }

    fn refresh(&mut self) {
        if let Ok(record) = StatusRecord::read(&self.status_file) {
            self.record = record;
        }
    }

    /// Returns the state at the last read.
    pub(super) fn record(&self) -> &StatusRecord {
        &self.record
    }

    /// Returns its output so far.
    pub(super) fn log(&self) -> Log {
        self.log.log()
    }

    /// Returns whether it has finished its first cases.
    pub(super) fn has_begun(&self) -> bool {
        self.log.log().begun
    }

    /// Returns the time since its turn began.
    pub(super) fn used_of_turn(&self, now: Instant) -> Duration {
        now.saturating_duration_since(self.turn)
    }

    /// Returns the time of all its turns.
    pub(super) fn used(&self, now: Instant) -> Duration {
        self.before + self.used_of_turn(now)
    }

    /// Asks the worker to pause before its next execution.
    pub(super) fn ask_to_pause(&self) {
        self.set_pause(true);
    }

    /// Returns whether it is paused.
    pub(super) fn is_paused(&self) -> bool {
        self.record.paused
    }

    /// Records that its turn is over; while it pauses it uses no time.
    pub(super) fn end_turn(&mut self, now: Instant) {
        self.before = self.used(now);
        self.turn = now;
    }

    /// Gives a paused worker another turn.
    pub(super) fn go_on(&mut self, now: Instant) {
        self.turn = now;
        self.execution = Stopwatch::start(now);
        self.set_pause(false);
    }

    fn set_pause(&self, pause: bool) {
        // A worker whose file cannot be written continues, and is asked again.
        let _ = StatusFile::ask_to_pause(&self.status_file, pause);
    }

    /// Ends a paused worker; its state is on disk.
    pub(super) fn end_paused(&mut self, now: Instant) {
        self.asked = self.asked.or(Some(now));
        self.turn = now;
        self.kill();
    }

    /// Asks the worker to end after the current execution.
    pub(super) fn ask_to_stop(&mut self, now: Instant) {
        if self.asked.is_none() {
            self.asked = Some(now);
            if let Some(id) = number(&self.child) {
                // The process may have ended just now.
                let _ = kill(id, Signal::SIGUSR1);
            }
        }
    }

    fn kill(&self) {
        kill_group(&self.child);
    }

    /// Returns the exit status if the process has ended, and then kills the programs that it has left running.
    pub(super) fn ended(&mut self) -> Option<ExitStatus> {
        let look = WaitPidFlag::WEXITED | WaitPidFlag::WNOHANG | WaitPidFlag::WNOWAIT;
        if waitid(Id::Pid(number(&self.child)?), look) == Ok(WaitStatus::StillAlive) {
            return None;
        }
        // Until it is waited for, no other process group has its number.
        kill_group(&self.child);
        let status = self.child.try_wait().ok().flatten();
        // The programs have their own process groups.
        end_programs(&self.scratch);
        status
    }

    /// Returns the exit of a process that has ended with `status`.
    pub(super) fn finish(mut self, status: ExitStatus, now: Instant) -> End {
        self.refresh();
        let used = self.used(now);
        End { status, record: self.record.clone(), log: self.log.finish(), used, asked: self.asked.is_some(), hung: self.hung }
    }
}

fn number(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().map(Pid::from_raw)
}

/// Kills `child`, which leads a process group and has not been waited for, and the programs that it runs.
pub(crate) fn kill_group(child: &Child) {
    if let Some(id) = number(child) {
        // The process may have ended just now.
        let _ = killpg(id, Signal::SIGKILL);
    }
}

#[cfg(test)]
mod tests {
    use std::{os::unix::process::ExitStatusExt, thread};

    use irsmith_fuzz::{Mutator, Provenance};

    use super::*;
    use crate::Engine;

    /// Much less than the run time of the worker's program below.
    const SOON: Duration = Duration::from_secs(20);

    /// A worker that has started another program. The program keeps the worker's standard error open, which [`Worker::finish`] reads to its
    /// end.
    fn worker(script: &str, lowest_priority: bool) -> Worker {
        let provenance = Provenance { engine: "test".to_owned(), seed: 1, date: "2025-12-31".to_owned(), ..Provenance::default() };
        let job = Job {
            target: "none".to_owned(),
            seed: 1,
            runs: None,
            seconds: None,
            mutator: Mutator::Bytes,
            corpus: PathBuf::new(),
            seeds: Vec::new(),
            reload: false,
            distil: false,
            max_len: 0,
            memory_mib: 0,
            parent: 0,
            findings: PathBuf::new(),
            provenance,
            status_file: PathBuf::new(),
            scratch: PathBuf::new(),
            configuration: Default::default(),
            quarantine: Vec::new(),
        };
        let arguments = vec!["-c".into(), format!("sleep 60 & echo started >&2; {script}").into()];
        let program = WorkerProgram { path: "/bin/sh".into(), arguments, engine: Engine::Random };
        let worker = Worker::start(&program, &job, lowest_priority, Instant::now()).unwrap();
        while worker.log().last.is_empty() {
            thread::sleep(Duration::from_millis(1));
        }
        worker
    }

    fn end(mut worker: Worker) -> ExitStatus {
        let status = loop {
            match worker.ended() {
                Some(status) => break status,
                None => thread::sleep(Duration::from_millis(1)),
            }
        };
        worker.finish(status, Instant::now()).status
    }

    #[test]
    fn what_a_worker_runs_ends_with_it() {
        let started = Instant::now();
        let killed = worker("wait", false);
        killed.kill();
        assert_eq!(end(killed).signal(), Some(Signal::SIGKILL as i32));
        assert_eq!(end(worker("exit 7", false)).code(), Some(7));
        assert!(started.elapsed() < SOON, "took {:?}", started.elapsed());
    }

    #[test]
    fn the_lowest_priority_is_that_of_nice() {
        let nice = |lowest_priority| {
            let worker = worker("wait", lowest_priority);
            let stat = std::fs::read_to_string(format!("/proc/{}/stat", worker.child.id())).unwrap();
            worker.kill();
            end(worker);
            // The nice value is the 19th field, the 17th behind the name.
            stat.rsplit_once(')').unwrap().1.split_whitespace().nth(16).unwrap().parse::<i32>().unwrap()
        };
        assert_eq!((nice(false) < LOWEST_PRIORITY, nice(true)), (true, LOWEST_PRIORITY));
    }
}
