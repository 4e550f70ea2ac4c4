//! Programs whose results were worked out by hand, each run as native code at both levels.

mod arithmetic;
mod calls;
mod comparisons;
mod control;
mod conversions;
mod intrinsics;
mod jumps;
mod memory;
mod refusals;
mod support;
mod vectors;
