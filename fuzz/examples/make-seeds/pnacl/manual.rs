//! The listings of the manual, assembled to complete modules.

use std::collections::BTreeSet;

use irsmith_pnacl::{Limits, Module, text};

use super::listings::{contexts, listings, module};
use crate::Seed;

/// Makes a seed of each listing that can be completed to a module, named by the listing's line in the manual; of equal seeds only the
/// first.
pub(crate) fn seeds() -> Vec<Seed> {
    let contexts = contexts();
    let mut seen = BTreeSet::new();
    let mut seeds = Vec::new();
    for (line, pieces) in listings() {
        let bytes = text::assemble(&module(contexts[&line], &pieces, 0)).expect("the test of the manual assembles every listing");
        if Module::read(&bytes, &Limits::default()).is_ok() && seen.insert(bytes.clone()) {
            seeds.push((format!("manual-{line:04}.pexe"), bytes));
        }
    }
    seeds
}
