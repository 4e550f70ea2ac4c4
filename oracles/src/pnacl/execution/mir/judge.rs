//! Compares compiled programs with the reference.

use super::machine::Job;
use super::run::{Answer, Seen};
use super::supported;
use crate::external::{Outcome, interned};
use crate::ledger::PNACL;
use crate::mir::execution::{COMPILATION, Compiler, can_run, memory_hash};
use crate::pnacl::execution::{Disagreement, Plan, Run, describe, disagreement, kind};
use crate::{Failure, Signature, TOOL_MISSING, Verdict};
use irsmith_pnacl::Module;
use irsmith_pnacl::tables::INSTRUCTIONS;

/// Skip reason, with what could not be done: LLVM's GlobalISel has no instructions for an operation of the plan.
pub const UNSELECTED: &str = "not-selected";
/// Skip reason, with the name: the compiled program needs a function that it does not contain.
pub const UNLINKED: &str = "not-linked";

/// Checks plans, each with the reference's results of its calls in order, for the oracle `oracle`: all in one program.
pub fn judge(oracle: &'static str, compiler: &Compiler, plans: &[(&Plan<'_>, &[Run])]) -> Vec<Verdict> {
    if !can_run(compiler.setting.processor) {
        return vec![Verdict::Skip(TOOL_MISSING); plans.len()];
    }
    let mut verdicts = vec![Verdict::Pass; plans.len()];
    let (mut chosen, mut jobs) = (Vec::new(), Vec::new());
    for (index, (plan, runs)) in plans.iter().enumerate() {
        match supported(plan.module) {
            Err(unsupported) => verdicts[index] = Verdict::Skip(unsupported.0),
            Ok(()) => {
                chosen.push(index);
                jobs.push(Job { plan, calls: (0..plan.calls.len().min(runs.len())).collect() });
            }
        }
    }
    let answers = compiler.answer(&jobs);
    for ((index, job), answer) in chosen.into_iter().zip(&jobs).zip(answers) {
        verdicts[index] = unless_listed(job.plan.module, verdict(oracle, compiler, job, plans[index].1, answer));
    }
    verdicts
}

/// Returns the verdict on a module: for a failure that the ledger lists, a skip with the name of its entry. The features of an entry are
/// names of functions, such as intrinsics, and of instructions.
fn unless_listed(module: &Module, verdict: Verdict) -> Verdict {
    let Verdict::Fail(failure) = &verdict else { return verdict };
    let has = |feature: &str| {
        module.symbols.iter().any(|symbol| symbol.name == feature.as_bytes())
            || module
                .functions
                .iter()
                .filter_map(|function| function.body.as_ref())
                .flat_map(|body| &body.instructions)
                .any(|instruction| INSTRUCTIONS[instruction.row()].name == feature)
    };
    PNACL.expected(failure, &has).map_or(verdict, |entry| Verdict::Skip(entry.name.as_str()))
}

fn verdict(oracle: &'static str, compiler: &Compiler, job: &Job<'_>, runs: &[Run], answer: Answer) -> Verdict {
    match answer {
        Answer::NotStarted(reason) => Verdict::Skip(reason),
        Answer::Unselected(reason) => Verdict::Skip(interned(UNSELECTED, &reason)),
        Answer::Unlinked(reason) => Verdict::Skip(interned(UNLINKED, &reason)),
        Answer::Rejected(message) => fail(oracle, compiler, "refused", "file".into(), message),
        Answer::Compiler(trouble) => match trouble.verdict(oracle, compiler.llc, COMPILATION) {
            Verdict::Fail(mut failure) => {
                failure.evidence = format!("{}: {}", compiler.setting.name(), failure.evidence);
                Verdict::Fail(failure)
            }
            verdict => verdict,
        },
        Answer::Died(calls, outcome) => {
            let place = job.calls.get(calls).and_then(|&call| job.plan.calls.get(call).zip(runs.get(call)));
            let evidence = match place {
                Some((call, run)) => {
                    let ty = job.plan.result(call.function);
                    format!("call {calls}: @f{}\n  reference: {}\n  engine:    {outcome:?}", call.function, describe(ty, run.end))
                }
                None => format!("after all calls: {outcome:?}"),
            };
            let element = match outcome {
                Outcome::Signaled(signal) => format!("signal {signal}"),
                Outcome::Exited(status) => format!("exit status {status}"),
                Outcome::TimedOut => "time".into(),
                Outcome::Flooded => "output".into(),
                Outcome::LeftProcesses => "processes".into(),
            };
            fail(oracle, compiler, "program-dies", element, evidence)
        }
        Answer::Seen(seen) => {
            let mut pairs = job.calls.iter().zip(seen);
            let found = pairs.find_map(|(&call, seen)| difference(compiler, job.plan, call, &runs[call], &seen));
            found.map_or(Verdict::Pass, |found| fail(oracle, compiler, found.property, found.element, found.evidence))
        }
    }
}

/// Returns the difference between the reference and the machine on a call, if any. Of the machine's memory only the hash is known at first.
fn difference(compiler: &Compiler, plan: &Plan<'_>, call: usize, ours: &Run, seen: &Seen) -> Option<Disagreement> {
    let memory = memory_hash(&ours.memory);
    if memory == seen.memory {
        return disagreement(plan, call, ours, seen.end, &ours.memory);
    }
    if let Some(theirs) = compiler.memory(plan, call, seen) {
        return disagreement(plan, call, ours, seen.end, &theirs);
    }
    disagreement(plan, call, ours, seen.end, &ours.memory).or_else(|| {
        Some(Disagreement {
            property: "memory-differs",
            element: format!("after {}", kind(plan, ours.end)),
            evidence: format!(
                "call {call}: @f{}\n  hash of memory, which another run does not leave\n  reference: {memory:016x}\n  engine:    {:016x}",
                plan.calls[call].function, seen.memory
            ),
        })
    })
}

fn fail(oracle: &'static str, compiler: &Compiler, property: &'static str, element: String, evidence: String) -> Verdict {
    let implementations = vec![compiler.llc.name.into()];
    // The same fault mostly shows at several levels of optimisation.
    let evidence = format!("{}: {evidence}", compiler.setting.name());
    let signature = Signature { implementations, ..Signature::new(oracle, property, element) };
    Verdict::Fail(Box::new(Failure { signature, evidence }))
}
