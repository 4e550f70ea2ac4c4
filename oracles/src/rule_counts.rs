//! Shared by the oracles of all formats that check whether two cases break the same rules.

use std::collections::BTreeMap;

use irsmith_rules::{Violation, are_all};

use crate::Fault;

/// Skip reason: there are so many violations that the validator returns only some of them.
pub(crate) const TOO_MANY: &str = "too-many-violations";

/// The number of violations of each rule.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RuleCounts(BTreeMap<&'static str, usize>);

impl RuleCounts {
    /// Counts all violations of a case.
    ///
    /// # Errors
    /// Why an oracle must skip: the validator may have dropped something.
    pub(crate) fn of<At, Part>(violations: &[Violation<At, Part>]) -> Result<Self, &'static str> {
        if !are_all(violations) {
            return Err(TOO_MANY);
        }
        let mut counts = BTreeMap::new();
        for violation in violations {
            *counts.entry(violation.rule.id).or_insert(0) += 1;
        }
        Ok(Self(counts))
    }

    /// Checks that a case and its changed version break the same rules equally often.
    pub(crate) fn are_kept(&self, after: &Self) -> Result<(), Fault> {
        let rules = self.0.keys().chain(after.0.keys());
        let changed = rules.copied().filter(|rule| self.0.get(rule) != after.0.get(rule)).min();
        let Some(rule) = changed else { return Ok(()) };
        let times = |counts: &Self| counts.0.get(rule).copied().unwrap_or(0);
        let evidence = format!("{rule}\n  before: {} times\n  after:  {} times", times(self), times(after));
        Err(Fault::new("rules-changed", rule, evidence))
    }
}
