//! Breakers: each takes a valid module and deliberately breaks one rule of the format.
//!
//! A validator that accepts the result of a breaker does not check the rule. Breakers are therefore written from the sentences of the
//! manual and the ABI and share no code with the validator: if both need a fact, such as the arguments of intrinsics, it is repeated here.
//!
//! A breaker may have consequences, such as uses of a value whose type changes, which break further rules; its own rule is broken in any
//! case. Rows are in the file of their subject, with the function that they name. A breaker draws only the place and the inserted content;
//! if it finds no place, the module stays unchanged.

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
