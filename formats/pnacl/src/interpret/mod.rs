//! The semantics of programs: the reference interpreter.
//!
//! The manual leaves many cases undefined. Here, and in every lowering of irsmith to another engine, they follow one *total* semantics, so
//! that every execution of every valid module has exactly one result and every disagreement is a fault. The interpreter also records the
//! first event that the manual leaves undefined ([`Undefined`]), so that engines that exploit undefined behaviour can be compared on the
//! executions without it.
//!
//! # The total semantics
//!
//! **Values.** An integer is its bits, zero-extended; a float or double is its IEEE bits; a vector is its lanes from the low bits up, a
//! vector of i1 has a bit for each lane ([`Bits`]). `undef` is zero. Moving a value (select, phi, bitcast, load, store, call) changes no
//! bit.
//!
//! **Integers** wrap. A division or remainder by zero, in any lane, is [`TrapKind::DivisionByZero`]. The smallest integer divided by -1 is
//! itself, with remainder 0. A shift amount is taken modulo the width, per lane.
//!
//! **Floats** follow IEEE 754, round to nearest even, keep denormals. After every addition, subtraction, multiplication, division,
//! remainder, square root, truncation and extension, a NaN is replaced by the canonical one: `7fc00000`, `7ff8000000000000`. The remainder
//! is C's `fmod`: exact, with the sign of the dividend. `llvm.fabs` clears the sign bit, also of a NaN. Conversions to integers truncate
//! toward zero, then take the nearest value of the type; a NaN gives 0; the values of i1 are 0 and 1 unsigned, -1 and 0 signed. Conversions
//! from integers round once; from i1 they give 1.0 unsigned, -1.0 signed. A double too large for a float becomes infinity.
//!
//! **Lane indices** are taken modulo the number of lanes.
//!
//! **Memory** is laid out by [`Layout`]: little endian, 32-bit addresses, nothing below 64 KiB; constants, then variables, then the stack,
//! then a heap. Reading outside of it, or writing outside of it or to constants, is [`TrapKind::Memory`]. Stated alignments have no effect,
//! but atomics at an address that is not a multiple of their size are [`TrapKind::Misaligned`], checked before the access itself. `alloca`
//! decreases the stack pointer by the size, then to a multiple of the alignment (0 counts as 1); below the stack's end is
//! [`TrapKind::StackOverflow`]. The memory is not cleared. Returning restores the pointer. `llvm.stackrestore` accepts any address from the
//! stack's end to its beginning; another one is [`TrapKind::StackOverflow`]. `memcpy` behaves like `memmove`; a length of 0 accesses
//! nothing. An instruction that traps has written nothing: whole ranges are checked first. Atomic updates and exchanges write, even if they
//! do not change the value.
//!
//! **Bit counts**: `ctlz` and `cttz` of 0 are the width, whatever the flag. `is.lock.free` is true.
//!
//! **Control.** `unreachable` is [`TrapKind::Unreachable`], `llvm.trap` is [`TrapKind::Abort`]. The phis of a block are read before any is
//! written. An indirect call of an address that is not a function's, or of a function without a body, is [`TrapKind::BadFunction`]; one
//! with another signature than the function's is [`TrapKind::BadSignature`]. A call that would make the number of active functions exceed
//! [`Budget::depth`] is [`TrapKind::CallDepth`]. These are checked in this order. Intrinsics do not count as calls. Addresses from
//! [`Layout::HOST`] on are those of functions that a [`Host`] provides, if there is one.
//!
//! **Fuel.** Entering a block, including a function's first, consumes 1 of [`Budget::blocks`]; entering one with none left ends the
//! execution at the block's first instruction ([`End::OutOfFuel`]), which may be a forward declaration ([`crate::Body::blocks`]). A
//! `longjmp` that returns to a setjmp consumes 1 as well, or ends the execution at that setjmp: otherwise a block could loop for ever.
//!
//! **setjmp** stores the number of setjmps executed so far, including this one, as an i32 at the buffer's address ([`TrapKind::Memory`] if
//! it cannot) and returns 0. `longjmp` reads it ([`TrapKind::Memory`]); if the function that executed this setjmp is still active, the
//! functions above it end, its stack pointer is restored to its value at the setjmp, and the setjmp returns the other operand, 1 for 0;
//! otherwise it is [`TrapKind::BadJump`]. All other values are as they are then. Of the setjmps of active functions the latest 65,536 are
//! valid.
//!
//! `llvm.nacl.read.tp` returns 0 until a runtime sets the thread pointer. Atomics work like their plain counterparts; fences have no
//! effect.
//!
//! # The interpreter
//!
//! [`Program::new`] decodes a valid module once, to operations of 16 bytes; a [`Machine`] runs them, in its own memory, without recursion.
//! The values of all active functions may occupy 512 MiB; a call that would need more is [`TrapKind::CallDepth`].
//!
//! ```
//! use irsmith_pnacl::interpret::{Budget, End, Machine, Options, Program};
//! use irsmith_pnacl::{Limits, Module, text};
//!
//! let file = text::assemble(
//!     "module { version 1;
//!      types { count 4; @t0 = i32; @t1 = void; @t2 = void (); @t3 = i32 (i32); }
//!      define external void @f0(); define internal i32 @f1(i32);
//!      valuesymtab { @f0 : \"_start\"; }
//!      function void @f0() { blocks 1; ret void; }
//!      function i32 @f1(i32 %p0) { blocks 1; %v0 = mul i32 %p0, %p0; ret i32 %v0; } }",
//! )?;
//! let program = Program::new(&Module::read(&file, &Limits::default())?, &Options::default())?;
//! let mut machine = Machine::new(&program);
//! assert_eq!(machine.call(1, &[12], &Budget::default()).end, End::Return(144));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Sources: the manual; where it is silent, the PNaCl ABI and the observed behaviour of engines.

mod atomic;
mod calls;
mod control;
mod decode;
mod end;
mod float;
mod frame;
mod host;
mod indirect;
mod integer;
mod layout;
mod machine;
mod memory;
mod observer;
mod op;
mod program;
mod run;
mod tell;
mod unary;
mod undefined;
mod value;
mod vector;

pub use end::{Bits, Budget, End, OUT_OF_FUEL_CODE, Place, Trap, TrapKind};
pub use host::{Host, HostEnd, NoHost, Process};
pub use layout::{Layout, LayoutError, Sizes};
pub use machine::{Buffers, Execution, Machine};
pub use memory::Memory;
pub use observer::{Observer, Unobserved};
pub use program::{CallSignature, LoadError, Options, Program};
pub use undefined::{Undefined, UndefinedKind};
pub use value::TypedValue;
