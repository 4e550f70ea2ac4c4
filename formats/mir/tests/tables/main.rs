//! Compares the tables with other sources: the reference, ABIs, and real files.

mod files;
mod keys;
mod releases;
mod rows;
mod type_rules;
mod words;
