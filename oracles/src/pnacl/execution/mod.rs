//! Executions: the reference interpreter beside engines that other people wrote.
//!
//! A [`Plan`] says what to run: calls of a module's functions, each on fresh memory. Every engine has its own lowering of PNaCl, in its
//! own folder; the lowerings share the total semantics ([`irsmith_pnacl::interpret`]) and the [`Layout`](irsmith_pnacl::interpret::Layout) of memory,
//! and no code with one another nor with the interpreter. What an engine saw goes to an [`Observer`].

#[cfg(feature = "cranelift")]
pub mod cranelift;
mod disagreement;
pub mod llvm;
mod plan;
mod reference;
pub mod wasm;

pub use disagreement::{Disagreement, describe, disagreement, kind};
pub use plan::{Call, Plan};
pub use reference::{INVALID, MEMORY, reference};

use irsmith_pnacl::interpret::{End, Undefined};

/// What the reference saw of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// The first event that the manual leaves undefined.
    pub undefined: Option<Undefined>,
    /// Blocks entered.
    pub blocks: u64,
    /// The memory that it left.
    pub memory: Vec<u8>,
}

/// Takes what came of each call of a plan, in order: its number, how it ended, and the memory it left, from
/// [`Layout::BASE`](irsmith_pnacl::interpret::Layout::BASE) to the layout's end.
pub type Observer<'a> = dyn FnMut(usize, End, &[u8]) + 'a;

/// Why an engine cannot run a plan, as a skip reason in kebab case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unsupported(pub &'static str);

/// Why an engine did not do what a plan says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Declined {
    /// The lowering does not do this.
    Unsupported(Unsupported),
    /// The engine objected to what the lowering made, or ended a call in a way that no program can: a fault in one of them.
    Refused(String),
}

impl From<Unsupported> for Declined {
    fn from(reason: Unsupported) -> Self {
        Self::Unsupported(reason)
    }
}
