//! Features of several debug instructions together, for entries of the ledger.

use irsmith_debuginfo::tables::{self, Role};
use irsmith_debuginfo::{Id, Info, Instruction, Module, grammar};
use spirv::Op;
use std::collections::BTreeMap;

/// A module and its definitions.
struct Definitions<'m> {
    module: &'m Module,
    by_id: BTreeMap<Id, &'m Instruction>,
}

impl<'m> Definitions<'m> {
    fn of(module: &'m Module) -> Self {
        let by_id = module.instructions.iter().filter_map(|instruction| Some((instruction.result()?, instruction))).collect();
        Self { module, by_id }
    }

    fn infos(&self) -> impl Iterator<Item = &'m Info> + use<'m> {
        self.module.instructions.iter().filter_map(Instruction::debug).map(|debug| &debug.info)
    }

    fn info(&self, id: Id) -> Option<&'m Info> {
        self.by_id.get(&id)?.debug().map(|debug| &debug.info)
    }

    fn is_none(&self, id: Id) -> bool {
        matches!(self.info(id), Some(Info::InfoNone {}))
    }

    /// Returns whether an id is that of an empty OpString.
    fn is_empty(&self, id: Id) -> bool {
        let string = self.by_id.get(&id).and_then(|instruction| instruction.core()).filter(|core| core.is(Op::String));
        string.and_then(|core| grammar::string(core.words.get(1..)?)).is_some_and(|string| string.0.is_empty())
    }

    /// Returns the DebugFunction that contains a scope: the scope itself, or the function around blocks.
    fn function(&self, mut scope: Id) -> Option<Id> {
        // Scopes of a valid module are acyclic.
        for _ in 0..=self.module.instructions.len() {
            match self.info(scope)? {
                Info::Function { .. } => return Some(scope),
                Info::LexicalBlock { parent, name: None, .. } | Info::LexicalBlockDiscriminator { parent, .. } => scope = *parent,
                _ => return None,
            }
        }
        None
    }

    /// Returns the scope, in the current function, of code with this DebugScope: the place of the outermost inlining, if there is one.
    fn outermost(&self, scope: Id, inlined_at: Option<Id>) -> Id {
        let (mut outermost, mut next) = (scope, inlined_at);
        for _ in 0..=self.module.instructions.len() {
            let Some(Info::InlinedAt { scope, inlined, .. }) = next.and_then(|at| self.info(at)) else { break };
            (outermost, next) = (*scope, *inlined);
        }
        outermost
    }
}

/// Returns whether a global variable has an empty name.
pub(super) fn has_nameless_global(module: &Module) -> bool {
    let all = Definitions::of(module);
    all.infos().any(|info| matches!(info, Info::GlobalVariable { name, .. } if all.is_empty(*name)))
}

/// Returns whether a global variable defines a static member under a different name.
pub(super) fn renames_member(module: &Module) -> bool {
    let all = Definitions::of(module);
    let name_of = |member: Id| match all.info(member) {
        Some(Info::TypeMember { name, .. }) => Some(*name),
        _ => None,
    };
    all.infos().any(|info| match info {
        Info::GlobalVariable { name, member: Some(member), .. } => name_of(*member).is_some_and(|of_member| of_member != *name),
        _ => false,
    })
}

/// Returns whether a unit has a nonexistent DWARF version.
pub(super) fn has_unknown_version(module: &Module) -> bool {
    Definitions::of(module)
        .infos()
        .any(|info| matches!(info, Info::CompilationUnit { dwarf_version, .. } if !(2..=5).contains(dwarf_version)))
}

/// Returns whether two variables of a scope have the same parameter number.
pub(super) fn repeats_parameter(module: &Module) -> bool {
    let mut parameters = BTreeMap::new();
    Definitions::of(module).infos().any(|info| match info {
        Info::LocalVariable { parent, argument: Some(argument), .. } => *parameters.entry((*parent, *argument)).or_insert(info) != info,
        _ => false,
    })
}

