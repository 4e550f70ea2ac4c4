//! PNaCl programs for execution: how they end, and which faults of engines they detect.

mod endings;
mod faults;
mod limits;
mod rows_seen;
mod support;
