//! The tables beside what others say: the reference, ABIs, and real files.

mod files;
mod keys;
mod rows;
mod type_rules;
mod words;
