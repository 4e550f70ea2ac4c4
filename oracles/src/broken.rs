//! What the oracles of all formats share that break a rule on purpose.

use std::fmt::Display;

use irsmith_rules::Violation;

use crate::Verdict;

/// The verdict of `oracle` on the violations of a case in which `rule` was broken on purpose, by a change that does what `about` says: it
/// passes when the rule is among them.
pub(crate) fn judge<At: Display, Part: Display>(
    oracle: &'static str,
    (rule, about): (&'static str, &str),
    mut violations: Vec<Violation<At, Part>>,
) -> Verdict {
    violations.retain(Violation::is_error);
    if violations.iter().any(|violation| violation.rule.id == rule) {
        return Verdict::Pass;
    }
    let property = if violations.is_empty() { "accepted" } else { "other-rule" };
    let found: String = violations.iter().take(10).map(|violation| format!("\n  {violation}")).collect();
    Verdict::fail(oracle, property, rule, format!("broken: {rule}, by a change that {about}\nreported:{found}"))
}
