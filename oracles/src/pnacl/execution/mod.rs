//! Executions: the reference interpreter compared with independent engines.
//!
//! A [`Plan`] describes what to run: calls of a module's functions, each on fresh memory. Every engine has its own lowering of PNaCl, in
//! its own folder; the lowerings share the total semantics ([`irsmith_pnacl::interpret`]) and the
//! [`Layout`](irsmith_pnacl::interpret::Layout) of memory, and no code with one another or with the interpreter. An engine passes its
//! results to an [`Observer`].

#[cfg(feature = "cranelift")]
pub mod cranelift;
mod disagreement;
pub mod llvm;
pub mod mir;
mod plan;
pub(super) mod portable;
mod reference;
pub mod wasm;

pub use disagreement::{Disagreement, describe, disagreement, kind};
pub use plan::{Call, Plan};
pub use reference::{INVALID, MEMORY, reference};

pub use crate::executes_alike::{Declined, Unsupported};
use irsmith_pnacl::interpret::{End, Undefined};

/// The reference's result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The first event that the manual leaves undefined.
    pub undefined: Option<Undefined>,
    /// Blocks entered.
    pub blocks: u64,
    /// The final memory.
    pub memory: Vec<u8>,
}

/// Receives the result of each call of a plan, in order: its index, how it ended, and the final memory, from
/// [`Layout::BASE`](irsmith_pnacl::interpret::Layout::BASE) to the layout's end.
pub type Observer<'a> = dyn FnMut(usize, End, &[u8]) + 'a;
