//! Runs PNaCl as WebAssembly, with wasmi.
//!
//! A plan becomes one WebAssembly module. Its memory is the program's, without the part below
//! [`Layout::BASE`](irsmith_pnacl::interpret::Layout::BASE), at the end of WebAssembly's; fuel, depth and the stack pointer are globals.
//! Another global contains code and place of the trap to report if wasmi traps: by `unreachable`, by a division by zero, or by an access
//! outside of its memory. All other causes of traps are checked before.
//!
//! A function is a loop around nested blocks, with a basic block's code after the end of each. Forward edges leave blocks; backward edges
//! store the target's number and repeat the loop, which dispatches on it. Phis are copied on edges: all values are pushed, then all are
//! popped.

mod binary;
mod call;
mod cast;
mod compare;
mod fmod;
mod function;
mod homes;
mod host;
mod intrinsic;
mod jump;
mod lanes;
mod memory;
mod module;
mod numbers;
mod operand;
mod phi;
mod run;
mod scalar;
mod shared;
mod transfer;
mod vector;

pub use module::lower;
pub use run::{Program, run};
