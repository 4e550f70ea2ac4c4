//! What a program does: the reference semantics.
//!
//! The manual leaves many cases undefined. Here, and in every lowering of irsmith to another engine, they follow one *total*
//! semantics, so that every execution of every valid module has one result and every disagreement is somebody's fault. The
//! interpreter also notes the first event that the manual leaves undefined ([`Undefined`]), so that engines that make use of undefined
//! behaviour can be compared on the executions that have none.
//!
//! # The total semantics
//!
//! **Values.** An integer is its bits, zero-extended; a float or double its IEEE bits; a vector its lanes from the low bits up, a
//! vector of i1 a bit for each lane ([`Bits`]). `undef` is zero. Moving a value (select, phi, bitcast, load, store, call) changes no
//! bit.
//!
//! **Integers** wrap. A division or remainder by zero, in any lane, is [`TrapKind::DivisionByZero`]. The smallest integer divided by -1
//! is itself, with remainder 0. A shift amount counts modulo the width, per lane.
//!
//! **Floats** follow IEEE 754, round to nearest even, keep denormals. After every addition, subtraction, multiplication, division,
//! remainder, square root, truncation and extension, a NaN is replaced by the canonical one: `7fc00000`, `7ff8000000000000`. The
//! remainder is C's `fmod`: exact, with the sign of the dividend. `llvm.fabs` clears the sign bit, of a NaN too. Conversions to integers
//! truncate toward zero, then take the nearest value that the type has; a NaN gives 0; i1 has 0 and 1 unsigned, -1 and 0 signed.
//! Conversions from integers round once; from i1 they give 1.0 unsigned, -1.0 signed. A double too large for a float becomes infinity.
//!
//! **Lane numbers** count modulo the number of lanes.
//!
//! **Memory** is laid out by [`Layout`]: little endian, 32-bit addresses, nothing below 64 KiB; constants, then variables, then the
//! stack, then a heap. Reading outside of it, or writing outside of it or to constants, is [`TrapKind::Memory`]. Stated alignments
//! change nothing, but atomics at an address that is no multiple of their size are [`TrapKind::Misaligned`], checked before the access itself.
//! `alloca` moves the stack pointer down by the size, then down to a multiple of the alignment (0 counts as 1); below the stack's end is
//! [`TrapKind::StackOverflow`]. The memory is not cleared. Returning restores the pointer. `llvm.stackrestore` takes any address from the
//! stack's end to its beginning; another one is [`TrapKind::StackOverflow`]. `memcpy` works as `memmove` does; a length of 0 touches nothing.
//! What traps has written nothing: whole ranges are checked first. Atomic updates and exchanges write, even where they leave the value.
//!
//! **Bit counts**: `ctlz` and `cttz` of 0 are the width, whatever the flag says. `is.lock.free` is true.
//!
//! **Control.** `unreachable` is [`TrapKind::Unreachable`], `llvm.trap` is [`TrapKind::Abort`]. The phis of a block are read before any is
//! written. An indirect call of what is no function's address, or of a function that has no body, is [`TrapKind::BadFunction`]; one with
//! another signature than the function's is [`TrapKind::BadSignature`]. A call that would make the number of active functions exceed
//! [`Budget::depth`] is [`TrapKind::CallDepth`]. Those are checked in this order. Intrinsics are no calls. Addresses from
//! [`Layout::HOST`] on are those of functions that a [`Host`] offers, if there is one.
//!
//! **Fuel.** Entering a block, a function's first among them, takes 1 of [`Budget::blocks`]; entering one with none left ends the
//! execution at the block's first instruction ([`End::OutOfFuel`]), a forward declaration if one stands there ([`crate::Body::blocks`]).
//! A `longjmp` that returns to a setjmp takes 1 as well, or ends the execution at that setjmp: without this a block could loop for ever.
//!
//! **setjmp** stores the number of setjmps executed so far, this one included, as an i32 at the buffer's address ([`TrapKind::Memory`] if
//! it cannot) and gives 0. `longjmp` reads it ([`TrapKind::Memory`]); if the function that made this setjmp is still active, the functions
//! above it end, its stack pointer is again as at the setjmp, and the setjmp gives the other operand, 1 for 0; else it is
//! [`TrapKind::BadJump`]. All other values are as they are then. Of the setjmps of active functions the latest 65,536 count.
//!
//! `llvm.nacl.read.tp` gives 0 until a runtime sets the thread pointer. Atomics work as their plain counterparts; fences do nothing.
//!
//! # The interpreter
//!
//! [`Program::new`] decodes a valid module once, to operations of 16 bytes; a [`Machine`] runs them, in memory of its own, without
//! recursion. The values of all active functions may take 512 MiB; a call that would need more is [`TrapKind::CallDepth`].
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
//! Sources: the manual; where it is silent, the PNaCl ABI and what engines were observed to do.

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
