//! The outcome of a minimization.

use std::{
    fmt,
    time::{Duration, Instant},
};

use irsmith_fuzz::{Finding, Minimized};
use serde::Serialize;

/// The reason why a minimization ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// No pass makes the case smaller.
    Complete,
    /// The limit of checks is reached.
    Checks,
    /// The time limit is reached.
    Time,
    /// The user stopped the minimization.
    Interrupted,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Complete => "no pass makes it smaller",
            Ending::Checks => "ended by the bound on checks",
            Ending::Time => "ended by the bound on time",
            Ending::Interrupted => "interrupted",
        })
    }
}

/// The statistics of one pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct PassReport {
    /// What the pass removes.
    pub pass: &'static str,
    /// Candidates that it proposed.
    pub candidates: u64,
    /// Candidates that were checked: those that are new and lighter than the best case.
    pub checks: u64,
    /// Checked candidates that became the best case.
    pub kept: u64,
}

/// The outcome of a minimization.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The failure of the smallest case.
    pub finding: Finding,
    /// The smallest case.
    pub case: Vec<u8>,
    /// The seed of what oracles drew for the original, if the smallest case fails only with these draws.
    pub draws: Option<u64>,
    /// Size of the original case, in bytes.
    pub bytes_before: usize,
    /// Runs of the target.
    pub checks: u64,
    /// Candidates that passes proposed.
    pub candidates: u64,
    /// Why it ended.
    pub ending: Ending,
    /// Wall-clock time.
    pub elapsed: Duration,
    /// The statistics of each pass, in the order in which the passes first ran.
    pub passes: Vec<PassReport>,
}

impl Outcome {
    /// Returns the note for `finding.toml`.
    pub fn note(&self) -> Minimized {
        Minimized {
            bytes: self.case.len(),
            bytes_before: self.bytes_before,
            checks: self.checks,
            complete: self.ending == Ending::Complete,
        }
    }

    /// Returns the outcome in a form for programs.
    pub fn report(&self) -> OutcomeReport<'_> {
        OutcomeReport {
            target: &self.finding.target,
            signature: &self.finding.signature,
            id: &self.finding.id,
            bytes_before: self.bytes_before,
            bytes: self.case.len(),
            checks: self.checks,
            candidates: self.candidates,
            seconds: self.elapsed.as_secs_f64(),
            ending: self.ending,
            passes: &self.passes,
        }
    }
}

/// An [`Outcome`] as an object of JSON.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct OutcomeReport<'a> {
    target: &'a str,
    signature: &'a str,
    id: &'a str,
    bytes_before: usize,
    bytes: usize,
    checks: u64,
    candidates: u64,
    seconds: f64,
    ending: Ending,
    passes: &'a [PassReport],
}

/// Formats the outcome in two lines for people.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}: {}", self.finding.target, self.finding.signature)?;
        let seconds = self.elapsed.as_secs_f64();
        let (before, after) = (self.bytes_before, self.case.len());
        writeln!(f, "{before} -> {after} bytes, {} checks, {seconds:.1} s; {}", self.checks, self.ending)
    }
}

/// Limits an action to once per interval.
#[derive(Debug)]
pub(super) struct Throttle {
    interval: Duration,
    next: Instant,
}

impl Throttle {
    /// Allows the first action at once.
    pub(super) fn new(interval: Duration) -> Self {
        Throttle { interval, next: Instant::now() }
    }

    /// Allows the first action after the interval.
    pub(super) fn later(interval: Duration) -> Self {
        Throttle { interval, next: Instant::now() + interval }
    }

    /// Returns whether the action is due again.
    pub(super) fn is_due(&mut self) -> bool {
        let now = Instant::now();
        let due = now >= self.next;
        if due {
            self.next = now + self.interval;
        }
        due
    }
}
