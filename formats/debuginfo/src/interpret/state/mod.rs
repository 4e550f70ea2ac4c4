//! The debug state: for each instruction of each function the active scope, where it was inlined, and the location of each variable.
//!
//! ```
//! use irsmith_debuginfo::{Module, interpret::state::States};
//!
//! let states = States::new(&Module::default());
//! assert!(states.functions.is_empty() && states.problems.is_empty());
//! ```
//!
//! [`States::new`] makes one pass over a module and records the *changes*, in the order of the instructions; [`FunctionStates::at`] applies
//! the changes up to an instruction, [`FunctionStates::walk`] visits all of them. [`States::canonical`] gives the same without ids, so that
//! two modules can be compared. [`States::origins`] gives the scope, inlining and line of each instruction.
//!
//! # What the specification says, and what is chosen
//!
//! **Scope** (4.7). A DebugScope applies to the instructions that physically follow it, up to the end of the block, the next DebugScope or
//! the next DebugNoScope. *Chosen*: the instruction that ends the block is still covered, because its position is before the end. Outside
//! of blocks, and if the scope is DebugInfoNone, no scope is active.
//!
//! **Inlining** (4.7). The chain of a scope is its DebugInlinedAt and the next levels that this names, the outermost last. DebugInfoNone
//! ends it. *Chosen*: a chain that names anything else, or has more than [`LEVELS`] levels, as a cyclic one does, is rejected: it is a
//! [`Problem`], and the DebugScope activates nothing.
//!
//! **Variables** (4.8). DebugDeclare is the point of declaration of a local variable, DebugValue a change of its value; the specification
//! does not say how long either is valid. *Chosen*:
//!
//! - A variable is a DebugLocalVariable together with the DebugInlinedAt where it was inlined. DebugInlinedVariable gives both, and is
//!   accepted in place of a local variable; otherwise the place is that of the active scope, as in the tools.
//! - A Declare is valid to the end of the function: it names an OpVariable, whose lifetime is the call.
//! - A Value is valid to the end of its block, because the specification has no rule for different values where control flow joins. After
//!   its end, an earlier Declare of the variable is valid again.
//! - A new Declare ends all earlier ones of the same variable, and its Values. A new Value ends the earlier Values.
//! - Indexes select a part of the variable, not of the operand, as `NonSemantic.Shader.DebugInfo.100` says ("applied to the 'Local
//!   Variable'"). Paths that differ at an index lead to disjoint parts; a path that begins another leads to what contains the other's
//!   part. Behind an index that is no OpConstant the part is unknown: such a binding ends, and is ended by, all in the part before it.
//! - A binding whose expression ends with Fragment is about those bits of the part only. A binding without Fragment is about all bits; a
//!   Fragment of no bits changes nothing. Where the parts of a part are among its bits is unknown: they count as common bits.
//! - A binding ends, and is ended by, only bindings with a common bit. A Value of a part leaves the Declare of the whole variable valid.
//! - A variable, operand or expression that is DebugInfoNone is unknown: without a variable nothing changes, without the others the binding
//!   says that nothing is known. An operand that is not an expression counts as unknown.

mod binding;
mod canonical;
mod chain;
mod holding;
mod index;
mod origin;
mod path;
mod problem;
mod walk;

pub use binding::{Binding, BindingKind, Path, Variable};
pub use canonical::Canonical;
pub use chain::{LEVELS, Level, chain};
pub use holding::{ActiveScope, State};
pub use origin::{Line, Origin, Site};
pub use problem::{Problem, ProblemKind};
pub use walk::{Change, FunctionStates, States};
