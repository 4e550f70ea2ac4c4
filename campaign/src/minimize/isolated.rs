//! A checker in a separate process, which may crash and hang.

use std::{
    collections::BTreeSet,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
    time::{Duration, Instant},
};

use super::Checker;
use crate::{
    CampaignError, WorkerProgram,
    stopwatch::Stopwatch,
    supervisor::{ENGINE, End, ExitCause, LogReader, exit_cause, kill_group},
};
use irsmith_fuzz::{
    Finding, Operation, Provenance, Target,
    worker::{CHECK_VARIABLE, CheckSettings, Event, StatusFile, StatusRecord, read_part, write_part},
};
use irsmith_oracles::{
    LimitSettings, draws_of,
    external::{Configuration, Scratch, adopt_orphans, configuration, end_programs, stay_if_ending},
};
use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
};

/// How soon a stop is noticed while a check runs.
const SLICE: Duration = Duration::from_millis(50);

/// Time in which a process must be ready for cases. Its start is no part of a check: on a loaded machine it takes longer than many cases.
const START_UP: Duration = Duration::from_secs(30);

/// Runs a target in a process that is restarted whenever a case ends it.
///
/// The exit of the process is classified as in a campaign, so that a finding of a campaign keeps its signature.
#[derive(Debug)]
pub struct Isolated {
    target: &'static Target,
    program: WorkerProgram,
    timeout: Duration,
    settings: CheckSettings,
    process: Option<Process>,
    /// Contains the status file, and the folders in which programs run.
    scratch: Scratch,
}

/// A running process.
#[derive(Debug)]
struct Process {
    child: Child,
    /// The socket: cases are sent, findings are received.
    socket: UnixStream,
    log: LogReader,
    started: Instant,
}

/// A reply of the process within the time limit of the check.
enum Reply {
    Finding(Box<Finding>),
    /// The process is ready for the first case, or the check of a case is finished.
    Done,
    /// The process has ended.
    Gone,
    Timeout,
    Stopped,
}

impl Isolated {
    /// Makes a checker of `target` that runs `program`, which calls [`act_as_checker`](irsmith_fuzz::worker::act_as_checker). A check that
    /// takes longer than `timeout` is a hang; an allocation beyond `memory_mib` MiB of address space fails.
    ///
    /// # Errors
    ///
    /// When there is no folder for temporary files.
    pub fn new(
        target: &'static Target,
        program: &WorkerProgram,
        timeout: Duration,
        memory_mib: u64,
        provenance: Provenance,
    ) -> Result<Self, CampaignError> {
        let scratch = crate::scratch()?;
        let status_file = scratch.path().join("status_file");
        let folder = scratch.path().to_owned();
        let parent = std::process::id();
        let settings = CheckSettings {
            target: target.name.to_owned(),
            only_read: false,
            operation: None,
            other: None,
            only: None,
            draws: None,
            memory_mib,
            parent,
            status_file,
            scratch: folder,
            limits: LimitSettings::of_cases().clone(),
            configuration: configuration().clone(),
            provenance,
        };
        adopt_orphans();
        Ok(Isolated { target, program: program.clone(), timeout, settings, process: None, scratch })
    }

    /// Sets the timeout of a check.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Sets the implementations that the process uses; by default those of this process.
    pub fn set_configuration(&mut self, configuration: Configuration) {
        self.settings.configuration = configuration;
    }

    /// Repeats an operation of our own code on cases instead of running the target, with `other` as the second case of an operation that
    /// takes two.
    ///
    /// The seed of the operation is the seed of the provenance.
    pub fn repeat(&mut self, operation: Operation, other: PathBuf) {
        self.settings.operation = Some(operation.name().to_owned());
        self.settings.other = other.is_file().then_some(other);
    }

