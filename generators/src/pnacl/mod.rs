//! PNaCl modules: generated, mutated, spliced, reduced.
//!
//! **Generation** follows a table of rows ([`rows`]): each is a form of the format (`binary add i8`, `cast sext i1 to i64`, `initializer
//! relocation to its own global, a negative addend`...) or a shape of a case (`loop with two entries`, `phi of itself`). [`Config`] says
//! which rows may be used and how large a case may become; [`Config::swarm`] draws one for each case. A function's control flow is planned
//! first, with dominators, then filled block by block: an operand names a value of its type from a block that dominates the place. Values
//! that come later in the file, for phis over back edges and for blocks before their dominators, are promised with a forward declaration
//! and generated later.
//!
//! A row is a form of a family, and recognizes itself in a finished module or stream ([`see`], [`see_abbreviations`]); the generator counts
//! nothing. The families are functions over one context, whose parts have owners: types, functions, globals, symbols, and the plan and the
//! values of the current function.
//!
//! **Mutation**, **splicing** and **reduction** work on any readable module, valid or not, and use the same edits, which keep all numbers
//! right. They keep valid modules valid unless told otherwise. **Mutation of records** works on the stream below the model, and ensures
//! only that the stream can be written.

mod abbreviations;
mod alternatives;
mod bodies;
pub mod breakers;
mod build;
mod calls;
mod config;
mod constants;
mod control;
mod conventions;
mod declarations;
mod dominators;
mod edit;
mod execution;
mod facts;
mod families;
pub mod file_breakers;
mod forms;
mod functions;
mod generator;
mod globals;
mod initializers;
mod instructions;
mod kinds;
mod lanes;
mod module;
mod mutate;
mod names;
mod operands;
mod phis;
mod plan;
mod program;
mod records;
mod reduce;
mod resume;
mod rows;
mod shapes;
mod splice;
mod statements;
mod symbols;
mod tags;
mod types;
mod values;

pub use abbreviations::{rewrite_abbreviations, rewrite_abbreviations_as_llvm};
pub use alternatives::alternatives;
pub use config::Config;
pub use execution::Execution;
pub use generator::{Generator, generate, generate_stream};
pub use mutate::{Keep, MUTATIONS, Mutation, MutationId, Mutator, mutate};
pub use program::arguments;
pub use records::{RECORD_MUTATIONS, RecordMutation, mutate_records};
pub use reduce::{Pass, Reductions, size};
pub use rows::{row_count, rows, rows_of, see, see_abbreviations};
pub use splice::splice;
pub use tags::{Histogram, Row, RowSet, Tag};
