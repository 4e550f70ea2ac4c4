//! A batch of which one program breaks a tool: the others have their answers all the same.

use super::source::module;
use super::{llvm, programs};
use irsmith_oracles::pnacl::execution::llvm::{Answer, Job, Mode};
use irsmith_oracles::pnacl::execution::{Call, Plan};
use irsmith_pnacl::interpret::End;
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

/// A module that is not valid, so that LLVM refuses what it is lowered to.
fn with_unknown_result(module: &Module) -> Module {
    let mut module = module.clone();
    let body = module.functions[0].body.as_mut().unwrap();
    *body.instructions.last_mut().unwrap() = Instruction::Ret { value: Some(Value::instruction(99)) };
    module
}

fn plan(module: &Module) -> Plan<'_> {
    let mut plan = Plan::new(module).unwrap();
    plan.calls = [4, 5].map(|count| Call { function: 0, arguments: vec![count] }).to_vec();
    plan
}
