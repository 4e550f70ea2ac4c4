//! DWARF expressions compared with the independent crate `gimli`: an expression is lowered to the bytes of DWARF 5 and evaluated there.
//!
//! Neither the lowering nor the evaluation uses our evaluator: the mapping from operations to DW_OP codes, the encoding of operands and the
//! reading of values from the machine are implemented here a second time.

mod compare;
mod lower;
mod machine;

pub use compare::{Agreement, Known, Reason, compare};
pub use lower::{Unlowered, lower};
pub use machine::{Failure, Finished, Procedures, Stopped, run};
