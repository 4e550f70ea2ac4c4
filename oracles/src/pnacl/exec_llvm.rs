//! A program behaves the same on the reference interpreter and as LLVM assembly, compiled and run by LLVM's own tools.
//!
//! It uses one or two processes per case; [`Llvm::judge`](super::execution::llvm::Llvm::judge) runs many cases per process.

use super::execution::llvm::{Llvm, Mode};
use super::{Case, Oracle};
use crate::external::ProgramFamily;
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};

/// Both must have the same version, so both are needed even if only one is run.
const LLVM: Needs = Needs::Programs(&[Wanted::to_judge(ProgramFamily::Lli), Wanted::to_judge(ProgramFamily::Opt)]);

/// Code generation without optimisation.
pub const EXEC_LLVM_O0: Oracle = Oracle {
    name: "exec-llvm-o0",
    family: Family::Execution,
    about: "a program's calls return the same values, trap at the same place and leave the same memory as LLVM assembly under lli -O0",
    floor: 70,
    needs: LLVM,
    check: Check::Parts(|case| check(&EXEC_LLVM_O0, case, Mode::Plain)),
};

/// All optimisations.
pub const EXEC_LLVM_O2: Oracle = Oracle {
    name: "exec-llvm-o2",
    family: Family::Execution,
    about: "the same after opt -O2, under lli -O2",
    floor: 70,
    needs: LLVM,
    check: Check::Parts(|case| check(&EXEC_LLVM_O2, case, Mode::Optimised)),
};

/// All optimisations, free to use undefined behaviour.
pub const EXEC_LLVM_UNGUARDED: Oracle = Oracle {
    name: "exec-llvm-unguarded",
    family: Family::Execution,
    about: "calls with behaviour that the manual defines behave the same without guards, after opt -O2, under lli -O2",
    floor: 40,
    needs: LLVM,
    check: Check::Parts(|case| check(&EXEC_LLVM_UNGUARDED, case, Mode::Unguarded)),
};

fn check(oracle: &Oracle, case: &Case, mode: Mode) -> Vec<Verdict> {
    let (plan, runs) = match case.executed() {
        Ok(executed) => executed,
        Err(reason) => return vec![Verdict::Skip(reason)],
    };
    let verdicts: Vec<Verdict> = Llvm::all().iter().flat_map(|llvm| llvm.judge(oracle.name, &[(&plan, runs)], mode)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}
