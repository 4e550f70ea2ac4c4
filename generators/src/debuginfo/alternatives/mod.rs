//! Other forms of a small module: orders, types and operands that may do as well. Of those that do, the minimizer keeps the one that comes
//! first, so that many cases of one fault end in one file.

mod environment;

pub use environment::repaired;

use super::edit::{fresh, is};
use super::reduce::{count_unused, remove_unused, rename_uses};
use irsmith_debuginfo::transform::{compact, drop_annotations, for_each_id};
use irsmith_debuginfo::{CoreInstruction, DebugInstruction, Id, Info, Instruction, Module};
use spirv::{Op, StorageClass};
use std::collections::{BTreeMap, BTreeSet};

/// Returns other forms of a module. They can be written, and may be invalid.
pub fn alternatives(module: &Module) -> Vec<Module> {
    let mut forms = Vec::new();
    let mut add = |change: &dyn Fn(&mut Module)| {
        let mut form = module.clone();
        change(&mut form);
        // If the ids of an instruction are unknown, they stay.
        let _ = compact(&mut form);
        if form != *module && form.to_stream().is_ok() {
            forms.push(form);
        }
    };
    add(&|form| *form = environment::shader(form));
    for from in environment::classes(module) {
        CLASSES.iter().for_each(|&class| add(&|form| environment::move_class(form, from, class)));
    }
    let first = functions_from(module);
    for at in first..module.instructions.len() {
        for (typed, undefined) in [(true, true), (true, false), (false, true), (false, false)] {
            add(&|form| alone(form, at, typed, undefined));
        }
    }
    for (at, instruction) in module.instructions.iter().enumerate() {
        if TYPES.iter().any(|&op| is(instruction, op)) {
            add(&|form| retype(form, at, Op::TypeBool));
            add(&|form| retype(form, at, Op::TypeInt));
            add(&|form| retype(form, at, Op::TypeFloat));
        }
        if let Some(plain) = plain(instruction) {
            add(&|form| form.instructions[at] = plain.clone());
        }
        if is(instruction, Op::TypePointer) {
            CLASSES.iter().for_each(|&class| add(&|form| point_to(form, at, class)));
        }
        if CONSTANTS.iter().any(|&op| is(instruction, op)) {
            add(&|form| forget(form, at));
        }
        // One step up; for a declaration also several at once, because the order between may be worse.
        for to in (0..at).rev().take_while(|&to| !is_fixed(instruction) && !is_fixed(&module.instructions[to])) {
            if to + 1 < at && (at >= first || at - to > FARTHEST) {
                break;
            }
            add(&|form| form.instructions[to..=at].rotate_right(1));
        }
        for place in 4..4 + given(instruction) {
            add(&|form| name_nothing(&mut form.instructions[at], place));
        }
    }
    forms
}

/// How far a declaration moves at once: a small module has few declarations.
const FARTHEST: usize = 8;

/// The types of values, each of which may become the plainest; pointers stay pointers.
const TYPES: [Op; 11] = [
    Op::TypeInt,
    Op::TypeFloat,
    Op::TypeBool,
    Op::TypeVector,
    Op::TypeMatrix,
    Op::TypeArray,
    Op::TypeStruct,
    Op::TypeOpaque,
    Op::TypeEvent,
    Op::TypeSampler,
    Op::TypeImage,
];

/// The storage classes that a pointer may get.
const CLASSES: [StorageClass; 5] =
    [StorageClass::UniformConstant, StorageClass::Workgroup, StorageClass::CrossWorkgroup, StorageClass::Private, StorageClass::Function];

/// Constants that may become undefined values.
const CONSTANTS: [Op; 5] = [Op::Constant, Op::ConstantTrue, Op::ConstantFalse, Op::ConstantComposite, Op::ConstantNull];

/// Returns an instruction with plainer operands: an empty string, a function, loop or selection without hints, an access without a word about it, the end of a function without a value, the memory
/// model of most shaders, the debug type of a function without parameters and result.
fn plain(instruction: &Instruction) -> Option<Instruction> {
    match instruction {
        Instruction::Core(core) => plain_core(core).map(Instruction::Core),
        Instruction::Debug(debug) => {
            let Info::TypeFunction { flags, .. } = &debug.info else { return None };
            let info = Info::TypeFunction { flags: *flags, result: debug.result_type, parameters: Default::default() };
            Some(Instruction::Debug(DebugInstruction { info, ..debug.clone() }))
        }
    }
}

