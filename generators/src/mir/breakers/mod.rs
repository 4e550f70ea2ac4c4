//! Breakers: each takes a valid file and breaks one rule of the format on purpose.
//!
//! A validator that accepts what a breaker made has lost the rule. Breakers are written from what the manual, llc and its machine verifier
//! say, and share nothing with the validator. What a breaker does may break further rules; the rule of the breaker is broken in any case.
//! A breaker draws nothing but its place, and what to put there, and where it finds no place the file stays as it was.

mod blocks;
mod draft;
mod generic;
mod keys;
mod liveness;
mod names;
mod objects;
mod operands;
mod registers;

use irsmith_mir::File;

/// A way to break a rule of the format.
pub type Breaker = crate::Breaker<File>;

/// Every breaker, grouped by what it changes.
pub fn breakers() -> impl Iterator<Item = &'static Breaker> {
    let all = [
        keys::BREAKERS,
        objects::BREAKERS,
        blocks::BREAKERS,
        liveness::BREAKERS,
        names::BREAKERS,
        registers::BREAKERS,
        operands::BREAKERS,
        generic::BREAKERS,
        generic::OF_TARGET,
    ];
    all.into_iter().flatten()
}
