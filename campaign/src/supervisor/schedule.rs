//! Which target a free worker slot goes to, and for how long.

use std::time::{Duration, Instant};

/// A worker works about this long on one target before another target has its turn.
const TURN: Duration = Duration::from_secs(10);

/// A worker begins with the cases that its target has kept. This many times as long as that takes it works on, so that targets that start
/// programs of other people do not spend their turns on beginning.
const BEGINNINGS: u32 = 4;

/// Executions below which a death counts as early: the worker hardly got past its first cases.
const EARLY: u64 = 256;

/// Early deaths in a row after which a target is given up.
const EARLY_DEATHS: u32 = 8;

/// The pause after the first early death; it doubles with each.
const FIRST_PAUSE: Duration = Duration::from_millis(10);

/// How long a worker stays at one target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Slice {
    /// From when it has begun, in general.
    pub(super) length: Duration,
    /// From its start, at most.
    pub(super) longest: Duration,
}

impl Slice {
    /// Whether it is over for a worker that has used so much time, and so much until it had begun, if it has.
    pub(super) fn is_over(self, used: Duration, begun: Option<Duration>) -> bool {
        used >= self.longest || begun.is_some_and(|begun| used - begun >= self.length.max(begun * BEGINNINGS))
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
    /// Time promised to workers of the target, less what they did not use.
    promised: Duration,
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

    /// Notes a start for `slice`; returns its ordinal among the starts of this target.
    pub(super) fn start(&mut self, slice: Option<Slice>) -> u64 {
        self.promised += promised(slice);
        self.running += 1;
        self.starts += 1;
        self.starts - 1
    }

    /// Notes the end of a worker that was promised `slice`, used `used` of it and made
    /// `executions`.
    pub(super) fn end(&mut self, slice: Option<Slice>, used: Duration, executions: u64, ending: Ending, now: Instant) {
        self.promised = self.promised.saturating_sub(promised(slice)) + used;
        self.running -= 1;
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

fn promised(slice: Option<Slice>) -> Duration {
    slice.map_or(TURN, |slice| slice.length)
}

/// The target that a free slot goes to: of those with work, the one with the least time.
pub(super) fn choose<'a>(turns: impl Iterator<Item = &'a Turn>, now: Instant) -> Option<usize> {
    turns.enumerate().filter(|(_, turn)| turn.ready(now)).min_by_key(|(index, turn)| (turn.promised, *index)).map(|(index, _)| index)
}

/// Whether nothing is left to start, now or later.
pub(super) fn exhausted<'a>(mut turns: impl Iterator<Item = &'a Turn>) -> bool {
    !turns.any(Turn::has_work)
}

/// How long a worker stays at one target; `None` for to the end.
///
/// Targets share the slots in turns when the slots do not divide evenly among them, unless the
/// number of runs says how much each target gets.
pub(super) fn slice(targets: usize, jobs: usize, time: Option<Duration>, runs: Option<u64>) -> Option<Slice> {
    if runs.is_some() || targets <= 1 || jobs.is_multiple_of(targets) {
        return None;
    }
    let Some(time) = time else { return Some(Slice { length: TURN, longest: TURN * 60 }) };
    let share = time.mul_f64(jobs as f64 / targets as f64);
    let rounds = (share.as_secs_f64() / TURN.as_secs_f64()).round().max(1.0);
    Some(Slice { length: share.div_f64(rounds), longest: share })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn turns_fill_the_time_evenly() {
        let seconds = |length, longest| Some(Slice { length: length * SECOND, longest: longest * SECOND });
        assert_eq!(slice(6, 2, Some(60 * SECOND), None), seconds(10, 20));
        assert_eq!(slice(6, 2, Some(6 * SECOND), None), seconds(2, 2));
        assert_eq!(slice(2, 2, Some(60 * SECOND), None), None);
        assert_eq!(slice(1, 3, None, None), None);
        assert_eq!(slice(3, 2, None, Some(1000)), None);
    }

    #[test]
    fn who_takes_long_to_begin_stays_longer() {
        let slice = Slice { length: 10 * SECOND, longest: 90 * SECOND };
        let is_over = |used: u32, begun: Option<u32>| slice.is_over(used * SECOND, begun.map(|begun| begun * SECOND));
        assert!(!is_over(10, Some(1)) && is_over(11, Some(1)));
        assert!(!is_over(12, None), "it has not begun");
        assert!(!is_over(74, Some(15)) && is_over(75, Some(15)));
        assert!(is_over(90, None) && is_over(90, Some(30)), "others have a share too");
    }

    #[test]
    fn six_targets_on_two_slots_all_get_the_same() {
        let mut turns = vec![Turn::new(None); 6];
        let (now, slice) = (Instant::now(), Some(Slice { length: 5 * SECOND, longest: 5 * SECOND }));
        for _ in 0..12 {
            let chosen = choose(turns.iter(), now).unwrap();
            turns[chosen].start(slice);
            turns[chosen].end(slice, 5 * SECOND, 10_000, Ending::Finished, now);
        }
        assert!(turns.iter().all(|turn| turn.promised == 10 * SECOND));
    }

    #[test]
    fn runs_end_a_target_and_deaths_do_not() {
        let mut turns = [Turn::new(Some(1000))];
        let now = Instant::now();
        turns[0].start(None);
        assert_eq!(choose(turns.iter(), now), None, "one worker at a time");
        turns[0].end(None, SECOND, 400, Ending::Died, now);
        assert_eq!((turns[0].runs_left(), choose(turns.iter(), now)), (Some(600), Some(0)));
        turns[0].start(None);
        turns[0].end(None, SECOND, 590, Ending::Finished, now);
        assert!(exhausted(turns.iter()));
    }

    #[test]
    fn early_deaths_pause_and_then_end_a_target() {
        let mut turns = [Turn::new(None)];
        let mut now = Instant::now();
        let mut starts = 0;
        while !exhausted(turns.iter()) {
            if choose(turns.iter(), now) == Some(0) {
                starts += 1;
                turns[0].start(None);
                turns[0].end(None, Duration::ZERO, 3, Ending::Died, now);
                assert!(choose(turns.iter(), now).is_none(), "no pause");
            }
            now += SECOND;
        }
        assert_eq!(starts, EARLY_DEATHS);
    }
}
