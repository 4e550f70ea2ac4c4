//! Generated modules: engines take them all, and call after call begins anew.

use arbitrary::Unstructured;
use irsmith_generators::{bytes_of_seed, pnacl};
use irsmith_oracles::pnacl::execution::{Call, Declined, Plan, Unsupported, wasm};

#[test]
fn engines_take_what_is_generated_and_forget_it_after_each_call() {
    let (mut taken, mut refused) = (0, 0);
    for seed in 0..600 {
        let module = pnacl::generate(&mut Unstructured::new(&bytes_of_seed(seed)), &pnacl::Config::default());
        let Some(mut plan) = Plan::new(&module) else { continue };
        let bodies = (0..module.functions.len() as u32).filter(|&index| module.functions[index as usize].body.is_some());
        let call = |function| Call { function, arguments: plan.parameters(function).map(|_| 1).collect() };
        let calls: Vec<Call> = bodies.map(call).collect();
        plan.calls = calls.iter().chain(calls.iter().rev()).cloned().collect();
        let mut ends = Vec::new();
        match wasm::run(&plan, &mut |_, end, memory| ends.push((end, memory.to_vec()))) {
            Ok(()) => taken += 1,
            Err(Declined::Unsupported(Unsupported(reason))) => {
                assert_eq!(reason, "setjmp", "seed {seed}");
                refused += 1;
                continue;
            }
            Err(Declined::Refused(error)) => panic!("seed {seed}: {error}"),
        }
        let (first, second) = ends.split_at(calls.len());
        assert!(first.iter().eq(second.iter().rev()), "seed {seed}");
    }
    assert!(taken > 3 * refused, "{taken} taken, {refused} refused");
}
