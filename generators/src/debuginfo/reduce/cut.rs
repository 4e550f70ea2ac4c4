//! Removing instructions with everything that depends on them.

use super::uses::{Graph, is_mention};
use crate::debuginfo::edit::{fresh, is, is_in_block};
use irsmith_debuginfo::transform::{drop_annotations, for_each_id_mut};
use irsmith_debuginfo::{CoreInstruction, Id, Info, Instruction, Module};
use spirv::Op;
use std::collections::{BTreeMap, BTreeSet};

/// Nesting of types that is looked at.
const NESTING: u32 = 16;

/// What happens to definitions that only the removed instructions used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Orphans {
    /// Such definitions are removed too.
    Go,
    /// Such definitions stay.
    Stay,
}

/// Removes the instructions at these indices.
///
/// A value that is still used becomes undefined (`OpUndef`). Where a type has no undefined values, such as pointers of the logical
/// addressing model, the users are removed too; a terminator among them becomes `OpUnreachable`. Names, decorations, interfaces and entry
/// points of what is gone go with it; debug instructions name DebugInfoNone instead, if there is one. If the ids of an instruction are
/// unknown, nothing changes.
pub(super) fn cut(module: &mut Module, mut gone: BTreeSet<usize>, orphans: Orphans) {
    let Some(graph) = Graph::of(module) else { return };
    let logical = is_logical(module);
    let mut ended = BTreeSet::new();
    let (mut undefined, mut nothing) = (BTreeMap::new(), BTreeSet::new());
    let mut queue: Vec<usize> = gone.iter().copied().collect();
    while let Some(at) = queue.pop() {
        let instruction = &module.instructions[at];
        let Some(result) = instruction.result() else { continue };
        match instruction.result_type().filter(|ty| is_value(instruction) && has_undefined(module, &graph, *ty, logical, NESTING)) {
            Some(ty) => drop(undefined.insert(result, ty)),
            None => {
                nothing.insert(result);
                for &user in graph.users(result) {
                    if is_terminator(&module.instructions[user]) {
                        ended.insert(user);
                    } else if is_program(&module.instructions[user]) && gone.insert(user) {
                        queue.push(user);
                    }
                }
            }
        }
    }
    let is_used = |result: &Id| graph.users(*result).iter().any(|user| !gone.contains(user) && !is_mention(&module.instructions[*user]));
    let undefined: BTreeMap<Id, Id> = undefined.into_iter().filter(|(result, _)| is_used(result)).collect();
    nothing.extend(gone.iter().filter_map(|&at| module.instructions[at].result()).filter(|result| !undefined.contains_key(result)));
    let freed: BTreeSet<Id> = gone.iter().flat_map(|&at| graph.operands(at)).copied().collect();
    for &at in ended.difference(&gone) {
        module.instructions[at] = Instruction::Core(CoreInstruction::new(Op::Unreachable, []));
    }
    replace(module, &undefined, &gone);
    forget(module, &nothing);
    if orphans == Orphans::Go {
        collect(module, freed);
    }
}

/// Keeps the instructions at the indices for which `stays` holds.
pub(super) fn keep(module: &mut Module, stays: impl Fn(usize) -> bool) {
    let mut at = 0;
    module.instructions.retain(|_| {
        at += 1;
        stays(at - 1)
    });
}

/// Replaces uses of each id by an undefined value of this type, and removes the instructions at these indices: afterwards, because the
/// operands of an OpSwitch are known only while its selector is.
fn replace(module: &mut Module, undefined: &BTreeMap<Id, Id>, indices: &BTreeSet<usize>) {
    if undefined.is_empty() {
        return keep(module, |at| !indices.contains(&at));
    }
    let (first, before) = (first_function(module), module.instructions.len());
    let types: BTreeSet<Id> = undefined.values().copied().collect();
    let mut values = BTreeMap::new();
    for ty in types {
        if let Some(value) = undefined_of(module, ty) {
            values.insert(ty, value);
        }
    }
    let inserted = module.instructions.len() - before;
    let _ = for_each_id_mut(module, |id| {
        if let Some(value) = undefined.get(id).and_then(|ty| values.get(ty)) {
            *id = *value;
        }
    });
    keep(module, |at| {
        let is_inserted = (first..first + inserted).contains(&at);
        is_inserted || !indices.contains(&if at < first { at } else { at - inserted })
    });
    // Names and decorations name the undefined values now, of which they would say too much.
    drop_annotations(module, &values.values().copied().collect());
}