    /// Ends the process: the next one has the current settings.
    fn restart(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end(self.scratch.path());
        }
    }

    /// Reads the findings on `case` into `findings` as the process sends them; returns how the check ended.
    fn converse(&mut self, case: &[u8], stop: &AtomicBool, findings: &mut Vec<Finding>) -> Result<Reply, CampaignError> {
        let process = match &mut self.process {
            Some(process) => process,
            none => {
                let process = none.insert(Process::start(&self.program, &self.settings)?);
                match process.receive(&mut Stopwatch::start(Instant::now()), START_UP, stop) {
                    Reply::Done => process,
                    end => return Ok(end),
                }
            }
        };
        let mut stopwatch = Stopwatch::start(Instant::now());
        if write_part(&mut process.socket, case).is_err() {
            return Ok(gone());
        }
        loop {
            match process.receive(&mut stopwatch, self.timeout, stop) {
                Reply::Finding(finding) => findings.push(*finding),
                end => return Ok(end),
            }
        }
    }

    /// Returns the failure that the exit of `process` is, if it is one.
    fn note_death(&self, mut process: Process, hung: bool) -> Result<Option<Finding>, CampaignError> {
        if hung {
            kill_group(&process.child);
        }
        let status = process.child.wait().map_err(CampaignError::file("cannot wait for", &self.program.path))?;
        end_programs(self.scratch.path());
        let record =
            StatusRecord::read(&self.settings.status_file).map_err(CampaignError::file("cannot read", &self.settings.status_file))?;
        let end = End { status, record, log: process.log.finish(), used: process.started.elapsed(), asked: false, hung };
        match exit_cause(self.target, &end) {
            ExitCause::Orderly => Ok(None),
            ExitCause::Unable(reason) => Err(CampaignError::Checker(reason)),
            ExitCause::Died(mut failure) => {
                // The exit names an oracle by its place among all.
                if let Some(only) = self.settings.only.as_deref().and_then(|only| self.target.oracle_named(only))
                    && failure.signature.oracle != ENGINE
                {
                    failure.signature.oracle = only;
                }
                Ok(Some(Finding::new(self.target, &failure, &self.settings.provenance)))
            }
        }
    }
}

impl Checker for Isolated {
    fn check(&mut self, case: &[u8], stop: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let mut findings = Vec::new();
        let end = self.converse(case, stop, &mut findings)?;
        if matches!(end, Reply::Done) {
            return Ok(Some(findings));
        }
        let Some(mut process) = self.process.take() else { return Ok(Some(findings)) };
        if matches!(end, Reply::Stopped) {
            process.end(self.scratch.path());
            return Ok(None);
        }
        findings.extend(self.note_death(process, matches!(end, Reply::Timeout))?);
        Ok(Some(findings))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        let record =
            StatusRecord::read(&self.settings.status_file).map_err(CampaignError::file("cannot read", &self.settings.status_file))?;
        let reason = |event| match event {
            Event::Skip { reason, .. } => Some(reason),
            Event::Pass { .. } | Event::Fail { .. } | Event::Unread { .. } => None,
        };
        Ok(record.events.into_keys().map(reason).collect::<Option<_>>().unwrap_or_default())
    }

    fn focus(&mut self, failure: &Finding, case: &[u8]) {
        if let Some(only) = self.target.oracle_named(&failure.oracle) {
            self.settings.only = Some(only.to_owned());
            self.settings.draws = self.settings.draws.or(Some(draws_of(case)));
            self.restart();
        }
    }

    fn draws(&self) -> Option<u64> {
        self.settings.draws
    }

    fn set_draws(&mut self, draws: Option<u64>) {
        self.settings.draws = draws;
        self.restart();
    }

    fn is_slow(&self) -> bool {
        self.target.starts_programs()
    }

    fn reads(&mut self, case: &[u8], stop: &AtomicBool) -> Result<bool, CampaignError> {
        // The status file is free: this case has ended the process of the checks.
        let mut process = Process::start(&self.program, &CheckSettings { only_read: true, ..self.settings.clone() })?;
        let ready = matches!(process.receive(&mut Stopwatch::start(Instant::now()), START_UP, stop), Reply::Done);
        let sent = ready && write_part(&mut process.socket, case).is_ok();
        let read = sent && matches!(process.receive(&mut Stopwatch::start(Instant::now()), self.timeout, stop), Reply::Done);
        process.end(self.scratch.path());
        Ok(read)
    }
}

