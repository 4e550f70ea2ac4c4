//! Compares the behaviour of programs with expectations computed by other means.

mod arithmetic;
mod control;
mod coverage;
mod harness;
mod intrinsics;
mod jumps;
mod lanes;
mod memory;
mod oracle;
mod real;
mod support;
mod values;
