//! Checkers, which run the target on candidates.

use std::{collections::BTreeSet, sync::atomic::AtomicBool};

use irsmith_fuzz::{Finding, Provenance, Target};
use irsmith_oracles::Verdict;

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
    /// Whether an oracle passed or failed.
    judged: bool,
    skips: BTreeSet<String>,
}

impl InProcess {
    /// Makes a checker of `target` whose findings have this `provenance`.
    pub fn new(target: &'static Target, provenance: Provenance) -> Self {
        InProcess { target, provenance, judged: false, skips: BTreeSet::new() }
    }
}

impl Checker for InProcess {
    fn check(&mut self, case: &[u8], _: &AtomicBool) -> Result<Option<Vec<Finding>>, CampaignError> {
        let mut findings = Vec::new();
        self.target.run(case, &mut |_, verdict| match verdict {
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
        Ok(Some(findings))
    }

    fn skips(&mut self) -> Result<BTreeSet<String>, CampaignError> {
        Ok(if self.judged { BTreeSet::new() } else { self.skips.clone() })
    }
}
