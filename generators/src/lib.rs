//! Makes cases: generators, mutators, splices and reductions, one folder per format.
//!
//! | word | what it does | for pnacl | for debuginfo | for mir |
//! |---|---|---|---|---|
//! | generate | bytes to a valid model | [`pnacl::Generator`], [`pnacl::generate`] | [`debuginfo::Generator`], [`debuginfo::generate`] | [`mir::Generator`], [`mir::generate`] |
//! | mutate | changes one place of any model | [`pnacl::Mutator`], [`pnacl::mutate`] | [`debuginfo::mutate`] | [`mir::mutate`] |
//! | splice | combines two models | [`pnacl::splice()`] | [`debuginfo::splice()`] | [`mir::splice()`] |
//! | reduce | proposes smaller models | [`pnacl::Reductions`] | [`debuginfo::Reductions`] | [`mir::Reductions`] |
//! | rewrite | the same case in another encoding | [`pnacl::rewrite_abbreviations`] | | |
//!
//! All of them draw from [`arbitrary::Unstructured`], so that any engine can drive them, and are total: they accept any bytes, and when the
//! bytes run out, they complete what was begun. Equal bytes give equal results on every platform. [`bytes_of_seed`] turns a seed into
//! bytes.
//!
//! ```
//! use arbitrary::Unstructured;
//! use irsmith_generators::{Reduce, bytes_of_seed, pnacl};
//! use irsmith_pnacl::{Instruction, Limits, Module, validate};
//!
//! // Two valid modules of two seeds.
//! let [one, other] = [1, 2].map(|seed| pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &pnacl::Config::default()));
//! assert!(validate::is_valid(&one) && validate::is_valid(&other));
//!
//! // Something of the second goes into the first, then a single place is changed.
//! let bytes = bytes_of_seed(3);
//! let mut bytes = Unstructured::new(&bytes);
//! let mut case = pnacl::splice(&one, &other, &mut bytes);
//! let mutation = pnacl::mutate(&mut case, &mut bytes);
//! println!("{}", mutation.name());
//!
//! // Whatever was done to it, the case is a file, and the file is the case.
//! let file = case.write().unwrap();
//! assert_eq!(Module::read(&file, &Limits::default()).unwrap(), case);
//!
//! // The smallest module that still does what is looked for.
//! let stores = |module: &Module| {
//!     let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
//!     bodies.flat_map(|body| &body.instructions).any(|row| matches!(row, Instruction::Store { .. }))
//! };
//! if stores(&case) {
//!     let small = pnacl::Reductions::default().reduce(&case, stores);
//!     assert!(stores(&small) && pnacl::size(&small) < pnacl::size(&case));
//! }
//! ```

mod breaker;
mod choices;
pub mod debuginfo;
mod forms;
pub mod mir;
mod mistyped;
pub mod pnacl;
mod recorded;
mod reduce;
mod rows;
mod seed;
mod spelling;

pub use breaker::Breaker;
pub use choices::Choices;
pub use mistyped::{TextBreaker, TextToken, TextTrial, TextVerdict};
pub use recorded::RecordedMistake;
pub use reduce::Reduce;
pub use rows::{Histogram, Row, RowSet, RowTag};
pub use seed::{BYTES_OF_CASE, SplitMix64, bytes_of_seed};
pub use spelling::{Mistake, Refused};
