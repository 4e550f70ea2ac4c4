//! The debug information in an object file is DWARF in which `llvm-dwarfdump --verify` finds no errors.
//!
//! The translator converts it to LLVM's own form, and `llc` writes that as DWARF for a machine unrelated to kernels: the verifier checks
//! the structure of the tables, references and ranges, which are the same for any machine.

use super::ask::ask;
use super::expected::unless_expected;
use super::translator::{readable, to_llvm};
use crate::debuginfo::{Case, Oracle};
use crate::external::{Answer, LLC, LLVM_DWARFDUMP as DWARFDUMP, LLVM_SPIRV as TRANSLATOR, class, fail};
use crate::{Check, Family, Needs, Verdict};

/// The oracle.
pub const LLVM_DWARFDUMP: Oracle = Oracle {
    name: "debuginfo-dwarfdump",
    family: Family::Agreement,
    about: "the DWARF that llvm-spirv and llc make of a valid kernel is what llvm-dwarfdump --verify accepts",
    floor: 50,
    needs: Needs::Tools(&[&TRANSLATOR, &LLC, &DWARFDUMP]),
    check: Check::Whole(check),
};

/// The text before names of the case in messages.
const NAMES: [&str; 2] = [" with name ", ": index - "];

fn check(case: &Case) -> Verdict {
    unless_expected(case, judge(case).unwrap_or_else(|verdict| verdict))
}

fn judge(case: &Case) -> Result<Verdict, Verdict> {
    let llvm = to_llvm(LLVM_DWARFDUMP.name, &readable(case)?)?;
    let compile = ["-mtriple=x86_64-pc-linux-gnu", "-O0", "-filetype=obj", "-o", "-", "case"];
    let Answer::Accepts(object) = ask(LLVM_DWARFDUMP.name, &LLC, &compile, &llvm)? else { return Err(Verdict::Skip("llc-refuses")) };
    Ok(match ask(LLVM_DWARFDUMP.name, &DWARFDUMP, &["--verify", "case"], &object)? {
        Answer::Accepts(_) => Verdict::Pass,
        Answer::Refuses(message) => {
            let class = class(&message);
            let end = NAMES.iter().filter_map(|names| class.find(names)).min().unwrap_or(class.len());
            fail(LLVM_DWARFDUMP.name, &DWARFDUMP, "refused", &class[..end], message)
        }
    })
}
