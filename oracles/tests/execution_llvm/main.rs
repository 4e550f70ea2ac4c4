//! Compares LLVM with results computed by hand from the total semantics (`irsmith_pnacl::interpret`), in every mode.
//!
//! Everything runs in one process per mode, compiler and installed release: that which takes part by default, and the newest. If LLVM is not
//! installed, the tests print this and end.

mod failing;
mod programs;
mod rows;
mod source;

use irsmith_oracles::external::{Configuration, configure};
use irsmith_oracles::pnacl::execution::llvm::{Answer, Compiler, Job, Llvm, Mode, NO_OPTIMISER, memory_hash};
use irsmith_oracles::pnacl::execution::{Call, Plan};
use irsmith_pnacl::Module;
use irsmith_pnacl::interpret::{Bits, Budget, End, Layout};

/// A program with one call, and its expected result.
struct Expectation {
    name: String,
    module: Module,
    budget: Budget,
    function: u32,
    arguments: Vec<Bits>,
    end: End,
    /// Address and bytes that differ from the initial memory; `None` if memory does not matter.
    written: Option<Vec<(u32, Vec<u8>)>>,
    /// Whether the manual defines the execution.
    defined: bool,
}

impl Expectation {
    fn plan(&self) -> Plan<'_> {
        let mut plan = Plan::new(&self.module).unwrap();
        plan.calls.push(Call { function: self.function, arguments: self.arguments.clone(), budget: self.budget });
        plan
    }

    /// Returns the hash of the expected final memory.
    fn memory(&self, plan: &Plan<'_>) -> Option<u64> {
        let mut memory = plan.image.clone();
        for (address, bytes) in self.written.as_ref()? {
            let start = (address - Layout::BASE) as usize;
            memory[start..start + bytes.len()].copy_from_slice(bytes);
        }
        Some(memory_hash(&memory))
    }
}

/// The programs of the newest releases, which take part only if they are named.
const NEWEST: [&str; 5] = ["lli-22", "opt-22", "llc-22", "opt-23", "llc-23"];

/// Makes the newest releases take part.
fn name_newest() {
    let implementations = NEWEST.map(str::to_owned).to_vec();
    configure(Configuration { implementations, ..Configuration::default() }).unwrap();
}

/// Returns each installed LLVM with each of its compilers, or prints which are missing.
fn every_llvm() -> Vec<&'static Llvm> {
    name_newest();
    let all: Vec<&Llvm> = Compiler::ALL.into_iter().flat_map(Llvm::all).collect();
    let ran = |name: &&str| all.iter().any(|llvm| llvm.programs(Mode::Optimised).any(|program| program.name == *name));
    NEWEST.iter().filter(|name| !ran(name)).for_each(|name| irsmith_testdata::not_tested(format!("{name} is not installed")));
    all
}

/// Returns LLVM, or prints that it is missing.
fn llvm() -> Option<&'static Llvm> {
    name_newest();
    let llvm = Llvm::find();
    if llvm.is_none() {
        irsmith_testdata::not_tested("LLVM is not installed");
    }
    llvm
}

/// Runs all expectations in every suitable mode on every installed LLVM, and fails with a list of all wrong results.
#[track_caller]
fn check(expectations: &[Expectation]) {
    let plans: Vec<Plan<'_>> = expectations.iter().map(Expectation::plan).collect();
    let mut wrong = Vec::new();
    for (llvm, mode) in every_llvm().into_iter().flat_map(|llvm| Mode::ALL.map(|mode| (llvm, mode))) {
        let programs: Vec<&str> = llvm.programs(mode).map(|program| program.name).collect();
        let chosen: Vec<usize> = (0..plans.len()).filter(|&index| mode != Mode::Unguarded || expectations[index].defined).collect();
        let jobs: Vec<Job<'_>> = chosen.iter().map(|&index| Job { plan: &plans[index], calls: vec![0] }).collect();
        for (index, answer) in chosen.into_iter().zip(llvm.answer(&jobs, mode)) {
            let (expectation, memory) = (&expectations[index], expectations[index].memory(&plans[index]));
            let right = match &answer {
                Answer::Seen(seen) => {
                    matches!(seen[..], [seen] if seen.end == expectation.end && memory.is_none_or(|memory| memory == seen.memory))
                }
                Answer::NotRun(reason) => *reason == NO_OPTIMISER && mode != Mode::Plain,
                Answer::Failed(_) => false,
            };
            if !right {
                let Expectation { name, end, .. } = expectation;
                wrong.push(format!("{programs:?} {mode:?} {name}: {answer:x?}, expected {end:x?}, memory {memory:x?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
