//! Oracles: properties of cases, and the functions that check them.
//!
//! An *oracle* is one function in one file named for its property. It checks a case and returns a [`Verdict`]: the property holds; or it
//! does not apply, for a reason; or it fails, with a [`Signature`] that stays the same for the same fault and with evidence from both
//! sides. An oracle never panics on a disagreement; engines catch panics of the code under test and turn them into failures.
//!
//! Each property that every format has is one generic file over the codecs, the generator and the validator of a format: round trips,
//! fixpoints, robustness, generated models are valid, and broken models are rejected.
//!
//! ```
//! use irsmith_oracles::Verdict;
//! use irsmith_oracles::pnacl::{Case, MODEL_ROUNDTRIP};
//!
//! let module = irsmith_pnacl::Module::default().write().unwrap();
//! assert_eq!(MODEL_ROUNDTRIP.verdict(&Case::new(&module)), Verdict::Pass);
//! assert_eq!(MODEL_ROUNDTRIP.verdict(&Case::new(b"no module")), Verdict::Skip("unreadable"));
//! ```
//!
//! A round trip through one codec cannot find a reader and a writer with the same mistake. Therefore some oracles compare with independent
//! implementations: a bitstream reader in process ([`pnacl::BITSTREAM_CRATE`]), and external tools ([`external`]).

mod broken_is_refused;
mod choices;
mod codec;
pub mod conformance;
mod cost;
pub mod debuginfo;
mod difference;
mod draws;
mod executes_alike;
pub mod external;
mod fixpoint;
mod foreign;
mod format;
mod generated;
mod generated_is_valid;
pub mod ledger;
mod limits;
pub mod mir;
mod needs;
mod oracle;
mod outcome;
pub mod pnacl;
mod read_any;
mod recorded;
mod recorded_errors;
mod refused_below;
mod roundtrip;
mod rule_counts;
mod signature;
mod verdict;

pub use choices::{draws_of, pin_draws};
pub use difference::Difference;
pub use draws::{draws_beside, draws_file, keep_draws};
pub use executes_alike::{CallObserver, Declined, Engine, Executable, Unsupported, plug_in_engine};
pub use generated::{Fails, Generated, GeneratedCase};
pub use limits::LimitSettings;
pub use needs::{DISK_FULL, Missing, NOT_BUILT, Needs, TOOL_MISSING, Wanted};
pub use oracle::{Check, Family, Listed, Oracle};
pub use outcome::{Fault, NoPass, Outcome};
pub use signature::{Signature, hash_of_signature};
pub use verdict::{Failure, NOTHING, Verdict};
