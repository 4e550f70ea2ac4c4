//! A checker in a process of its own, which may crash and hang as it likes.

use std::{
    collections::BTreeSet,
    io,
    os::{
        fd::{AsFd, OwnedFd},
        unix::{net::UnixStream, process::CommandExt},
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use super::Checker;
use crate::{
    CampaignError, WorkerProgram,
    supervisor::{End, ExitCause, LogReader, exit_cause, kill_group},
};
use irsmith_fuzz::{
    Finding, Operation, Provenance, Target,
    worker::{CHECK_VARIABLE, CheckSettings, Event, StatusFile, StatusRecord, read_part, write_part},
};
use irsmith_oracles::{
    LimitSettings,
    external::{Scratch, adopt_orphans, end_programs},
};
use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
};

/// How soon a stop is noticed while a check runs.
const SLICE: Duration = Duration::from_millis(50);

/// Runs a target in a process that lives until a case ends it, and is started again then.
///
/// The way a process ends is judged as in a campaign, so that a finding of one keeps its
/// signature.
#[derive(Debug)]
pub struct Isolated {
    target: &'static Target,
    program: WorkerProgram,
    timeout: Duration,
    settings: CheckSettings,
    process: Option<Process>,
    /// Holds the status file, and the folders in which programs run.
    scratch: Scratch,
}

/// A running process.
#[derive(Debug)]
struct Process {
    child: Child,
    /// Cases go, findings come.
    socket: UnixStream,
    log: LogReader,
    started: Instant,
}

/// What a process replies within the time of a check.
enum Reply {
    Finding(Box<Finding>),
    /// The case has run to its end.
    Done,
    /// The process has ended.
    Gone,
    Timeout,
    Stopped,
}

impl Isolated {
    /// A checker of `target` by `program`, which calls
    /// [`act_as_checker`](irsmith_fuzz::worker::act_as_checker). A check of more than `timeout`
    /// is a hang, an allocation beyond `memory_mib` MiB of address space fails.
    ///
    /// # Errors
    ///
    /// When there is no place for scratch files.
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
            memory_mib,
            parent,
            status_file,
            scratch: folder,
            limits: LimitSettings::of_cases().clone(),
            provenance,
        };
        adopt_orphans();
        Ok(Isolated { target, program: program.clone(), timeout, settings, process: None, scratch })
    }

    /// Sets the time after which a check is a hang.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Repeats an operation of our own code on cases instead of running the target, with `other` for the second case of one that takes two.
    ///
    /// The seed of the operation is that of the provenance.
    pub fn repeat(&mut self, operation: Operation, other: PathBuf) {
        self.settings.operation = Some(operation.name().to_owned());
        self.settings.other = other.is_file().then_some(other);
    }

    /// What the process says of `case`, as it says it, into `findings`; and how that ended.
    fn converse(&mut self, case: &[u8], stop: &AtomicBool, findings: &mut Vec<Finding>) -> Result<Reply, CampaignError> {
        let deadline = Instant::now() + self.timeout;
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.program, &self.settings)?),
        };
        if write_part(&mut process.socket, case).is_err() {
            return Ok(Reply::Gone);
        }
        loop {
            match process.receive(deadline, stop) {
                Reply::Finding(finding) => findings.push(*finding),
                end => return Ok(end),
            }
        }
    }

    /// The failure that the end of `process` is, if it is one.
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
            ExitCause::Died(failure) => Ok(Some(Finding::new(self.target, &failure, &self.settings.provenance))),
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

    fn reads(&mut self, case: &[u8], stop: &AtomicBool) -> Result<bool, CampaignError> {
        // The status file is free: the process of the checks has died of this case.
        let mut process = Process::start(&self.program, &CheckSettings { only_read: true, ..self.settings.clone() })?;
        let sent = write_part(&mut process.socket, case).is_ok();
        let reply = process.receive(Instant::now() + self.timeout, stop);
        process.end(self.scratch.path());
        Ok(sent && matches!(reply, Reply::Done))
    }
}

impl Drop for Isolated {
    fn drop(&mut self) {
        if let Some(mut process) = self.process.take() {
            process.end(self.scratch.path());
        }
    }
}

impl Process {
    /// Starts `program` in a process group of its own, so that Ctrl-C on the terminal reaches the
    /// minimizer alone.
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
        let mut child = command.spawn().map_err(starting)?;
        let log = LogReader::start(child.stderr.take().expect("asked for a pipe"));
        Ok(Process { child, socket, log, started: Instant::now() })
    }

    /// The next that the process says.
    fn receive(&mut self, deadline: Instant, stop: &AtomicBool) -> Reply {
        while !readable(&self.socket) {
            if stop.load(Ordering::Relaxed) {
                return Reply::Stopped;
            }
            if Instant::now() >= deadline {
                return Reply::Timeout;
            }
        }
        match read_part(&mut self.socket) {
            Ok(Some(end)) if end.is_empty() => Reply::Done,
            Ok(Some(json)) => serde_json::from_slice(&json).map_or(Reply::Gone, |finding| Reply::Finding(Box::new(finding))),
            Ok(None) | Err(_) => Reply::Gone,
        }
    }

    /// Kills the process and the programs that it runs in folders within `scratch`.
    fn end(&mut self, scratch: &Path) {
        kill_group(&self.child);
        // Nobody wants its status.
        let _ = self.child.wait();
        end_programs(scratch);
    }
}

/// Whether the socket has bytes or its end within a slice of time.
fn readable(socket: &impl AsFd) -> bool {
    let slice = PollTimeout::try_from(SLICE).unwrap_or(PollTimeout::ZERO);
    match poll(&mut [PollFd::new(socket.as_fd(), PollFlags::POLLIN)], slice) {
        Ok(ready) => ready > 0,
        Err(Errno::EINTR) => false,
        // A socket that cannot be waited for can be read, and says why then.
        Err(_) => true,
    }
}

/// The status file needs no room for cases: the minimizer knows which one runs.
fn prepare_status_file(path: &Path) -> Result<(), CampaignError> {
    StatusFile::prepare(path, 0).map_err(CampaignError::file("cannot write the scratch file", path))
}
