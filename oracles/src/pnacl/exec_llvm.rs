//! A program behaves the same on the reference interpreter and as LLVM assembly, compiled by LLVM's own tools: run by `lli`, or as an object
//! file of `llc`, linked and run.
//!
//! The oracle uses up to four processes per case; [`Llvm::judge`](super::execution::llvm::Llvm::judge) runs many cases per process.

use super::execution::llvm::{Compiler, Llvm, Mode};
use super::{Case, Oracle};
use crate::external::{ProgramFamily, Task};
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};

/// Programs of one release work together.
const LLI: Needs = Needs::Programs(&[Wanted::to_judge(ProgramFamily::Lli), Wanted::to_judge(ProgramFamily::Opt)]);
/// What `llc` makes is linked.
const LLC: Needs = Needs::Programs(&[
    Wanted::to_judge(ProgramFamily::Llc),
    Wanted::to_judge(ProgramFamily::Opt),
    Wanted::new(ProgramFamily::Linker, Task::Compile, 1),
]);

/// Defines oracles that differ by compiler and mode.
macro_rules! oracles {
    ($($(#[$doc:meta])* $constant:ident = $name:literal, $compiler:ident, $mode:ident, floor $floor:literal, needs $needs:ident: $about:literal;)*) => {
        $(
            $(#[$doc])*
            pub const $constant: Oracle = Oracle {
                name: $name,
                family: Family::Execution,
                about: $about,
                floor: $floor,
                needs: $needs,
                check: Check::Parts(|case| check($name, case, Compiler::$compiler, Mode::$mode)),
            };
        )*
    };
}

oracles! {
    /// Code generation without optimisation.
    EXEC_LLVM_O0 = "exec-llvm-o0", Lli, Plain, floor 70, needs LLI:
        "a program's calls return the same values, trap at the same place and leave the same memory as LLVM assembly under lli -O0";
    /// All optimisations.
    EXEC_LLVM_O2 = "exec-llvm-o2", Lli, Optimised, floor 70, needs LLI:
        "the same after opt -O2, under lli -O2";
    /// All optimisations, free to use undefined behaviour.
    EXEC_LLVM_UNGUARDED = "exec-llvm-unguarded", Lli, Unguarded, floor 40, needs LLI:
        "calls with behaviour that the manual defines behave the same without guards, after opt -O2, under lli -O2";
    /// Object code without optimisation.
    EXEC_LLC_O0 = "exec-llc-o0", Llc, Plain, floor 70, needs LLC:
        "a program's calls return the same values, trap at the same place and leave the same memory as object code of llc -O0, linked and run";
    /// Object code with all optimisations.
    EXEC_LLC_O2 = "exec-llc-o2", Llc, Optimised, floor 70, needs LLC:
        "the same after opt -O2, as object code of llc -O2";
    /// Object code with all optimisations, free to use undefined behaviour.
    EXEC_LLC_UNGUARDED = "exec-llc-unguarded", Llc, Unguarded, floor 40, needs LLC:
        "calls with behaviour that the manual defines behave the same without guards, after opt -O2, as object code of llc -O2";
    /// Object code by GlobalISel without optimisation.
    EXEC_GLOBAL_ISEL_O0 = "exec-global-isel-o0", GlobalIsel, Plain, floor 70, needs LLC:
        "a program's calls behave the same as object code of llc -O0 with GlobalISel, for functions that it supports";
    /// Object code by GlobalISel with all optimisations.
    EXEC_GLOBAL_ISEL_O2 = "exec-global-isel-o2", GlobalIsel, Optimised, floor 70, needs LLC:
        "the same after opt -O2, as object code of llc -O2 with GlobalISel";
}

fn check(oracle: &'static str, case: &Case, compiler: Compiler, mode: Mode) -> Vec<Verdict> {
    let (plan, runs) = match case.executed() {
        Ok(executed) => executed,
        Err(reason) => return vec![Verdict::Skip(reason)],
    };
    let verdicts: Vec<Verdict> = Llvm::all(compiler).flat_map(|llvm| llvm.judge(oracle, &[(&plan, runs)], mode)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}
