//! The SPIR-V LLVM translator: to LLVM and back, and once more, is a fixpoint.
//!
//! The first trip changes much, for LLVM says some things otherwise. What comes of it is the translator's own, so a second trip must
//! change nothing that the debug instructions say. The program around them may change: LLVM folds constants and orders types anew on
//! each trip.

use super::ask::{Answer, ask, class, environment, fail, little_endian};
use super::val::specified;
use crate::debuginfo::{Case, INVALID, Oracle, difference::module_difference};
use crate::external::LLVM_SPIRV as TRANSLATOR;
use crate::{Family, Needs, Verdict};
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::transform::{RenameError, for_each_id, for_each_id_mut};
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{Dialect, Id, Info, Instruction, Limits, Module};
use spirv::Op;
use std::collections::BTreeMap;

/// The oracle.
pub const LLVM_SPIRV: Oracle = Oracle {
    name: "debuginfo-llvm-spirv",
    family: Family::Agreement,
    about: "llvm-spirv translates a valid kernel to LLVM and back, and what comes back translates to itself",
    // Recorded faults of 15.0.0, and what LLVM cannot say, end most trips.
    floor: 5,
    needs: Needs::Tools(&[&TRANSLATOR]),
    check,
};

const BACK: &[&str] = &["-r", "case", "-o", "-"];
const FORTH: &[&str] = &["--spirv-debug-info-version=legacy", "case", "-o", "-"];

/// A crash of the translator that is recorded in `corpora/debuginfo/findings`. It excuses a module only if that has what brings it about,
/// and only if the crash is the one recorded.
struct Known {
    /// The folder of the finding, and the reason to skip.
    reason: &'static str,
    /// What the crash says of itself.
    crash: &'static str,
    /// Whether an instruction brings it about.
    has: fn(&Instruction) -> bool,
}

const KNOWN: &[Known] = &[
    Known {
        reason: "llvm-spirv-unimplemented-instructions",
        crash: "UNREACHABLE executed at ./lib/SPIRV/SPIRVToLLVMDbgTran.cpp",
        has: |instruction| {
            info(instruction).is_some_and(|info| {
                matches!(
                    info,
                    Info::TypeTemplateTemplateParameter { .. }
                        | Info::TypeTemplateParameterPack { .. }
                        | Info::InlinedVariable { .. }
                        | Info::MacroDef { .. }
                        | Info::MacroUndef { .. }
                )
            })
        },
    },
    Known {
        reason: "llvm-spirv-template-of-none",
        crash: "Casting.h:#: static bool llvm::isa_impl_cl",
        has: |instruction| info(instruction).is_some_and(|info| matches!(info, Info::TypeTemplate { .. })),
    },
    Known {
        reason: "llvm-spirv-typedef-without-parent",
        crash: "SPIRVToLLVMDbgTran.cpp:#: llvm::DINode* SPIRV::SPIRVToLLVMDbgTran::transTy",
        has: |instruction| info(instruction).is_some_and(|info| matches!(info, Info::Typedef { .. })),
    },
    Known {
        reason: "llvm-spirv-inlined-at-unit",
        crash: "Casting.h:#: decltype(auto) llvm::cast(From*)",
        has: |instruction| info(instruction).is_some_and(|info| matches!(info, Info::InlinedAt { .. })),
    },
    Known {
        reason: "llvm-spirv-value-bit-piece",
        crash: "llvm::DIExpression::getNumLocationOperands",
        has: |instruction| info(instruction).is_some_and(|info| matches!(info, Info::Value { .. })),
    },
    Known {
        reason: "llvm-spirv-embedded-source",
        crash: "SPIRVEntry.cpp:#: static SPIRV::SPIRVEntry* SPIRV::SPIRVEntry::cr",
        has: |instruction| instruction.core().is_some_and(|core| core.is(Op::Source) && core.words.len() > 3),
    },
    Known {
        reason: "llvm-spirv-copy-memory",
        crash: "SPIRVModule.cpp:#: virtual SPIRV::SPIRVEntry* SPIRV::SPIRVModuleI",
        has: |instruction| instruction.core().is_some_and(|core| core.is(Op::CopyMemory)),
    },
];

fn check(case: &Case) -> Verdict {
    let verdict = judge(case).unwrap_or_else(|verdict| verdict);
    match (&verdict, case.module()) {
        (Verdict::Fail(failure), Some(module)) if failure.signature.property == "crashes" => {
            known(module, &failure.signature.element).map_or(verdict, Verdict::Skip)
        }
        _ => verdict,
    }
}

