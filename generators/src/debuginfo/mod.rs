//! SPIR-V modules with debug information: generated, mutated, spliced, reduced.
//!
//! **Generation** makes a module in two layers. The *host* is an OpenCL kernel or a compute shader: types, constants, variables, functions
//! with structured control flow, names and decorations, as plain SPIR-V. The *graph* describes a program over it: compilation units, types,
//! scopes, functions, variables, inlining chains, expressions and macros; most of its instructions are generated field by field from the
//! table of the format, so that a new row there is generated without a change here. Last come the bodies, with the debug instructions
//! inside blocks. [`rows`] lists what can be generated; [`Config`] says which rows are enabled, and how large a case may become.
//!
//! [`breakers`] break one rule each in a valid module; [`spellings`] change the tokens of its text, so that it is another text, or none.
//!
//! **Mutation**, **splicing** and **reduction** work on any readable module, valid or not.

mod alternatives;
pub mod breakers;
mod build;
mod config;
mod edit;
mod facts;
mod families;
mod generator;
mod graph;
mod host;
mod lists;
mod mutate;
mod reduce;
mod rows;
mod shader;
mod shapes;
pub mod spellings;
mod splice;
mod words;

pub use alternatives::{alternatives, repaired};
pub use config::Config;
pub use generator::{Generator, generate};
pub use mutate::{MUTATIONS, Mutation, mutate, mutate_telling};
pub use reduce::{Pass, Reductions, size};
pub use rows::{Histogram, Row, RowSet, Tag, rows, see};
pub use splice::splice;
pub use words::{WORD_MUTATIONS, WordMutation, mutate_words};
