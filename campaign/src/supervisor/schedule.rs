//! The scheduler: which target a free worker slot runs, and for how long.
//!
//! Each target has a clock, which runs slower if the target still discovers more; a free slot runs the target with the earliest clock. So
//! time is shared in proportion to the [weights](Discovery::weight), none of which is 0.

use std::time::{Duration, Instant};

use super::discovery::Discovery;

/// A worker begins by reading the cases that its target has kept. If there is no memory to pause it at the end of its turn, it runs this
/// many times as long as it took to begin, so that turns are not spent mostly on beginning.
const BEGINNINGS: u32 = 4;

/// Executions below which an exit counts as early: the worker hardly finished its first cases.
const EARLY: u64 = 256;

/// Early exits in a row after which a target is given up.
const EARLY_DEATHS: u32 = 8;

/// The delay after the first early exit; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// In how many turns at least a target uses its share of the time. A turn ends after an execution, so that turns last longer than they
/// should; what the first turns of some targets take too much of must not be the only turn of others.
const LEAST_ROUNDS: f64 = 2.0;

/// The time slice of a worker that runs its target to the end: longer than any campaign, so that the next free slot runs another target.
const TO_THE_END: Duration = Duration::from_secs(1 << 32);

/// How long a worker runs one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// The usual length.
    pub(super) length: Duration,
    /// The maximum.
    pub(super) longest: Duration,
}

impl Slice {
    /// Returns whether the turn is over for a worker that has used this time and can be paused until its next turn.
    pub(super) fn is_over(self, used: Duration) -> bool {
        used >= self.length
    }

    /// The same for a worker that would have to end; `begun` is the time until it had begun, if it has.
    pub(super) fn is_over_for_good(self, used: Duration, begun: Option<Duration>) -> bool {
        used >= self.longest || begun.is_some_and(|begun| used.saturating_sub(begun) >= self.length.max(begun * BEGINNINGS))
    }
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// The worker finished its job.
    Finished,
    /// The worker was stopped before that.
    Stopped,
    /// The worker could not begin, or the code under test ended the worker.
    Died,
}

/// The schedule's state of one target.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The target's clock: time allotted to its workers, less the unused time, each turn divided by the target's weight.
    clock: Duration,
    /// The discoveries.
    discovery: Discovery,
    /// Workers that run it now.
    running: usize,
    /// Workers started so far.
    starts: u64,
    /// Executions still to do, if they are limited.
    runs_left: Option<u64>,
    early_deaths: u32,
    not_before: Option<Instant>,
    given_up: bool,
}

impl Turn {
    /// Makes the state of a target with `runs` executions to do, or any number.
    pub(super) fn new(runs: Option<u64>) -> Self {
        Turn { runs_left: runs, ..Turn::default() }
    }

    /// Returns the executions still to do, if they are limited.
    pub(super) fn runs_left(&self) -> Option<u64> {
        self.runs_left
    }

    /// Returns whether the target was given up because of early exits.
    pub(super) fn given_up(&self) -> bool {
        self.given_up
    }

    /// Returns the ordinal of a new worker among the workers of this target.
    pub(super) fn ordinal(&mut self) -> u64 {
        self.starts += 1;
        self.starts - 1
    }

    /// Records that a worker begins a turn of `slice`.
    pub(super) fn begin(&mut self, slice: Option<Slice>) {
        self.clock += self.weighted(promised(slice));
        self.running += 1;
    }

    /// Records that a worker with a turn of `slice` has used `used` of it and is paused, or has ended.
    pub(super) fn pause(&mut self, slice: Option<Slice>, used: Duration) {
        self.clock = self.clock.saturating_sub(self.weighted(promised(slice))) + self.weighted(used);
        self.running -= 1;
    }

    /// Records the discoveries of the target by the end of a turn of `used`: see [`Discovery::note`]. Must be called after the end of the
    /// turn is recorded, because the turn counts with the weight that it began with.
    pub(super) fn discovered(&mut self, features: u64, work: u64, used: Duration) {
        self.discovery.note(features, work, used);
    }

    fn weighted(&self, time: Duration) -> Duration {
        time.div_f64(self.discovery.weight())
    }

    /// Workers started so far.
    pub(super) fn starts(&self) -> u64 {
        self.starts
    }

    /// Workers that currently run it.
    pub(super) fn running(&self) -> usize {
        self.running
    }

    /// Records the end of a worker with a turn of `slice` that used `used` of it and made `executions` in all its turns.
    pub(super) fn end(&mut self, slice: Option<Slice>, used: Duration, executions: u64, ending: Ending, now: Instant) {
        self.pause(slice, used);
        self.note_end(executions, ending, now);
    }

    /// Records the end of a paused worker.
    pub(super) fn note_end(&mut self, executions: u64, ending: Ending, now: Instant) {
        // A finished worker has made all runs; the engine counts some of its own first cases.
        let done = if ending == Ending::Finished { u64::MAX } else { executions };
        self.runs_left = self.runs_left.map(|left| left.saturating_sub(done));
        if ending != Ending::Died || executions >= EARLY {
            self.early_deaths = 0;
            return;
        }
        self.early_deaths += 1;
        self.not_before = Some(now + FIRST_PAUSE * 2_u32.pow(self.early_deaths - 1));
        self.given_up = self.early_deaths >= EARLY_DEATHS;
    }

    /// Returns whether work is left, now or after a delay.
    fn has_work(&self) -> bool {
        // One worker makes all of a limited number of runs, so that the seed reproduces them.
        let finished = self.runs_left.is_some_and(|left| left == 0 || self.running > 0);
        !finished && !self.given_up
    }

    fn ready(&self, now: Instant) -> bool {
        self.has_work() && self.not_before.is_none_or(|time| now >= time)
    }
}

/// Returns the length of a turn for a worker that begins now.
fn promised(slice: Option<Slice>) -> Duration {
    slice.map_or(TO_THE_END, |slice| slice.length)
}

/// Returns the target for a free slot: of the targets with work, the one with the earliest clock.
pub(super) fn choose<'a>(turns: impl Iterator<Item = &'a Turn>, now: Instant) -> Option<usize> {
    turns.enumerate().filter(|(_, turn)| turn.ready(now)).min_by_key(|(index, turn)| (turn.clock, *index)).map(|(index, _)| index)
}

/// Returns whether nothing is left to start, now or later.
pub(super) fn exhausted<'a>(mut turns: impl Iterator<Item = &'a Turn>) -> bool {
    !turns.any(Turn::has_work)
}

/// Returns how long a worker runs one target if that should be about `turn`, or less in a short time; `None` means to the end.
///
/// Targets take turns when the slots do not divide evenly among them, unless the number of runs determines the work of each target.
pub(super) fn slice(targets: usize, jobs: usize, turn: Duration, time: Option<Duration>, runs: Option<u64>) -> Option<Slice> {
    if runs.is_some() || targets <= 1 || jobs.is_multiple_of(targets) {
        return None;
    }
    let Some(time) = time else { return Some(Slice { length: turn, longest: turn * 60 }) };
    let share = time.mul_f64(jobs as f64 / targets as f64);
    let rounds = (share.as_secs_f64() / turn.as_secs_f64()).round().max(LEAST_ROUNDS);
    Some(Slice { length: share.div_f64(rounds), longest: share })
}

#[cfg(test)]
mod tests;
