//! The debug information in an object file is DWARF in which `llvm-dwarfdump --verify` finds no errors.
//!
//! The translator converts it to LLVM's own form, and `llc` writes that as DWARF for a machine unrelated to kernels: the verifier checks
//! the structure of the tables, references and ranges, which are the same for any machine.

use super::ask::{ask, partner};
use super::expected::unless_expected;
use super::translator::{readable, to_llvm};
use crate::debuginfo::{Case, Oracle};
use crate::external::{Answer, Implementation, ProgramFamily, Task, class, fail, in_use};
use crate::{Check, Family, Needs, TOOL_MISSING, Verdict, Wanted};

/// The oracle.
pub const LLVM_DWARFDUMP: Oracle = Oracle {
    name: "debuginfo-dwarfdump",
    family: Family::Agreement,
    about: "the DWARF that llvm-spirv and llc make of a valid kernel is what llvm-dwarfdump --verify accepts",
    floor: 50,
    needs: Needs::Programs(&[
        Wanted::to_judge(ProgramFamily::Translator),
        Wanted::new(ProgramFamily::Llc, Task::Compile, 1),
        Wanted::to_judge(ProgramFamily::Dwarfdump),
    ]),
    check: Check::Parts(check),
};

/// The text before names of the case in messages.
const NAMES: [&str; 2] = [" with name ", ": index - "];

fn check(case: &Case) -> Vec<Verdict> {
    let translators = in_use(ProgramFamily::Translator, Task::Judge);
    let compilers = in_use(ProgramFamily::Llc, Task::Compile);
    let pairs = translators.iter().flat_map(|translator| compilers.iter().map(move |llc| (*translator, *llc)));
    let judged = |(translator, llc)| unless_expected(case, judge(case, translator, llc).unwrap_or_else(|verdict| verdict));
    let verdicts: Vec<Verdict> = pairs.map(judged).collect();
    if verdicts.is_empty() { vec![Verdict::Skip(TOOL_MISSING)] } else { verdicts }
}

/// Checks the DWARF that one compiler makes of what one translator makes.
fn judge(case: &Case, translator: &Implementation, llc: &Implementation) -> Result<Verdict, Verdict> {
    let dwarfdump = partner(llc, ProgramFamily::Dwarfdump, Task::Judge)?;
    let llvm = to_llvm(LLVM_DWARFDUMP.name, translator, &readable(case)?)?;
    let compile = ["-mtriple=x86_64-pc-linux-gnu", "-O0", "-filetype=obj", "-o", "-", "case"];
    let Answer::Accepts(object) = ask(LLVM_DWARFDUMP.name, llc, &compile, &llvm)? else { return Err(Verdict::Skip("llc-refuses")) };
    Ok(match ask(LLVM_DWARFDUMP.name, dwarfdump, &["--verify", "case"], &object)? {
        Answer::Accepts(_) => Verdict::Pass,
        Answer::Refuses(message) => {
            let class = class(&message);
            let end = NAMES.iter().filter_map(|names| class.find(names)).min().unwrap_or(class.len());
            fail(LLVM_DWARFDUMP.name, dwarfdump, "refused", &class[..end], message)
        }
    })
}
