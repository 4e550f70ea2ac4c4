//! What a target still discovers: how much of the time of others it deserves.

use std::time::Duration;

/// The least weight of a target: one that discovers nothing has a fifth of the time of one that discovers much.
pub(super) const FLOOR: f64 = 0.2;

/// Growth of a target's features within [`PERIOD`] of worker time from which on its weight is 1. Below, the weight falls with the root of
/// the growth, for what is left to discover becomes rare long before there is none of it.
const FULL_GROWTH: f64 = 0.05;

const PERIOD: f64 = 10.0;

/// Of the weight of growth, how much the last turn counts for; the rest is what was before.
const LAST_TURN: f64 = 0.5;

/// With so much work done, in the currency of the target, half of what is asked of a new target is asked of it still. A target whose
/// programs take a second each has seen little after minutes, whatever its features say.
const EXPERIENCE: f64 = 2000.0;

/// What the schedule knows of the discoveries of one target.
#[derive(Clone, Debug)]
pub(super) struct Discovery {
    /// The most features of a worker so far.
    features: u64,
    /// Work done by ended and running workers, in the target's currency.
    work: u64,
    /// From 0, nothing was discovered lately, to 1.
    growth: f64,
}

impl Default for Discovery {
    /// A target of which nothing is known deserves as much as any.
    fn default() -> Self {
        Discovery { features: 0, work: 0, growth: 1.0 }
    }
}

impl Discovery {
    /// Notes a turn of `used`, after which the target has so many `features` and so much `work` done, in all.
    pub(super) fn note(&mut self, features: u64, work: u64, used: Duration) {
        let new = features.saturating_sub(self.features);
        let periods = (used.as_secs_f64() / PERIOD).max(0.01);
        let growth = new as f64 / features.max(1) as f64 / periods;
        let weight = (growth / FULL_GROWTH).sqrt().min(1.0);
        self.growth = LAST_TURN * weight + (1.0 - LAST_TURN) * self.growth;
        self.features = self.features.max(features);
        self.work = self.work.max(work);
    }

    /// The share of time of this target beside others, from [`FLOOR`] to 1.
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
