//! `irsmith fuzz` as a process: its usage, the worker that it builds, and signals that end it.

mod installed;
mod signals;
mod worker;
mod wrong_use;
