//! Waits for a program, reads its output, and kills it if it exceeds a limit. Nothing here waits longer than a deadline.

use super::leftover::Run;
use super::{Limits, Outcome, Output};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::Resource;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

/// The ratio of the allowed elapsed time to the processor time limit: on a busy machine a program waits for the processor.
const PATIENCE: u32 = 10;

/// How often within its processor time limit a program is checked for being idle.
const REST_LOOKS: u32 = 20;

/// Time for the remaining output in the pipes after a program and its descendants have ended. A pipe that is open after that is held by a
/// process that cannot be found.
const LAST_OUTPUT: Duration = Duration::from_millis(500);

/// Interval between two checks of the folder of a program.
const LOOK: Duration = Duration::from_millis(100);

/// Interval between two checks whether a program has ended, if the system has no notification.
const TICK: Duration = Duration::from_millis(2);

/// Bytes read at once.
const CHUNK: usize = 64 << 10;

/// The maximal number of entries of a folder whose sizes are added up; more are too many.
const ENTRIES: usize = 10_000;

/// One output of a program.
struct Pipe<P> {
    /// `None` after its end.
    pipe: Option<P>,
    kept: Vec<u8>,
    is_cut: bool,
}

impl<P: Read + AsFd> Pipe<P> {
    fn new(pipe: Option<P>) -> Self {
        Self { pipe, kept: Vec::new(), is_cut: false }
    }

    /// Reads the available bytes; only for a pipe that is ready.
    fn take(&mut self, chunk: &mut [u8], limit: u64) {
        let Some(pipe) = &mut self.pipe else { return };
        match pipe.read(chunk) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            // A read error counts as the end; the outcome reports a crash.
            Ok(0) | Err(_) => self.pipe = None,
            Ok(size) => {
                let room = usize::try_from(limit).unwrap_or(usize::MAX) - self.kept.len();
                self.kept.extend_from_slice(&chunk[..size.min(room)]);
                self.is_cut |= size > room;
            }
        }
    }
}

/// Watches a running program until it ends.
///
/// # Errors
/// Returns an error if the system does not let us wait.
pub(super) fn watch(mut run: Run<'_>, limits: &Limits) -> io::Result<Output> {
    limit(&run, limits);
    let mut stdout = Pipe::new(run.child.stdout.take());
    let mut stderr = Pipe::new(run.child.stderr.take());
    let mut chunk = vec![0; CHUNK];
    let ended = end_notice(&run);
    let mut deadline = Instant::now() + limits.time * PATIENCE;
    let mut next_look = Instant::now() + LOOK;
    let mut rest = Rest { ticks: None, since: Instant::now(), next: Instant::now() + limits.time / REST_LOOKS };
    let mut outcome = None;
    while outcome.is_none() || stdout.pipe.is_some() || stderr.pipe.is_some() {
        let waiting = ended.as_ref().filter(|_| outcome.is_none());
        let until = if outcome.is_some() { deadline } else { deadline.min(next_look) };
        let [out, err, end] = wait(&stdout.pipe, &stderr.pipe, waiting, until)?;
        if out {
            stdout.take(&mut chunk, limits.output);
        }
        if err {
            stderr.take(&mut chunk, limits.output);
        }
        let now = Instant::now();
        if outcome.is_some() {
            if now >= deadline {
                // The pipe is held by a process that cannot be attributed to this program.
                outcome = outcome.map(left);
                break;
            }
            continue;
        }
        let mut killed = None;
        if stdout.is_cut || stderr.is_cut {
            killed = Some(Outcome::Flooded);
        } else if now >= deadline {
            killed = Some(Outcome::TimedOut);
        } else if now >= next_look {
            next_look = now + LOOK;
            if size(run.folder, limits.files) > limits.files {
                killed = Some(Outcome::Flooded);
            } else if rest.lasts(&run, limits.time, now) {
                killed = Some(Outcome::TimedOut);
            }
        }
        if killed.is_some() || end || (ended.is_none() && run.has_ended()) {
            let left_processes = killed.is_none() && run.leaves_processes();
            let status = run.end()?;
            // A shell turns the signal of its child into a status.
            if killed.is_none() && status.code().is_some_and(|code| code != 0) && size(run.folder, limits.files) >= limits.files {
                killed = Some(Outcome::Flooded);
            }
            outcome = killed.or(Some(ended_with(status))).map(|outcome| if left_processes { left(outcome) } else { outcome });
            deadline = Instant::now() + LAST_OUTPUT;
        }
    }
    let outcome = if stdout.is_cut || stderr.is_cut { Some(Outcome::Flooded) } else { outcome };
    Ok(Output { outcome: outcome.unwrap_or(Outcome::TimedOut), stdout: stdout.kept, stderr: stderr.kept })
}

