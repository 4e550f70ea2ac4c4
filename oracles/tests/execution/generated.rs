//! Generated modules: engines support all of them, and each call begins in the initial state.

use arbitrary::Unstructured;
use irsmith_generators::{bytes_of_seed, pnacl};
use irsmith_oracles::Verdict;
use irsmith_oracles::pnacl::execution::{Call, Plan, wasm};
use irsmith_oracles::pnacl::{Case, EXEC_WASMI};
use irsmith_pnacl::interpret::{End, TrapKind};

#[test]
fn engines_take_what_is_generated_and_forget_it_after_each_call() {
    for seed in 0..600 {
        let module = pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &pnacl::Config::default());
        let Some(mut plan) = Plan::new(&module) else { continue };
        let bodies = (0..module.functions.len() as u32).filter(|&index| module.functions[index as usize].body.is_some());
        let call = |function| Call { function, arguments: plan.parameters(function).map(|_| 1).collect(), budget: Plan::BUDGET };
        let calls: Vec<Call> = bodies.map(call).collect();
        plan.calls = calls.iter().chain(calls.iter().rev()).cloned().collect();
        let mut ends = Vec::new();
        let outcome = wasm::run(&plan, &mut |_, end, memory| ends.push((end, memory.to_vec())));
        assert_eq!(outcome, Ok(()), "seed {seed}");
        let (first, second) = ends.split_at(calls.len());
        assert!(first.iter().eq(second.iter().rev()), "seed {seed}");
    }
}

/// The interpreter and wasmi, on programs with undefined behaviour too.
#[test]
fn engines_agree_on_generated_programs() {
    let mut skipped = 0;
    for seed in 0..400 {
        let total = seed % 2 == 0;
        let config = if total { pnacl::Config::exec() } else { pnacl::Config::default() };
        let module = pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &config);
        match EXEC_WASMI.verdict(&Case::new(&module.write().unwrap())) {
            Verdict::Pass => {}
            // Globals may be huge there.
            Verdict::Skip("memory") if !total => skipped += 1,
            Verdict::Skip(reason) => panic!("seed {seed}: {reason}"),
            Verdict::Fail(failure) => panic!("seed {seed}: {}\n{}", failure.signature, failure.evidence),
        }
    }
    assert!(skipped < 100, "{skipped} skipped");
}

/// Functions rarely come near their budgets. Calls with tight budgets test the limits, in every engine.
#[test]
fn tight_calls_meet_their_limits() {
    let (mut programs, mut nested, mut starved) = (0, 0, 0);
    for seed in 0..300 {
        let module = pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &pnacl::Config::exec());
        let case = Case::new(&module.write().unwrap());
        let Ok((plan, runs)) = case.executed() else { continue };
        assert!(plan.calls.len() <= Plan::CALLS);
        let ends = |wanted: fn(End) -> bool| plan.calls.iter().zip(runs).any(|(call, run)| call.budget != Plan::BUDGET && wanted(run.end));
        programs += 1;
        nested += usize::from(ends(|end| matches!(end, End::Trap(trap) if trap.kind == TrapKind::CallDepth)));
        starved += usize::from(ends(|end| matches!(end, End::OutOfFuel(_))));
    }
    println!("of {programs} programs, {nested} meet the limit of calls, {starved} that of blocks");
    assert!(nested > programs / 15 && starved > programs / 4, "{nested} and {starved} of {programs}");
}