/// Returns the index of the first function, or that behind the last instruction.
pub(super) fn first_function(module: &Module) -> usize {
    module.instructions.iter().position(|instruction| is(instruction, Op::Function)).unwrap_or(module.instructions.len())
}

/// Returns the undefined value of a type that is defined outside functions, which is made if there is none.
pub(super) fn undefined_of(module: &mut Module, ty: Id) -> Option<Id> {
    let first = first_function(module);
    let known = module.instructions[..first].iter().find(|known| is(known, Op::Undef) && known.result_type() == Some(ty));
    if let Some(known) = known.and_then(Instruction::result) {
        return Some(known);
    }
    let value = fresh(module)?;
    module.instructions.insert(first, Instruction::Core(CoreInstruction::new(Op::Undef, [ty.0, value.0])));
    Some(value)
}

/// Removes what is said of ids that no instruction defines any more.
fn forget(module: &mut Module, gone: &BTreeSet<Id>) {
    if gone.is_empty() {
        return;
    }
    drop_annotations(module, gone);
    let had_entry = module.instructions.iter().any(|instruction| is(instruction, Op::EntryPoint));
    module.instructions.retain(|instruction| {
        let named = match instruction {
            Instruction::Core(core) if core.is(Op::EntryPoint) => core.id(1),
            Instruction::Core(core) if core.is(Op::ExecutionMode) || core.is(Op::ExecutionModeId) => core.id(0),
            _ => None,
        };
        !named.is_some_and(|id| gone.contains(&id))
    });
    for instruction in &mut module.instructions {
        if let Instruction::Core(core) = instruction
            && core.is(Op::EntryPoint)
        {
            remove_interface(core, |id| gone.contains(&id));
        }
    }
    if had_entry {
        export(module);
    }
    forget_in_debug(module, gone);
}

/// Removes ids from the interface of an entry point.
pub(super) fn remove_interface(entry: &mut CoreInstruction, mut goes: impl FnMut(Id) -> bool) {
    let Some(name) = entry.words.get(2..).and_then(irsmith_debuginfo::grammar::string_len) else { return };
    let mut at = 0;
    entry.words.retain(|word| {
        at += 1;
        at <= 2 + name || !goes(Id(*word))
    });
}

/// Declares the capability without which a module needs an entry point, if there is none.
pub(super) fn export(module: &mut Module) {
    let has_entry = module.instructions.iter().any(|instruction| is(instruction, Op::EntryPoint));
    let linkage = CoreInstruction::new(Op::Capability, [spirv::Capability::Linkage as u32]);
    let declares = |instruction: &Instruction| instruction.core() == Some(&linkage);
    if !has_entry && !module.instructions.iter().any(declares) {
        let capabilities = module.instructions.iter().take_while(|instruction| is(instruction, Op::Capability)).count();
        module.instructions.insert(capabilities, Instruction::Core(linkage));
    }
}

/// Debug instructions in blocks that name what is gone are removed; others name DebugInfoNone, or say nothing if there is none before them.
fn forget_in_debug(module: &mut Module, gone: &BTreeSet<Id>) {
    module.instructions.retain(|instruction| {
        let mut names = false;
        if let Instruction::Debug(debug) = instruction
            && is_in_block(&debug.info)
        {
            debug.info.for_each_id(|_, id| names |= gone.contains(&id));
        }
        !names
    });
    let mut none: BTreeMap<Id, Id> = BTreeMap::new();
    for instruction in &mut module.instructions {
        let Instruction::Debug(debug) = instruction else { continue };
        if debug.info == (Info::InfoNone {}) {
            none.entry(debug.set).or_insert(debug.result);
            continue;
        }
        let stand_in = none.get(&debug.set).copied();
        let mut left = false;
        debug.info.for_each_id_mut(|_, id| {
            if gone.contains(id) {
                left |= stand_in.is_none();
                *id = stand_in.unwrap_or(*id);
            }
        });
        if left {
            debug.info = Info::InfoNone {};
        }
    }
}

