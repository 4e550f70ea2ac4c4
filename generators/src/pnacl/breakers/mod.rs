//! Breakers: each takes a valid module and breaks one rule of the format on purpose.
//!
//! A validator that accepts what a breaker made has lost the rule. Breakers are therefore written from the sentences of the manual and
//! the ABI and share nothing with the validator: where both need a fact, such as the arguments of intrinsics, it stands here once more.
//!
//! What a breaker does to a place may have consequences, such as users of a value that is suddenly of another type, which break further
//! rules; the rule of the breaker is broken in any case. Rows stand in the file of their subject, with the function that they name. A
//! breaker draws nothing but its place, and what to put there, and where it finds no place the module stays as it was.

mod calls;
mod constants;
mod draft;
mod flow;
mod functions;
mod globals;
mod graph;
mod intrinsics;
mod memory;
mod operands;
mod phi;
mod types;
mod values;
mod vectors;

use irsmith_pnacl::Module;

/// A way to break a rule of the format.
pub type Breaker = crate::Breaker<Module>;

const GROUPS: &[&[Breaker]] = &[
    types::BREAKERS,
    functions::BREAKERS,
    intrinsics::BREAKERS,
    globals::BREAKERS,
    constants::BREAKERS,
    flow::BREAKERS,
    values::BREAKERS,
    operands::BREAKERS,
    vectors::BREAKERS,
    memory::BREAKERS,
    calls::BREAKERS,
    phi::BREAKERS,
];

/// Every breaker, grouped by what it changes.
pub static BREAKERS: &[Breaker] = &joined::<{ count() }>();

const fn count() -> usize {
    let (mut count, mut group) = (0, 0);
    while group < GROUPS.len() {
        count += GROUPS[group].len();
        group += 1;
    }
    count
}

const fn joined<const N: usize>() -> [Breaker; N] {
    let mut all = [GROUPS[0][0]; N];
    let (mut at, mut group) = (0, 0);
    while group < GROUPS.len() {
        let mut row = 0;
        while row < GROUPS[group].len() {
            all[at] = GROUPS[group][row];
            at += 1;
            row += 1;
        }
        group += 1;
    }
    all
}
