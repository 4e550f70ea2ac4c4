//! Tests of the interpreter.

mod support;

mod control;
