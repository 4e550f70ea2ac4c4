//! PNaCl modules as native code: a lowering to Cranelift's intermediate representation, and calls of the code that Cranelift compiles.
//!
//! `Program::compile` lowers the functions of a valid module, `Program::call` runs one. The semantics of a program is the total semantics
//! of [`irsmith_pnacl::interpret`]; every check of it is emitted as code, so that an execution ends as in the interpreter: with the same
//! value, or with the same trap at the same place, and with the same memory.
//!
//! ```
//! # // Without the feature `jit` there is nothing to compile with.
//! # #[cfg(feature = "jit")]
//! # {
//! use irsmith_cranelift::{Level, Program};
//! use irsmith_pnacl::interpret::{Budget, End, Layout, Sizes};
//! use irsmith_pnacl::{Limits, Module, text};
//!
//! let doubles = "module {
//!   version 1;
//!   types { count 2; @t0 = i32; @t1 = i32 (i32); }
//!   define internal i32 @f0(i32);
//!   globals { count 0; }
//!   function i32 @f0(i32 %p0) { blocks 1; %v0 = add i32 %p0, %p0; ret i32 %v0; }
//! }";
//! let module = Module::read(&text::assemble(doubles).unwrap(), &Limits::default()).unwrap();
//!
//! let layout = Layout::of(&module, Sizes { stack: 256, heap: 16 }, 1 << 20).expect("the program is small");
//! let mut program = Program::compile(&module, &layout, &[0], Level::Speed).unwrap();
//! let (end, _memory) = program.call(0, &[21], &layout.image(&module), Budget { blocks: 100, depth: 8 }).unwrap();
//! assert_eq!(end, End::Return(42));
//! # }
//! ```
//!
//! # Unsafe code
//!
//! Native code cannot be called without `unsafe`; this crate exists so that no other crate needs it. It is used in two files: `code`
//! converts an address to a function and frees code, `program` calls that function. It is sound for these reasons:
//!
//! - Compiled code accesses memory in only four ways. *The program's memory*: each access is preceded by an explicit check of its whole
//!   range against the layout, and the buffer is as large as the layout says (`lower::access`). *The context and the argument slots*: at
//!   the offsets of one `repr(C)` struct, and at slots whose existence a call ensures; likewise two tables of setjmps, after checks of the
//!   index. *The table of functions*: after a check of the index. *The native stack*: as deep as
//!   [`Budget::depth`](irsmith_pnacl::interpret::Budget::depth) calls of the largest frame that Cranelift reports; a call ensures that this
//!   much is available (`stack`).
//! - No check relies on a fault: there is no signal handler, no guard page, no reserved address space.
//! - It calls three functions of the host: `memmove` and `memset`, with checked ranges, and the remainder of floats, which takes only
//!   numbers.
//! - Code is freed when its program is dropped, and nothing that could call it outlives the program.
//!
//! Cranelift guarantees that the code does what its intermediate representation says. This is under test, so a fault in Cranelift may well
//! crash the process; campaigns run targets in separate processes.

#![cfg(feature = "jit")]

mod code;
mod compile;
mod context;
mod engine;
mod entry;
mod error;
mod lower;
mod memory;
mod program;
mod remainder;
mod signatures;
mod stack;
mod table;

pub use engine::Level;
pub use error::Error;
pub use program::Program;
