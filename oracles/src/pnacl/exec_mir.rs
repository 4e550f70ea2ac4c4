//! A program behaves the same on the reference interpreter and as generic Machine IR, for which LLVM's GlobalISel selects instructions.
//!
//! It uses two processes per case, compiler and setting; [`judge`] runs many cases in two processes.

use super::execution::mir::{Compiler, judge};
use super::{Case, Oracle};
use crate::external::ProgramFamily;
use crate::ledger::PNACL;
use crate::mir::execution::Processor;
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};
use irsmith_pnacl::tables::INSTRUCTIONS;
use irsmith_pnacl::{Instruction, ValueType};

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

/// Returns a skip in place of a failure that the ledger lists.
fn expected(case: &Case, verdict: Verdict) -> Verdict {
    let entry = match &verdict {
        Verdict::Fail(failure) => PNACL.expected(failure, &|feature| has(case, feature)),
        _ => None,
    };
    entry.map_or(verdict, |entry| Verdict::Skip(&entry.name))
}

/// Returns whether a case has a feature of the ledger: the name of an instruction, such as `Call`, or `i16` for a load of that type.
fn has(case: &Case, feature: &str) -> bool {
    let Some(Ok(module)) = case.module() else { return false };
    let mut instructions = module.functions.iter().filter_map(|function| function.body.as_ref()).flat_map(|body| &body.instructions);
    instructions.any(|instruction| match instruction {
        Instruction::Load { ty, .. } if feature == "i16" => module.value_type(*ty) == ValueType::integer(16),
        other => INSTRUCTIONS[other.row()].name == feature,
    })
}

fn check(oracle: &Oracle, case: &Case, processor: Processor) -> Vec<Verdict> {
    let (plan, runs) = match case.executed() {
        Ok(executed) => executed,
        Err(reason) => return vec![Verdict::Skip(reason)],
    };
    let compilers = Compiler::judged(processor);
    let verdicts = compilers.iter().flat_map(|compiler| judge(oracle.name, compiler, &[(&plan, runs)]));
    let verdicts: Vec<Verdict> = verdicts.map(|verdict| expected(case, verdict)).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}
