//! PNaCl programs that are to be executed: how they end, and what they show of engines that are at fault.

mod endings;
mod faults;
mod limits;
mod rows_seen;
mod support;