/// Removes those definitions among `freed` that nothing uses any more, and what only they use.
pub(super) fn collect(module: &mut Module, freed: BTreeSet<Id>) {
    let Some(graph) = Graph::of(module) else { return };
    let mut gone = BTreeSet::new();
    let mut queue: Vec<Id> = freed.into_iter().collect();
    while let Some(id) = queue.pop() {
        let Some(at) = graph.definition(id) else { continue };
        let is_used = graph.users(id).iter().any(|user| !gone.contains(user) && !is_mention(&module.instructions[*user]));
        if !is_used && may_go_unused(&module.instructions[at]) && gone.insert(at) {
            queue.extend(graph.operands(at));
        }
    }
    let ids: BTreeSet<Id> = gone.iter().filter_map(|&at| module.instructions[at].result()).collect();
    keep(module, |at| !gone.contains(&at));
    forget(module, &ids);
}

/// Returns whether an instruction does nothing if its result is not used.
fn may_go_unused(instruction: &Instruction) -> bool {
    const EFFECTS: [Op; 4] = [Op::Function, Op::FunctionParameter, Op::Label, Op::FunctionCall];
    match instruction {
        Instruction::Debug(debug) => !is_in_block(&debug.info) && debug.info != Info::InfoNone {},
        Instruction::Core(core) => {
            let is_atomic = irsmith_debuginfo::grammar::name(core.opcode).is_some_and(|name| name.starts_with("Atomic"));
            !is_atomic && !EFFECTS.iter().any(|&op| core.is(op))
        }
    }
}

/// Returns whether an instruction is neither a mention of its operands nor a debug instruction.
fn is_program(instruction: &Instruction) -> bool {
    instruction.core().is_some() && !is_mention(instruction)
}

/// Returns whether an instruction makes a value, which can be undefined instead.
fn is_value(instruction: &Instruction) -> bool {
    const OTHERS: [Op; 2] = [Op::Function, Op::Label];
    instruction.core().is_some_and(|core| !OTHERS.iter().any(|&op| core.is(op)))
}

pub(super) fn is_terminator(instruction: &Instruction) -> bool {
    const TERMINATORS: [Op; 10] = [
        Op::Branch,
        Op::BranchConditional,
        Op::Switch,
        Op::Return,
        Op::ReturnValue,
        Op::Unreachable,
        Op::Kill,
        Op::TerminateInvocation,
        Op::TerminateRayKHR,
        Op::IgnoreIntersectionKHR,
    ];
    instruction.core().is_some_and(|core| TERMINATORS.iter().any(|&op| core.is(op)) || core.is(Op::EmitMeshTasksEXT))
}

/// Returns whether the addressing model of a module is the logical one, in which no pointer is undefined.
fn is_logical(module: &Module) -> bool {
    let model = module.instructions.iter().filter_map(Instruction::core).find(|core| core.is(Op::MemoryModel));
    model.and_then(|core| core.words.first()) == Some(&(spirv::AddressingModel::Logical as u32))
}

/// Returns whether a type has undefined values that any instruction takes.
fn has_undefined(module: &Module, graph: &Graph, ty: Id, logical: bool, nesting: u32) -> bool {
    let Some(core) = graph.definition(ty).and_then(|at| module.instructions[at].core()) else { return false };
    let of = |id: Id| nesting > 0 && has_undefined(module, graph, id, logical, nesting - 1);
    match Op::from_u32(u32::from(core.opcode)) {
        Some(Op::TypeBool | Op::TypeInt | Op::TypeFloat | Op::TypeVector | Op::TypeMatrix) => true,
        Some(Op::TypePointer) => !logical,
        Some(Op::TypeArray) => core.id(1).is_some_and(of),
        Some(Op::TypeStruct) => core.words[1..].iter().all(|&word| of(Id(word))),
        _ => false,
    }
}
