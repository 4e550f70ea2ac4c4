//! What programs do, against expectations computed by other means.

#![allow(unreachable_pub)] // Test binaries export nothing.

mod control;
mod coverage;
mod support;
