//! Functions return the same and leave the same memory on the interpreter and as machine code.
//!
//! | part | does |
//! |---|---|
//! | [`known`] | calls functions on the interpreter, and keeps the calls whose results are known |
//! | [`run`] | compiles, links and runs them, many files in one process, and compares |
//! | [`judge`] | makes verdicts of the differences |
//! | [`alone`] | finds an instruction that is wrong by itself |
//! | [`behind`] | makes a known call of what a pass has changed, and compares |
//! | [`stages`] | finds the pass behind which a function does something else |
//! | [`passes`] | makes verdicts of what functions do behind a pass, without machine code |

mod alone;
mod behind;
mod judge;
mod known;
mod passes;
mod run;
mod stages;
#[cfg(test)]
mod tests;

use super::super::{Case, Oracle};
use crate::external::ProgramFamily;
use crate::mir::execution::{Compiler, GLOBAL_ISEL_SETTINGS, Processor};
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};
use irsmith_generators::Choices;

pub use judge::{JudgedCalls, judge_calls};
pub(super) use known::KnownCall;
pub use known::KnownCalls;
pub(super) use known::is_plain_name;
pub use passes::{judge_passes, passes_of};

/// Machine code for X86-64.
pub const EXEC_X86_64: Oracle = Oracle {
    name: "mir-exec-x86-64",
    family: Family::Execution,
    about: "functions return the same, leave the same memory and preserve the same registers as machine code that llc makes for X86-64",
    floor: 20,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(|case| check(&EXEC_X86_64, case, Processor::X86_64)),
};

/// Machine code for AArch64.
pub const EXEC_AARCH64: Oracle = Oracle {
    name: "mir-exec-aarch64",
    family: Family::Execution,
    about: "the same for AArch64, under qemu-aarch64",
    floor: 20,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc), Wanted::to_judge(ProgramFamily::Qemu)]),
    check: Check::Parts(|case| check(&EXEC_AARCH64, case, Processor::AArch64)),
};

/// Passes of GlobalISel.
pub const EXEC_PASSES: Oracle = Oracle {
    name: "mir-exec-passes",
    family: Family::Execution,
    about: "functions return the same and leave the same memory on the interpreter behind a drawn pass of llc's GlobalISel, and make no poison of what was none",
    floor: 20,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Llc)]),
    check: Check::Parts(check_passes),
};

/// Separates the choices of these oracles from those of others.
const SALT: u64 = 0x6d61_6368_696e_6521;
const PASSES: u64 = 0x7061_7373_6573_2121;

fn check(oracle: &Oracle, case: &Case, processor: Processor) -> Vec<Verdict> {
    let bytes = case.choices(SALT);
    let mut bytes = arbitrary::Unstructured::new(&bytes);
    let known = case.file_or_skip().and_then(|file| KnownCalls::of(file, processor, &mut Choices::new(&mut bytes)));
    let known = match known {
        Ok(known) => known,
        Err(reason) => return vec![Verdict::Skip(reason)],
    };
    let compilers = Compiler::judged(processor);
    let verdicts: Vec<Verdict> = compilers
        .iter()
        .flat_map(|compiler| judge_calls(oracle.name, compiler, std::slice::from_ref(&known)))
        .flat_map(JudgedCalls::verdicts)
        .collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}

fn check_passes(case: &Case) -> Vec<Verdict> {
    let bytes = case.choices(PASSES);
    let mut bytes = arbitrary::Unstructured::new(&bytes);
    let mut choices = Choices::new(&mut bytes);
    let mut verdicts = Vec::new();
    for processor in Processor::ALL {
        let known = match case.file_or_skip().and_then(|file| KnownCalls::of(file, processor, &mut choices)) {
            Ok(known) => known,
            Err(reason) => {
                verdicts.push(Verdict::Skip(reason));
                continue;
            }
        };
        // The same for every llc, whichever are installed.
        let (setting, pass) = (choices.below(GLOBAL_ISEL_SETTINGS), choices.below(passes::DRAWS));
        for compiler in Compiler::all(processor, setting) {
            let pass = passes::drawn(&compiler, pass);
            verdicts.append(&mut judge_passes(EXEC_PASSES.name, &compiler, pass, std::slice::from_ref(&known)));
        }
    }
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}
