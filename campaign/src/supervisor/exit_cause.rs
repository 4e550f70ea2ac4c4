//! The reason why a worker exited, and the failure that it is.

use std::os::unix::process::ExitStatusExt;

use irsmith_fuzz::Target;
use irsmith_oracles::{Failure, Signature};
use nix::sys::signal::Signal;

use super::process::End;

/// The classification of a worker's exit.
#[derive(Debug)]
pub(crate) enum ExitCause {
    /// The worker finished its job, or stopped on request.
    Orderly,
    /// The worker could not begin: a file that it needs is missing, or the job is wrong.
    Unable(String),
    /// The code that it ran ended it.
    Died(Box<Failure>),
}

/// Exit status of a worker that cannot begin.
const UNABLE: i32 = 2;

/// Classifies the exit of a worker of `target`.
pub(crate) fn exit_cause(target: &Target, end: &End) -> ExitCause {
    if !end.hung && (end.status.success() || stopped(end)) {
        return ExitCause::Orderly;
    }
    if end.status.code() == Some(UNABLE) && !end.record.running {
        return ExitCause::Unable(end.log.last.back().cloned().unwrap_or_default());
    }
    let property = cause(end);
    let signature = Signature {
        site: end.log.last.iter().find_map(|line| panic_site(line)),
        ..Signature::new(oracle_at_work(target, end), property, "process")
    };
    let words: Vec<&str> = end.log.last.iter().map(String::as_str).collect();
    let evidence = format!("the worker ended: {property} ({})\n{}", end.status, words.join("\n"));
    ExitCause::Died(Box::new(Failure { signature, evidence }))
}

/// Returns whether a signal of the supervisor, or of another process that stops processes, ended the worker.
fn stopped(end: &End) -> bool {
    match end.status.signal().and_then(|number| Signal::try_from(number).ok()) {
        Some(Signal::SIGUSR1 | Signal::SIGKILL) => end.asked,
        // No bug raises these.
        Some(Signal::SIGTERM | Signal::SIGINT | Signal::SIGHUP) => true,
        _ => false,
    }
}

/// Returns the kind of exit, which is the same for the same cause in every run.
fn cause(end: &End) -> &'static str {
    if end.hung {
        return "timeout";
    }
    if end.record.memory_refused {
        return "out-of-memory";
    }
    if end.log.stack_overflowed() {
        return "stack-overflow";
    }
    let signal = end.status.signal().and_then(|number| Signal::try_from(number).ok());
    signal.map_or("exit", |signal| match signal {
        Signal::SIGABRT => "abort",
        Signal::SIGSEGV => "segmentation-fault",
        Signal::SIGBUS => "bus-error",
        Signal::SIGILL => "illegal-instruction",
        Signal::SIGFPE => "arithmetic-error",
        Signal::SIGKILL => "killed",
        Signal::SIGTRAP => "trap",
        _ => "signal",
    })
}

/// What stands for an oracle in the signature of a process that ended while none ran.
pub(crate) const ENGINE: &str = "engine";

/// Returns the oracle that was running; before and after the oracles, the engine's mutation.
fn oracle_at_work(target: &Target, end: &End) -> &'static str {
    let oracles = target.oracles.listed();
    let awaited = oracles.get(end.record.reported).filter(|_| end.record.running);
    awaited.map_or(ENGINE, |oracle| oracle.name)
}

/// Returns the site in the first line of Rust's report of a panic, such as a panic in code that cannot unwind.
fn panic_site(line: &str) -> Option<String> {
    let place = line.split_once(" panicked at ")?.1.trim_end_matches(':');
    let (file_and_line, _column) = place.rsplit_once(':')?;
    let (file, line) = file_and_line.rsplit_once(':')?;
    Some(irsmith_fuzz::panic_site(file, line.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use std::{process::ExitStatus, time::Duration};

    use irsmith_fuzz::{TARGETS, worker::StatusRecord};

    use super::*;
    use crate::supervisor::log::Log;

    /// A worker that a signal ended while it ran a case.
    fn ended_by(signal: Signal) -> ExitCause {
        let end = End {
            status: ExitStatus::from_raw(signal as i32),
            record: StatusRecord { running: true, ..StatusRecord::default() },
            log: Log::default(),
            used: Duration::ZERO,
            asked: false,
            hung: false,
        };
        exit_cause(&TARGETS[0], &end)
    }

    #[test]
    fn who_stops_a_worker_finds_nothing() {
        assert!(matches!(ended_by(Signal::SIGTERM), ExitCause::Orderly));
        assert!(matches!(ended_by(Signal::SIGKILL), ExitCause::Died(_)));
        assert!(matches!(ended_by(Signal::SIGSEGV), ExitCause::Died(_)));
    }

    #[test]
    fn the_site_of_a_panic_is_read() {
        let line = |path: &str| format!("thread 'main' (12) panicked at {path}:10:5:");
        assert_eq!(panic_site(&line("/home/a/unknown/src/read/mod.rs")).as_deref(), Some("unknown/src/read/mod.rs"));
        assert_eq!(panic_site(&line("/home/a/.cargo/registry/src/x/rspirv-0.13.0/dr.rs")).as_deref(), Some("rspirv/dr.rs"));
        assert_eq!(panic_site("note: run with RUST_BACKTRACE=1"), None);
    }
}
