//! The lowering of a PNaCl function to a function in Cranelift's intermediate representation.
//!
//! **Values.** Integers of 8 to 64 bits, floats and vectors of them have Cranelift's own types. An i1 is an i8 of 0 or 1. A vector of i1 is
//! a mask: a vector of as many integer lanes in 128 bits, each all ones or all zeros, which is the result type of comparisons and the
//! condition type of selections.
//!
//! **Functions** take the address of the context, then their parameters. Values are in static single assignment form on both sides, so
//! results map to values one to one, and phis to block parameters. Unreachable blocks are left out, because their operands need not be
//! defined.
//!
//! **Traps** are branches. A failed check stores how and where the execution ends into the context and returns zero; after each call the
//! caller checks the context, and returns too.

mod access;
mod atomic;
mod bulk;
mod call;
mod cast;
mod check;
mod compare;
mod constant;
mod control;
mod divide;
mod environment;
mod float;
mod frame;
mod function;
mod graph;
mod indirect;
mod instruction;
mod integer;
mod intrinsic;
mod jump;
mod lanes;
mod mask;
mod representation;

pub(crate) use environment::Environment;
pub(crate) use function::lower;
pub(crate) use jump::may_setjmp;
pub(crate) use mask::{bits_of_mask, mask_of_bits};
pub(crate) use representation::{native_signature, representation};

use function::Lowering;
