//! The failures that the ledger expects.

use super::features::{
    has_bare_source, has_call_without_scope, has_early_scope, has_foreign_scope, has_lost_source, has_nameless_global,
    has_operation_after_register, has_outer_block, has_outer_local, has_unknown_version, has_untyped, has_variable_without_scope,
    renames_member, repeats_parameter,
};
use crate::debuginfo::Case;
use crate::ledger::DEBUGINFO;
use crate::{Failure, Verdict};
use irsmith_debuginfo::tables::{SHADER_SETS, ShaderRow, Status};
use irsmith_debuginfo::{CoreInstruction, Id, Info, Instruction, Module, grammar};
use spirv::Op;

/// Returns the verdict, or, for a failure that the ledger lists, a skip with the name of its entry.
pub(super) fn unless_expected(case: &Case, verdict: Verdict) -> Verdict {
    match case.module() {
        Some(module) => unless_listed(module, verdict),
        None => verdict,
    }
}

/// Like [`unless_expected`], for a module that is not that of the case.
pub(super) fn unless_listed(module: &Module, verdict: Verdict) -> Verdict {
    match &verdict {
        Verdict::Fail(failure) => reason(module, failure).map_or(verdict, Verdict::Skip),
        _ => verdict,
    }
}

/// Returns the first of several failures that the ledger does not list, or else the first; a pass if there are none.
pub(super) fn first_unlisted(module: &Module, verdicts: Vec<Verdict>) -> Verdict {
    let is_unlisted = |verdict: &Verdict| matches!(verdict, Verdict::Fail(failure) if reason(module, failure).is_none());
    let at = verdicts.iter().position(is_unlisted).unwrap_or(0);
    verdicts.into_iter().nth(at).unwrap_or(Verdict::Pass)
}

/// Returns the ledger entry that matches a failure on a module.
fn reason(module: &Module, failure: &Failure) -> Option<&'static str> {
    DEBUGINFO.expected(failure, &|feature| has(module, feature)).map(|entry| entry.name.as_str())
}

/// A property of a module, with its name.
type Feature = (&'static str, fn(&Module) -> bool);

/// The features that entries may use besides names of sets, instructions and operations.
const FEATURES: &[Feature] = &[
    ("block outside of functions", has_outer_block),
    ("call in no scope", has_call_without_scope),
    ("function without blocks", imports_function),
    ("global variable without a name", has_nameless_global),
    ("later version of NonSemantic.Shader.DebugInfo", has_later_version),
    ("local variable outside of functions", has_outer_local),
    ("no function", |module| !has(module, "OpFunction")),
    ("operation after one of a register", has_operation_after_register),
    ("parameters of one number", repeats_parameter),
    ("path without a name", has_nameless_path),
    ("reserved operation", has_reserved_operation),
    ("scope before phis and variables", has_early_scope),
    ("scope in another function", has_foreign_scope),
    ("second import of NonSemantic.Shader.DebugInfo", |module| module.shader_sets().len() > 1),
    ("source of none", has_lost_source),
    ("source without a text", has_bare_source),
    ("static member of another name", renames_member),
    ("text of a source", has_source_text),
    ("unknown version of DWARF", has_unknown_version),
    ("untyped", has_untyped),
    ("value of two operands", has_short_value),
    ("variable in no scope", has_variable_without_scope),
];

/// The feature that a module has instructions of any version of the set.
const SHADER: &str = "NonSemantic.Shader.DebugInfo";

/// Returns whether a module has a feature: it imports the set of this name, it has an instruction (`OpName`, `DebugName`) or an operation
/// (`operation Name`) of this name, or one of [`FEATURES`].
pub(super) fn has(module: &Module, feature: &str) -> bool {
    if let Some((_, has)) = FEATURES.iter().find(|row| row.0 == feature) {
        return has(module);
    }
    let (operation, core) = (feature.strip_prefix("operation "), feature.strip_prefix("Op"));
    let is = |instruction: &Instruction| match instruction {
        Instruction::Core(instruction) => core.is_some() && grammar::row(instruction.opcode).map(|row| row.opname) == core,
        Instruction::Debug(debug) => match &debug.info {
            Info::Operation { operation: code, .. } if operation.is_some() => code.row().map(|row| row.name) == operation,
            info => feature == info.row().name,
        },
    };
    let shader = |(_, _, row): (usize, &CoreInstruction, &ShaderRow)| feature == SHADER || feature == row.name;
    module.sets().iter().any(|set| set.1.name() == feature)
        || module.instructions.iter().any(is)
        || module.shader_instructions().any(shader)
}

/// Returns whether a function has no block.
fn imports_function(module: &Module) -> bool {
    let is = |instruction: &Instruction, op| instruction.core().is_some_and(|core| core.is(op));
    let mut has_block = true;
    module.instructions.iter().any(|instruction| {
        has_block = (has_block && !is(instruction, Op::Function)) || is(instruction, Op::Label);
        !has_block && is(instruction, Op::FunctionEnd)
    })
}

/// Returns whether a string is empty, or a path with nothing after its last slash.
fn has_nameless_path(module: &Module) -> bool {
    let mut strings = module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::String));
    let is_nameless = |path: &[u8]| path.last().is_none_or(|last| *last == b'/');
    strings.any(|core| core.words.get(1..).and_then(grammar::string).is_some_and(|path| is_nameless(&path.0)))
}

