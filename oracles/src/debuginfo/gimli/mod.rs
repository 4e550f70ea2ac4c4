//! DWARF expressions beside the crate `gimli`, which other people wrote: an expression is lowered to the bytes of DWARF 5 and evaluated there.
//!
//! Nothing of our evaluator takes part in the lowering or in the evaluation: which operation is which DW_OP code, how operands are
//! encoded and how values are read from the machine is written here a second time.

mod compare;
mod lower;
mod machine;

pub use compare::{Agreement, Known, Reason, compare};
pub use lower::{Unlowered, lower};
pub use machine::{Failure, Finished, Procedures, Stopped, run};
