//! LLVM as an engine: a lowering of PNaCl to LLVM assembly, compiled and run by LLVM's own tools, many plans per process.
//!
//! A file contains the functions of every plan and a `main` that makes the calls and prints their results: `lli` runs it by itself, and of
//! the object file that `llc` makes a linker makes a program. Memory is a global array; a trap sets variables and returns, and callers
//! check them.
//!
//! With all guards ([`Guards::All`]) a file follows the total semantics, and every execution can be compared. Without them
//! ([`Guards::NanOnly`]) shifts, divisions, conversions and accesses are LLVM's own, with LLVM's undefined behaviour, and neither fuel nor
//! depth is counted: optimisers see the program as a compiler would emit it.

mod atomic;
mod binary;
mod bytes;
mod call;
mod cast;
mod driver;
mod function;
mod installed;
mod intrinsic;
mod judge;
mod lanes;
mod memory;
mod observe;
mod run;
mod spelling;
mod unit;

pub use driver::{Job, Memories, lower};
pub use installed::Llvm;
pub use judge::NO_DEFINED_CALL;
pub use observe::{Seen, memory_hash};
pub use run::{Answer, Compiler, Mode, NO_OPTIMISER, ToolFailure};
pub use unit::{Guards, supported};
