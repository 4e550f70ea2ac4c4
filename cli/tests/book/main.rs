//! README and book tell the truth: tables are those of the registries, links lead somewhere, commands
//! and targets exist, and print what is shown; one minimum of Rust is promised, and held.
//!
//! `IRSMITH_BLESS=1 cargo test --test book` writes the tables anew.

mod commands;
mod console;
mod documents;
mod lines;
mod links;
mod minimum;
mod tables;
