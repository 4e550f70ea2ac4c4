//! Which target a free worker slot goes to, and for how long.
//!
//! Each target has a clock of its own, which runs the slower the more the target still discovers; a free slot goes to the target whose
//! clock is behind. So time is shared in proportion to the [weights](Discovery::weight), none of which is 0.

use std::time::{Duration, Instant};

use super::discovery::Discovery;

/// A worker begins with the cases that its target has kept. Where it cannot be paused at the end of its turn, for there is no memory to
/// keep it, it works on this many times as long as it took to begin, so that not all turns are spent on beginning.
const BEGINNINGS: u32 = 4;

/// Executions below which a death counts as early: the worker hardly got past its first cases.
const EARLY: u64 = 256;

/// Early deaths in a row after which a target is given up.
const EARLY_DEATHS: u32 = 8;

/// The pause after the first early death; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// What a worker is promised that stays at its target to the end: more than any campaign, so that the next free slot goes elsewhere.
const TO_THE_END: Duration = Duration::from_secs(1 << 32);

/// How long a worker stays at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// In general.
    pub(super) length: Duration,
    /// At most.
    pub(super) longest: Duration,
}

impl Slice {
    /// Whether it is over for a worker that has used so much time of it, and can be paused until its next turn.
    pub(super) fn is_over(self, used: Duration) -> bool {
        used >= self.length
    }

    /// The same for a worker that would have to end, and has used so much until it had begun, if it has.
    pub(super) fn is_over_for_good(self, used: Duration, begun: Option<Duration>) -> bool {
        used >= self.longest || begun.is_some_and(|begun| used.saturating_sub(begun) >= self.length.max(begun * BEGINNINGS))
    }
}

/// How a worker ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// It did what it was told.
    Finished,
    /// Somebody stopped it before.
    Stopped,
    /// It could not begin, or something that it ran ended it.
    Died,
}

/// What the schedule knows of one target.
#[derive(Clone, Debug, Default)]
pub(super) struct Turn {
    /// The target's clock: time promised to its workers, less what they did not use, each turn divided by the weight it had.
    clock: Duration,
    /// What it discovers.
    discovery: Discovery,
    /// Workers at it now.
    running: usize,
    /// Workers started so far.
    starts: u64,
    /// Executions still to do, when they are bounded.
    runs_left: Option<u64>,
    early_deaths: u32,
    not_before: Option<Instant>,
    given_up: bool,
}

impl Turn {
    /// A target with `runs` executions to do, or any number.
    pub(super) fn new(runs: Option<u64>) -> Self {
        Turn { runs_left: runs, ..Turn::default() }
    }

    /// Executions still to do, when they are bounded.
    pub(super) fn runs_left(&self) -> Option<u64> {
        self.runs_left
    }

    /// Whether the target was given up for its early deaths.
    pub(super) fn given_up(&self) -> bool {
        self.given_up
    }

    /// The ordinal of a new worker among the workers of this target.
    pub(super) fn ordinal(&mut self) -> u64 {
        self.starts += 1;
        self.starts - 1
    }

    /// Notes that a worker begins a turn of `slice`.
    pub(super) fn begin(&mut self, slice: Option<Slice>) {
        self.clock += self.weighted(promised(slice));
        self.running += 1;
    }

    /// Notes that a worker that was promised `slice` has used `used` of it and is paused, or has ended.
    pub(super) fn pause(&mut self, slice: Option<Slice>, used: Duration) {
        self.clock = self.clock.saturating_sub(self.weighted(promised(slice))) + self.weighted(used);
        self.running -= 1;
    }

    /// Notes what the target has discovered by the end of a turn of `used`: see [`Discovery::note`]. Comes after the turn's end, for the
    /// turn counts with the weight that it began with.
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

    /// Workers that have a turn at it now.
    pub(super) fn running(&self) -> usize {
        self.running
    }

    /// Notes the end of a worker that was promised `slice`, used `used` of it and made
    /// `executions`, in all its turns.
    pub(super) fn end(&mut self, slice: Option<Slice>, used: Duration, executions: u64, ending: Ending, now: Instant) {
        self.pause(slice, used);
        self.note_end(executions, ending, now);
    }

    /// Notes the end of a worker that was paused.
    pub(super) fn note_end(&mut self, executions: u64, ending: Ending, now: Instant) {
        // Who has finished has made all runs; the engine counts some of its own first cases.
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

    /// Whether work is left, now or after a pause.
    fn has_work(&self) -> bool {
        // A bounded number of runs is one worker's, so that the seed repeats them.
        let finished = self.runs_left.is_some_and(|left| left == 0 || self.running > 0);
        !finished && !self.given_up
    }

    fn ready(&self, now: Instant) -> bool {
        self.has_work() && self.not_before.is_none_or(|time| now >= time)
    }
}

/// The time that a worker may have at its target when it begins.
fn promised(slice: Option<Slice>) -> Duration {
    slice.map_or(TO_THE_END, |slice| slice.length)
}

/// The target that a free slot goes to: of those with work, the one whose clock is behind.
pub(super) fn choose<'a>(turns: impl Iterator<Item = &'a Turn>, now: Instant) -> Option<usize> {
    turns.enumerate().filter(|(_, turn)| turn.ready(now)).min_by_key(|(index, turn)| (turn.clock, *index)).map(|(index, _)| index)
}

/// Whether nothing is left to start, now or later.
pub(super) fn exhausted<'a>(mut turns: impl Iterator<Item = &'a Turn>) -> bool {
    !turns.any(Turn::has_work)
}

/// How long a worker stays at one target, where that is to be about `turn`; `None` for to the end.
///
/// Targets share the slots in turns when the slots do not divide evenly among them, unless the
/// number of runs says how much each target gets.
pub(super) fn slice(targets: usize, jobs: usize, turn: Duration, time: Option<Duration>, runs: Option<u64>) -> Option<Slice> {
    if runs.is_some() || targets <= 1 || jobs.is_multiple_of(targets) {
        return None;
    }
    let Some(time) = time else { return Some(Slice { length: turn, longest: turn * 60 }) };
    let share = time.mul_f64(jobs as f64 / targets as f64);
    let rounds = (share.as_secs_f64() / turn.as_secs_f64()).round().max(1.0);
    Some(Slice { length: share.div_f64(rounds), longest: share })
}

#[cfg(test)]
mod tests;
