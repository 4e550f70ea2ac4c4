//! The debug state: for each instruction of each function the active scope, where it was inlined, and where each variable lives.
//!
//! ```
//! use irsmith_debuginfo::{Module, interpret::state::States};
//!
//! let states = States::new(&Module::default());
//! assert!(states.functions.is_empty() && states.problems.is_empty());
//! ```
//!
//! [`States::new`] goes once over a module and keeps what *changes*, in the order of the instructions; [`FunctionStates::at`] adds the changes
//! up to an instruction, [`FunctionStates::walk`] visits all of them. [`States::canonical`] says the same without a single id, so that two
//! modules can be compared.
//!
//! # What the specification says, and what is chosen
//!
//! **Scope** (4.7). A DebugScope applies to the instructions that physically follow it, up to the end of the block, the next DebugScope or
//! the next DebugNoScope. *Chosen*: the instruction that ends the block is still covered, its position being before the end. Outside of
//! blocks, and where DebugInfoNone stands for the scope, no scope is active.
//!
//! **Inlining** (4.7). The chain of a scope are its DebugInlinedAt and the next levels that this names, the outermost last. DebugInfoNone ends it.
//! *Chosen*: a chain that names anything else, or has more than [`LEVELS`] levels, as one that comes back to itself, is refused: it is
//! a [`Problem`], and the DebugScope activates nothing.
//!
//! **Variables** (4.8). DebugDeclare is the point of declaration of a local variable, DebugValue a change of its value; no sentence says how
//! long either holds. *Chosen*:
//!
//! - A variable is a DebugLocalVariable together with the DebugInlinedAt where it was inlined. DebugInlinedVariable gives both, and is
//!   accepted where a local variable is; otherwise the place is that of the active scope, as the tools have it.
//! - A Declare holds to the end of the function: what it names is an OpVariable, which lives as long as the call.
//! - A Value holds to the end of its block, for the specification has no rule for values that meet where blocks join. Where it ends, an
//!   earlier Declare of the variable holds again.
//! - A new Declare ends all earlier ones of the same variable, and its Values. A new Value ends the earlier Values.
//! - One whose expression ends with Fragment is about those bits only: it ends, and is ended by, only what shares a bit with it.
//!   What has no Fragment is about all bits; a Fragment of no bits changes nothing. Indexes choose a part of the operand, and end nothing less.
//! - A variable, operand or expression that is DebugInfoNone is unknown: without a variable nothing changes, without the others the binding
//!   says that nothing is known. An expression that is none counts as unknown.

mod binding;
mod canonical;
mod chain;
mod holding;
mod index;
mod path;
mod problem;
mod walk;

pub use binding::{Binding, BindingKind, Variable};
pub use canonical::Canonical;
pub use chain::{LEVELS, Level, chain};
pub use holding::{ActiveScope, State};
pub use problem::{Problem, ProblemKind};
pub use walk::{Change, FunctionStates, States};
