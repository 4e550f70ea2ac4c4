//! Runs files of LLVM assembly, and finds the plan for which a failing file fails.

use super::observe::{memory_hash, parse, parse_memory};
use super::{Guards, Job, Llvm, Memories, Seen, lower};
use crate::external::{Implementation, Limits, Outcome, Output, ProgramFamily, Scratch, in_halves, not_started, run_in};
use crate::pnacl::execution::Plan;
use std::io;
use std::time::Duration;

/// How programs are optimised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// With all guards, `-O0`: the simplest code generator.
    Plain,
    /// With all guards, `opt -O2`, then code generation with `-O2`.
    Optimised,
    /// Without guards, `opt -O2`, then code generation with `-O2`: the optimisers' use of undefined behaviour must not show where there is
    /// none.
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

    /// Returns the level of optimisation for code generators.
    const fn level(self) -> &'static str {
        match self {
            Self::Plain => "-O0",
            Self::Optimised | Self::Unguarded => "-O2",
        }
    }
}

/// What makes machine code of LLVM assembly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compiler {
    /// `lli`, in its own process.
    Lli,
    /// `llc`, as an object file, with the instruction selector that its target usually has at the level.
    Llc,
    /// `llc`, as an object file, with GlobalISel. A function that it does not support gets the usual selector.
    GlobalIsel,
}

impl Compiler {
    /// All compilers.
    pub const ALL: [Self; 3] = [Self::Lli, Self::Llc, Self::GlobalIsel];

    /// Returns the family of its programs.
    pub const fn family(self) -> ProgramFamily {
        match self {
            Self::Lli => ProgramFamily::Lli,
            Self::Llc | Self::GlobalIsel => ProgramFamily::Llc,
        }
    }

    /// Returns the first release that is asked. For X86, GlobalISel of LLVM 16 crashes on every function at `-O0`, in the pass that
    /// preconfigures tile registers; 19 was tried next.
    pub(super) const fn since(self) -> u8 {
        match self {
            Self::Lli | Self::Llc => 0,
            Self::GlobalIsel => 19,
        }
    }

    /// Returns the arguments that choose it, before the level and the file. Of the compilers of `lli` mcjit is by far the fastest without
    /// optimisation, and the only one on which `-O2` has an effect in old versions.
    const fn arguments(self) -> &'static [&'static str] {
        match self {
            Self::Lli => &["--jit-kind=mcjit"],
            Self::Llc => &["-filetype=obj", "-relocation-model=pic", "-o", "-"],
            Self::GlobalIsel => &["-filetype=obj", "-relocation-model=pic", "-o", "-", "-global-isel", "-global-isel-abort=0"],
        }
    }
}

/// The first version whose VectorCombine pass is known to handle lanes of i1 as bits. Older ones (14, 15 and 16 were tried) turn `load <8 x
/// i1>` and `extractelement` of lane 3 into a load of the fourth byte, which is after the vector. Generated programs trigger that often, so
/// those versions optimise without the pass. See `corpora/pnacl/findings/llvm-lanes-of-i1`.
const LANES_ARE_BITS: u8 = 19;

/// Skip reason: there is no `opt` of the release of the code generator.
pub const NO_OPTIMISER: &str = "no-opt-of-this-release";
/// Skip reason: the code generator is built without the target of this machine.
const NO_TARGET: &str = "no-code-for-this-machine";

/// The result of a plan's calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The result of each call of the job.
    Seen(Vec<Seen>),
    /// A tool failed on the job alone.
    Failed(ToolFailure),
    /// The job was not run, for this reason.
    NotRun(&'static str),
}

/// How a tool failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFailure {
    /// The tool.
    pub tool: &'static str,
    /// Whether it is the program that failed, which the tool had compiled. What `lli` runs cannot be told from `lli` itself.
    pub by_program: bool,
    /// How it ended; if it exited with 0, its output was not as expected.
    pub outcome: Outcome,
    /// The standard error, or its standard output if that was wrong.
    pub text: String,
}

impl Llvm {
    /// Runs jobs in one process, or, if that fails, in halves; returns an answer for each job. Every module must be
    /// [`supported`](super::supported).
    pub fn answer(&self, jobs: &[Job<'_>], mode: Mode) -> Vec<Answer> {
        in_halves(jobs, &|jobs| self.answer_together(jobs, mode), |answer| matches!(answer, Answer::NotRun(_)))
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
            let by_program = self.compiler != Compiler::Lli;
            return Err(Answer::Failed(ToolFailure { tool: self.program.name, by_program, outcome: output.outcome, text }));
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
        let text = lower(jobs, mode.guards(), self.release, memories).into_bytes();
        // A plan takes some 10 ms; other processes need the processor too.
        let time = Duration::from_secs(10 + jobs.len() as u64);
        let (name, file) = match mode {
            Mode::Plain => ("batch.ll", text),
            Mode::Optimised | Mode::Unguarded => ("batch.bc", self.optimised(&text, time)?),
        };
        let arguments: Vec<&str> = self.compiler.arguments().iter().copied().chain([mode.level(), name]).collect();
        let output = tool(self.program, &arguments, (name, &file), time)?;
        match self.linker {
            None => Ok(output),
            Some(linker) => self.run_object(linker, &output.stdout, time),
        }
    }

    /// Returns the bitcode that the optimiser makes of LLVM assembly.
    fn optimised(&self, text: &[u8], time: Duration) -> Result<Vec<u8>, Answer> {
        let opt = self.opt.ok_or(Answer::NotRun(NO_OPTIMISER))?;
        let mut arguments = vec!["-O2", "batch.ll", "-o", "-"];
        if self.release < LANES_ARE_BITS {
            arguments.push("-disable-vector-combine");
        }
        Ok(tool(opt, &arguments, ("batch.ll", text), time)?.stdout)
    }

    /// Links an object file and runs the program.
    fn run_object(&self, linker: &'static Implementation, object: &[u8], time: Duration) -> Result<Output, Answer> {
        let started = |error: io::Error| Answer::NotRun(not_started(&error));
        let scratch = Scratch::new().map_err(started)?;
        std::fs::write(scratch.path().join("batch.o"), object).map_err(started)?;
        // In an empty environment gcc looks for the linker where this says: beside itself.
        let beside = linker.find().and_then(|path| path.parent()).map(|folder| format!("-B{}/", folder.display())).unwrap_or_default();
        let linked = linker.run_in(&scratch, &[&beside, "batch.o", "-o", "program", "-lm"]).map_err(started)?;
        well_ended(linker, false, linked)?;
        let limits = Limits { time, ..self.program.limits };
        let ran = run_in(&scratch, &scratch.path().join("program"), &[], &limits).map_err(started)?;
        well_ended(self.program, true, ran)
    }
}

/// Runs a tool on a file.
fn tool(tool: &'static Implementation, arguments: &[&str], file: (&str, &[u8]), time: Duration) -> Result<Output, Answer> {
    match tool.run_for(time, arguments, &[file]) {
        Ok(output) => well_ended(tool, false, output),
        Err(error) => Err(Answer::NotRun(not_started(&error))),
    }
}

/// Returns the output of a tool, or of the program that it compiled, if it exited with status 0.
fn well_ended(tool: &'static Implementation, by_program: bool, output: Output) -> Result<Output, Answer> {
    if output.outcome == Outcome::Exited(0) {
        return Ok(output);
    }
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    if !by_program && text.contains("unable to get target") {
        return Err(Answer::NotRun(NO_TARGET));
    }
    Err(Answer::Failed(ToolFailure { tool: tool.name, by_program, outcome: output.outcome, text }))
}
