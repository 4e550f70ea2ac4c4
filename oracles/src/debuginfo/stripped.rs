//! Stripping the debug instructions of a module keeps every other instruction.

use super::{Case, Oracle, difference::name};
use crate::{Check, Family, Needs, Verdict};
use irsmith_debuginfo::grammar::string_words;
use irsmith_debuginfo::transform::strip;
use irsmith_debuginfo::{CoreInstruction, Id, Instruction, Module};
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The oracle.
pub const STRIPPED: Oracle = Oracle {
    name: "debuginfo-stripped",
    family: Family::Metamorphic,
    about: "stripping removes the debug instructions, their annotations and the sets, and nothing else",
    floor: 100,
    needs: Needs::Nothing,
    check: Check::Whole(check),
};

fn check(case: &Case) -> Verdict {
    let module = match case.described_module_or_skip() {
        Ok(module) => module,
        Err(reason) => return Verdict::Skip(reason),
    };
    let mut stripped = module.clone();
    strip(&mut stripped);
    if stripped.sets().iter().count() + stripped.shader_sets().len() > 0 {
        return Verdict::fail(STRIPPED.name, "set-left", "module", format!("{:?} {:?}", stripped.sets(), stripped.shader_sets()));
    }
    if let Some(failure) = name_left(module, &stripped) {
        return failure;
    }
    let mut left = stripped.instructions.iter().peekable();
    let (debug, is_set) = (of_debug(module), debug_sets(module));
    for instruction in &module.instructions {
        if left.peek() == Some(&&*without(instruction, &debug)) {
            left.next();
        } else if !may_go(&is_set, instruction) {
            return Verdict::fail(STRIPPED.name, "program-changed", name(instruction), format!("{instruction:?} is gone"));
        }
    }
    match left.next() {
        None => Verdict::Pass,
        Some(extra) => Verdict::fail(STRIPPED.name, "program-changed", name(extra), format!("{extra:?} was not there, or elsewhere")),
    }
}

fn is_extended(core: &CoreInstruction) -> bool {
    core.is(spirv::Op::ExtInst) || core.is(spirv::Op::ExtInstWithForwardRefsKHR)
}

/// Returns whether an id is that of a debug set.
fn debug_sets(module: &Module) -> impl Fn(Option<Id>) -> bool + use<> {
    let (sets, shader) = (module.sets(), module.shader_sets());
    move |set| set.is_some_and(|set| sets.dialect(set).is_some() || shader.contains(&set))
}

/// Returns the ids that are defined by debug instructions, or name their sets.
fn of_debug(module: &Module) -> BTreeSet<Id> {
    let is_set = debug_sets(module);
    let is_of_debug = |instruction: &&Instruction| match instruction {
        Instruction::Debug(_) => true,
        Instruction::Core(core) => is_set(if is_extended(core) { core.id(2) } else { instruction.result() }),
    };
    module.instructions.iter().filter(is_of_debug).filter_map(Instruction::result).collect()
}

/// Returns an instruction without the debug instructions among the targets of a group of decorations.
fn without<'i>(instruction: &'i Instruction, debug: &BTreeSet<Id>) -> Cow<'i, Instruction> {
    let Instruction::Core(core) = instruction else { return Cow::Borrowed(instruction) };
    let is_target = |word: u32| debug.contains(&Id(word));
    match core.words.split_first() {
        Some((group, targets)) if core.is(spirv::Op::GroupDecorate) && targets.iter().any(|target| is_target(*target)) => {
            let kept = targets.iter().copied().filter(|target| !is_target(*target));
            let words: Vec<u32> = std::iter::once(*group).chain(kept).collect();
            Cow::Owned(Instruction::Core(CoreInstruction::new(spirv::Op::GroupDecorate, words)))
        }
        _ => Cow::Borrowed(instruction),
    }
}

/// Names the first debug instruction, at the end of the module. The name must be removed with the instruction.
fn name_left(module: &Module, stripped: &Module) -> Option<Verdict> {
    let shader = module.shader_instructions().map(|(_, core, _)| Id(core.words[1]));
    let debug = module.instructions.iter().filter_map(Instruction::debug).map(|debug| debug.result).chain(shader).next()?;
    let mut named = module.clone();
    let name = [debug.0].into_iter().chain(string_words("name"));
    named.instructions.push(Instruction::Core(CoreInstruction::new(spirv::Op::Name, name)));
    strip(&mut named);
    (named != *stripped).then(|| Verdict::fail(STRIPPED.name, "name-left", "OpName", format!("a name of {debug} changes what is left")))
}

/// Returns whether stripping may remove an instruction: debug instructions, imports, names and decorations. The list is not that of
/// [`strip`], which is judged by it.
fn may_go(is_set: impl Fn(Option<Id>) -> bool, instruction: &Instruction) -> bool {
    use spirv::Op;
    const MAY_GO: [Op; 9] = [
        Op::ExtInstImport,
        Op::Name,
        Op::MemberName,
        Op::Decorate,
        Op::MemberDecorate,
        Op::DecorateId,
        Op::DecorateString,
        Op::MemberDecorateString,
        Op::MemberDecorateIdEXT,
    ];
    let Instruction::Core(core) = instruction else { return true };
    (is_extended(core) && is_set(core.id(2))) || MAY_GO.into_iter().any(|op| core.is(op))
}
