//! PNaCl modules: generated, mutated, spliced, reduced.

mod abbreviations;
mod build;
mod calls;
mod config;
mod constants;
mod control;
mod dominators;
mod edit;
mod forms;
mod functions;
mod generator;
mod globals;
mod instructions;
mod kinds;
mod mutate;
mod phis;
mod reduce;
mod resume;
mod rows;
mod rowset;
mod shapes;
mod splice;
mod symbols;
mod types;
mod values;

pub use abbreviations::rewrite_abbreviations;
pub use config::Config;
pub use generator::{Generator, generate};
pub use mutate::{Keep, MUTATIONS, Mutation, MutationId, Mutator, mutate};
pub use reduce::{Pass, Reductions, size};
pub use rows::{Row, Tag, row_count, rows};
pub use rowset::{Histogram, RowSet};
pub use splice::splice;
