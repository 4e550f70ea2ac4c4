//! What the reference says of the calls of a plan, and how answers are compared with it.

use super::{Answer, Job, Llvm, Mode, Seen, ToolFailure};
use crate::external::Outcome;
use crate::pnacl::execution::Plan;
use crate::{Failure, Signature, Verdict};
use irsmith_pnacl::ValueType;
use irsmith_pnacl::interpret::{End, Place};

/// What the reference says of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// How it ends.
    pub end: End,
    /// [`memory_hash`](super::memory_hash) of the memory that it leaves.
    pub memory: u64,
    /// Whether the manual defines all of it: no undefined event, and a return.
    pub defined: bool,
}

/// Skip reason: no call of the plan is one that the mode may run.
pub const NO_DEFINED_CALL: &str = "no-defined-call";

impl Llvm {
    /// Judges plans, each with what the reference says of its calls in order, on behalf of the oracle `oracle`: all in one process, as
    /// [`Llvm::answer`].
    pub fn judge(&self, oracle: &'static str, plans: &[(&Plan<'_>, &[Expected])], mode: Mode) -> Vec<Verdict> {
        let mut verdicts = vec![Verdict::Skip(NO_DEFINED_CALL); plans.len()];
        let mut chosen = Vec::new();
        let mut jobs = Vec::new();
        for (index, (plan, expected)) in plans.iter().enumerate() {
            let wanted = |call: &usize| mode != Mode::Unguarded || expected[*call].defined;
            match super::supported(plan.module) {
                Err(unsupported) => verdicts[index] = Verdict::Skip(unsupported.0),
                Ok(()) => {
                    let calls: Vec<usize> = (0..plan.calls.len().min(expected.len())).filter(wanted).collect();
                    if !calls.is_empty() {
                        chosen.push(index);
                        jobs.push(Job { plan, calls });
                    }
                }
            }
        }
        let answers = self.answer(&jobs, mode);
        for ((index, job), answer) in chosen.into_iter().zip(&jobs).zip(answers) {
            verdicts[index] = verdict(oracle, job, plans[index].1, answer);
        }
        verdicts
    }
}

fn verdict(oracle: &'static str, job: &Job<'_>, expected: &[Expected], answer: Answer) -> Verdict {
    match answer {
        Answer::NotStarted => Verdict::Skip("tool-not-started"),
        Answer::Failed(failure) => tool_failed(oracle, &failure),
        Answer::Seen(seen) => {
            let mut pairs = job.calls.iter().zip(seen);
            let failure = pairs.find_map(|(&call, seen)| difference(oracle, job.plan, call, &expected[call], &seen));
            failure.map_or(Verdict::Pass, |failure| Verdict::Fail(Box::new(failure)))
        }
    }
}

fn tool_failed(oracle: &'static str, failure: &ToolFailure) -> Verdict {
    let (property, how) = match failure.outcome {
        Outcome::Exited(0) => ("prints-nonsense", "it exited with status 0".to_owned()),
        Outcome::Exited(status) => ("refused", format!("it exited with status {status}")),
        Outcome::Signaled(signal) => ("crashes", format!("signal {signal}")),
        Outcome::TimedOut => ("hangs", "it was killed when its time was up".to_owned()),
    };
    let mut signature = Signature::new(oracle, property, "module");
    signature.implementations.push(failure.tool.into());
    Verdict::Fail(Box::new(Failure { signature, evidence: format!("{}: {how}\n{}", failure.tool, failure.text) }))
}

/// What differs between the reference and LLVM on a call, if anything.
fn difference(oracle: &'static str, plan: &Plan<'_>, call: usize, expected: &Expected, seen: &Seen) -> Option<Failure> {
    let function = plan.calls[call].function;
    let (property, element) = match (expected.end, seen.end) {
        (ours, theirs) if ours == theirs && expected.memory == seen.memory => return None,
        (ours, theirs) if ours == theirs => ("memory-differs", "memory".to_owned()),
        (End::Return(_), End::Return(_)) => ("value-differs", plan.result(function).to_string()),
        (ours, theirs) => ("end-differs", format!("{} not {}", kind(plan, &ours), kind(plan, &theirs))),
    };
    let mut signature = Signature::new(oracle, property, element);
    signature.implementations.push("lli".into());
    let ty = plan.result(function);
    let evidence = format!(
        "call {call}: @f{function}({})\n  ours:   {}, memory {:016x}\n  theirs: {}, memory {:016x}",
        plan.calls[call].arguments.iter().map(|bits| format!("{bits:#x}")).collect::<Vec<_>>().join(", "),
        end(ty, &expected.end),
        expected.memory,
        end(ty, &seen.end),
        seen.memory,
    );
    Some(Failure { signature, evidence })
}

/// How an execution ended, without numbers.
fn kind(plan: &Plan<'_>, end: &End) -> String {
    match end {
        End::Return(_) => "return".into(),
        End::Trap(trap) => format!("{} in {}", trap.kind, instruction(plan, trap.place)),
        End::OutOfFuel(_) => "out of fuel".into(),
        End::Undefined(undefined) => undefined.kind.to_string(),
        End::Exit(_) => "exit".into(),
    }
}

/// The kind of the instruction at a place.
fn instruction(plan: &Plan<'_>, place: Place) -> &'static str {
    let function = plan.module.functions.get(place.function as usize);
    let body = function.and_then(|function| function.body.as_ref());
    let instruction = body.and_then(|body| body.instructions.get(place.instruction as usize));
    instruction.map_or("nothing", |instruction| irsmith_pnacl::tables::INSTRUCTIONS[instruction.row()].name)
}

fn end(ty: ValueType, end: &End) -> String {
    match end {
        End::Return(bits) => format!("returns {ty} {bits:#x}"),
        End::Trap(trap) => trap.to_string(),
        End::OutOfFuel(place) => format!("out of fuel at {place}"),
        End::Undefined(undefined) => undefined.to_string(),
        End::Exit(status) => format!("exits with {status}"),
    }
}
