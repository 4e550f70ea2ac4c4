//! Collects violations, or only whether there is one.

use crate::{Place, Rule, Violation};
use std::fmt;

/// The maximal number of violations that are kept; later ones are dropped.
pub const MAX_VIOLATIONS: usize = 1000;
/// The maximal number of warnings among them, so that they leave room for errors.
pub const MAX_WARNINGS: usize = 250;

/// Returns whether these are all violations of a case: none was dropped because of the limit.
pub fn are_all<At, Part>(violations: &[Violation<At, Part>]) -> bool {
    let warnings = violations.iter().filter(|violation| !violation.is_error()).count();
    violations.len() < MAX_VIOLATIONS && warnings < MAX_WARNINGS
}

/// The maximal number of bytes of a message: quoted text may have any length.
const LONGEST: usize = 400;

/// Returns a message, shortened with three dots if it is too long to read.
fn cut(message: fmt::Arguments<'_>) -> String {
    struct Cut(String);

    impl fmt::Write for Cut {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let room = LONGEST.saturating_sub(self.0.len());
            if text.len() <= room {
                self.0.push_str(text);
                return Ok(());
            }
            self.0.push_str(&text[..text.floor_char_boundary(room)]);
            self.0.push_str("...");
            // Stops the formatting.
            Err(fmt::Error)
        }
    }

    let mut cut = Cut(String::new());
    let _ = fmt::write(&mut cut, message);
    cut.0
}

/// The sink for the results of checks. Messages are formatted only if violations are kept.
#[derive(Debug)]
pub struct Report<At, Part> {
    /// Whether violations are kept.
    keep: bool,
    violations: Vec<Violation<At, Part>>,
    /// The number of warnings among them.
    warnings: usize,
    invalid: bool,
}

impl<At: PartialEq, Part: PartialEq> Report<At, Part> {
    /// Makes an empty report; `keep` says whether violations are kept or only noticed.
    pub const fn new(keep: bool) -> Self {
        Self { keep, violations: Vec::new(), warnings: 0, invalid: false }
    }

    /// Clears the report; `keep` as for [`Report::new`].
    pub fn restart(&mut self, keep: bool) {
        self.keep = keep;
        self.violations.clear();
        self.warnings = 0;
        self.invalid = false;
    }

    /// Reports that `rule` is broken at a place, or by a part of a model without a file.
    pub fn add(&mut self, rule: impl Into<&'static Rule>, place: impl Into<Place<At, Part>>, message: fmt::Arguments<'_>) {
        let rule = rule.into();
        let error = rule.severity.is_error();
        self.invalid |= error;
        let room = self.violations.len() < MAX_VIOLATIONS && (error || self.warnings < MAX_WARNINGS);
        if self.keep && room {
            let violation = Violation { rule, place: place.into(), message: cut(message) };
            // An instruction that names something twice breaks a rule once.
            if self.violations.last() != Some(&violation) {
                self.warnings += usize::from(!error);
                self.violations.push(violation);
            }
        }
    }

    /// Returns whether checks that can only warn are worth their time.
    pub const fn wants_warnings(&self) -> bool {
        self.keep
    }

    /// Returns whether further checks cannot change the result.
    pub const fn is_settled(&self) -> bool {
        if self.keep { self.violations.len() >= MAX_VIOLATIONS } else { self.invalid }
    }

    /// Returns whether a rule is broken that makes the case invalid.
    pub const fn is_invalid(&self) -> bool {
        self.invalid
    }

    /// Returns the kept violations, in the order in which they were reported.
    pub fn violations_mut(&mut self) -> &mut [Violation<At, Part>] {
        &mut self.violations
    }

    /// Returns the number of kept violations.
    pub const fn len(&self) -> usize {
        self.violations.len()
    }

    /// Returns whether no violation is kept.
    pub const fn is_empty(&self) -> bool {
        self.violations.is_empty()
    }

    /// Takes the violations out.
    pub fn take(&mut self) -> Vec<Violation<At, Part>> {
        std::mem::take(&mut self.violations)
    }
}

impl<At: PartialEq, Part: PartialEq> Default for Report<At, Part> {
    fn default() -> Self {
        Self::new(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Severity, Source};

    const fn rule(severity: Severity) -> Rule {
        Rule { id: "some-rule", severity, source: Source { document: "", section: "tools" }, text: "" }
    }

    static ERROR: Rule = rule(Severity::Choice);
    static WARNING: Rule = rule(Severity::Warning);

    #[test]
    fn warnings_leave_room_for_errors() {
        let mut report: Report<usize, &str> = Report::new(true);
        (0..2 * MAX_WARNINGS).for_each(|number| report.add(&WARNING, "part", format_args!("odd {number}")));
        assert!(!report.is_invalid() && report.len() == MAX_WARNINGS);
        let place = || Place { at: Some(4), part: "part" };
        (0..2 * MAX_VIOLATIONS).for_each(|number| report.add(&ERROR, place(), format_args!("wrong {number}")));
        assert!(report.is_invalid() && report.is_settled());
        let violations = report.take();
        assert_eq!(violations.len(), MAX_VIOLATIONS);
        assert!(!are_all(&violations) && !are_all(&violations[..MAX_WARNINGS]) && are_all(&violations[1..MAX_WARNINGS]));
        assert_eq!(violations[0].to_string(), "part: warning: some-rule: odd 0");
        assert_eq!(violations[MAX_WARNINGS].to_string(), "4: part: some-rule: wrong 0");
    }

    #[test]
    fn what_is_said_twice_in_a_row_is_kept_once() {
        let mut report: Report<usize, &str> = Report::new(true);
        for message in ["one", "one", "other", "one"] {
            report.add(&ERROR, "part", format_args!("{message}"));
        }
        assert_eq!(report.len(), 3);
    }

    #[test]
    fn messages_end_where_nobody_reads_on() {
        let mut report: Report<usize, &str> = Report::new(true);
        let name = "\u{e9}".repeat(1 << 20);
        for length in [3, LONGEST, LONGEST + 1] {
            report.add(&ERROR, "part", format_args!("{}", "n".repeat(length)));
        }
        report.add(&ERROR, "part", format_args!("x {name} and {name}"));
        let lengths: Vec<usize> = report.take().iter().map(|violation| violation.message.len()).collect();
        assert_eq!(lengths, [3, LONGEST, LONGEST + 3, LONGEST + 3]);
    }

    #[test]
    fn what_is_only_noticed_is_not_kept() {
        let mut report: Report<usize, &str> = Report::new(false);
        report.add(&WARNING, "part", format_args!("odd"));
        assert!(!report.is_settled() && !report.wants_warnings());
        report.add(&ERROR, "part", format_args!("wrong"));
        assert!(report.is_settled() && report.is_empty());
        report.restart(true);
        assert!(!report.is_invalid() && report.wants_warnings());
    }
}
