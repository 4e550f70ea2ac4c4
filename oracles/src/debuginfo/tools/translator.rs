//! The SPIR-V LLVM translator, applied to LLVM and back repeatedly, reaches a fixpoint.
//!
//! The first trip changes much, because LLVM expresses some things differently, but expressions keep all their operations, including those
//! of the experimental list. The result is the translator's own output, so further trips must soon leave the debug instructions unchanged.
//! The program around them may change: LLVM folds constants and reorders types on each trip.

use super::ask::{ask, each, environment, little_endian};
use super::expected::unless_expected;
use crate::debuginfo::{Case, INVALID, Oracle, UNREADABLE, difference::module_difference};
use crate::external::{Answer, Implementation, ProgramFamily, class, fail};
use crate::{Check, Family, Needs, Verdict, Wanted};
use irsmith_debuginfo::convert::convert;
use irsmith_debuginfo::transform::{RenameError, for_each_id, for_each_id_mut};
use irsmith_debuginfo::validate::is_valid;
use irsmith_debuginfo::{DebugInstruction, Dialect, Id, Info, Instruction, Limits, Module, OperationCode};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// The oracle.
pub const LLVM_SPIRV: Oracle = Oracle {
    name: "debuginfo-llvm-spirv",
    family: Family::Agreement,
    about: "llvm-spirv translates a valid kernel to LLVM and back, and what comes back soon translates to itself",
    floor: 50,
    needs: Needs::Programs(&[Wanted::to_judge(ProgramFamily::Translator)]),
    check: Check::Parts(check),
};

/// Without the second option it rejects operations of the experimental list.
const FORTH: &[&str] = &["--spirv-debug-info-version=legacy", "--spirv-allow-extra-diexpressions", "case", "-o", "-"];

fn check(case: &Case) -> Vec<Verdict> {
    each(ProgramFamily::Translator, |tool| unless_expected(case, judge(case, tool).unwrap_or_else(|verdict| verdict)))
}

/// Returns a valid kernel of any dialect that uses only constructs that the translator reads.
///
/// # Errors
/// Returns the verdict if it is not one.
pub(super) fn readable(case: &Case) -> Result<Vec<u8>, Verdict> {
    // A fault in the program around the debug instructions counts too, as does one in a minimized case.
    let module = case.module().ok_or(Verdict::Skip(UNREADABLE))?;
    environment(module).map_err(Verdict::Skip)?;
    let is_kernel = |capability: &u32| *capability == spirv::Capability::Kernel as u32;
    let mut cores = module.instructions.iter().filter_map(|instruction| instruction.core());
    if !cores.any(|core| core.is(Op::Capability) && core.words.first().is_some_and(is_kernel)) {
        return Err(Verdict::Skip("no-kernel"));
    }
    if !is_valid(module) {
        return Err(Verdict::Skip(INVALID));
    }
    // It reads two of the three dialects.
    if module.sets().iter().all(|set| set.1 != Dialect::DebugInfo) {
        return little_endian(module).ok_or(Verdict::Skip("not-writable"));
    }
    let adapted = convert(module, Dialect::SpirvDebug);
    if !adapted.losses.is_empty() {
        return Err(Verdict::Skip("losses"));
    }
    little_endian(&adapted.module).ok_or(Verdict::Skip("not-writable"))
}

/// Returns the LLVM bitcode that the translator makes of a module.
///
/// # Errors
/// Returns the verdict if it makes none: a skip if it reports something as unsupported, and a failure if its output is not valid LLVM.
pub(super) fn to_llvm(oracle: &'static str, tool: &Implementation, module: &[u8]) -> Result<Vec<u8>, Verdict> {
    match ask(oracle, tool, &["-r", "case", "-o", "-"], module)? {
        Answer::Accepts(llvm) => Ok(llvm),
        Answer::Refuses(message) => Err(match message.split_once(UNVERIFIED) {
            Some((_, fault)) => fail(oracle, tool, "made-invalid", &class(fault), message.clone()),
            None => Verdict::Skip("translator-refuses"),
        }),
    }
}

/// The translator's message when LLVM's verifier rejects its output.
const UNVERIFIED: &str = "Fails to verify module: ";

/// Trips after which nothing may change any more. LLVM lists types in the order of their first use, so the second trip may give another
/// order than the first.
const TRIPS: usize = 3;

