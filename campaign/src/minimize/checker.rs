//! Checkers, which run the target on candidates.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use irsmith_fuzz::{Finding, Provenance, Target};
use irsmith_oracles::{Verdict, draws_of, pin_draws};

use crate::CampaignError;

/// Runs a target on one case after another.
pub trait Checker {
    /// Returns the failures of the target on `case`, in the order of its oracles; none when it passes.
    ///
    /// Returns `None` when `stop` was set before the outcome was known.
    ///
    /// # Errors
    ///
    /// When cases cannot be checked at all.
    fn check(&mut self, case: &[u8], stop: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError>;

    /// Returns why the oracles skipped every case so far, each reason once; none when an oracle passed or failed.
    ///
    /// # Errors
    ///
    /// When the reasons are not known.
    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError>;

    /// Checks with the oracle of `failure` alone from now on, and lets it draw for every candidate what it drew for `case`: a smaller case
    /// would draw other things, and mostly pass. Without an effect on a checker that cannot do so.
    fn focus(&mut self, _failure: &Finding, _case: &[u8]) {}

    /// Says which cases are checked after the next one, in this order, if each of them is refused. Without an effect on a checker that
    /// checks one case at a time.
    fn expect(&mut self, _cases: Vec<Vec<u8>>) {}

    /// Returns how many cases it checks at the same time.
    fn jobs(&self) -> usize {
        1
    }

    /// Returns the seed of what oracles draw for every candidate; none if each candidate has its own.
    fn draws(&self) -> Option<u64> {
        None
    }

    /// Lets oracles draw from this seed for every candidate; `None` undoes this. Without an effect on a checker that cannot do so.
    fn set_draws(&mut self, _draws: Option<u64>) {}

    /// Returns whether a check takes longer than a question to a validator of other people: such a validator then comes before the check.
    fn is_slow(&self) -> bool {
        false
    }

    /// Returns whether another process can read `case`, which ended the process of a check. If so, the end was not caused by our own
    /// reader.
    ///
    /// # Errors
    ///
    /// When this cannot be tried.
    fn reads(&mut self, _case: &[u8], _stop: &AtomicBool) -> Result<bool, CampaignError> {
        Ok(true)
    }
}

/// Runs the target in this process.
///
/// This is fast, and works for targets that neither end the process nor hang: panics become verdicts, but an abort ends the minimizer too.
#[derive(Clone, Debug)]
pub struct InProcess {
    target: &'static Target,
    provenance: Provenance,
    /// The oracle that alone runs.
    only: Option<&'static str>,
    draws: Option<u64>,
    /// Whether an oracle passed or failed.
    judged: bool,
    skips: BTreeSet<String>,
}

impl InProcess {
    /// Makes a checker of `target` whose findings have this `provenance`.
    pub fn new(target: &'static Target, provenance: Provenance) -> Self {
        InProcess { target, provenance, only: None, draws: None, judged: false, skips: BTreeSet::new() }
    }
}

impl Checker for InProcess {
    fn check(&mut self, case: &[u8], _: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let mut findings = Vec::new();
        pin_draws(self.draws);
        self.target.run_only(self.only, case, &mut |_, verdict| match verdict {
            Verdict::Pass => self.judged = true,
            Verdict::Skip(reason) => {
                self.skips.insert(reason.to_owned());
            }
            Verdict::Fail(failure) => {
                self.judged = true;
                let finding = Finding::new(self.target, &failure, &self.provenance);
                // Several parts of a case can fail in the same way.
                if !findings.iter().any(|other: &Finding| other.id == finding.id) {
                    findings.push(finding);
                }
            }
        });
        pin_draws(None);
        Ok(Some(findings))
    }

    fn focus(&mut self, failure: &Finding, case: &[u8]) {
        self.only = self.target.oracle_named(&failure.oracle);
        self.draws = self.draws.or(self.only.map(|_| draws_of(case)));
    }

    fn draws(&self) -> Option<u64> {
        self.draws
    }

    fn set_draws(&mut self, draws: Option<u64>) {
        self.draws = draws;
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(if self.judged { BTreeSet::new() } else { self.skips.clone() })
    }
}