/// Returns whether an operation of an expression is one that the experimental list reserves.
fn has_reserved_operation(module: &Module) -> bool {
    let mut operations = module.instructions.iter().filter_map(|instruction| match instruction.debug().map(|debug| &debug.info) {
        Some(Info::Operation { operation, .. }) => operation.row(),
        _ => None,
    });
    operations.any(|row| row.status == Status::Reserved)
}

/// Returns whether a module imports a version of `NonSemantic.Shader.DebugInfo` after the first.
fn has_later_version(module: &Module) -> bool {
    let is_later = |name: &[u32]| SHADER_SETS[1..].iter().any(|set| grammar::is_string(name, set));
    let mut imports = module.instructions.iter().filter_map(Instruction::core).filter(|core| core.is(Op::ExtInstImport));
    imports.any(|core| core.words.get(1..).is_some_and(is_later))
}

/// Returns whether an OpSource contains the text of the file.
fn has_source_text(module: &Module) -> bool {
    let words = |core: &CoreInstruction| core.is(Op::Source) && core.words.len() > 3;
    module.instructions.iter().filter_map(Instruction::core).any(words)
}

/// Returns whether a DebugValue has at most two operands, and is therefore incomplete.
fn has_short_value(module: &Module) -> bool {
    const VALUE: u32 = 29;
    let sets = module.sets();
    let is_short = |core: &CoreInstruction| {
        core.is(Op::ExtInst) && core.words.len() == 6 && core.words[3] == VALUE && sets.dialect(Id(core.words[2])).is_some()
    };
    module.instructions.iter().filter_map(Instruction::core).any(is_short)
}

#[cfg(test)]
mod tests {
    use super::has;
    use irsmith_debuginfo::{Limits, Module, text};

    fn module(lines: &str) -> Module {
        Module::read(&text::assemble(lines).unwrap().write(), &Limits::default()).unwrap()
    }

    #[test]
    fn features_are_seen_where_they_are() {
        let debug = module(
            "%1 = OpExtInstImport \"DebugInfo\"\n%4 = OpTypeVoid\n%5 = OpExtInst %4 %1 DebugOperation Fbreg 8\n\
             %6 = OpExtInst %4 %1 DebugExpression %5\n",
        );
        for feature in ["DebugInfo", "DebugOperation", "DebugExpression", "OpTypeVoid", "operation Fbreg", "reserved operation"] {
            assert!(has(&debug, feature), "{feature}");
        }
        let absent =
            ["OpenCL.DebugInfo.100", "DebugTypeBasic", "OpTypeBool", "operation Deref", "function without blocks", "text of a source"];
        for feature in absent {
            assert!(!has(&debug, feature), "{feature}");
        }
        let function = "%1 = OpTypeVoid\n%2 = OpTypeFunction %1\n%3 = OpFunction %1 None %2\n";
        assert!(has(&module(&format!("{function}OpFunctionEnd\n")), "function without blocks"));
        assert!(has(&debug, "no function") && !has(&module(&format!("{function}OpFunctionEnd\n")), "no function"));
        assert!(!has(&module(&format!("{function}%4 = OpLabel\nOpReturn\nOpFunctionEnd\n")), "function without blocks"));
        let set = |version: u32| module(&format!("%1 = OpExtInstImport \"NonSemantic.Shader.DebugInfo.{version}\"\n"));
        assert_eq!([100, 101].map(|version| has(&set(version), "later version of NonSemantic.Shader.DebugInfo")), [false, true]);
        let path = |path: &str| module(&format!("%1 = OpString \"{path}\"\n"));
        assert!(["", "a/"].into_iter().all(|nameless| has(&path(nameless), "path without a name")));
        assert!(!has(&path("a/b"), "path without a name"));
        let source = "%1 = OpString \"a\"\nOpSource OpenCL_C 100 %1";
        assert!(
            has(&module(&format!("{source} \"text\"\n")), "text of a source") && !has(&module(&format!("{source}\n")), "text of a source")
        );
    }
}