fn plain_core(core: &CoreInstruction) -> Option<CoreInstruction> {
    let words = &core.words;
    match words.as_slice() {
        [result, _, ..] if core.is(Op::String) => Some(CoreInstruction::new(Op::String, [*result, 0])),
        [ty, result, _, function] if core.is(Op::Function) => Some(CoreInstruction::new(Op::Function, [*ty, *result, 0, *function])),
        [ty, result, pointer, _, ..] if core.is(Op::Load) => Some(CoreInstruction::new(Op::Load, [*ty, *result, *pointer])),
        [pointer, value, _, ..] if core.is(Op::Store) => Some(CoreInstruction::new(Op::Store, [*pointer, *value])),
        [to, from, _, ..] if core.is(Op::CopyMemory) => Some(CoreInstruction::new(Op::CopyMemory, [*to, *from])),
        [merge, next, _, ..] if core.is(Op::LoopMerge) => Some(CoreInstruction::new(Op::LoopMerge, [*merge, *next, 0])),
        [merge, _] if core.is(Op::SelectionMerge) => Some(CoreInstruction::new(Op::SelectionMerge, [*merge, 0])),
        [_] if core.is(Op::ReturnValue) => Some(CoreInstruction::new(Op::Unreachable, [])),
        [] if core.is(Op::Unreachable) => Some(CoreInstruction::new(Op::Return, [])),
        [_, _] if core.is(Op::MemoryModel) => Some(CoreInstruction::new(Op::MemoryModel, [0, 1])),
        _ => None,
    }
}

/// Returns how many operands an instruction of an extended set has that is not one for debugging.
fn given(instruction: &Instruction) -> usize {
    instruction.core().filter(|core| core.is(Op::ExtInst)).map_or(0, |core| core.words.len().saturating_sub(4))
}

/// Lets an operand name the type of the result, which is that of nothing.
fn name_nothing(instruction: &mut Instruction, place: usize) {
    if let Instruction::Core(core) = instruction {
        core.words[place] = core.words[0];
    }
}

/// Returns the index of the first function.
fn functions_from(module: &Module) -> usize {
    module.instructions.iter().position(|instruction| is(instruction, Op::Function)).unwrap_or(module.instructions.len())
}

/// Returns whether an instruction gives the module or a function its shape.
fn is_fixed(instruction: &Instruction) -> bool {
    const SHAPE: [Op; 5] = [Op::Function, Op::FunctionParameter, Op::FunctionEnd, Op::Label, Op::MemoryModel];
    SHAPE.iter().any(|&op| is(instruction, op))
}

/// Makes a type that of truth values, or an integer or a float of 32 bits; its constants become false or zero.
fn retype(module: &mut Module, at: usize, to: Op) {
    let Some(id) = module.instructions[at].result() else { return };
    for instruction in &mut module.instructions {
        if instruction.result_type() == Some(id)
            && let Instruction::Core(core) = instruction
            && CONSTANTS.iter().any(|&op| core.is(op))
        {
            let (ty, result) = (core.words[0], core.words[1]);
            *core = match to {
                Op::TypeBool => CoreInstruction::new(Op::ConstantFalse, [ty, result]),
                _ => CoreInstruction::new(Op::Constant, [ty, result, 0]),
            };
        }
    }
    let words: &[u32] = match to {
        Op::TypeBool => &[id.0],
        Op::TypeFloat => &[id.0, 32],
        _ => &[id.0, 32, 0],
    };
    module.instructions[at] = Instruction::Core(CoreInstruction::new(to, words.iter().copied()));
    // Names and decorations of members, too.
    drop_annotations(module, &BTreeSet::from([id]));
    join_types(module);
}

/// Gives a pointer, and its variables, a storage class.
fn point_to(module: &mut Module, at: usize, class: StorageClass) {
    let Some(id) = module.instructions[at].result() else { return };
    for instruction in &mut module.instructions {
        let is_variable = is(instruction, Op::Variable) && instruction.result_type() == Some(id);
        let place = if is_variable { 2 } else { 1 };
        if (is_variable || instruction.result() == Some(id))
            && let Instruction::Core(core) = instruction
            && let Some(word) = core.words.get_mut(place)
        {
            *word = class as u32;
        }
    }
    join_types(module);
}

