//! Every breaker finds places and breaks its rule there, and every rule that a module of one debug set can break has a breaker.

use arbitrary::Unstructured;
use irsmith_debuginfo::Dialect;
use irsmith_debuginfo::validate::{RULES, validate};
use irsmith_generators::bytes_of_seed;
use irsmith_generators::debuginfo::breakers::breakers;
use irsmith_generators::debuginfo::{Config, generate};
use std::collections::{BTreeMap, BTreeSet};

/// Error rules without a breaker, with the reason.
const EXEMPT: &[(&str, &[&str])] = &[
    (
        "a fault of the file, so that no module is read",
        &["limit-bytes", "header-magic", "header-truncated", "word-truncated", "word-count-zero", "word-count-past"],
    ),
    ("a fault of writing", &["instruction-length"]),
    (
        "the validator's own tests break it, rule by rule",
        &[
            "debug-instruction",
            "function-nested",
            "function-order",
            "id-function",
            "id-order",
            "instruction-unknown",
            "number-bits",
            "number-type",
            "opaque-name",
            "operand-template-value",
            "storage-class-capability",
        ],
    ),
];

#[test]
fn every_error_has_a_breaker_or_a_reason() {
    let broken: BTreeSet<&str> = breakers().map(|breaker| breaker.rule).collect();
    let exempt: BTreeSet<&str> = EXEMPT.iter().flat_map(|(_, rules)| rules.iter().copied()).collect();
    let errors: BTreeSet<&str> = RULES.iter().filter(|rule| rule.severity.is_error()).map(|rule| rule.id).collect();
    println!("{} breakers of {} rules, {} rules exempt", breakers().count(), broken.len(), exempt.len());
    assert_eq!(broken.intersection(&exempt).collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(broken.union(&exempt).copied().collect::<BTreeSet<_>>(), errors);
}

#[test]
fn breakers_break_their_rules() {
    let mut applied: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for seed in 0..160 {
        let bytes = bytes_of_seed(seed);
        let config = match Dialect::ALL.get(seed as usize % 5) {
            Some(&dialect) => Config { dialect, ..Config::default() },
            None => Config::shader(),
        };
        let module = generate(&mut Unstructured::new(&bytes), &config);
        for breaker in breakers() {
            let mut broken = module.clone();
            let count = applied.entry((breaker.rule, breaker.about)).or_default();
            if breaker.apply(&mut broken, &mut Unstructured::new(&bytes)) {
                *count += 1;
                let rules: BTreeSet<&str> = validate(&broken).iter().map(|violation| violation.rule.id).collect();
                assert!(rules.contains(breaker.rule), "seed {seed}: {} ({}) makes {rules:?}", breaker.rule, breaker.about);
            } else {
                assert!(broken == module, "{}: a change that was not to be", breaker.rule);
            }
        }
    }
    let never: Vec<_> = applied.iter().filter(|(_, count)| **count == 0).collect();
    assert!(never.is_empty(), "{never:?}");
}