/// Returns whether a block is in no function. With a name it would be a namespace.
pub(super) fn has_outer_block(module: &Module) -> bool {
    let all = Definitions::of(module);
    let is_outer = |info: &Info| match info {
        Info::LexicalBlock { parent, name: None, .. } | Info::LexicalBlockDiscriminator { parent, .. } => all.function(*parent).is_none(),
        _ => false,
    };
    all.infos().any(is_outer)
}

/// Returns whether a local variable is in no function.
pub(super) fn has_outer_local(module: &Module) -> bool {
    let all = Definitions::of(module);
    all.infos().any(|info| matches!(info, Info::LocalVariable { parent, .. } if all.function(*parent).is_none()))
}

/// Returns whether the type of a local variable or a function is DebugInfoNone.
pub(super) fn has_untyped(module: &Module) -> bool {
    let all = Definitions::of(module);
    all.infos().any(|info| matches!(info, Info::LocalVariable { ty, .. } | Info::Function { ty, .. } if all.is_none(*ty)))
}

/// Returns whether the source of an instruction is DebugInfoNone.
pub(super) fn has_lost_source(module: &Module) -> bool {
    let all = Definitions::of(module);
    all.infos().any(|info| {
        let mut lost = false;
        info.for_each_id(|role, id| lost |= role == Role::Source && all.is_none(id));
        lost
    })
}

/// Returns whether a DebugSource has no text.
pub(super) fn has_bare_source(module: &Module) -> bool {
    Definitions::of(module).infos().any(|info| matches!(info, Info::Source { text: None, .. }))
}

/// Returns whether code of a function has a scope in another function, and was not inlined.
pub(super) fn has_foreign_scope(module: &Module) -> bool {
    let all = Definitions::of(module);
    let mut at = None;
    module.instructions.iter().any(|instruction| match instruction {
        Instruction::Core(core) => {
            if core.is(Op::Function) {
                at = core.id(1);
            }
            false
        }
        Instruction::Debug(debug) => match &debug.info {
            Info::Scope { scope, inlined_at } => {
                let function = all.function(all.outermost(*scope, *inlined_at)).and_then(|function| all.info(function));
                matches!(function, Some(Info::Function { function, .. }) if Some(*function) != at)
            }
            _ => false,
        },
    })
}

/// Returns whether a call is in no scope.
pub(super) fn has_call_without_scope(module: &Module) -> bool {
    has_without_scope(module, |instruction| instruction.core().is_some_and(|core| core.is(Op::FunctionCall)))
}

/// Returns whether a DebugDeclare or DebugValue is in no scope.
pub(super) fn has_variable_without_scope(module: &Module) -> bool {
    has_without_scope(module, |instruction| {
        instruction.debug().is_some_and(|debug| matches!(debug.info, Info::Declare { .. } | Info::Value { .. }))
    })
}

/// Returns whether an instruction for which `is_such` holds is in a block and no DebugScope precedes it.
fn has_without_scope(module: &Module, is_such: impl Fn(&Instruction) -> bool) -> bool {
    let mut has_scope = false;
    module.instructions.iter().any(|instruction| {
        match instruction {
            Instruction::Core(core) if core.is(Op::Label) => has_scope = false,
            Instruction::Debug(debug) => match debug.info {
                Info::Scope { .. } => has_scope = true,
                Info::NoScope {} => has_scope = false,
                _ => {}
            },
            Instruction::Core(_) => {}
        }
        !has_scope && is_such(instruction)
    })
}

/// Returns whether a DebugScope is before a phi or variable, with nothing between both but lines of source.
pub(super) fn has_early_scope(module: &Module) -> bool {
    let mut is_early = false;
    module.instructions.iter().any(|instruction| {
        let is = |op| instruction.core().is_some_and(|core| core.is(op));
        let is_scope = matches!(instruction.debug().map(|debug| &debug.info), Some(Info::Scope { .. }));
        is_early = is_scope || is_early && [Op::Phi, Op::Variable, Op::Line, Op::NoLine].into_iter().any(is);
        is_early && (is(Op::Phi) || is(Op::Variable))
    })
}

