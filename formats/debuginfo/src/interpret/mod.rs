//! The semantics of debug information: reference interpreters.
//!
//! | question | answered by |
//! |---|---|
//! | where is the object, or what is the value, that a DWARF expression describes | [`expression`] |
//! | which scope is active at an instruction, where was it inlined, where does each variable live | [`state`] |

pub mod expression;
pub mod state;