/// The recorded finding that a crash is.
fn known(module: &Module, crash: &str) -> Option<&'static str> {
    let row = KNOWN.iter().find(|row| crash.contains(row.crash) && module.instructions.iter().any(row.has));
    row.map(|row| row.reason)
}

fn info(instruction: &Instruction) -> Option<&Info> {
    instruction.debug().map(|debug| &debug.info)
}

fn judge(case: &Case) -> Result<Verdict, Verdict> {
    let module = case.debug_module_or_skip().map_err(Verdict::Skip)?;
    specified(module).map_err(Verdict::Skip)?;
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
    let read = |bytes: &[u8]| {
        let unreadable = |error: &dyn std::fmt::Display| fail(LLVM_SPIRV.name, &TRANSLATOR, "unreadable", "module", error.to_string());
        let module = Module::read(bytes, &Limits::default()).map_err(|error| unreadable(&error))?;
        said(&module).map_err(|error| unreadable(&error))
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

/// The debug instructions of a module in order, then the strings and constants that they name, with ids in the order in which they name
/// them: numbers of ids are the translator's own business.
fn said(module: &Module) -> Result<Module, RenameError> {
    let debug = module.instructions.iter().filter(|instruction| instruction.debug().is_some()).cloned().collect();
    let mut said = Module { header: module.header, instructions: debug };
    let mut named = BTreeMap::new();
    for_each_id(&said, |_, id| {
        let at = named.len();
        named.entry(id).or_insert(at);
    })?;
    let literals = module.instructions.iter().filter_map(|instruction| Some((*named.get(&literal(instruction)?)?, instruction)));
    let literals: BTreeMap<usize, &Instruction> = literals.collect();
    for_each_id_mut(&mut said, |id| id.0 = named[id] as u32)?;
    for (at, instruction) in literals {
        let mut instruction = instruction.clone();
        if let Instruction::Core(core) = &mut instruction {
            // A constant's type is none of the ids that are named.
            let types = usize::from(core.is(Op::Constant));
            core.words[..types].fill(0);
            core.words[types] = at as u32;
        }
        said.instructions.push(instruction);
    }
    said.header.bound = 0;
    Ok(said)
}

/// The id of a string or a constant.
fn literal(instruction: &Instruction) -> Option<Id> {
    let core = instruction.core()?;
    match core {
        _ if core.is(Op::String) => core.id(0),
        _ if core.is(Op::Constant) => core.id(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{known, module_difference, said};
    use irsmith_debuginfo::{Limits, Module, text};

    fn module(types: &str, info: &str) -> Module {
        let text = format!("%1 = OpExtInstImport \"DebugInfo\"\n%2 = OpString \"a\"\n{types}\n{info}\n");
        Module::read(&text::assemble(&text).unwrap().write(), &Limits::default()).unwrap()
    }

    const SIZE: &str = "%5 = OpTypeInt 32 0\n%6 = OpConstant %5 8";
    const BASIC: &str = "%7 = OpExtInst %4 %1 DebugTypeBasic %2 %6 Signed";

    #[test]
    fn only_what_debug_instructions_say_counts() {
        let said = |types: &str, info: &str| said(&module(types, info)).unwrap();
        let plain = said(&format!("%4 = OpTypeVoid\n{SIZE}"), BASIC);
        assert_eq!(module_difference(&plain, &said(&format!("%9 = OpTypeBool\n{SIZE}\n%4 = OpTypeVoid"), BASIC)), None);
        let size = SIZE.replace("%5 8", "%5 16");
        assert!(module_difference(&plain, &said(&format!("%4 = OpTypeVoid\n{size}"), BASIC)).is_some());
        let unsigned = BASIC.replace("Signed", "Unsigned");
        assert!(module_difference(&plain, &said(&format!("%4 = OpTypeVoid\n{SIZE}"), &unsigned)).is_some());
    }

    #[test]
    fn a_recorded_crash_excuses_only_modules_that_bring_it_about() {
        let crash = "UNREACHABLE executed at ./lib/SPIRV/SPIRVToLLVMDbgTran.cpp:#!";
        let macros = module("%4 = OpTypeVoid", "%7 = OpExtInst %4 %1 DebugMacroDef %2 1 %2");
        assert_eq!(known(&macros, crash), Some("llvm-spirv-unimplemented-instructions"));
        assert_eq!(known(&macros, "llvm::DIExpression::getNumLocationOperands"), None);
        assert_eq!(known(&module(&format!("%4 = OpTypeVoid\n{SIZE}"), BASIC), crash), None);
    }
}
