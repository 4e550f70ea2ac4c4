//! Tests of the schedule under a simulated clock.

use super::*;

const SECOND: Duration = Duration::from_secs(1);

#[test]
fn turns_fill_the_time_evenly() {
    let turns_of = |targets, jobs, time, runs| slice(targets, jobs, 10 * SECOND, time, runs);
    let seconds = |length, longest| Some(Slice { length: length * SECOND, longest: longest * SECOND });
    assert_eq!(turns_of(6, 2, Some(60 * SECOND), None), seconds(10, 20));
    assert_eq!(turns_of(6, 2, Some(6 * SECOND), None), seconds(1, 2));
    assert_eq!(turns_of(2, 2, Some(60 * SECOND), None), None);
    assert_eq!(turns_of(1, 3, None, None), None);
    assert_eq!(turns_of(3, 2, None, Some(1000)), None);
}

#[test]
fn who_takes_long_to_begin_and_cannot_be_paused_stays_longer() {
    let slice = Slice { length: 10 * SECOND, longest: 90 * SECOND };
    let for_good = |used: u32, begun: Option<u32>| slice.is_over_for_good(used * SECOND, begun.map(|begun| begun * SECOND));
    assert!(!for_good(10, Some(1)) && for_good(11, Some(1)));
    assert!(!for_good(12, None), "it has not begun");
    assert!(!for_good(74, Some(15)) && for_good(75, Some(15)));
    assert!(for_good(90, None) && for_good(90, Some(30)), "others have a share too");
    assert!(!slice.is_over(9 * SECOND) && slice.is_over(10 * SECOND));
}

#[test]
fn six_targets_on_two_slots_all_get_the_same() {
    let mut turns = vec![Turn::new(None); 6];
    let (now, slice) = (Instant::now(), Some(Slice { length: 5 * SECOND, longest: 5 * SECOND }));
    for _ in 0..12 {
        let chosen = choose(turns.iter(), now).unwrap();
        turns[chosen].begin(slice);
        turns[chosen].end(slice, 5 * SECOND, 10_000, Ending::Finished, now);
    }
    assert!(turns.iter().all(|turn| turn.clock == 10 * SECOND));
}

#[test]
fn slots_are_shared_by_targets_that_keep_them() {
    let mut turns = vec![Turn::new(None); 2];
    let now = Instant::now();
    let mut begin = |died: Option<usize>| {
        if let Some(died) = died {
            turns[died].end(None, 5 * SECOND, 10_000, Ending::Died, now);
        }
        let chosen = choose(turns.iter(), now).unwrap();
        turns[chosen].begin(None);
        chosen
    };
    assert_eq!([None; 4].map(&mut begin), [0, 1, 0, 1]);
    assert_eq!([Some(1), Some(0), Some(0)].map(begin), [1, 0, 0], "who loses a worker gets the next");
}

#[test]
fn runs_end_a_target_and_deaths_do_not() {
    let mut turns = [Turn::new(Some(1000))];
    let now = Instant::now();
    turns[0].begin(None);
    assert_eq!(choose(turns.iter(), now), None, "one worker at a time");
    turns[0].end(None, SECOND, 400, Ending::Died, now);
    assert_eq!((turns[0].runs_left(), choose(turns.iter(), now)), (Some(600), Some(0)));
    turns[0].begin(None);
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
            turns[0].begin(None);
            turns[0].end(None, Duration::ZERO, 3, Ending::Died, now);
            assert!(choose(turns.iter(), now).is_none(), "no pause");
        }
        now += SECOND;
    }
    assert_eq!(starts, EARLY_DEATHS);
}

/// A target under a simulated clock: the `cost` of an execution, and the features that `executions` find.
struct Simulated {
    cost: Duration,
    features: fn(f64) -> f64,
    used: Duration,
}

impl Simulated {
    fn executions(&self) -> f64 {
        self.used.as_secs_f64() / self.cost.as_secs_f64()
    }
}

/// Returns the time of each target after `time` on one slot.
fn simulate(targets: &mut [Simulated], time: Duration) -> Vec<Duration> {
    let slice = slice(targets.len(), 1, 10 * SECOND, Some(time), None);
    let mut turns = vec![Turn::new(None); targets.len()];
    let start = Instant::now();
    let mut now = start;
    while now < start + time {
        let chosen = choose(turns.iter(), now).unwrap();
        turns[chosen].begin(slice);
        let target = &mut targets[chosen];
        // A turn ends after an execution.
        let length = slice.unwrap().length;
        let used = target.cost.mul_f64((length.as_secs_f64() / target.cost.as_secs_f64()).ceil());
        target.used += used;
        now += used;
        turns[chosen].pause(slice, used);
        turns[chosen].discovered((target.features)(target.executions()) as u64, target.executions() as u64, used);
    }
    targets.iter().map(|target| target.used).collect()
}

/// 24 fast targets that have found nearly everything after a minute, 8 that start programs of a second each.
fn mixed() -> Vec<Simulated> {
    let fast = |executions: f64| 4000.0 * executions / (executions + 3000.0);
    let slow = |executions: f64| 40.0 * executions.sqrt();
    let target = |cost, features| Simulated { cost, features, used: Duration::ZERO };
    let mut targets: Vec<Simulated> = (0..24).map(|_| target(Duration::from_micros(500), fast as fn(f64) -> f64)).collect();
    targets.extend((0..8).map(|_| target(SECOND, slow as fn(f64) -> f64)));
    targets
}

#[test]
fn targets_that_still_discover_get_more_and_all_have_their_floor() {
    let time = 5 * 3600 * SECOND;
    let used = simulate(&mut mixed(), time);
    let (fast, slow) = used.split_at(24);
    let least_slow = slow.iter().min().unwrap();
    let most_fast = fast.iter().max().unwrap();
    assert!(*least_slow > 2 * *most_fast, "{least_slow:?} beside {most_fast:?}");
    let floor = time.mul_f64(0.2 / 32.0);
    assert!(used.iter().all(|used| *used > floor), "{:?} is below {floor:?}", used.iter().min());
}

#[test]
fn in_a_short_time_every_target_has_a_turn() {
    let used = simulate(&mut mixed(), 64 * SECOND);
    assert!(used.iter().all(|used| *used >= SECOND), "{used:?}");
}

#[test]
fn turns_that_last_too_long_take_no_turn_from_others() {
    let mut targets = mixed();
    for slow in &mut targets[24..] {
        slow.cost = SECOND.mul_f64(1.5);
    }
    let used = simulate(&mut targets, 64 * SECOND);
    assert!(used.iter().all(|used| !used.is_zero()), "{used:?}");
}
