//! Compiles and runs files, and finds the plan for which a failing file fails.

use super::machine::{Job, Memories, lower, plan_of};
use crate::external::{Outcome, Output, Trouble, in_halves, not_started};
use crate::mir::execution::{CompileError, Compiler, Object, Record, Start, compile, execute, link, memory_hash};
use crate::pnacl::execution::Plan;
use irsmith_pnacl::interpret::{End, OUT_OF_FUEL_CODE, Place, Trap, TrapKind};
use std::time::Duration;

/// The result of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// How it ended: a return, a trap, or out of fuel.
    pub end: End,
    /// [`memory_hash`] of the final memory.
    pub memory: u64,
}

/// What an executable did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExecutableRun {
    /// Its exit status.
    pub status: i32,
    /// What it wrote to its output.
    pub output: Vec<u8>,
    /// What it wrote to its errors.
    pub errors: Vec<u8>,
}

/// The result of a plan's calls.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// The result of each call of the job.
    Seen(Vec<Seen>),
    /// A function of the plan cannot be compiled, for this reason.
    Unselected(String),
    /// The compiler has no answer on the plan alone.
    Compiler(Trouble),
    /// The compiler rejects the file, with this message.
    Rejected(String),
    /// The compiled program cannot be linked, for this reason.
    Unlinked(String),
    /// The compiled program ended so, after the first calls of the job.
    Died(usize, Outcome),
    /// No process could be started, for this reason.
    NotStarted(&'static str),
}

impl Compiler {
    /// Compiles and runs jobs in one program, or, if that fails, in halves; returns an answer for each job. Every module must be
    /// [`supported`](super::supported).
    pub(crate) fn answer(&self, jobs: &[Job<'_>]) -> Vec<Answer> {
        in_halves(jobs, &|jobs| self.answer_together(jobs), |answer| matches!(answer, Answer::NotStarted(_)))
    }

    /// Compiles and runs all jobs in one program. Those that cannot be compiled are left out.
    fn answer_together(&self, jobs: &[Job<'_>]) -> Result<Vec<Answer>, Answer> {
        if jobs.iter().all(|job| job.calls.is_empty()) {
            return Ok(vec![Answer::Seen(Vec::new()); jobs.len()]);
        }
        let object = self.compile(jobs, Memories::Hashed)?;
        let mut answers: Vec<Option<Answer>> = vec![None; jobs.len()];
        for unselected in &object.unselected {
            if let Some(answer) = plan_of(&unselected.function).and_then(|number| answers.get_mut(number)) {
                *answer = answer.take().or_else(|| Some(Answer::Unselected(unselected.reason.clone())));
            }
        }
        let rest: Vec<Job<'_>> = jobs.iter().zip(&answers).filter(|(_, answer)| answer.is_none()).map(|(job, _)| job.clone()).collect();
        let mut seen = match rest.len() {
            0 => Vec::new(),
            count if count == jobs.len() => self.run(&rest, &object)?,
            _ => self.run(&rest, &self.compile(&rest, Memories::Hashed)?)?,
        }
        .into_iter();
        let mut rest = rest.iter();
        let finish = |answer: Option<Answer>| {
            answer.unwrap_or_else(|| Answer::Seen(seen.by_ref().take(rest.next().map_or(0, |job| job.calls.len())).collect()))
        };
        Ok(answers.into_iter().map(finish).collect())
    }

    /// Compiles and runs an executable, the text of [`lower_executable`](super::lower_executable).
    ///
    /// # Errors
    /// Returns what went wrong: the file is not compiled as a whole, it is not linked, or the program cannot be started or does not exit.
    pub fn run_executable(&self, text: &str) -> Result<ExecutableRun, String> {
        let time = Duration::from_secs(60);
        let object = compile(self.llc, self.release, self.setting, Start::Legalizer, text, time).map_err(|error| format!("{error:?}"))?;
        if let Some(unselected) = object.unselected.first() {
            return Err(format!("{}: {}", unselected.function, unselected.reason));
        }
        let output = self.output(&object).map_err(|answer| format!("{answer:?}"))?;
        match output.outcome {
            Outcome::Exited(status) => Ok(ExecutableRun { status, output: output.stdout, errors: output.stderr }),
            outcome => Err(format!("{outcome:?}")),
        }
    }

    fn compile(&self, jobs: &[Job<'_>], memories: Memories) -> Result<Object, Answer> {
        let text = lower(jobs, self.codegen(), memories);
        // A plan takes some 10 ms; other processes need the processor too.
        let time = Duration::from_secs(20 + jobs.len() as u64);
        compile(self.llc, self.release, self.setting, Start::Legalizer, &text, time).map_err(|error| match error {
            CompileError::Rejected(message) => Answer::Rejected(message),
            CompileError::Trouble(Trouble::NotAsked(reason)) => Answer::NotStarted(reason),
            CompileError::Trouble(trouble) => Answer::Compiler(trouble),
        })
    }

    fn output(&self, object: &Object) -> Result<Output, Answer> {
        let program = link(self.setting.processor, &object.bytes).map_err(|error| Answer::Unlinked(error.to_string()))?;
        execute(self.setting.processor, &program).map_err(|error| Answer::NotStarted(not_started(&error)))
    }

    /// Runs an object; returns the results of all calls of the jobs.
    fn run(&self, jobs: &[Job<'_>], object: &Object) -> Result<Vec<Seen>, Answer> {
        let output = self.output(object)?;
        let calls = jobs.iter().map(|job| job.calls.len()).sum();
        let (records, rest) = output.stdout.as_chunks::<{ Record::SIZE }>();
        let seen: Option<Vec<Seen>> = records.iter().map(|bytes| seen(&Record::read(bytes))).collect();
        match seen {
            Some(seen) if seen.len() == calls && rest.is_empty() && output.outcome == Outcome::Exited(0) => Ok(seen),
            _ => Err(Answer::Died(records.len(), output.outcome)),
        }
    }

    /// Returns all of the memory after a call, which is repeated alone; `None` if the result does not match `seen`.
    pub(crate) fn memory(&self, plan: &Plan<'_>, call: usize, expected: &Seen) -> Option<Vec<u8>> {
        let object = self.compile(&[Job { plan, calls: vec![call] }], Memories::Written).ok()?;
        let output = self.output(&object).ok()?;
        let (record, memory) = output.stdout.split_first_chunk::<{ Record::SIZE }>()?;
        let again = seen(&Record::read(record))?;
        (again == *expected && memory_hash(memory) == expected.memory).then(|| memory.to_vec())
    }
}

/// Returns the result that a record states; `None` if no code of a trap is known.
pub(super) fn seen(record: &Record) -> Option<Seen> {
    let place = Place { function: (record.trapped >> 32) as u32 & 0xff_ffff, instruction: record.trapped as u32 };
    let end = match (record.trapped, (record.trapped >> 56) as u8) {
        (0, _) => End::Return(record.result),
        (_, OUT_OF_FUEL_CODE) => End::OutOfFuel(place),
        (_, code) => End::Trap(Trap { kind: TrapKind::from_code(code)?, place }),
    };
    Some(Seen { end, memory: record.memory })
}
