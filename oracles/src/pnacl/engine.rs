//! Engines that execute programs in this process, and the oracle over those that are plugged in.

use super::execution::{Disagreement, Observer, Plan, Run, disagreement, mir, wasm};
use super::{Case, Oracle};
use crate::executes_alike::{Declined, Engine, Executable, all_execute_alike, has_engine};
use crate::mir::execution::{Codegen, Processor};
use crate::{Check, Family, Fault, Needs};
use irsmith_pnacl::interpret::End;
use std::sync::Mutex;

/// PNaCl, as a format whose programs are executed. An engine gets a [`Plan`]: the module, the addresses of its globals, the initial memory,
/// and calls with their arguments and budgets.
#[derive(Debug)]
pub enum Programs {}

impl Executable for Programs {
    type Case = Case;
    type Plan<'c> = Plan<'c>;
    type End = End;
    type Run = Run;

    fn executed(case: &Case) -> Result<(Plan<'_>, &[Run]), &'static str> {
        case.executed()
    }

    fn difference(plan: &Plan<'_>, call: usize, ours: &Run, end: End, memory: &[u8]) -> Option<Fault> {
        let found = disagreement(plan, call, ours, end, memory);
        found.map(|Disagreement { property, element, evidence }| Fault::new(property, element, evidence))
    }

    fn plugged_in() -> &'static Mutex<Vec<&'static dyn Engine<Self>>> {
        static ENGINES: Mutex<Vec<&'static dyn Engine<Programs>>> = Mutex::new(Vec::new());
        &ENGINES
    }
}

/// The interpreter of WebAssembly `wasmi`.
#[derive(Clone, Copy, Debug)]
pub struct Wasmi;

impl Engine<Programs> for Wasmi {
    fn name(&self) -> &str {
        "wasmi"
    }

    fn run(&self, plan: &Plan<'_>, observer: &mut Observer<'_>) -> Result<(), Declined> {
        wasm::run(plan, observer)
    }
}

/// The interpreter of generic Machine IR, for what is lowered for a processor and a release of LLVM.
#[derive(Clone, Copy, Debug)]
pub struct Interpreted(pub Codegen);

impl Engine<Programs> for Interpreted {
    fn name(&self) -> &str {
        match self.0.processor {
            Processor::X86_64 => "mir-x86_64",
            Processor::AArch64 => "mir-aarch64",
        }
    }

    fn run(&self, plan: &Plan<'_>, observer: &mut Observer<'_>) -> Result<(), Declined> {
        mir::interpret(plan, self.0, observer)
    }
}

#[cfg(feature = "cranelift")]
impl Engine<Programs> for super::execution::cranelift::Level {
    fn name(&self) -> &str {
        match self {
            Self::None => "cranelift-none",
            Self::Speed => "cranelift-speed",
        }
    }

    fn run(&self, plan: &Plan<'_>, observer: &mut Observer<'_>) -> Result<(), Declined> {
        super::execution::cranelift::run(plan, *self, observer)
    }
}

/// The oracle.
pub const EXEC_PLUGGED_IN: Oracle = Oracle {
    name: "exec-plugged-in",
    family: Family::Execution,
    about: "a program's calls end the same way and leave the same memory on every engine that is plugged in",
    floor: 30,
    needs: Needs::Engine { is_plugged_in: has_engine::<Programs> },
    check: Check::Parts(|case| all_execute_alike::<Programs>(EXEC_PLUGGED_IN.name, case)),
};
