//! Changes change much, keep modules valid, and what they promise.

use super::*;
use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::validate::is_valid;

fn program(seed: u64) -> Module {
    generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::exec())
}

#[test]
fn changed_modules_are_valid_and_different() {
    for (name, change) in CHANGES {
        let mut different = 0;
        for seed in 0..40 {
            let module = pooled::with_pool(&program(seed));
            let partner = change(&module);
            assert!(is_valid(&partner.module), "{name}, seed {seed}");
            different += usize::from(partner.module != module);
        }
        assert!(different > 30, "{name} changed {different} of 40 modules");
    }
}

#[test]
fn programs_keep_what_they_do() {
    for seed in 0..40 {
        match check(&Case::new(&program(seed).write().unwrap())) {
            Verdict::Pass => {}
            Verdict::Skip(reason) => panic!("seed {seed}: {reason}"),
            Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
        }
    }
}

/// A partner that swaps the operands of what is not commutative is found out.
#[test]
fn a_change_that_matters_is_noticed() {
    let mut noticed = 0;
    for seed in 0..20 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let mut partner = swapped::swapped(plan.module);
        for instruction in partner.module.functions.iter_mut().filter_map(|f| f.body.as_mut()).flat_map(|body| &mut body.instructions) {
            if let irsmith_pnacl::Instruction::Binary { a, b, op: irsmith_pnacl::tables::BinaryOp::Sub } = instruction {
                std::mem::swap(a, b);
            }
        }
        noticed += usize::from(difference(&plan, runs, &partner).is_some());
    }
    assert!(noticed > 5, "{noticed} of 20");
}
