//! LLVM Machine IR: files of machine functions, generated, mutated, spliced, reduced.
//!
//! **Generation** draws the embedded IR module first, so that bodies can name its items, then one function after another: its control flow
//! as nested constructs, in which every used value dominates its use, its instructions row by row, and last the keys of its container.
//! There are two kinds of bodies. *Generic* bodies contain the opcodes before instruction selection; a row of `forms::recipes` defines the
//! types that an opcode allows. *Target* bodies contain the opcodes of X86-64 or AArch64, generated operand by operand from the tables of
//! the format: before register allocation, after leaving SSA form, or with physical registers only. [`rows`] lists what can be generated;
//! [`Config`] says which rows are enabled, and how large a case may become.
//!
//! [`breakers`] break one rule each in a valid file; [`spellings`] are texts that are not read, and other spellings of what is read.
//!
//! **Mutation**, **splicing** and **reduction** work on any readable file, valid or not.

mod addresses;
mod alternatives;
mod blocks;
pub mod breakers;
mod build;
mod comments;
mod config;
mod container;
mod control;
mod debug;
mod defined;
mod draw;
pub mod edges;
mod edit;
mod entry;
mod exits;
mod facts;
mod families;
mod fields;
mod finish;
mod forms;
mod frame;
mod generator;
mod generic;
mod instruction;
mod ir;
mod labels;
mod memory;
mod merges;
mod metadata;
mod mutate;
mod names;
mod numbers;
mod objects;
mod reduce;
mod registers;
mod repaired;
mod rows;
pub mod spellings;
mod splice;
mod steps;
mod suffixes;
mod target;
mod target_facts;
mod tokens;
mod types;
mod usable;
mod values;
mod vocabulary;

pub use alternatives::alternatives;
pub use comments::commented;
pub use config::{Config, Kind};
pub use defined::{Defined, MEMORY, MEMORY_SIZE, defined_opcodes, generate_defined};
pub use generator::{Generator, generate};
pub use mutate::{MUTATIONS, Mutation, mutate, mutate_telling};
pub use reduce::{CHARACTER, Pass, Reductions, size, straightened};
pub use repaired::repaired;
pub use rows::{Histogram, Row, RowSet, Tag, rows, see};
pub use splice::splice;

pub use tokens::{TOKEN_MUTATIONS, TokenMutation, mutate_tokens};
pub use usable::{COMMON_LEFT_OUT, LEFT_OUT as TARGET_LEFT_OUT, LeftOut, usable};
