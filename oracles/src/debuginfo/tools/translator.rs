//! The SPIR-V LLVM translator: debug information that went to LLVM and back goes there and back again unchanged.
//!
//! The first trip changes much, for LLVM says some things otherwise. What comes of it is the translator's own, so a second trip must
//! leave its debug instructions as they are: as many of each kind, with the same literals. Which numbers their ids have, and in which
//! order they and the types of the program come, is the translator's business, and changes with every trip.

use super::ask::{Answer, ask, class, environment, fail, little_endian};
use super::val::known;
use crate::debuginfo::{Case, INVALID, Oracle};
use crate::external::LLVM_SPIRV as TRANSLATOR;
use crate::{Failure, Family, Needs, Verdict};
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Dialect, Id, Limits, Module};
use spirv::Op;

/// The oracle.
pub const LLVM_SPIRV: Oracle = Oracle {
    name: "debuginfo-llvm-spirv",
    family: Family::Agreement,
    about: "llvm-spirv translates a valid kernel to LLVM and back, and what comes back keeps its debug instructions on a second trip",
    // Version 15 has a known fault for most kernels.
    floor: 0,
    needs: Needs::Tools(&[&TRANSLATOR]),
    check,
};

const BACK: &[&str] = &["-r", "case", "-o", "-"];
const FORTH: &[&str] = &["--spirv-debug-info-version=legacy", "case", "-o", "-"];

/// A fault of the translator that is met all the time, and would hide others if it were reported.
struct Known {
    /// The property that fails.
    property: &'static str,
    /// What its evidence says.
    says: &'static str,
}

/// Skip reason: what fails is one of [`KNOWN`].
const KNOWN_FAULT: &str = "known-fault";

/// Faults of version 15.0.0 (Debian 12, `llvm-spirv-15`), each on modules that `spirv-val` accepts.
const KNOWN: &[Known] = &[
    // DebugMacroDef and some others: `SPIRVToLLVMDbgTran.cpp:962`.
    Known { property: "crashes", says: "Not implemented SPIR-V debug instruction!" },
    // An instruction of the program that the reader lacks: `SPIRVEntry.cpp:92`.
    Known { property: "crashes", says: "SPIRVEntry::create(spv::Op): Assertion `0 && \"Not implemented\"' failed" },
    // An operand that is no id is looked up as one: `SPIRVModule.cpp:756`.
    Known { property: "crashes", says: "Assertion `Id != SPIRVID_INVALID && \"Invalid Id\"' failed" },
    // DebugInfoNone, or a type that is no composite, where a composite type is expected.
    Known {
        property: "crashes",
        says: "To = llvm::DICompositeType; From = llvm::MDNode]: Assertion `Val && \"isa<> used on a null pointer\"'",
    },
    // A DebugValue whose expression became none.
    Known { property: "crashes", says: "llvm::DIExpression::getNumLocationOperands" },
];

fn check(case: &Case) -> Verdict {
    match judge(case).unwrap_or_else(|verdict| verdict) {
        Verdict::Fail(failure) if is_known(&failure) => Verdict::Skip(KNOWN_FAULT),
        verdict => verdict,
    }
}

fn is_known(failure: &Failure) -> bool {
    KNOWN.iter().any(|known| failure.signature.property == known.property && failure.evidence.contains(known.says))
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
    let (first, second) = (debug_instructions(&first)?, debug_instructions(&second)?);
    let differing = first.iter().zip(&second).position(|(a, b)| a != b).unwrap_or(first.len().min(second.len()));
    let (before, after) = (first.get(differing), second.get(differing));
    // In sorted lists the smaller of two that differ is the one that the other list lacks.
    let lacking = before.into_iter().chain(after).min();
    Ok(lacking.map_or(Verdict::Pass, |(name, _)| {
        fail(LLVM_SPIRV.name, &TRANSLATOR, "no-fixpoint", name, format!("  before: {before:?}\n  after:  {after:?}"))
    }))
}

/// The names and the literals of all debug instructions, sorted.
fn debug_instructions(bytes: &[u8]) -> Result<Vec<(&'static str, String)>, Verdict> {
    let module = Module::read(bytes, &Limits::default())
        .map_err(|error| fail(LLVM_SPIRV.name, &TRANSLATOR, "unreadable", "module", error.to_string()))?;
    let mut all: Vec<_> = module
        .instructions
        .iter()
        .filter_map(|instruction| instruction.debug())
        .map(|debug| {
            let mut info = debug.info.clone();
            info.for_each_id_mut(|_, id| *id = Id(0));
            (info.row().name, format!("{info:?}"))
        })
        .collect();
    all.sort();
    Ok(all)
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
