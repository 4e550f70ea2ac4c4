//! Every breaker finds places and breaks its rule there, and every error rule has a breaker.

use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::mir::breakers::breakers;
use irsmith_generators::mir::{Config, Kind, generate};
use irsmith_mir::tables::Machine;
use irsmith_mir::validate::{Options, RULES, validate};
use std::collections::{BTreeMap, BTreeSet};

/// Error rules without a breaker: they are about text, so a file that breaks them cannot be read, and no model can break them.
const EXEMPT: &[&str] = &[
    "limit-bytes",
    "file-text",
    "yaml-syntax",
    "yaml-subset",
    "document-kind",
    "key-unknown",
    "key-repeated",
    "key-missing",
    "key-value",
    "body-syntax",
    "block-position",
    "bundle-open",
    "word-repeated",
    "number-range",
    "type-range",
    "location-fields",
];

#[test]
fn every_error_has_a_breaker_or_a_reason() {
    let broken: BTreeSet<&str> = breakers().map(|breaker| breaker.rule).collect();
    let exempt: BTreeSet<&str> = EXEMPT.iter().copied().collect();
    let errors: BTreeSet<&str> = RULES.iter().filter(|rule| rule.severity.is_error()).map(|rule| rule.id).collect();
    println!("{} breakers of {} rules, {} rules exempt", breakers().count(), broken.len(), exempt.len());
    assert_eq!(broken.intersection(&exempt).collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(broken.union(&exempt).copied().collect::<BTreeSet<_>>(), errors);
}

#[test]
fn breakers_break_their_rules() {
    let mut applied: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut wrong = BTreeMap::new();
    for seed in 0..240 {
        let bytes = bytes_of_seed(seed);
        let kind = [Kind::Both, Kind::Generic, Kind::Target][seed as usize / 2 % 3];
        let file = generate(&mut Unstructured::new(&bytes), &Config::new(Machine::TARGETS[seed as usize % 2], kind));
        let triple = file.triple();
        let options = Options { triple: triple.as_deref(), ..Options::default() };
        for breaker in breakers() {
            let mut broken = file.clone();
            let count = applied.entry((breaker.rule, breaker.about)).or_default();
            if breaker.apply(&mut broken, &mut Unstructured::new(&bytes)) {
                *count += 1;
                let rules: BTreeSet<&str> = validate(&broken, options).iter().map(|violation| violation.rule.id).collect();
                if !rules.contains(breaker.rule) {
                    wrong.entry((breaker.rule, breaker.about)).or_insert_with(|| format!("seed {seed}: {rules:?}"));
                }
            } else {
                assert!(broken == file, "{}: a change that was not to be", breaker.rule);
            }
        }
    }
    let never: Vec<_> = applied.iter().filter(|(_, count)| **count == 0).collect();
    assert!(wrong.is_empty() && never.is_empty(), "wrong: {wrong:#?}, never: {never:?}");
}