/// Makes one type of those that are declared alike.
fn join_types(module: &mut Module) {
    let mut at = 0;
    while at < module.instructions.len() {
        let alike = |one: &Instruction, other: &Instruction| match (one.core(), other.core()) {
            (Some(one), Some(other)) => one.opcode == other.opcode && one.words.get(1..) == other.words.get(1..),
            _ => false,
        };
        let (before, rest) = module.instructions.split_at(at);
        let is_type = [Op::TypeBool, Op::TypeInt, Op::TypeFloat, Op::TypePointer, Op::TypeFunction].iter().any(|&op| is(&rest[0], op));
        let known = before.iter().find(|known| is_type && alike(known, &rest[0])).and_then(Instruction::result);
        match (known, rest[0].result()) {
            (Some(known), Some(id)) => {
                module.instructions.remove(at);
                rename_uses(module, &BTreeMap::from([(id, known)]));
                // Types of this one may be alike now.
                at = 0;
            }
            _ => at += 1,
        }
    }
}

/// Makes a constant an undefined value, unless a type needs it.
fn forget(module: &mut Module, at: usize) {
    let (Some(id), Some(ty)) = (module.instructions[at].result(), module.instructions[at].result_type()) else { return };
    let mut users = BTreeSet::new();
    if for_each_id(module, |user, used| _ = (used == id).then(|| users.insert(user))).is_err() {
        return;
    }
    let first = functions_from(module);
    let is_value = |user: &usize| *user >= first || *user == at || CONSTANTS.iter().any(|&op| is(&module.instructions[*user], op));
    if users.iter().all(is_value) {
        module.instructions[at] = Instruction::Core(CoreInstruction::new(Op::Undef, [ty.0, id.0]));
    }
}

