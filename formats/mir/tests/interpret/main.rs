//! Tests of the interpreter.

mod support;

mod control;
mod floats;
mod integers;
mod memory;
mod refused;
mod vectors;
