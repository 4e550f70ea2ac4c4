//! What the validators of all formats share: rules as data, violations with their places, and the report that collects them.
//!
//! A format declares its rules with [`rules!`], one row each, and says what its places are: `At` is where in a file, in whatever the
//! format counts, `Part` is which part of its model.

mod report;
mod rule;
mod violation;

pub use report::{MAX_VIOLATIONS, MAX_WARNINGS, Report, are_all};
pub use rule::{Rule, Severity, Source};
pub use violation::{Place, Violation};
