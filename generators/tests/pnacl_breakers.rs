//! Every breaker finds places and breaks its rule there, and every rule that a model can break has a breaker.

use arbitrary::Unstructured;
use irsmith_generators::pnacl::breakers::BREAKERS;
use irsmith_generators::pnacl::{Config, Generator};
use irsmith_generators::{Choices, bytes_of_seed};
use irsmith_pnacl::validate::{RULES, Validator};
use irsmith_pnacl::{Limits, Module};
use irsmith_testdata::Data;
use std::collections::BTreeSet;

irsmith_testdata::data_tests! {
    own: [
        real_modules_are_refused_when_broken,
    ],
    outside: [
        real_modules_are_refused_when_broken,
    ],
}

/// Error rules that no model can break, with the reason.
const EXEMPT: &[(&str, &[&str])] = &[
    (
        "the record is dropped when the model is made; its reader leaves a note",
        &[
            "extra-operands",
            "count-late",
            "count-missing",
            "types-repeated",
            "section-unknown",
            "count-repeated",
            "module-version",
            "globals-repeated",
            "symbols-late",
            "symbol-record",
            "wide-character",
            "block-length",
            "value-density",
            "value-numbering",
            "body-order",
        ],
    ),
    ("a bound on the file, not on the model", &["limit-bytes", "limit-records", "limit-operands", "limit-nesting", "limit-indices"]),
    (
        "a fault of the header or the bit layer, so that no records are read",
        &[
            "file-truncated",
            "vbr-size",
            "header-magic",
            "header-field",
            "header-version",
            "module-missing",
            "file-trailing",
            "record-outside",
            "abbreviation-width",
            "number-size",
            "abbreviation-undefined",
            "abbreviation-form",
            "abbreviation-fit",
            "record-code",
            "block-balance",
        ],
    ),
    (
        "a fault of the records, so that no model is read",
        &[
            "block-place",
            "record-unknown",
            "operand-count",
            "operand-range",
            "operand-undefined",
            "call-target",
            "function-type-id",
            "constant-untyped",
            "initializer-place",
            "count-mismatch",
            "body-mismatch",
        ],
    ),
];

#[test]
fn every_error_has_a_breaker_or_a_reason() {
    let broken: BTreeSet<&str> = BREAKERS.iter().map(|breaker| breaker.rule).collect();
    let exempt: BTreeSet<&str> = EXEMPT.iter().flat_map(|(_, rules)| rules.iter().copied()).collect();
    let errors: BTreeSet<&str> = RULES.iter().filter(|rule| rule.severity.is_error()).map(|rule| rule.id).collect();
    println!("{} breakers of {} rules, {} rules exempt", BREAKERS.len(), broken.len(), exempt.len());
    assert_eq!(broken.intersection(&exempt).collect::<Vec<_>>(), [&""; 0]);
    assert_eq!(broken.union(&exempt).copied().collect::<BTreeSet<_>>(), errors);
}

/// The outcome of the tries of one breaker.
#[derive(Default)]
struct Tally {
    tried: usize,
    applied: usize,
    accepted: Vec<String>,
    other_rule: Vec<String>,
}

impl Tally {
    /// Runs the breaker with number `number` in [`BREAKERS`] at one place of a valid module.
    fn try_on(&mut self, number: usize, module: &Module, place: &[u8], name: &str, validator: &mut Validator) {
        let mut broken = module.clone();
        self.tried += 1;
        if !BREAKERS[number].apply(&mut broken, &mut Unstructured::new(place)) {
            assert!(broken == *module, "{name}: `{}` does not apply, but changed the module", BREAKERS[number].about);
            return;
        }
        self.applied += 1;
        let violations = validator.validate(&broken);
        let errors: Vec<&str> = violations.iter().filter(|violation| violation.is_error()).map(|violation| violation.rule.id).collect();
        if errors.is_empty() {
            self.accepted.push(name.to_owned());
        } else if !errors.contains(&BREAKERS[number].rule) {
            self.other_rule.push(format!("{name}: {errors:?}"));
        }
        assert_eq!(validator.is_valid(&broken), errors.is_empty(), "{name}");
    }
}

