//! Compares answers with the results of the reference.

use super::{Answer, Job, Llvm, Mode, Seen, ToolFailure, memory_hash, supported};
use crate::external::{Crash, Outcome, class};
use crate::pnacl::execution::{Disagreement, Plan, Run, describe, disagreement, kind};
use crate::{Failure, Signature, Verdict};
use irsmith_pnacl::interpret::End;

/// Returns whether the manual defines all of an execution, so that optimisers may not change it.
fn is_defined(run: &Run) -> bool {
    run.undefined.is_none() && matches!(run.end, End::Return(_))
}

/// Skip reason: the mode may not run any call of the plan.
pub const NO_DEFINED_CALL: &str = "no-defined-call";

impl Llvm {
    /// Checks plans, each with the reference's results of its calls in order, for the oracle `oracle`: all in one process, as
    /// [`Llvm::answer`].
    pub fn judge(&self, oracle: &'static str, plans: &[(&Plan<'_>, &[Run])], mode: Mode) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Skip(NO_DEFINED_CALL); plans.len()];
        let mut chosen = Vec::new();
        let mut jobs = Vec::new();
        for (index, (plan, runs)) in plans.iter().enumerate() {
            let wanted = |call: &usize| mode != Mode::Unguarded || is_defined(&runs[*call]);
            match supported(plan.module) {
                Err(unsupported) => verdicts[index] = Verdict::Skip(unsupported.0),
                Ok(()) => {
                    let calls: Vec<usize> = (0..plan.calls.len().min(runs.len())).filter(wanted).collect();
                    if !calls.is_empty() {
                        chosen.push(index);
                        jobs.push(Job { plan, calls });
                    }
                }
            }
        }
        let answers = self.answer(&jobs, mode);
        for ((index, job), answer) in chosen.into_iter().zip(&jobs).zip(answers) {
            verdicts[index] = self.verdict(oracle, mode, job, plans[index].1, answer);
        }
        verdicts
    }

    fn verdict(&self, oracle: &'static str, mode: Mode, job: &Job<'_>, runs: &[Run], answer: Answer) -> Verdict {
        match answer {
            Answer::NotRun(reason) => Verdict::Skip(reason),
            Answer::Failed(failure) => tool_failed(oracle, &failure),
            Answer::Seen(seen) => {
                let mut pairs = job.calls.iter().zip(seen);
                let found = pairs.find_map(|(&call, seen)| self.difference(mode, job.plan, call, &runs[call], &seen));
                found.map_or(Verdict::Pass, |found| self.differs(oracle, mode, found))
            }
        }
    }

    /// Returns the difference between the reference and LLVM on a call, if any. Of LLVM's memory only the hash is known at first.
    fn difference(&self, mode: Mode, plan: &Plan<'_>, call: usize, ours: &Run, seen: &Seen) -> Option<Disagreement> {
        let memory = memory_hash(&ours.memory);
        if memory == seen.memory {
            return disagreement(plan, call, ours, seen.end, &ours.memory);
        }
        if let Some(theirs) = self.memory(plan, call, mode, seen) {
            return disagreement(plan, call, ours, seen.end, &theirs);
        }
        disagreement(plan, call, ours, seen.end, &ours.memory).or_else(|| {
            Some(Disagreement {
                property: "memory-differs",
                element: format!("after {}", kind(plan, ours.end)),
                evidence: format!(
                    "call {call}: @f{} {}\n  hash of memory, which another run does not leave\n  reference: {memory:016x}\n  engine:    {:016x}",
                    plan.calls[call].function,
                    describe(plan.result(plan.calls[call].function), ours.end),
                    seen.memory
                ),
            })
        })
    }

    fn differs(&self, oracle: &'static str, mode: Mode, found: Disagreement) -> Verdict {
        let implementations = self.programs(mode).map(|program| program.name.into()).collect();
        let signature = Signature { implementations, ..Signature::new(oracle, found.property, found.element) };
        Verdict::Fail(Box::new(Failure { signature, evidence: found.evidence }))
    }
}

fn tool_failed(oracle: &'static str, failure: &ToolFailure) -> Verdict {
    let text = &failure.text;
    let module = || "module".to_owned();
    let (property, element, site, how) = match failure.outcome {
        Outcome::Exited(0) => ("prints-nonsense", module(), None, "it exited with status 0".to_owned()),
        Outcome::Exited(status) => (
            "refused",
            Some(class(text)).filter(|class| !class.is_empty()).unwrap_or_else(module),
            None,
            format!("it exited with status {status}"),
        ),
        Outcome::Signaled(signal) => {
            let crash = Crash::of(signal, text);
            ("crashes", crash.element, crash.site, format!("signal {signal}"))
        }
        outcome @ (Outcome::TimedOut | Outcome::Flooded | Outcome::LeftProcesses) => {
            let (property, sentence) = outcome.misbehaviour().unwrap_or_default();
            (property, module(), None, sentence.to_owned())
        }
    };
    let (property, subject) = match failure.by_program {
        true => ("program-fails", format!("a program that {} compiled", failure.tool)),
        false => (property, failure.tool.to_owned()),
    };
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push(failure.tool.into());
    signature.site = site;
    Verdict::Fail(Box::new(Failure { signature, evidence: format!("{subject}: {how}\n{text}") }))
}