/// Returns whether an expression has an operation after one of Breg0 to Breg31.
pub(super) fn has_operation_after_register(module: &Module) -> bool {
    let all = Definitions::of(module);
    let is_register = |id: &Id| match all.info(*id) {
        Some(Info::Operation { operation, .. }) => matches!(operation.op(), Some(tables::Op::Breg(_))),
        _ => false,
    };
    all.infos().any(|info| match info {
        Info::Expression { operations } => operations.iter().rev().skip(1).any(is_register),
        _ => false,
    })
}

#[cfg(test)]
mod tests {
    use super::super::expected::has;
    use irsmith_debuginfo::{Limits, Module, text};

    /// Makes a module of DebugInfo, or of OpenCL.DebugInfo.100, from the lines after its strings, its unit (%6) and its DebugInfoNone (%7).
    fn module(set: &str, lines: &str) -> Module {
        let unit = match set {
            "DebugInfo" => "%6 = OpExtInst %4 %1 DebugCompilationUnit %2 100 4",
            _ => "%6 = OpExtInst %4 %1 DebugCompilationUnit 100 4 %2 OpenCL_C",
        };
        let text = format!(
            "%1 = OpExtInstImport \"{set}\"\n%2 = OpString \"a\"\n%3 = OpString \"\"\n%4 = OpTypeVoid\n%5 = OpTypeFunction %4\n\
             {unit}\n%7 = OpExtInst %4 %1 DebugInfoNone\n{lines}\n"
        );
        Module::read(&text::assemble(&text).unwrap().write(), &Limits::default()).unwrap()
    }

    /// Checks that the lines have the feature with the first debug instruction in place of `INSTRUCTION`, and not with the second.
    fn assert_feature(feature: &str, lines: &str, with: &str, without: &str) {
        for (debug, expected) in [(with, true), (without, false)] {
            let lines = lines.replace("INSTRUCTION", &format!("OpExtInst %4 %1 {debug}"));
            assert_eq!(has(&module("DebugInfo", &lines), feature), expected, "{feature}: {debug}");
        }
    }

    const FUNCTION: &str = "%8 = OpExtInst %4 %1 DebugFunction %2 %7 %2 1 1 %6 %2 FlagIsDefinition 1 %20\n";
    const OTHER: &str = "%9 = OpExtInst %4 %1 DebugFunction %2 %7 %2 1 1 %6 %2 FlagIsDefinition 1 %30\n";

    #[test]
    fn operands_are_looked_at() {
        let global = |name| format!("DebugGlobalVariable {name} %7 %2 1 1 %6 %3 %7 None");
        assert_feature("global variable without a name", "%10 = INSTRUCTION", &global("%3"), &global("%2"));
        let local = |ty, parent, argument| format!("DebugLocalVariable %2 {ty} %2 1 1 {parent} {argument}");
        let typed = FUNCTION.replace("%2 %7", "%2 %6");
        assert_feature("untyped", &format!("{typed}%10 = INSTRUCTION"), &local("%7", "%8", 1), &local("%6", "%8", 1));
        assert!(has(&module("DebugInfo", FUNCTION), "untyped"));
        let locals = format!("{FUNCTION}%10 = OpExtInst %4 %1 {}\n%11 = INSTRUCTION", local("%7", "%8", 1));
        assert_feature("parameters of one number", &locals, &local("%6", "%8", 1), &local("%6", "%8", 2));
        assert_feature("parameters of one number", &locals, &local("%6", "%8", 1), &local("%7", "%8", 1));
        let locals = format!("{FUNCTION}%9 = OpExtInst %4 %1 DebugLexicalBlock %2 1 1 %8\n%10 = INSTRUCTION");
        assert_feature("local variable outside of functions", &locals, &local("%7", "%7", 1), &local("%7", "%9", 1));
        let block = |source, parent| format!("DebugLexicalBlock {source} 1 1 {parent}");
        assert_feature("source of none", &format!("{FUNCTION}%10 = INSTRUCTION"), &block("%7", "%8"), &block("%2", "%8"));
        assert_feature("block outside of functions", &format!("{FUNCTION}%10 = INSTRUCTION"), &block("%2", "%6"), &block("%2", "%8"));
        let namespace = format!("{} %3", block("%2", "%6"));
        assert_feature(
            "block outside of functions",
            &format!("{FUNCTION}%10 = INSTRUCTION"),
            "DebugLexicalBlockDiscriminator %2 1 %7",
            &namespace,
        );
        let expression = "%8 = OpExtInst %4 %1 DebugOperation Breg0 1\n%9 = OpExtInst %4 %1 DebugOperation Lit12\n%10 = INSTRUCTION";
        assert_feature("operation after one of a register", expression, "DebugExpression %8 %9", "DebugExpression %9 %8");
        let source = |operands| {
            has(&module("OpenCL.DebugInfo.100", &format!("%10 = OpExtInst %4 %1 DebugSource {operands}")), "source without a text")
        };
        assert!(source("%2") && !source("%2 %3"));
    }

