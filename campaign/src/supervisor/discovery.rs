//! The discoveries of a target, which determine its share of time.

use std::time::Duration;

/// The least weight of a target: a target that discovers nothing gets a fifth of the time of one that discovers much.
pub(super) const FLOOR: f64 = 0.2;

/// Growth of a target's features within [`PERIOD`] of worker time at which its weight reaches 1. Below it, the weight is the square root of
/// the growth, because discoveries become rare long before there are none.
const FULL_GROWTH: f64 = 0.05;

const PERIOD: f64 = 10.0;

/// Share of the last turn in the average growth; the rest is the average before.
const LAST_TURN: f64 = 0.5;

/// The amount of work, in the currency of the target, at which the bonus of a new target has fallen to half. A target whose programs take a
/// second each has done little work after minutes, whatever its features are.
const EXPERIENCE: f64 = 2000.0;

/// The discoveries of one target, as the schedule knows them.
#[derive(Clone, Debug)]
pub(super) struct Discovery {
    /// The maximum of features of a worker so far.
    features: u64,
    /// Work done by ended and running workers, in the target's currency.
    work: u64,
    /// From 0, if nothing was discovered lately, to 1.
    growth: f64,
}

impl Default for Discovery {
    /// An unknown target gets as much time as any.
    fn default() -> Self {
        Discovery { features: 0, work: 0, growth: 1.0 }
    }
}

impl Discovery {
    /// Records a turn of `used` time, after which the target has `features` features and `work` work done in total.
    pub(super) fn note(&mut self, features: u64, work: u64, used: Duration) {
        let new = features.saturating_sub(self.features);
        let periods = (used.as_secs_f64() / PERIOD).max(0.01);
        let growth = new as f64 / features.max(1) as f64 / periods;
        let weight = (growth / FULL_GROWTH).sqrt().min(1.0);
        self.growth = LAST_TURN * weight + (1.0 - LAST_TURN) * self.growth;
        self.features = self.features.max(features);
        self.work = self.work.max(work);
    }

    /// Returns the weight of this target, from [`FLOOR`] to 1.
    pub(super) fn weight(&self) -> f64 {
        let inexperience = EXPERIENCE / (EXPERIENCE + self.work as f64);
        self.growth.max(inexperience).clamp(FLOOR, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TURN: Duration = Duration::from_secs(10);

    #[test]
    fn who_finds_nothing_more_falls_to_the_floor_and_comes_back() {
        let mut discovery = Discovery::default();
        assert_eq!(discovery.weight(), 1.0);
        for turn in 0..20 {
            discovery.note(1000, 1_000_000 + turn, TURN);
        }
        assert_eq!(discovery.weight(), FLOOR);
        discovery.note(1100, 1_100_000, TURN);
        assert!(discovery.weight() > 0.4, "{}", discovery.weight());
    }

    #[test]
    fn little_work_is_no_proof_that_there_is_nothing() {
        let weight = |work| {
            let mut discovery = Discovery::default();
            (0..20).for_each(|_| discovery.note(1000, work, TURN));
            discovery.weight()
        };
        assert!(weight(100) > 0.9 && weight(2000) == 0.5 && weight(1_000_000) == FLOOR);
    }

    #[test]
    fn a_short_turn_counts_for_what_it_found_in_its_time() {
        let weight = |used| {
            let mut discovery = Discovery { features: 1000, work: 1 << 40, growth: 0.0 };
            discovery.note(1010, 1 << 40, used);
            discovery.weight()
        };
        assert!(weight(TURN / 4) > weight(TURN));
    }
}
