//! Runs files of LLVM assembly, and finds the plan for which a failing file fails.

use super::observe::{memory_hash, parse, parse_memory};
use super::{Guards, Job, Memories, Pointers, Seen, lower};
use crate::external::{Implementation, Outcome, Output, ProgramFamily, Task, in_use, not_started};
use crate::pnacl::execution::Plan;
use std::sync::OnceLock;
use std::time::Duration;

/// How programs are compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With all guards, `lli -O0`: the simplest code generator.
    Plain,
    /// With all guards, `opt -O2`, then `lli -O2`.
    Optimised,
    /// Without guards, `opt -O2`, then `lli -O2`: the optimisers' use of undefined behaviour must not show where there is none.
    Unguarded,
}

impl Mode {
    /// All modes.
    pub const ALL: [Self; 3] = [Self::Plain, Self::Optimised, Self::Unguarded];

    /// Returns the guards for this mode.
    pub const fn guards(self) -> Guards {
        match self {
            Self::Plain | Self::Optimised => Guards::All,
            Self::Unguarded => Guards::NanOnly,
        }
    }
}

/// An installed LLVM: an interpreter and an optimiser of one release.
#[derive(Debug)]
pub struct Llvm {
    lli: &'static Implementation,
    opt: &'static Implementation,
    /// The release of both.
    release: u8,
}

/// The first version without typed pointers in text.
const OPAQUE_POINTERS: u8 = 15;

/// The first version whose VectorCombine pass is known to handle lanes of i1 as bits. Older ones (14, 15 and 16 were tried) turn `load <8 x
/// i1>` and `extractelement` of lane 3 into a load of the fourth byte, which is after the vector. Generated programs trigger that often, so
/// those versions optimise without the pass. See `corpora/pnacl/findings/llvm-lanes-of-i1`.
const LANES_ARE_BITS: u8 = 19;

/// The result of a plan's calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The result of each call of the job.
    Seen(Vec<Seen>),
    /// A tool failed on the job alone.
    Failed(ToolFailure),
    /// No process could be started, for this reason.
    NotStarted(&'static str),
}

/// How a tool failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFailure {
    /// The tool.
    pub tool: &'static str,
    /// How it ended; if it exited with 0, its output was not as expected.
    pub outcome: Outcome,
    /// Its standard error, or its standard output if that was wrong.
    pub text: String,
}

impl Llvm {
    /// Returns the first of [`Self::all`].
    pub fn find() -> Option<&'static Self> {
        Self::all().first()
    }

    /// Returns each installed interpreter that is to be judged with the first such optimiser of its release; looked up once per process.
    pub fn all() -> &'static [Self] {
        static FOUND: OnceLock<Vec<Llvm>> = OnceLock::new();
        FOUND.get_or_init(Self::search)
    }

    fn search() -> Vec<Self> {
        // Words of memory are hashed in the machine's byte order, and programs are little endian.
        if cfg!(target_endian = "big") {
            return Vec::new();
        }
        let optimisers = in_use(ProgramFamily::Opt, Task::Judge);
        let with_optimiser = |lli: &'static Implementation| {
            let release = lli.release()?;
            let opt = optimisers.iter().copied().find(|opt| opt.release() == Some(release))?;
            Some(Self { lli, opt, release })
        };
        in_use(ProgramFamily::Lli, Task::Judge).into_iter().filter_map(with_optimiser).collect()
    }

    /// Returns the programs that take part in a mode.
    pub fn programs(&self, mode: Mode) -> impl Iterator<Item = &'static Implementation> {
        [self.lli, self.opt].into_iter().take(if mode == Mode::Plain { 1 } else { 2 })
    }

    /// Runs jobs in one process, or, if that fails, in halves; returns an answer for each job. Every module must be
    /// [`supported`](super::supported).
    pub fn answer(&self, jobs: &[Job<'_>], mode: Mode) -> Vec<Answer> {
        match self.answer_together(jobs, mode) {
            Ok(answers) => answers,
            Err(failure) if jobs.len() == 1 => vec![failure],
            Err(Answer::NotStarted(reason)) => vec![Answer::NotStarted(reason); jobs.len()],
            Err(_) => {
                let (left, right) = jobs.split_at(jobs.len() / 2);
                let mut answers = self.answer(left, mode);
                answers.append(&mut self.answer(right, mode));
                answers
            }
        }
    }

    /// Runs all jobs in one process.
    fn answer_together(&self, jobs: &[Job<'_>], mode: Mode) -> Result<Vec<Answer>, Answer> {
        let calls: Vec<(usize, usize)> =
            jobs.iter().enumerate().flat_map(|(number, job)| job.calls.iter().map(move |&call| (number, call))).collect();
        if calls.is_empty() {
            return Ok(vec![Answer::Seen(Vec::new()); jobs.len()]);
        }
        let output = self.output(jobs, mode, Memories::Hashed)?;
        let Some(mut seen) = parse(&output.stdout, &calls) else {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            return Err(Answer::Failed(ToolFailure { tool: self.lli.name, outcome: output.outcome, text }));
        };
        Ok(jobs.iter().map(|job| Answer::Seen(seen.drain(..job.calls.len()).collect())).collect())
    }

    /// Returns all of the memory after a call, which is repeated alone; `None` if the result does not match `seen`.
    pub fn memory(&self, plan: &Plan<'_>, call: usize, mode: Mode, seen: &Seen) -> Option<Vec<u8>> {
        let job = Job { plan, calls: vec![call] };
        let output = self.output(&[job], mode, Memories::Written).ok()?;
        let (again, memory) = parse_memory(&output.stdout, (0, call), plan.layout.size())?;
        (again == *seen && memory_hash(&memory) == seen.memory).then_some(memory)
    }

    /// Returns the output of all jobs in one process.
    fn output(&self, jobs: &[Job<'_>], mode: Mode, memories: Memories) -> Result<Output, Answer> {
        let pointers = if self.release < OPAQUE_POINTERS { Pointers::Typed } else { Pointers::Opaque };
        let text = lower(jobs, mode.guards(), pointers, memories);
        // A plan takes some 10 ms; other processes need the processor too.
        let time = Duration::from_secs(10 + jobs.len() as u64);
        match mode {
            Mode::Plain => self.interpret("-O0", "batch.ll", text.as_bytes(), time),
            Mode::Optimised | Mode::Unguarded => {
                let mut arguments = vec!["-O2", "batch.ll", "-o", "-"];
                if self.release < LANES_ARE_BITS {
                    arguments.push("-disable-vector-combine");
                }
                let bitcode = tool(self.opt, &arguments, ("batch.ll", text.as_bytes()), time)?;
                self.interpret("-O2", "batch.bc", &bitcode.stdout, time)
            }
        }
    }

    /// Runs `lli`. Of its compilers mcjit is by far the fastest without optimisation, and the only one on which `-O2` has an effect in old
    /// versions.
    fn interpret(&self, level: &str, name: &str, file: &[u8], time: Duration) -> Result<Output, Answer> {
        tool(self.lli, &["--jit-kind=mcjit", level, name], (name, file), time)
    }
}

fn tool(tool: &Implementation, arguments: &[&str], file: (&str, &[u8]), time: Duration) -> Result<Output, Answer> {
    match tool.run_for(time, arguments, &[file]) {
        Ok(output) if output.outcome == Outcome::Exited(0) => Ok(output),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr).into_owned();
            Err(Answer::Failed(ToolFailure { tool: tool.name, outcome: output.outcome, text }))
        }
        Err(error) => Err(Answer::NotStarted(not_started(&error))),
    }
}