    #[test]
    fn members_and_versions_are_looked_at() {
        let lines = "%8 = OpExtInst %4 %1 DebugTypeMember %2 %7 %2 1 1 %7 %7 %7 None\n%9 = INSTRUCTION";
        let global = |name| format!("DebugGlobalVariable {name} %7 %2 1 1 %6 %3 %7 None %8");
        assert_feature("static member of another name", lines, &global("%3"), &global("%2"));
        let unit = |version| format!("DebugCompilationUnit %2 100 {version}");
        assert_feature("unknown version of DWARF", "%8 = INSTRUCTION", &unit(16_777_220), &unit(5));
    }

    #[test]
    fn scopes_before_phis_are_seen() {
        let lines =
            format!("{FUNCTION}%20 = OpFunction %4 None %5\n%21 = OpLabel\n%22 = INSTRUCTION\nOpLine %2 1 1\n%23 = OpPhi %4 %4 %21\n");
        assert_feature("scope before phis and variables", &lines, "DebugScope %8", "DebugNoScope");
        assert!(!has(
            &module("DebugInfo", &lines.replace("INSTRUCTION", "OpExtInst %4 %1 DebugScope %8").replace("OpLine %2 1 1", "OpNop")),
            "scope before phis and variables"
        ));
    }

    #[test]
    fn scopes_are_followed() {
        let lines = format!(
            "{FUNCTION}{OTHER}%10 = OpExtInst %4 %1 DebugInlinedAt 1 %8\n%11 = OpExtInst %4 %1 DebugInlinedAt 1 %9\n\
             %20 = OpFunction %4 None %5\n%21 = OpLabel\n%22 = INSTRUCTION\n%23 = OpFunctionCall %4 %30\n\
             %24 = OpExtInst %4 %1 DebugDeclare %7 %7 %7\nOpReturn\nOpFunctionEnd\n\
             %30 = OpFunction %4 None %5\n%31 = OpLabel\nOpReturn\nOpFunctionEnd"
        );
        let foreign = "scope in another function";
        assert_feature(foreign, &lines, "DebugScope %9", "DebugScope %8");
        assert_feature(foreign, &lines, "DebugScope %8 %11", "DebugScope %9 %10");
        assert_feature(foreign, &lines, "DebugScope %9", "DebugScope %7");
        for feature in ["call in no scope", "variable in no scope"] {
            assert_feature(feature, &lines, "DebugNoScope", "DebugScope %8");
            let behind = lines.replace("INSTRUCTION", "OpExtInst %4 %1 DebugScope %8").replace("%23", "OpReturn\n%25 = OpLabel\n%23");
            assert!(has(&module("DebugInfo", &behind), feature), "{feature}");
        }
    }
}
