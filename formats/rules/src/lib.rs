//! Shared by the validators of all formats: rules as data, violations with their places, the report that collects them, and the dominator
//! tree of a function.
//!
//! A format declares its rules with [`rules!`], one row each, and defines its places: `At` is a position in the file, in any unit, `Part`
//! is a part of the model.
//!
//! ```
//! irsmith_rules::rules! {
//!     documents { Manual "the manual"; }
//!     TypeUnknown "type-unknown" Error Manual("Types") "every type that is named is defined";
//!     NameTwice "name-twice" Warning Manual("Names") "no two functions have one name";
//! }
//!
//! assert_eq!((RULES.len(), RULES[0].id, RULES[1].source.section), (2, "type-unknown", "Names"));
//! ```

mod dominators;
mod report;
mod rule;
mod violation;

pub use dominators::{ControlFlow, Dominators};
pub use report::{MAX_VIOLATIONS, MAX_WARNINGS, Report, are_all};
pub use rule::{Rule, Severity, Source};
pub use violation::{Place, Violation};
