//! The SPIR-V LLVM translator: to LLVM and back, and once more, is a fixpoint.
//!
//! The first trip changes much, for LLVM says some things otherwise. What comes of it is the translator's own, so a second trip must
//! change nothing.

use super::ask::{Answer, ask, class, environment, fail, little_endian};
use super::val::known;
use crate::debuginfo::{Case, INVALID, Oracle, difference::module_difference};
use crate::external::LLVM_SPIRV as TRANSLATOR;
use crate::{Family, Needs, Verdict};
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::transform::compact;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Dialect, Limits, Module};
use spirv::Op;

/// The oracle.
pub const LLVM_SPIRV: Oracle = Oracle {
    name: "debuginfo-llvm-spirv",
    family: Family::Agreement,
    about: "llvm-spirv translates a valid kernel to LLVM and back, and what comes back translates to itself",
    floor: 10,
    needs: Needs::Tools(&[&TRANSLATOR]),
    check,
};

const BACK: &[&str] = &["-r", "case", "-o", "-"];
const FORTH: &[&str] = &["--spirv-debug-info-version=legacy", "case", "-o", "-"];

fn check(case: &Case) -> Verdict {
    judge(case).unwrap_or_else(|verdict| verdict)
}

fn judge(case: &Case) -> Result<Verdict, Verdict> {
    let module = case.debug_module_or_skip().map_err(Verdict::Skip)?;
    known(module).map_err(Verdict::Skip)?;
    environment(module).map_err(Verdict::Skip)?;
    let is_kernel = |capability: &u32| *capability == spirv::Capability::Kernel as u32;
    let mut cores = module.instructions.iter().filter_map(|instruction| instruction.core());
    if !cores.any(|core| core.is(Op::Capability) && core.words.first().is_some_and(is_kernel)) {
        return Err(Verdict::Skip("no-kernel"));
    }
    if !is_valid(module) {
        return Err(Verdict::Skip(INVALID));
    }
    let adapted = convert(module, Dialect::SpirvDebug);
    if !adapted.losses.is_empty() {
        return Err(Verdict::Skip("losses"));
    }
    let bytes = little_endian(&adapted.module).ok_or(Verdict::Skip("not-writable"))?;
    let first = match trip(&bytes)? {
        Ok(first) => first,
        // LLVM cannot say everything, and says so.
        Err(_) => return Err(Verdict::Skip("translator-refuses")),
    };
    let second = match trip(&first)? {
        Ok(second) => second,
        Err(message) => return Ok(fail(LLVM_SPIRV.name, &TRANSLATOR, "refuses-its-own", &class(&message), message)),
    };
    // Numbers of ids are its own business, and the bound says less than the first instruction that differs.
    let read = |bytes: &[u8]| {
        let unreadable = |error: &dyn std::fmt::Display| fail(LLVM_SPIRV.name, &TRANSLATOR, "unreadable", "module", error.to_string());
        let mut module = Module::read(bytes, &Limits::default()).map_err(|error| unreadable(&error))?;
        compact(&mut module).map_err(|error| unreadable(&error))?;
        module.header.bound = 0;
        Ok(module)
    };
    Ok(match module_difference(&read(&first)?, &read(&second)?) {
        None => Verdict::Pass,
        Some(difference) => fail(LLVM_SPIRV.name, &TRANSLATOR, "no-fixpoint", &difference.element, difference.evidence),
    })
}

/// To LLVM and back; or the message with which the translator refuses.
fn trip(module: &[u8]) -> Result<Result<Vec<u8>, String>, Verdict> {
    let llvm = match ask(LLVM_SPIRV.name, &TRANSLATOR, BACK, module)? {
        Answer::Accepts(llvm) => llvm,
        Answer::Refuses(message) => return Ok(Err(message)),
    };
    Ok(match ask(LLVM_SPIRV.name, &TRANSLATOR, FORTH, &llvm)? {
        Answer::Accepts(module) => Ok(module),
        Answer::Refuses(message) => Err(message),
    })
}
