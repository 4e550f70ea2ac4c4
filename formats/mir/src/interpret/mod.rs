//! The semantics of generic Machine IR: the reference interpreter.
//!
//! Generic opcodes are executed, the pseudo instructions around them, and the calls and returns of X86-64 and AArch64. Everything else is
//! refused by name, with its place ([`Refusal`]): scalable vectors, intrinsics, inline assembly, other opcodes of targets, and functions
//! such as the sine whose results are not determined bit for bit.
//!
//! # The total semantics
//!
//! Every execution has exactly one result. What LLVM leaves undefined is of three kinds: *undefined bits* of a value, which may be anything
//! at each use; *poison*, which makes most results poison; and *undefined events* ([`UndefinedKind`]), which leave the behaviour of the whole
//! execution undefined. The first such event is recorded, with the first instruction that made poison of operands without poison.
//!
//! **Values.** Every bit of a register or of memory is 0, 1, undefined or poison. Integer operations other than division carry undefined
//! bits only where they go: logical operations bit by bit, additions and products from the lowest undefined bit up, shifts, extensions,
//! truncations, merges and bit casts by moving them. A comparison is undefined if it depends on an undefined bit. All other operations make
//! an undefined result of an operand with an undefined bit; floating-point operations try both values of one or two undefined bits. A lane
//! with a poison bit is poison as a whole, except where bits are only moved. `G_FREEZE` makes 0 of each bit that is undefined or poison,
//! and [`Execution::is_relaxed`] says that it did.
//! `G_IMPLICIT_DEF` is undefined. The reasons for poison are the rows of [`PoisonKind`].
//!
//! **Integers** are two's complement and wrap. A quotient or remainder whose divisor is 0 is an undefined event and 0; the smallest
//! integer divided by -1 is an undefined event, and itself with remainder 0. Amounts of rotates and funnel shifts are taken modulo the
//! width. Comparisons give 1, and in lanes of vectors wider than one bit all ones, for true; conditions are their lowest bit. The results of
//! fixed-point operations that are not exact are rounded up or down: bits in which both differ are undefined. One that does not fit is an
//! undefined event without saturation. An amount, a count or a divisor that makes poison or an event for one choice of its undefined bits
//! does so.
//!
//! **Floating point** is IEEE 754, rounded to nearest even, with denormals, and without exceptions: strict forms are as others. 16 bits are
//! the binary format, not bfloat. A NaN that an operation makes is quiet, with undefined sign and payload; if an operand is a signaling NaN,
//! its whole significand is undefined, since that may be passed on. `G_FMINNUM` and `G_FMAXNUM` of zeros of both signs have an undefined sign.
//! `G_FMAD` rounds twice. `G_FPOWI` multiplies in the order of compiler-rt. The flags `nnan` and `ninf` make poison, `nsz` an undefined sign;
//! `arcp`, `contract`, `afn` and `reassoc` change nothing, but [`Execution::is_relaxed`] says that one was executed. `G_VECREDUCE_FADD` and
//! `G_VECREDUCE_FMUL` go from the first lane to the last, and count as such.
//!
//! **Memory** is little-endian. Addresses are 64-bit numbers without provenance; between objects there are bytes that are no object's.
//! An access that touches one, or writes a constant, is an undefined event and [`TrapKind::Memory`], as is one at an address that is poison
//! or undefined. One at an address that is less aligned than stated is an undefined event and otherwise executed. Objects on the
//! stack begin undefined. A value whose bits do not fill its last byte has undefined bits above it in memory; read where those bits are not
//! zero, it is undefined. `volatile`, `non-temporal`, `dereferenceable`, `invariant`, metadata and address spaces have no effect; atomics are
//! executed at once, as there is one thread. `G_MEMCPY` of overlapping ranges is an undefined event and otherwise `G_MEMMOVE`. `inbounds` is
//! `nusw`. `LIFETIME_START` and `LIFETIME_END` make an object undefined.
//!
//! **Control.** A branch on poison or an undefined value is an undefined event and goes the way of 0. A jump table without an entry is an
//! undefined event and [`TrapKind::Unreachable`], as is the end of a block without a successor; a branch to an address that is no block's
//! and a call of one that is no function's are undefined events and [`TrapKind::BadAddress`]. PHIs are read before any is written.
//!
//! **Calls** pass values in physical registers and on the stack. The parameters of a function are the physical registers that its entry
//! block copies ([`Signature`]). Writing a part of a register makes the rest of it undefined. After a call, the registers that its
//! masks do not preserve are undefined, except those that the call defines; the preserved ones contain what they did before it. A call of a
//! function that the file does not have, or that is refused, is [`TrapKind::NoFunction`]. A call that would make more functions active than [`Budget::depth`] is [`TrapKind::CallDepth`].
//!
//! **Fuel.** Entering a block, including a function's first, consumes 1 of [`Budget::blocks`].
//!
//! # The interpreter
//!
//! [`Program::new`] decodes a file once, to operations of 20 bytes over cells of a value and its mask; a [`Machine`] runs them, without
//! recursion. Operations on defined numbers of up to 64 bits are direct; everything else is one general form.
//!
//! ```
//! use irsmith_mir::interpret::{Budget, End, Machine, Options, Program, Value};
//! use irsmith_mir::{File, Limits};
//!
//! let text = "name: square\nbody: |\n  bb.0:\n    liveins: $edi\n    %0:_(s32) = COPY $edi\n    %1:_(s32) = G_MUL %0, %0\n    \
//!             $eax = COPY %1(s32)\n    RET64 implicit $eax\n";
//! let file = File::read(text.as_bytes(), &Limits::default()).unwrap();
//! let program = Program::new(&file, &Options::default())?;
//! let square = program.function("square").unwrap();
//! assert_eq!(program.signature(square)?.parameters[0].name, "$edi");
//! let execution = Machine::new(&program).call(square, &[Value::scalar(32, 12)], &Budget::default());
//! assert_eq!(execution.end, End::Return(vec![Value::scalar(32, 144)]));
//! # Ok::<(), irsmith_mir::interpret::Refusal>(())
//! ```

mod apply;
mod atomic;
mod compare;
mod control;
mod convert;
mod decode;
mod end;
mod execute;
mod float;
mod globals;
mod int;
mod integer;
mod lane;
mod layout;
mod literal;
mod machine;
mod meaning;
mod memory;
mod observer;
mod op;
mod program;
mod registers;
mod rules;
mod run;
mod step;
mod value;
mod vector;

pub use end::{Budget, End, Execution, Place, Poison, Refusal, Trap, TrapKind, Undefined};
pub use int::Int;
pub use literal::literal_bits;
pub use machine::Machine;
pub use observer::{Observer, Unobserved};
pub use program::{Options, Parameter, Program, Signature};
pub use rules::{PoisonKind, UndefinedKind};
pub use value::Value;
