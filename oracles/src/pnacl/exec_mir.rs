//! A program behaves the same on the reference interpreter and as generic Machine IR, for which LLVM's GlobalISel selects instructions.
//!
//! The oracle uses two processes per case, compiler and setting; [`judge`] runs many cases in two processes.

use super::execution::mir::judge;
use super::{Case, Oracle};
use crate::external::ProgramFamily;
use crate::mir::execution::{Compiler, Processor};
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};

/// Machine code for X86-64.
pub const EXEC_MIR_X86_64: Oracle = Oracle {
    name: "exec-mir-x86-64",
    family: Family::Execution,
    about: "a program's calls return the same values, trap at the same place and leave the same memory as Machine IR compiled for X86-64",
    floor: 60,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(|case| check(&EXEC_MIR_X86_64, case, Processor::X86_64)),
};

/// Machine code for AArch64.
pub const EXEC_MIR_AARCH64: Oracle = Oracle {
    name: "exec-mir-aarch64",
    family: Family::Execution,
    about: "the same for AArch64, under qemu-aarch64",
    floor: 60,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc), Wanted::to_judge(ProgramFamily::Qemu)]),
    check: Check::Parts(|case| check(&EXEC_MIR_AARCH64, case, Processor::AArch64)),
};

fn check(oracle: &Oracle, case: &Case, processor: Processor) -> Vec<Verdict> {
    let (plan, runs) = match case.executed() {
        Ok(executed) => executed,
        Err(reason) => return vec![Verdict::Skip(reason)],
    };
    let compilers = Compiler::judged(processor);
    let verdicts: Vec<Verdict> = compilers.iter().flat_map(|compiler| judge(oracle.name, compiler, &[(&plan, runs)])).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}
