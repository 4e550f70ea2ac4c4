//! Mutations of edges, terminators, cases and phis.

use super::super::edit::{Graph, type_id, with_positions};
use super::super::forms::IntegerClass;
use super::super::kinds::{Kind, extend};
use super::operands::{instruction, values};
use super::sites::{count, find};
use super::{Mutant, Touched};
use irsmith_pnacl::{BlockId, Incoming, Instruction, Module, SwitchCase, Value, ValueType, ValueTypes};

fn edges(instruction: &Instruction) -> usize {
    let mut count = 0;
    if instruction.is_terminator() {
        instruction.for_each_block(|_| count += 1);
    }
    count
}

/// Counts edges.
pub(super) fn count_edges(module: &Module) -> usize {
    count(module, edges)
}

fn blocks(module: &Module, function: usize) -> u32 {
    module.functions[function].body.as_ref().map_or(1, |body| body.block_count())
}

/// Redirects an edge, and not to the entry block unless ill-formed cases are wanted.
pub(super) fn retarget(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, edges) else { return Touched::Nothing };
    let target = random_block(mutant, function);
    let mut index = 0;
    if let Some(instruction) = instruction(&mut mutant.module, function, at) {
        instruction.for_each_block_mut(|block| {
            if index == place {
                *block = target;
            }
            index += 1;
        });
    }
    Touched::Function(function)
}

fn random_block(mutant: &mut Mutant<'_, '_>, function: usize) -> BlockId {
    let first = u32::from(mutant.careful);
    let count = blocks(&mutant.module, function);
    BlockId((first + mutant.choices.below(count.saturating_sub(first) as usize) as u32).min(count - 1))
}

fn forks(instruction: &Instruction) -> usize {
    usize::from(matches!(instruction, Instruction::BranchIf { .. }))
}

/// Counts conditional branches.
pub(super) fn count_forks(module: &Module) -> usize {
    count(module, forks)
}

/// Exchanges the arms of a branch.
pub(super) fn swap_arms(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, forks) else { return Touched::Nothing };
    if let Some(Instruction::BranchIf { then, otherwise, .. }) = instruction(&mut mutant.module, function, at) {
        std::mem::swap(then, otherwise);
    }
    Touched::Nothing
}

fn terminators(instruction: &Instruction) -> usize {
    usize::from(instruction.is_terminator())
}

/// Counts terminators.
pub(super) fn count_terminators(module: &Module) -> usize {
    count(module, terminators)
}

/// Replaces a terminator by another, mostly to the same blocks.
pub(super) fn change_terminator(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, terminators) else { return Touched::Nothing };
    let types = ValueTypes::of(&mutant.module, function as u32);
    let mut targets = Vec::new();
    if let Some(instruction) = instruction(&mut mutant.module, function, at) {
        instruction.for_each_block(|block| targets.push(block));
    }
    let target = |mutant: &mut Mutant<'_, '_>| match mutant.choices.pick(&targets) {
        Some(&block) if !mutant.choices.chance(48) => block,
        _ => random_block(mutant, function),
    };
    let new = match mutant.choices.below(6) {
        0 => Instruction::Unreachable {},
        1 | 2 => Instruction::Branch { target: target(mutant) },
        3 => {
            let Some(condition) = some_value(mutant, &types, ValueType::I1) else { return Touched::Nothing };
            Instruction::BranchIf { then: target(mutant), otherwise: target(mutant), condition }
        }
        4 => {
            let Some(condition) = some_value(mutant, &types, ValueType::I32) else { return Touched::Nothing };
            let Some(ty) = type_id(&mut mutant.module, ValueType::I32) else { return Touched::Nothing };
            let cases = (0..mutant.choices.below(4)).map(|value| SwitchCase { value: value as i64, target: target(mutant) }).collect();
            Instruction::Switch { ty, condition, default: target(mutant), cases }
        }
        _ => {
            let result = mutant.module.signature_of(function as u32).map_or(ValueType::VOID, |row| mutant.module.value_type(row.result));
            Instruction::Ret { value: if result == ValueType::VOID { None } else { some_value(mutant, &types, result) } }
        }
    };
    if let Some(instruction) = instruction(&mut mutant.module, function, at) {
        *instruction = new;
    }
    Touched::Function(function)
}

fn some_value(mutant: &mut Mutant<'_, '_>, types: &ValueTypes, wanted: ValueType) -> Option<Value> {
    let candidates = values(&mutant.module, types, |ty| ty == wanted);
    mutant.choices.pick(&candidates).copied()
}

fn switches(instruction: &Instruction) -> usize {
    usize::from(matches!(instruction, Instruction::Switch { .. }))
}

/// Counts switches.
pub(super) fn count_switches(module: &Module) -> usize {
    count(module, switches)
}

fn cases(instruction: &Instruction) -> usize {
    if let Instruction::Switch { cases, .. } = instruction { cases.len() } else { 0 }
}

/// Counts cases.
pub(super) fn count_cases(module: &Module) -> usize {
    count(module, cases)
}

