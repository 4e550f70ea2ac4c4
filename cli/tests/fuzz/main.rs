//! `irsmith fuzz` as a process: its usage, the worker that it builds, and the signals that end it.

mod installed;
mod signals;
mod worker;
mod wrong_use;
