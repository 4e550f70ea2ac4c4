//! PNaCl as WebAssembly, run by wasmi.
//!
//! A plan becomes one WebAssembly module. Its memory is the program's, without what lies below
//! [`Layout::BASE`](irsmith_pnacl::interpret::Layout::BASE); fuel, depth and the stack pointer are globals. A trap stores its code and
//! place in globals, then executes `unreachable`. wasmi itself never has to trap: whatever could make it is checked before, so that the
//! total semantics holds and the place of every trap is known.
//!
//! A function is a loop around nested blocks, a basic block's code behind the end of each. Forward edges leave blocks; edges
//! backward store the target's number and repeat the loop, which dispatches on it. Phis are copied on edges: all values are pushed, then
//! all are popped.

mod binary;
mod call;
mod cast;
mod compare;
mod fmod;
mod function;
mod host;
mod intrinsic;
mod jump;
mod lanes;
mod memory;
mod module;
mod operand;
mod phi;
mod run;
mod scalar;
mod transfer;
mod vector;

pub use module::lower;
pub use run::{Program, run};
