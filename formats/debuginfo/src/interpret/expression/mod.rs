//! DWARF expressions: the result of a `DebugExpression` on a described machine.
//!
//! ```
//! use irsmith_debuginfo::interpret::expression::{Location, Machine, Operation, evaluate};
//! use irsmith_debuginfo::tables::Op;
//!
//! // Lit16, PlusUconst 4: the object lies 4 bytes behind address 16.
//! let operations = [Operation::new(Op::LIT[16], &[]), Operation::new(Op::PlusUconst, &[4])];
//! let outcome = evaluate(&operations, &Machine::default(), None);
//! assert_eq!(outcome.end.unwrap().pieces[0].location, Location::Memory(20));
//! ```
//!
//! The specification (3.6) and the experimental list define names and operands; DWARF 5, 2.5 and 2.6, defines the operations. Where all of
//! them leave a case undefined it follows one *total* semantics, so that every expression has one [`Outcome`] and every disagreement is a
//! fault. A case without a sensible value is a [`Trap`]; any other has a fixed value, and the first such event is recorded ([`Undefined`]).
//!
//! # The total semantics
//!
//! **Literals.** An operand is one word of 32 bits, zero-extended, or sign-extended if the table says so. A missing one is
//! [`TrapKind::MissingLiteral`]; surplus ones are ignored and recorded. A number without a row is [`TrapKind::UnknownOperation`].
//!
//! **Values.** A stack entry has a [`Type`]: generic, an integer of 8 to 64 bits, or a float of 32 or 64. The generic type is as wide as an
//! address. All integers wrap. The stack has at most [`STACK`] entries, enough for every index of Pick. An implicit first entry, the
//! operand of the DebugDeclare or DebugValue, is generic; neither specification mentions it, but the tools push it.
//!
//! **Arithmetic.** Two operands have the same type ([`TrapKind::TypeMismatch`]), except those of shifts. On generic values Div, Shra, Abs,
//! Neg and comparisons are signed, Mod and Shr are not. On typed values the type determines this, except that Shr fills with zeros and Shra
//! with the highest bit for any type, and Neg of an unsigned value wraps. Abs of an unsigned value is itself: it is not negative. Integer
//! division by zero is [`TrapKind::DivisionByZero`]; the smallest integer divided by -1, negated, or made absolute is itself, and recorded.
//! Mod has the sign of the dividend. A shift count is any integer, a generic one unsigned; one at least as large as the width gives 0, or
//! copies of the sign for Shra, and is recorded; a negative one is [`TrapKind::NegativeShift`]. Bit operations, Mod and shifts need
//! integers ([`TrapKind::NotIntegral`]). Comparisons push a generic 0 or 1. PlusUconst reads its operand as the popped entry's type.
//!
//! **Floats** follow IEEE 754, rounding to nearest even. A NaN that is the result of arithmetic or a conversion between floats is the
//! canonical one (`7fc00000`, `7ff8000000000000`), and recorded. Abs negates values less than zero, so -0 is unchanged. Neg inverts the
//! sign, also of a NaN.
//!
//! **Convert** takes a number of bits and an encoding by its DW_ATE code: 4 float, 5 and 6 signed, 7 and 8 unsigned, 1 (an address, of the
//! machine's size) the generic type. The list does not say whose codes they are: the translator writes these, and the specification's own
//! table (3.3) has the same numbers; only `OpenCL.DebugInfo.100` has other numbers. Another pair is [`TrapKind::UnknownType`]. Integers
//! keep their low bits, or are sign- or zero-extended by their own type, generic ones zero-extended. Integers become floats by value,
//! rounded once. Floats become integers toward zero, then the nearest value of the type, NaN becomes 0; if that changes the value it is
//! recorded.
//!
//! **Memory** is little-endian. An address is an integer, truncated or sign-extended to the machine's size. Reading memory that the machine
//! does not have is [`TrapKind::Memory`], and every other part that the machine may lack has its trap. DerefSize and XDerefSize read at
//! most an address's size ([`TrapKind::WrongSize`]) and 0 bytes are the value 0.
//!
//! **The end.** The object is in memory at the address on top of the stack. A register (Reg0 to Reg31, Regx), StackValue or ImplicitPointer
//! ends a description: only BitPiece, Piece, Fragment or the end may follow ([`TrapKind::AfterLocation`]). A piece takes that description,
//! or else the address on top of the stack, or else, with an empty stack, nothing: the part was optimised out. Only the end may follow the
//! last piece ([`TrapKind::UnfinishedPiece`]). An expression without operations and first entry means that the object was optimised out
//! (DWARF 5, 2.6.1.1.4).
//!
//! **Fragment** (`OpenCL.DebugInfo.100`: offset, size) states which bits of the variable the expression describes. It must be the last
//! operation and not follow a piece ([`TrapKind::BadFragment`]).
//!
//! **Reserved operations.** The experimental list defines one word for each operand of DWARF 5 and no meaning. Here:
//!
//! | operation | decided |
//! |---|---|
//! | Addr | the operand, not relocated |
//! | Const1u to Const4s | the low 1, 2 or 4 bytes, extended; a word that says more is cut and noted |
//! | Const8u, Const8s | the word, extended: eight bytes do not fit |
//! | Bra, Skip | the operand counts *operations* from the next one, for they have no bytes; a target outside of the expression is [`TrapKind::BranchTarget`], its end is none outside. Bra jumps when the integer that it pops is not 0 |
//! | Fbreg | frame base and operand |
//! | Piece | the operand counts bytes |
//! | PushObjectAddress, CallFrameCfa | of the machine |
//! | Call2, Call4, CallRef | the operand is the number of one of [`Machine::procedures`], since there are no entries of debug information; one that the machine does not have has no effect, as an entry without location. Branches stay within it |
//! | FormTlsAddress | the machine's base of thread-local storage and the popped offset |
//! | ImplicitPointer | entity and offset, both as they stand |
//! | AddrX, ConstX | the operand is an index into the machine's tables |
//! | EntryValue | size and block as in DWARF: the second word holds the block, first byte lowest. It may be DW_OP_reg0 to DW_OP_reg31 (one byte), or DW_OP_regx with a register up to 127 (two); another is [`TrapKind::EntryValue`] |
//! | ConstType | type, size in bytes and the value's low bytes, high ones being 0; the size must be the type's |
//! | RegvalType | register and type; the low bytes of the register |
//! | DerefType, XDerefType | size in bytes and type; the size must be the type's |
//! | Reinterpret | the type, which must be as wide as the popped entry's ([`TrapKind::WrongSize`]) |
//!
//! A type in one word is its index in [`Type::ALL`]. 0, the generic type, is allowed only in Reinterpret, as in DWARF 5, 2.5.1.6.
//!
//! **Fuel.** At most [`FUEL`] operations are executed ([`TrapKind::OutOfFuel`]), at most [`CALLS`] calls may be active
//! ([`TrapKind::CallDepth`]).

mod arithmetic;
mod control;
mod convert;
mod evaluation;
mod float;
mod machine;
mod memory;
mod operation;
mod operators;
mod outcome;
mod step;
mod value;

pub use evaluation::{CALLS, FUEL, STACK, evaluate, evaluate_observed};
pub use machine::{AddressSize, Elsewhere, Machine, Region};
pub use operation::{Operation, OperationError, operations};
pub use outcome::{Description, Extent, Location, Outcome, Piece, Place, Trap, TrapKind, Undefined, UndefinedKind};
pub use value::{Type, Value};
