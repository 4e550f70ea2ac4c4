//! Collects violations, or only whether there is one.

use super::{MAX_VIOLATIONS, MAX_WARNINGS, Part, Place, RuleId, Severity, Violation};
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
    /// Forgets everything; `keep` tells whether violations will be kept or only noticed.
    pub(super) fn restart(&mut self, keep: bool) {
        self.keep = keep;
        self.violations.clear();
        self.warnings = 0;
        self.invalid = false;
    }

    pub(super) fn add(&mut self, rule: RuleId, part: Part, message: fmt::Arguments<'_>) {
        self.add_at(rule, Place { at: None, part }, message);
    }

    pub(super) fn add_at(&mut self, rule: RuleId, place: Place, message: fmt::Arguments<'_>) {
        let rule = rule.rule();
        self.invalid |= rule.severity == Severity::Error;
        let warning = rule.severity == Severity::Warning;
        let room = self.violations.len() < MAX_VIOLATIONS && !(warning && self.warnings >= MAX_WARNINGS);
        if self.keep && room {
            self.warnings += usize::from(warning);
            self.violations.push(Violation { rule, place, message: message.to_string() });
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

    /// Number of violations that are kept.
    pub(super) const fn len(&self) -> usize {
        self.violations.len()
    }

    /// Puts the violations of a function, those from `start` on, in the order of its instructions.
    pub(super) fn sort_body(&mut self, start: usize) {
        self.violations[start..].sort_by_key(|violation| match violation.place.part {
            Part::Instruction { index, .. } => Some(index),
            _ => None,
        });
    }

    pub(super) fn take(&mut self) -> Vec<Violation> {
        std::mem::take(&mut self.violations)
    }
}
