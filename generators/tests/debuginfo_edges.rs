//! Every edge of a rule is found in generated modules, and operands are renamed to what they may name and to what they may not.

use arbitrary::Unstructured;
use irsmith_debuginfo::Dialect;
use irsmith_generators::debuginfo::breakers::{edges, rename};
use irsmith_generators::debuginfo::{Config, generate};
use irsmith_generators::{Choices, bytes_of_seed};
use std::collections::BTreeSet;

/// Modules until every edge has been found: the rarest need a type that inherits, and an index of a DebugValue.
const MODULES: u64 = 2_000;
/// Operands that are renamed in each.
const RENAMES: u64 = 64;

#[test]
fn every_edge_is_found() {
    let mut missing: BTreeSet<(Option<&str>, &str)> = edges().map(|edge| (edge.rule, edge.about)).collect();
    let (mut may, mut may_not) = (BTreeSet::new(), BTreeSet::new());
    for seed in 0..MODULES {
        let bytes = bytes_of_seed(seed);
        let mut bytes = Unstructured::new(&bytes);
        let mut choices = Choices::new(&mut bytes);
        let dialect = *choices.pick(&Dialect::ALL).unwrap();
        let config = Config { dialect, ..Config::swarm(&mut choices) };
        let module = generate(&mut bytes, &config);
        for edge in edges() {
            let key = (edge.rule, edge.about);
            let draws = bytes_of_seed(seed ^ 0x5eed);
            if missing.contains(&key) && edge.apply(&mut module.clone(), &mut Unstructured::new(&draws)).is_some() {
                missing.remove(&key);
            }
        }
        for number in 0..RENAMES {
            let draws = bytes_of_seed(seed * RENAMES + number);
            if let Some(renamed) = rename(&mut module.clone(), &mut Unstructured::new(&draws)) {
                if renamed.may {
                    may.insert(renamed.rule)
                } else {
                    may_not.insert(renamed.rule)
                };
            }
        }
    }
    assert!(missing.is_empty(), "{missing:?}");
    // Every rule about what an operand names, in both ways.
    assert_eq!((may.len(), &may), (32, &may_not), "{may:?}\n{may_not:?}");
}