/// How long a program has been idle.
struct Rest {
    /// Processor time when that began.
    ticks: Option<u64>,
    since: Instant,
    /// The time of the next check.
    next: Instant,
}

impl Rest {
    /// Returns whether a program and its descendants have used no processor for `time`, and have not waited for one.
    fn lasts(&mut self, run: &Run<'_>, time: Duration, now: Instant) -> bool {
        if now < self.next {
            return false;
        }
        self.next = now + time / REST_LOOKS;
        let ticks = run.ticks_at_rest();
        if ticks.is_none() || ticks != self.ticks {
            (self.ticks, self.since) = (ticks, now);
        }
        now.duration_since(self.since) >= time
    }
}

/// Returns the outcome of a program that left processes: any other misbehaviour takes precedence.
fn left(outcome: Outcome) -> Outcome {
    if matches!(outcome, Outcome::Exited(_)) { Outcome::LeftProcesses } else { outcome }
}

/// Returns a descriptor that becomes readable when the program ends, if the system supports it.
fn end_notice(run: &Run<'_>) -> Option<OwnedFd> {
    #[cfg(target_os = "linux")]
    return rustix::process::pidfd_open(run.leader()?, rustix::process::PidfdFlags::empty()).ok();
    #[cfg(not(target_os = "linux"))]
    return None;
}

/// Returns which of these are readable, after waiting until `until` at most.
fn wait(stdout: &Option<impl AsFd>, stderr: &Option<impl AsFd>, end: Option<&OwnedFd>, until: Instant) -> io::Result<[bool; 3]> {
    let mut left = until.saturating_duration_since(Instant::now());
    if end.is_none() {
        left = left.min(TICK);
    }
    let all = [stdout.as_ref().map(AsFd::as_fd), stderr.as_ref().map(AsFd::as_fd), end.map(AsFd::as_fd)];
    let mut polled: Vec<PollFd<'_>> = all.iter().flatten().map(|fd| PollFd::from_borrowed_fd(*fd, PollFlags::IN)).collect();
    match poll(&mut polled, Timespec::try_from(left).ok().as_ref()) {
        Ok(_) => {}
        Err(rustix::io::Errno::INTR) => return Ok([false; 3]),
        Err(error) => return Err(error.into()),
    }
    // The end of a pipe and an error are readable too.
    let mut ready = polled.iter().map(|fd| !fd.revents().is_empty());
    Ok(all.map(|fd| fd.is_some() && ready.next().unwrap_or_default()))
}

/// Limits the address space, the processor time and the files of a running program; a program that has ended already needs no limit.
fn limit(run: &Run<'_>, limits: &Limits) {
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{Rlimit, getrlimit, prlimit};
        let seconds = limits.time.as_secs().max(1);
        // One more second before the kernel kills a program that ignores the signal.
        for (resource, soft, hard) in [
            (Resource::As, limits.memory, limits.memory),
            (Resource::Cpu, seconds, seconds + 1),
            (Resource::Fsize, limits.files, limits.files),
            (Resource::Core, 0, 0),
        ] {
            // A process cannot allow more than its own limit.
            let most = getrlimit(resource).maximum.unwrap_or(u64::MAX);
            let bound = Rlimit { current: Some(soft.min(most)), maximum: Some(hard.min(most)) };
            match prlimit(run.leader(), resource, bound) {
                Ok(_) | Err(rustix::io::Errno::SRCH) => {}
                Err(error) => eprintln!("warning: an external program runs without a limit: {error}"),
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (run, limits);
}

/// Returns the bytes of the files in `folder`, or more than `limit` as soon as that is exceeded.
fn size(folder: &Path, limit: u64) -> u64 {
    let (mut sum, mut entries, mut folders) = (0, 0, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        // Entries that have just been removed, or cannot be read, have no size.
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            entries += 1;
            if sum > limit || entries > ENTRIES {
                return u64::MAX;
            }
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => sum += metadata.len(),
                Err(_) => {}
            }
        }
    }
    sum
}

/// SIGXCPU: the processor time is up; and SIGKILL, which follows if a program has caught the first and still runs, as LLVM's programs do to
/// print a stack dump.
const TIME_IS_UP: [i32; 2] = [24, 9];

/// SIGXFSZ: a file is too large.
const FILE_TOO_LARGE: i32 = 25;

fn ended_with(status: ExitStatus) -> Outcome {
    match std::os::unix::process::ExitStatusExt::signal(&status) {
        Some(FILE_TOO_LARGE) => Outcome::Flooded,
        Some(signal) if TIME_IS_UP.contains(&signal) => Outcome::TimedOut,
        Some(signal) => Outcome::Signaled(signal),
        None => Outcome::Exited(status.code().unwrap_or(-1)),
    }
}