fn judge(case: &Case, tool: &Implementation) -> Result<Verdict, Verdict> {
    let module = readable(case)?;
    let mut last = trip(tool, &module)?;
    if let Some(changed) = changed_expression(tool, &module, &last) {
        return Ok(changed);
    }
    let mut difference = None;
    for _ in 1..TRIPS {
        let next = match trip(tool, &last) {
            Err(Verdict::Skip(_)) => return Err(fail(LLVM_SPIRV.name, tool, "refuses-its-own", "module", String::new())),
            next => next?,
        };
        difference = module_difference(&read(tool, &last)?, &read(tool, &next)?);
        if difference.is_none() {
            return Ok(Verdict::Pass);
        }
        last = next;
    }
    Ok(difference.map_or(Verdict::Pass, |found| fail(LLVM_SPIRV.name, tool, "no-fixpoint", &found.element, found.evidence)))
}

/// Returns the failure if an expression after the trip was not in the module before. An empty expression may replace one that was left out.
fn changed_expression(tool: &Implementation, before: &[u8], after: &[u8]) -> Option<Verdict> {
    let [before, after] = [before, after].map(|bytes| Module::read(bytes, &Limits::default()));
    let (before, after) = (expressions(&before.ok()?), expressions(&after.ok()?));
    let changed = after.iter().find(|expression| !expression.is_empty() && !before.contains(*expression))?;
    let element = changed.first().and_then(|operation| operation.0.row()).map_or("unknown", |row| row.name);
    Some(fail(LLVM_SPIRV.name, tool, "expression-changed", element, format!("{changed:?} is none of {before:?}")))
}

/// Returns the expressions of a module, as operations with their literals.
fn expressions(module: &Module) -> BTreeSet<Vec<(OperationCode, Vec<u32>)>> {
    let infos = || module.instructions.iter().filter_map(Instruction::debug);
    let operation = |id: &Id| {
        infos().find(|debug| debug.result == *id).and_then(|debug| match &debug.info {
            Info::Operation { operation, operands } => Some((*operation, operands.to_vec())),
            _ => None,
        })
    };
    let expression = |debug: &DebugInstruction| match &debug.info {
        Info::Expression { operations } => Some(operations.iter().filter_map(operation).collect()),
        _ => None,
    };
    infos().filter_map(expression).collect()
}

/// Reads a module written by the translator.
fn read(tool: &Implementation, bytes: &[u8]) -> Result<Module, Verdict> {
    let unreadable = |error: &dyn std::fmt::Display| fail(LLVM_SPIRV.name, tool, "unreadable", "module", error.to_string());
    let module = Module::read(bytes, &Limits::default()).map_err(|error| unreadable(&error))?;
    said(&module).map_err(|error| unreadable(&error))
}

/// Translates to LLVM and back.
fn trip(tool: &Implementation, module: &[u8]) -> Result<Vec<u8>, Verdict> {
    let llvm = to_llvm(LLVM_SPIRV.name, tool, module)?;
    match ask(LLVM_SPIRV.name, tool, FORTH, &llvm)? {
        Answer::Accepts(module) => Ok(module),
        Answer::Refuses(message) => Err(fail(LLVM_SPIRV.name, tool, "refuses-its-own", &class(&message), message)),
    }
}

/// Returns the debug instructions of a module in order, then the strings and constants that they use, with ids numbered in order of use,
/// because the translator may renumber ids.
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
            // The type of a constant is not among the ids.
            let types = usize::from(core.is(Op::Constant));
            core.words[..types].fill(0);
            core.words[types] = at as u32;
        }
        said.instructions.push(instruction);
    }
    said.header.bound = 0;
    Ok(said)
}

/// Returns the id of a string or a constant.
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
    use super::{changed_expression, module_difference, said};
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
    fn an_expression_that_comes_back_otherwise_is_seen() {
        let with = |operations: &str| {
            let ids: String = (0..operations.lines().count()).map(|at| format!(" %{}", 20 + at)).collect();
            let operations = operations.lines().enumerate();
            let lines: String = operations.map(|(at, line)| format!("%{} = OpExtInst %4 %1 DebugOperation {line}\n", 20 + at)).collect();
            module("%4 = OpTypeVoid", &format!("{lines}%7 = OpExtInst %4 %1 DebugExpression{ids}")).write().unwrap()
        };
        let element = |before: &str, after: &str| match changed_expression(
            crate::external::implementation("llvm-spirv").unwrap(),
            &with(before),
            &with(after),
        ) {
            Some(crate::Verdict::Fail(failure)) => Some(failure.signature.element),
            _ => None,
        };
        assert_eq!(element("Breg0 8\nDeref", "Breg0 8\nDeref"), None);
        assert_eq!(element("Breg0 8\nDeref", ""), None);
        assert_eq!(element("Breg0 8\nDeref", "Breg0 9\nDeref").as_deref(), Some("Breg0"));
        assert_eq!(element("Breg0 8\nDeref", "Deref").as_deref(), Some("Deref"));
    }
}