/// Keeps of all functions one instruction, in a function without parameters; its operands become undefined values. A call calls a function
/// that does nothing, and a branch goes to a block that does nothing. `typed` says whether the function has the type of the result, so that
/// no other is needed, and does not return; `undefined` whether variables become undefined values too, also those outside functions.
fn alone(module: &mut Module, at: usize, typed: bool, undefined: bool) {
    let first = functions_from(module);
    let is_call = is(&module.instructions[at], Op::FunctionCall);
    if is_fixed(&module.instructions[at]) || [Op::Return, Op::Unreachable].iter().any(|&op| is(&module.instructions[at], op)) {
        return;
    }
    let inner: Vec<Instruction> = module.instructions[first..].to_vec();
    let mut used = Vec::new();
    if for_each_id(module, |user, id| _ = (user == at).then(|| used.push(id))).is_err() {
        return;
    }
    let kept = module.instructions[at].clone();
    let void = module.instructions.iter().find(|each| is(each, Op::TypeVoid)).and_then(Instruction::result);
    let Some(void) = kept.result_type().filter(|_| typed && !is_call).or(void) else { return };
    let gone: BTreeSet<Id> = inner.iter().filter_map(Instruction::result).filter(|id| kept.result() != Some(*id)).collect();
    module.instructions.truncate(first);
    let names_gone = |each: &Instruction| match each.core() {
        Some(core) if core.is(Op::EntryPoint) => core.id(1).is_some_and(|id| gone.contains(&id)),
        Some(core) if core.is(Op::ExecutionMode) || core.is(Op::ExecutionModeId) => core.id(0).is_some_and(|id| gone.contains(&id)),
        _ => false,
    };
    module.instructions.retain(|each| !names_gone(each));
    drop_annotations(module, &gone);
    let new = [(); 6].map(|()| fresh(module));
    let [Some(ty), Some(function), Some(label), Some(other), Some(callee), Some(inner_label)] = new else { return };
    let is_plain = |each: &&Instruction| each.core().is_some_and(|core| core.is(Op::TypeFunction) && core.words[1..] == [void.0]);
    let known = module.instructions.iter().find(is_plain).and_then(Instruction::result);
    if known.is_none() {
        module.instructions.push(Instruction::Core(CoreInstruction::new(Op::TypeFunction, [ty.0, void.0])));
    }
    let (mut variables, mut names) = (Vec::new(), BTreeMap::new());
    for id in used.into_iter().filter(|_| !is_call) {
        if names.contains_key(&id) {
            continue;
        }
        let outer = || module.instructions.iter().find(|each| undefined && is(each, Op::Variable) && each.result() == Some(id));
        match inner.iter().find(|each| each.result() == Some(id)).or_else(outer) {
            Some(variable) if is(variable, Op::Variable) && !undefined => {
                let is_new = !variables.contains(variable);
                variables.extend(is_new.then(|| variable.clone()));
            }
            Some(label) if is(label, Op::Label) => {
                names.insert(id, other);
            }
            Some(definition) if kept.result() != Some(id) => {
                let (Some(ty), Some(undefined)) = (definition.result_type(), fresh(module)) else { return };
                names.insert(id, undefined);
                module.instructions.push(Instruction::Core(CoreInstruction::new(Op::Undef, [ty.0, undefined.0])));
            }
            _ => {}
        }
    }
    let core = |op, words: &[u32]| Instruction::Core(CoreInstruction::new(op, words.iter().copied()));
    let function_type = known.unwrap_or(ty).0;
    let end = core(if typed { Op::Unreachable } else { Op::Return }, &[]);
    if let (true, Some(result)) = (is_call, kept.result()) {
        module.instructions.extend([
            core(Op::Function, &[void.0, callee.0, 0, function_type]),
            core(Op::Label, &[inner_label.0]),
            end.clone(),
        ]);
        module.instructions.extend([core(Op::FunctionEnd, &[]), core(Op::Function, &[void.0, function.0, 0, function_type])]);
        module.instructions.extend([core(Op::Label, &[label.0]), core(Op::FunctionCall, &[void.0, result.0, callee.0]), end]);
    } else {
        module.instructions.extend([core(Op::Function, &[void.0, function.0, 0, function_type]), core(Op::Label, &[label.0])]);
        module.instructions.extend(variables);
        module.instructions.push(kept);
        if names.values().any(|name| *name == other) {
            module.instructions.push(core(Op::Label, &[other.0]));
        }
        module.instructions.push(end);
    }
    module.instructions.push(core(Op::FunctionEnd, &[]));
    module.instructions.retain(|each| !is(each, Op::Variable) || !each.result().is_some_and(|id| names.contains_key(&id)));
    rename_uses(module, &names);
    // Each round may leave more without a use.
    while count_unused(module) > 0 {
        let count = count_unused(module);
        remove_unused(module, 0..count);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use irsmith_debuginfo::text::assemble;

    #[test]
    fn no_form_declares_a_type_twice() {
        let text = "OpCapability Kernel\nOpMemoryModel Physical64 OpenCL\n%bool = OpTypeBool\n%int = OpTypeInt 32 0\n%float = OpTypeFloat 32\n\
                    %one = OpTypePointer Function %int\n%other = OpTypePointer Function %float\n%last = OpTypePointer Workgroup %int\n\
                    %a = OpUndef %one\n%b = OpUndef %other\n%c = OpUndef %last\n%d = OpUndef %bool\n";
        let module = Module::from_stream(&assemble(text).unwrap());
        let forms = alternatives(&module);
        let mut fewest = usize::MAX;
        for form in &forms {
            let types = form.instructions.iter().filter(|each| each.result().is_some() && each.result_type().is_none());
            let types: Vec<_> = types.filter_map(Instruction::core).collect();
            let distinct: BTreeSet<_> = types.iter().map(|core| (core.opcode, core.words.get(1..).map(<[u32]>::to_vec))).collect();
            assert_eq!(distinct.len(), types.len(), "{form:?}");
            fewest = fewest.min(types.len());
        }
        // Without %float, and %other, which is then %one.
        assert_eq!((forms.len() > 20, fewest), (true, 4));
    }
    #[test]
    fn a_debug_type_of_a_function_becomes_that_of_nothing() {
        let text = "OpCapability Kernel\n%set = OpExtInstImport \"OpenCL.DebugInfo.100\"\nOpMemoryModel Physical64 OpenCL\n%void = OpTypeVoid\n\
                    %none = OpExtInst %void %set DebugInfoNone\n%type = OpExtInst %void %set DebugTypeFunction FlagIsPublic %none %none %none\n";
        let module = Module::from_stream(&assemble(text).unwrap());
        let is_plain = |each: &Instruction| match each {
            Instruction::Debug(debug) => {
                matches!(&debug.info, Info::TypeFunction { result, parameters, .. } if *result == debug.result_type && parameters.is_empty())
            }
            Instruction::Core(_) => false,
        };
        assert!(!module.instructions.iter().any(is_plain));
        assert!(alternatives(&module).iter().any(|form| form.instructions.iter().any(is_plain)));
    }
}
