//! The targets of irsmith and the code that every fuzz engine needs to run them.
//!
//! One [`registry`](TARGETS) lists every target once. Front ends derive from it: the libFuzzer binaries in `fuzz_targets/`, the AFL++
//! binary, the bolero and quickcheck tests, and the [`worker`] of the built-in engine.
//!
//! ```
//! use irsmith_fuzz::{Mutator, mutate_in_place, target};
//! use irsmith_oracles::Verdict;
//!
//! // A target generates a valid case of its format from a seed.
//! let target = target("pnacl_roundtrip").expect("the registry lists it");
//! let mut case = target.generate(1);
//!
//! // An engine mutates the case where it stands. An engine's own mutation of bytes is the last argument; this one changes nothing.
//! let (size, most) = (case.len(), 2 * case.len());
//! case.resize(most, 0);
//! let size = mutate_in_place(target, Mutator::Structure, &mut case, size, most, 2, |_, size, _| size);
//!
//! // Each oracle of the target returns its verdict on the case.
//! let mut passed = 0;
//! target.run(&case[..size], &mut |oracle, verdict| match verdict {
//!     Verdict::Fail(failure) => panic!("{oracle}: {}\n{}", failure.signature, failure.evidence),
//!     Verdict::Skip(reason) => println!("{oracle}: {reason}"),
//!     Verdict::Pass => passed += 1,
//! });
//! assert!(passed > 0);
//! ```
//!
//! This library links no engine. Only binaries link the two engines with C or C++ code, libFuzzer and AFL++, so that tests and tools build
//! without them.

mod changes;
mod currency;
mod finding;
mod finding_status;
mod format;
mod front_end;
#[cfg(test)]
mod function_lines;
mod functions;
mod mutation;
mod names;
mod note;
mod operation;
mod oracles;
mod panics;
mod reduce;
mod registry;
mod seed;
mod store;
pub mod tables;
mod target;
pub mod unchecked;
pub mod worker;

pub use changes::take_unread_changes;
pub use currency::Currency;
pub use finding::{Finding, Minimized, Provenance};
pub use finding_status::FindingStatus;
pub use format::{FileFormat, Format, Profile};
pub use front_end::{corpus_of_arguments, expect_pass, replay, replay_arguments, require_checkable};
pub use functions::{panic_site, short_source_path};
pub use mutation::{Mutator, mutate_in_place, splice_into};
pub use names::did_you_mean;
pub use note::note;
pub use operation::Operation;
pub use oracles::{FromFile, Oracles};
pub use panics::{OwnPanic, Panic, catch_panic, record_panics, take_own_panics};
pub use reduce::{Level, Pass, Weight};
pub use registry::{TARGETS, target};
pub use seed::{Rng, content_hash, derive_seed};
pub use store::{FINDING_FILE, Kept, Store, finding_beside, hexadecimal, parse_finding, write_atomically, write_finding};
pub use target::Target;
pub use unchecked::Unchecked;

/// The examples of the book, compiled as tests.
#[cfg(doctest)]
#[doc = include_str!("../../docs/src/crates.md")]
#[doc = include_str!("../../docs/src/debuginfo.md")]
struct Examples;