impl Drop for Isolated {
    fn drop(&mut self) {
        self.restart();
    }
}

impl Process {
    /// Starts `program` in its own process group, so that Ctrl-C on the terminal reaches only the minimizer.
    fn start(program: &WorkerProgram, settings: &CheckSettings) -> Result<Self, CampaignError> {
        prepare_status_file(&settings.status_file)?;
        let starting = |source: io::Error| CampaignError::Start { program: program.path.clone(), source };
        let text = serde_json::to_string(settings).expect("settings hold nothing that JSON cannot");
        let mut command = Command::new(&program.path);
        command
            .args(&program.arguments)
            .env(CHECK_VARIABLE, text)
            .env_remove("RUST_BACKTRACE")
            .env("TMPDIR", &settings.scratch)
            .process_group(0);
        let (socket, end) = UnixStream::pair().map_err(starting)?;
        command.stdin(OwnedFd::from(end)).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = spawn(command).map_err(starting)?;
        let log = LogReader::start(child.stderr.take().expect("asked for a pipe"));
        Ok(Process { child, socket, log, started: Instant::now() })
    }

    /// Reads the next reply of the process, which it must send within `timeout` of the start of the stopwatch.
    fn receive(&mut self, stopwatch: &mut Stopwatch, timeout: Duration, stop: &AtomicBool) -> Reply {
        while !readable(&self.socket) {
            if stop.load(Ordering::Relaxed) {
                return Reply::Stopped;
            }
            if stopwatch.read(Instant::now()) >= timeout {
                return Reply::Timeout;
            }
        }
        match read_part(&mut self.socket) {
            Ok(Some(end)) if end.is_empty() => Reply::Done,
            Ok(Some(json)) => serde_json::from_slice(&json).map_or_else(|_| gone(), |finding| Reply::Finding(Box::new(finding))),
            Ok(None) | Err(_) => gone(),
        }
    }

    /// Kills the process and the programs that it runs in folders within `scratch`.
    fn end(&mut self, scratch: &Path) {
        kill_group(&self.child);
        // The exit status is not needed.
        let _ = self.child.wait();
        end_programs(scratch);
    }
}

/// Returns the reply of a process that has ended by itself: one that a signal to this process has killed gives no result.
fn gone() -> Reply {
    stay_if_ending();
    Reply::Gone
}

/// Starts a process from a thread that lives as long as this process: the kernel ends a process that asked for it (`confine` of the worker)
/// with the thread that started it, and checks come from threads that end with them.
fn spawn(command: Command) -> io::Result<Child> {
    type Reply = Sender<io::Result<Child>>;
    static STARTER: LazyLock<Sender<(Command, Reply)>> = LazyLock::new(|| {
        let (starter, commands) = channel::<(Command, Reply)>();
        thread::spawn(move || {
            for (mut command, reply) in commands {
                // Who does not wait any more needs no reply.
                let _ = reply.send(command.spawn());
            }
        });
        starter
    });
    let (reply, child) = channel();
    let ended = || io::Error::other("the thread that starts processes has ended");
    STARTER.send((command, reply)).map_err(|_| ended())?;
    child.recv().map_err(|_| ended())?
}

/// Waits a slice of time until the socket has bytes or is closed; returns whether it is.
fn readable(socket: &impl AsFd) -> bool {
    let slice = PollTimeout::try_from(SLICE).unwrap_or(PollTimeout::ZERO);
    match poll(&mut [PollFd::new(socket.as_fd(), PollFlags::POLLIN)], slice) {
        Ok(ready) => ready > 0,
        Err(Errno::EINTR) => false,
        // If waiting for the socket fails, reading it gives the error.
        Err(_) => true,
    }
}

/// The status file needs no space for cases: the minimizer knows the current case.
fn prepare_status_file(path: &Path) -> Result<(), CampaignError> {
    StatusFile::prepare(path, 0).map_err(CampaignError::file("cannot write the scratch file", path))
}
