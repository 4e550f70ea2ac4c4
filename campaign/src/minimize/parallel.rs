//! Several checkers at the same time, for the same result as one: while a candidate is checked, the others check those that come next if it
//! is refused.

use std::{
    collections::{BTreeSet, HashMap},
    sync::atomic::AtomicBool,
    thread,
};

use irsmith_fuzz::{Finding, content_hash};

use super::Checker;
use crate::CampaignError;

/// Checks a case and the expected ones after it, one in each of some checkers of the same kind.
#[derive(Debug)]
pub struct Parallel<C> {
    /// At least one.
    checkers: Vec<C>,
    /// The cases that are checked next if each of them is refused.
    expected: Vec<Vec<u8>>,
    /// What is known of cases that were not asked for yet, by their content.
    ahead: HashMap<u64, Vec<Finding>>,
}

impl<C> Parallel<C> {
    /// Makes a checker of `first` and further ones.
    pub fn new(first: C, further: Vec<C>) -> Self {
        let checkers = [first].into_iter().chain(further).collect();
        Parallel { checkers, expected: Vec::new(), ahead: HashMap::new() }
    }

    /// Returns all checkers, for settings that they share and for what they count.
    pub fn checkers(&mut self) -> &mut [C] {
        &mut self.checkers
    }
}

impl<C: Checker + Send> Checker for Parallel<C> {
    fn check(&mut self, case: &[u8], stop: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let expected = std::mem::take(&mut self.expected);
        if let Some(known) = self.ahead.remove(&content_hash(case)) {
            return Ok(Some(known));
        }
        let further = expected.iter().map(Vec::as_slice).filter(|next| *next != case && !self.ahead.contains_key(&content_hash(next)));
        let cases: Vec<&[u8]> = [case].into_iter().chain(further).take(self.checkers.len()).collect();
        let mut results = thread::scope(|scope| {
            let runs = self.checkers.iter_mut().zip(&cases).map(|(checker, case)| scope.spawn(|| checker.check(case, stop)));
            let runs: Vec<_> = runs.collect();
            runs.into_iter().map(|run| run.join().expect("a checker does not panic")).collect::<Vec<_>>().into_iter()
        });
        let own = results.next().unwrap_or(Ok(None));
        // What goes wrong with a case that may never be asked for is reported when it is.
        for (next, result) in cases[1..].iter().zip(results) {
            if let Ok(Some(findings)) = result {
                self.ahead.insert(content_hash(next), findings);
            }
        }
        own
    }

    fn expect(&mut self, cases: Vec<Vec<u8>>) {
        self.expected = cases;
    }

    fn jobs(&self) -> usize {
        self.checkers.len()
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        self.checkers[0].skips()
    }

    fn focus(&mut self, failure: &Finding, case: &[u8]) {
        self.ahead.clear();
        self.checkers.iter_mut().for_each(|checker| checker.focus(failure, case));
    }

    fn draws(&self) -> Option<u64> {
        self.checkers[0].draws()
    }

    fn set_draws(&mut self, draws: Option<u64>) {
        self.ahead.clear();
        self.checkers.iter_mut().for_each(|checker| checker.set_draws(draws));
    }

    fn is_slow(&self) -> bool {
        self.checkers[0].is_slow()
    }

    fn reads(&mut self, case: &[u8], stop: &AtomicBool) -> Result<bool, CampaignError> {
        self.checkers[0].reads(case, stop)
    }
}
