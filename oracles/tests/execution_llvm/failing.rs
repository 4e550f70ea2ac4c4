//! Failures: a program of a batch that crashes a tool, and answers that differ from the reference's.

use super::source::module;
use super::{llvm, programs};
use irsmith_oracles::Verdict;
use irsmith_oracles::pnacl::execution::llvm::{Answer, Job, Mode, NO_DEFINED_CALL};
use irsmith_oracles::pnacl::execution::{Call, Plan, Run};
use irsmith_pnacl::interpret::{End, Layout, Place, Trap, TrapKind, Undefined, UndefinedKind};
use irsmith_pnacl::{Instruction, Module, Value};

#[test]
fn a_failing_batch_is_bisected() {
    let Some(llvm) = llvm() else { return };
    let good = module("count 0;", &[programs::EXCHANGE]);
    let broken = with_unknown_result(&good);
    let modules: Vec<&Module> = (0..9).map(|index| if index == 6 { &broken } else { &good }).collect();
    let plans: Vec<Plan<'_>> = modules.into_iter().map(plan).collect();
    let jobs: Vec<Job<'_>> = plans.iter().map(|plan| Job { plan, calls: vec![1] }).collect();
    for (index, answer) in llvm.answer(&jobs, Mode::Plain).into_iter().enumerate() {
        match answer {
            Answer::Failed(failure) if index == 6 => assert!(failure.text.contains("error"), "{failure:?}"),
            Answer::Seen(seen) if index != 6 => assert_eq!(seen.iter().map(|seen| seen.end).collect::<Vec<_>>(), [End::Return(107)]),
            answer => panic!("{index}: {answer:?}"),
        }
    }
}

/// Returns an invalid module, so that LLVM rejects its lowering.
fn with_unknown_result(module: &Module) -> Module {
    let mut module = module.clone();
    let body = module.functions[0].body.as_mut().unwrap();
    *body.instructions.last_mut().unwrap() = Instruction::Ret { value: Some(Value::instruction(99)) };
    module
}

fn plan(module: &Module) -> Plan<'_> {
    let mut plan = Plan::new(module).unwrap();
    plan.calls = [4, 5].map(|count| Call { function: 0, arguments: vec![count], budget: Plan::BUDGET }).to_vec();
    plan
}

#[test]
fn differences_are_failures_with_a_stable_signature() {
    let Some(llvm) = llvm() else { return };
    let exchange = module("count 0;", &[programs::EXCHANGE]);
    let plan = plan(&exchange);
    let run = |bits| Run { end: End::Return(bits), undefined: None, blocks: 0, memory: plan.image.clone() };
    let right = [run(701), run(107)];
    let other = |change: fn(&mut Run)| {
        let mut runs = right.clone();
        change(&mut runs[1]);
        runs
    };
    let place = Place { function: 0, instruction: 8 };
    let sets = [
        right.clone(),
        other(|run| run.end = End::Return(108)),
        other(|run| run.memory[3] ^= 1),
        other(|run| run.end = End::Trap(Trap { kind: TrapKind::Memory, place: Place { function: 0, instruction: 8 } })),
        other(|run| run.end = End::OutOfFuel(Place::default())),
    ];
    let plans: Vec<(&Plan<'_>, &[Run])> = sets.iter().map(|set| (&plan, &set[..])).collect();
    let verdicts = llvm.judge("exec-test", &plans, Mode::Optimised);
    let evidence = match &verdicts[2] {
        Verdict::Fail(failure) => failure.evidence.clone(),
        verdict => panic!("{verdict:?}"),
    };
    // The call is repeated for its memory: the first byte that differs, and those after it.
    let row = |first: u8| plan.image[4..].iter().fold(format!(" {first:02x}"), |row, byte| row + &format!(" {byte:02x}"))[..48].to_owned();
    let (ours, theirs) = (row(plan.image[3] ^ 1), row(plan.image[3]));
    let address = Layout::BASE + 3;
    let expected = format!("\n  memory at {address:#x}\n  reference:{ours}\n  engine:   {theirs}");
    assert!(evidence.ends_with(&expected), "{evidence}, not {expected}");
    let found = verdicts.into_iter().map(|verdict| match verdict {
        Verdict::Fail(failure) => failure.signature.to_string(),
        verdict => format!("{verdict:?}"),
    });
    let expected = [
        "Pass",
        "exec-test/value-differs/i32 lli+opt",
        "exec-test/memory-differs/after return lli+opt",
        "exec-test/end-differs/access outside of memory, or write to a constant in BranchIf, not return lli+opt",
        "exec-test/end-differs/out of fuel, not return lli+opt",
    ];
    assert_eq!(found.collect::<Vec<_>>(), expected);
    let kind = UndefinedKind::ShiftAmount;
    let undefined = right.map(|run| Run { undefined: Some(Undefined { kind, place }), ..run });
    assert_eq!(llvm.judge("exec-test", &[(&plan, &undefined)], Mode::Unguarded), [Verdict::Skip(NO_DEFINED_CALL)]);
}
