//! What the validators of all formats share: rules as data, violations with their places, the report that collects them, and
//! which blocks of a function dominate which.
//!
//! A format declares its rules with [`rules!`], one row each, and says what its places are: `At` is where in a file, in whatever the
//! format counts, `Part` is which part of its model.

mod dominators;
mod report;
mod rule;
mod violation;

pub use dominators::{ControlFlow, Dominators};
pub use report::{MAX_VIOLATIONS, MAX_WARNINGS, Report, are_all};
pub use rule::{Rule, Severity, Source};
pub use violation::{Place, Violation};
