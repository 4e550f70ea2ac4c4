//! The README and the book are correct: tables equal those of the registries, links have existing targets, commands and targets exist and
//! print what is shown, and documents and jobs agree on the minimum Rust version.
//!
//! `IRSMITH_BLESS=1 cargo test --test book` regenerates the tables.

mod commands;
mod console;
mod documents;
mod lines;
mod links;
mod minimum;
mod tables;