/// Prints a line for each breaker, and asserts that each applied and was refused with its rule everywhere.
fn judge(tallies: &[Tally], everywhere: bool) {
    for (breaker, tally) in BREAKERS.iter().zip(tallies) {
        eprintln!("{:24} {:6} of {} {}", breaker.rule, tally.applied, tally.tried, breaker.about);
    }
    for (breaker, tally) in BREAKERS.iter().zip(tallies) {
        let name = format!("{}, a change that {}", breaker.rule, breaker.about);
        assert!(!everywhere || tally.applied > 0, "{name}: never applied");
        assert_eq!(tally.accepted.first(), None, "{name}: accepted {} times", tally.accepted.len());
        assert_eq!(tally.other_rule.first(), None, "{name}: refused with other rules {} times", tally.other_rule.len());
    }
}

fn generated(generator: &mut Generator, seed: u64) -> Module {
    let bytes = bytes_of_seed(seed);
    let mut bytes = Unstructured::new(&bytes);
    let config = if seed.is_multiple_of(2) { Config::default() } else { Config::swarm(&mut Choices::new(&mut bytes)) };
    generator.generate(&mut bytes, &config)
}

#[test]
fn generated_modules_are_refused_when_broken() {
    let mut tallies: Vec<Tally> = BREAKERS.iter().map(|_| Tally::default()).collect();
    let (mut generator, mut validator) = (Generator::default(), Validator::default());
    for seed in 0..2_000 {
        let module = generated(&mut generator, seed);
        assert!(validator.is_valid(&module), "seed {seed}");
        let place = bytes_of_seed(!seed);
        for (number, tally) in tallies.iter_mut().enumerate() {
            tally.try_on(number, &module, &place[..64], &format!("seed {seed}"), &mut validator);
        }
    }
    judge(&tallies, true);
}

fn real_modules_are_refused_when_broken(data: &Data) {
    let mut validator = Validator::default();
    let mut tallies: Vec<Tally> = BREAKERS.iter().map(|_| Tally::default()).collect();
    let mut valid = 0;
    for file in data.pnacl() {
        let Ok(module) = Module::read(&std::fs::read(&file).unwrap(), &Limits::default()) else { continue };
        if !validator.is_valid(&module) {
            continue;
        }
        valid += 1;
        for (number, tally) in tallies.iter_mut().enumerate() {
            tally.try_on(number, &module, &bytes_of_seed(number as u64)[..64], &file.display().to_string(), &mut validator);
        }
    }
    assert!(valid > data.choose(40, 150), "{valid} valid files");
    judge(&tallies, false);
}

#[test]
fn breakers_never_panic_on_modules_that_are_broken_already() {
    let mut generator = Generator::default();
    let mut applied = vec![0; BREAKERS.len()];
    for seed in 0..400 {
        let mut module = generated(&mut generator, seed);
        let mut choices = bytes_of_seed(!seed);
        for step in 0..12 {
            // Twelve neighbours break a module, and each breaker has its turn first and last.
            let number = (seed as usize + step) % BREAKERS.len();
            applied[number] += u32::from(BREAKERS[number].apply(&mut module, &mut Unstructured::new(&choices[64..128])));
            choices.rotate_left(64);
        }
    }
    let missing: Vec<&str> = BREAKERS.iter().zip(&applied).filter(|(_, count)| **count == 0).map(|(breaker, _)| breaker.about).collect();
    assert!(missing.is_empty(), "never applied: {missing:?}");
}

#[test]
fn without_choices_every_breaker_takes_the_first_place() {
    let mut generator = Generator::default();
    for seed in 0..50 {
        let module = generated(&mut generator, seed);
        for breaker in BREAKERS {
            let [mut once, mut again] = [module.clone(), module.clone()];
            let applied = breaker.apply(&mut once, &mut Unstructured::new(&[]));
            assert_eq!(breaker.apply(&mut again, &mut Unstructured::new(&[])), applied);
            assert!(once == again, "seed {seed}: {}", breaker.about);
        }
    }
}