/// Adds a case, with a value near the last one.
pub(super) fn add_case(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, switches) else { return Touched::Nothing };
    let target = random_block(mutant, function);
    let step = 1 + i64::from(mutant.choices.byte() & 3);
    if let Some(Instruction::Switch { cases, .. }) = instruction(&mut mutant.module, function, at) {
        let value = cases.last().map_or(0, |case| case.value).wrapping_add(step);
        cases.push(SwitchCase { value, target });
    }
    Touched::Function(function)
}

/// Removes a case.
pub(super) fn remove_case(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, cases) else { return Touched::Nothing };
    if let Some(Instruction::Switch { cases, .. }) = instruction(&mut mutant.module, function, at) {
        cases.remove(place);
    }
    Touched::Function(function)
}

/// Changes the value of a case.
pub(super) fn change_case(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, cases) else { return Touched::Nothing };
    let bits = match instruction(&mut mutant.module, function, at) {
        Some(Instruction::Switch { ty, .. }) => *ty,
        _ => return Touched::Nothing,
    };
    let bits = mutant.module.value_type(bits).scalar_bits().clamp(1, 64);
    let random = mutant.choices.wide() >> mutant.choices.below(64);
    let value = if mutant.choices.chance(128) {
        mutant.choices.pick(IntegerClass::ALL).map_or(0, |class| class.value(bits, random))
    } else {
        random
    };
    if let Some(Instruction::Switch { cases, .. }) = instruction(&mut mutant.module, function, at) {
        cases[place].value = extend(value, bits);
    }
    Touched::Nothing
}

/// Inserts a phi at the beginning of a block, with any value of its type for each edge.
pub(super) fn add_phi(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, block)) = super::blocks::find(&mutant.module, index) else { return Touched::Nothing };
    let types = ValueTypes::of(&mutant.module, function as u32);
    let wanted = Kind::ALL[mutant.choices.below(Kind::ALL.len())].ty();
    let Some(ty) = type_id(&mut mutant.module, wanted) else { return Touched::Nothing };
    let Some(body) = &mut mutant.module.functions[function].body else { return Touched::Nothing };
    let graph = Graph::of(body);
    let place = graph.blocks[block].start;
    let edges = graph.predecessors[block].clone();
    let undefined = super::super::edit::constant(&mut body.constants, ty, irsmith_pnacl::Literal::Undef);
    let mut candidates = values(&mutant.module, &types, |ty| ty == wanted);
    candidates.push(undefined);
    let mut incoming: smallvec::SmallVec<[Incoming; 2]> = smallvec::SmallVec::new();
    for from in edges {
        let value = match incoming.last() {
            Some(last) if last.block.0 == from => last.value,
            _ => *mutant.choices.pick(&candidates).unwrap_or(&undefined),
        };
        incoming.push(Incoming { value, block: BlockId(from) });
    }
    // Results after the phi get higher numbers; inserting it in position form renames the operands.
    let numbers = Instruction::Phi { ty, incoming };
    insert_in_results_form(&mut mutant.module, function, place, numbers);
    Touched::Function(function)
}

/// Inserts an instruction whose operands are results of the current numbering.
fn insert_in_results_form(module: &mut Module, function: usize, at: usize, mut new: Instruction) {
    let before = module.functions[function]
        .body
        .as_ref()
        .map_or(0, |body| body.instructions[..at].iter().filter(|instruction| instruction.has_result(module)).count() as u32);
    let rename = |value: &mut Value| {
        if value.is_instruction() && value.index() >= before {
            *value = Value::instruction(value.index() + 1);
        }
    };
    new.for_each_value_mut(rename);
    if let Some(body) = &mut module.functions[function].body {
        body.instructions.iter_mut().for_each(|instruction| instruction.for_each_value_mut(rename));
        body.instructions.insert(at, new);
    }
}

fn phi_edges(instruction: &Instruction) -> usize {
    if let Instruction::Phi { incoming, .. } = instruction { incoming.len() } else { 0 }
}

/// Counts edges of phis.
pub(super) fn count_phi_edges(module: &Module) -> usize {
    count(module, phi_edges)
}

/// Removes an edge of a phi.
pub(super) fn remove_phi_edge(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    change_phi(mutant, index, |_, incoming, place| {
        incoming.remove(place);
    })
}

/// Repeats an edge of a phi.
pub(super) fn duplicate_phi_edge(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    change_phi(mutant, index, |_, incoming, place| {
        let edge = incoming[place];
        incoming.push(edge);
    })
}

/// Exchanges the values of two edges, or names another block.
pub(super) fn change_phi_edge(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let other = usize::from(mutant.choices.byte());
    let far = mutant.choices.chance(64);
    change_phi(mutant, index, |count, incoming, place| {
        if far {
            incoming[place].block.0 = other as u32 % count;
        } else {
            let other = other % incoming.len();
            let value = incoming[place].value;
            incoming[place].value = incoming[other].value;
            incoming[other].value = value;
        }
    })
}

fn change_phi(
    mutant: &mut Mutant<'_, '_>,
    index: usize,
    change: impl FnOnce(u32, &mut smallvec::SmallVec<[Incoming; 2]>, usize),
) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, phi_edges) else { return Touched::Nothing };
    let count = blocks(&mutant.module, function).max(1);
    with_positions(&mut mutant.module, function, |_, body| {
        if let Instruction::Phi { incoming, .. } = &mut body.instructions[at] {
            change(count, incoming, place);
        }
    });
    Touched::Function(function)
}
