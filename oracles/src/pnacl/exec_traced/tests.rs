//! Executions of generated programs follow them; what another observer would be given does not.

use super::*;
use arbitrary::Unstructured;
use irsmith_generators::bytes_of_seed;
use irsmith_generators::pnacl::{Config, generate};
use irsmith_pnacl::interpret::Bits;

/// Every instruction that is observed of the calls of a generated program, with each call's end and blocks.
type Observed = Vec<(Vec<(Place, Option<Bits>)>, End, u64)>;

fn case(seed: u64) -> Case {
    Case::new(&generate(&mut Unstructured::new(&bytes_of_seed(seed)), &Config::exec()).write().unwrap())
}

fn observed(case: &Case) -> Observed {
    let (plan, _) = case.executed().unwrap();
    let program = Program::new(plan.module, &Options { results: true, ..Plan::OPTIONS }).unwrap();
    let mut machine = Machine::new(&program);
    let calls = plan.calls.iter().map(|call| {
        machine.reset();
        let mut events = Vec::new();
        let mut observer = |place, result| events.push((place, result));
        let execution = machine.call_with(call.function, &call.arguments, &call.budget, &mut NoHost, &mut observer);
        (events, execution.end, execution.blocks)
    });
    calls.collect()
}

/// Returns the kinds of faults of the calls of a program, if this is observed of each.
fn faults(case: &Case, observed: &Observed) -> Vec<String> {
    let (plan, _) = case.executed().unwrap();
    let calls = plan.calls.iter().zip(observed).filter_map(|(call, (events, end, blocks))| {
        let mut walk = Walk::new(plan.module, call.function, &call.arguments);
        events.iter().for_each(|&(place, result)| walk.observe(place, result));
        walk.ended(*end, *blocks).err().map(|fault| fault.element)
    });
    calls.collect()
}

#[test]
fn executions_follow_their_programs() {
    let (mut instructions, mut traps, mut starved) = (0, 0, 0);
    for seed in 0..150 {
        let case = case(seed);
        assert_eq!(check(&case), Ok(()), "seed {seed}");
        for (events, end, _) in observed(&case) {
            instructions += events.len();
            traps += usize::from(matches!(end, End::Trap(_)));
            starved += usize::from(matches!(end, End::OutOfFuel(_)));
        }
    }
    assert!(instructions > 20_000 && traps > 10 && starved > 10, "{instructions} instructions, {traps} traps, {starved} without fuel");
}

/// What an observer is given wrongly is noticed in at least this many of 40 programs.
#[test]
fn other_instructions_and_results_are_noticed() {
    let noticed = |change: &dyn Fn(&mut Observed)| {
        let found = (0..40).map(case).filter(|case| {
            let mut observed = observed(case);
            change(&mut observed);
            !faults(case, &observed).is_empty()
        });
        found.count()
    };
    assert_eq!(noticed(&|_| ()), 0);
    let without = |observed: &mut Observed, at: fn(usize) -> usize| {
        observed.iter_mut().filter(|(events, ..)| !events.is_empty()).for_each(|(events, ..)| {
            events.remove(at(events.len()));
        });
    };
    assert_eq!(noticed(&|observed| without(observed, |_| 0)), 40, "without the first");
    assert_eq!(noticed(&|observed| without(observed, |length| length / 2)), 40, "without one");
    assert_eq!(noticed(&|observed| without(observed, |length| length - 1)), 40, "without the last");
    assert_eq!(noticed(&|observed| observed.iter_mut().for_each(|(.., blocks)| *blocks += 1)), 40, "one block more");
    let unobserved = |observed: &mut Observed| observed.iter_mut().flat_map(|(events, ..)| events).for_each(|(_, result)| *result = None);
    assert_eq!(noticed(&unobserved), 40, "without results");
    let changed = |observed: &mut Observed| {
        observed.iter_mut().flat_map(|(events, ..)| events).flat_map(|(_, result)| result).for_each(|bits| *bits ^= 1);
    };
    assert!(noticed(&changed) >= 38, "other results: {}", noticed(&changed));
}
