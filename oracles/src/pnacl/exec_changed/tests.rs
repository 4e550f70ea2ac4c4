//! Changes change much, keep modules valid, and preserve what they claim to preserve.

use super::*;
use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::Instruction;
use irsmith_pnacl::tables::BinaryOp;
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

/// A partner that swaps the operands of a noncommutative operation is detected.
#[test]
fn a_change_that_matters_is_noticed() {
    let mut noticed = 0;
    for seed in 0..20 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let mut partner = swapped::swapped(plan.module);
        for instruction in partner.module.functions.iter_mut().filter_map(|f| f.body.as_mut()).flat_map(|body| &mut body.instructions) {
            if let Instruction::Binary { a, b, op: BinaryOp::Sub } = instruction {
                std::mem::swap(a, b);
            }
        }
        noticed += usize::from(difference(&plan, runs, &partner).is_some());
    }
    assert!(noticed > 5, "{noticed} of 20");
}

/// Counts calls of functions with bodies.
fn calls(module: &Module) -> usize {
    let bodies = module.functions.iter().filter_map(|function| function.body.as_ref());
    let called = bodies.flat_map(|body| &body.instructions).filter(|instruction| match instruction {
        Instruction::Call { callee, .. } => module.functions[callee.index() as usize].body.is_some(),
        _ => false,
    });
    called.count()
}

/// Most calls are replaced, and the replacements are executed: executions enter more blocks, and some trap in inlined code.
#[test]
fn inlined_functions_are_executed() {
    let (mut before, mut after, mut executed, mut moved) = (0, 0, 0, 0);
    for seed in 0..1200 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let partner = inlined::inlined(plan.module);
        assert!(is_valid(&partner.module), "seed {seed}");
        assert_eq!(difference(&plan, runs, &partner), None, "seed {seed}");
        before += calls(plan.module);
        after += calls(&partner.module);
        let mut changed = Plan::new(&partner.module).unwrap();
        changed.calls.clone_from(&plan.calls);
        for (run, changed) in runs.iter().zip(reference(&changed).unwrap()) {
            executed += usize::from(run.blocks < changed.blocks);
            if let (End::Trap(run), End::Trap(changed)) = (run.end, changed.end) {
                moved += usize::from(run.place.function != changed.place.function);
            }
        }
    }
    assert!(before > 40 && after < before / 2, "{after} of {before} calls are left");
    assert!(executed > 60 && moved > 0, "{executed} executions came by, {moved} trapped there");
}

/// Wrong operations in inlined code are detected.
#[test]
fn a_fault_in_inlined_functions_is_noticed() {
    let mut noticed = 0;
    for seed in 0..300 {
        let case = Case::new(&program(seed).write().unwrap());
        let (plan, runs) = case.executed().unwrap();
        let mut partner = inlined::inlined(plan.module);
        for (number, function) in (0..).zip(&mut partner.module.functions) {
            let instructions = function.body.iter_mut().flat_map(|body| &mut body.instructions);
            for (instruction, origin) in instructions.zip(&partner.origins[number as usize]) {
                if let (Instruction::Binary { op, .. }, Some(origin)) = (instruction, origin)
                    && origin.function != number
                {
                    *op = if *op == BinaryOp::Add { BinaryOp::Sub } else { BinaryOp::Add };
                }
            }
        }
        noticed += usize::from(difference(&plan, runs, &partner).is_some());
    }
    assert!(noticed > 10, "{noticed} of 300");
}
