//! Collects violations, or only whether there is one.

use super::{MAX_VIOLATIONS, MAX_WARNINGS, Part, Place, RuleId, Violation};
use std::fmt;

/// What checks report to. Messages are formatted only when violations are kept.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Whether violations are kept.
    keep: bool,
    violations: Vec<Violation>,
    /// How many of them are warnings.
    warnings: usize,
    invalid: bool,
}

impl Report {
    /// An empty report; `keep` tells whether violations will be kept or only noticed.
    pub(super) fn new(keep: bool) -> Self {
        Self { keep, ..Self::default() }
    }

    pub(super) fn add(&mut self, rule: RuleId, part: Part, message: fmt::Arguments<'_>) {
        let rule = rule.rule();
        let error = rule.severity.is_error();
        self.invalid |= error;
        let room = self.violations.len() < MAX_VIOLATIONS && (error || self.warnings < MAX_WARNINGS);
        if self.keep && room {
            self.warnings += usize::from(!error);
            self.violations.push(Violation { rule, place: Place { at: None, part }, message: message.to_string() });
        }
    }

    /// Whether checks that can only warn are worth their time.
    pub(super) const fn wants_warnings(&self) -> bool {
        self.keep
    }

    /// Whether nothing more can be learned.
    pub(super) fn is_settled(&self) -> bool {
        if self.keep { self.violations.len() >= MAX_VIOLATIONS } else { self.invalid }
    }

    pub(super) const fn is_invalid(&self) -> bool {
        self.invalid
    }

    /// The violations in the order of the module.
    pub(super) fn into_violations(mut self) -> Vec<Violation> {
        self.violations.sort_by_key(|violation| violation.place.part.order());
        self.violations
    }
}
