//! Changes operators, operands, types and flags of instructions in place.

use super::super::edit::{type_id, with_positions};
use super::super::kinds::Kind;
use super::sites::{count, find};
use super::{Mutant, Touched};
use irsmith_pnacl::tables::{BinaryOp, CastOp, Predicate};
use irsmith_pnacl::validate::is_access_type;
use irsmith_pnacl::{Alignment, Instruction, Module, TypeId, Value, ValueType, ValueTypes};

fn operators(instruction: &Instruction) -> usize {
    usize::from(matches!(instruction, Instruction::Binary { .. } | Instruction::Cast { .. } | Instruction::Compare { .. }))
}

/// Counts instructions with an operator.
pub(super) fn count_operators(module: &Module) -> usize {
    count(module, operators)
}

/// Changes an operation, conversion or predicate, to one that fits the operands if there is one.
pub(super) fn change_operator(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, operators) else { return Touched::Nothing };
    let types = ValueTypes::of(&mutant.module, function as u32);
    let draw = mutant.choices.byte();
    let Mutant { module, choices, .. } = mutant;
    let Some(mut body) = module.functions[function].body.take() else { return Touched::Nothing };
    match &mut body.instructions[at] {
        Instruction::Binary { a, op, .. } => {
            let ty = types.get(*a);
            let fits = |op: &&BinaryOp| if ty.is_float() { op.float_name().is_some() } else { op.allows_i1() || !ty.is_i1() };
            let fitting: Vec<BinaryOp> = BinaryOp::ALL.iter().filter(|op| draw < 16 || fits(op)).copied().collect();
            *op = *choices.pick(&fitting).unwrap_or(op);
        }
        Instruction::Compare { a, predicate, .. } => {
            let integer = types.get(*a).is_integer();
            let fitting: Vec<Predicate> = Predicate::ALL.iter().filter(|row| draw < 16 || row.is_integer() == integer).copied().collect();
            *predicate = *choices.pick(&fitting).unwrap_or(predicate);
        }
        Instruction::Cast { value, ty, op } => {
            let (from, to) = (types.get(*value), module.value_type(*ty));
            let fitting: Vec<CastOp> = CastOp::ALL.iter().filter(|row| draw < 16 || row.accepts(from, to)).copied().collect();
            *op = *choices.pick(&fitting).unwrap_or(op);
        }
        _ => {}
    }
    module.functions[function].body = Some(body);
    Touched::Nothing
}

fn alignments(instruction: &Instruction) -> usize {
    usize::from(matches!(instruction, Instruction::Alloca { .. } | Instruction::Load { .. } | Instruction::Store { .. }))
}

/// Counts instructions with an alignment.
pub(super) fn count_alignments(module: &Module) -> usize {
    count(module, alignments)
}

/// Changes an alignment to any other.
pub(super) fn change_alignment(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, alignments) else { return Touched::Nothing };
    let new = Alignment::from_encoding(mutant.choices.below(31) as u64).unwrap_or_default();
    if let Some(Instruction::Alloca { alignment, .. } | Instruction::Load { alignment, .. } | Instruction::Store { alignment, .. }) =
        instruction(&mut mutant.module, function, at)
    {
        *alignment = new;
    }
    Touched::Nothing
}

fn types(instruction: &Instruction) -> usize {
    let mut count = 0;
    instruction.for_each_type(|_| count += 1);
    count
}

/// Counts types that instructions name.
pub(super) fn count_types(module: &Module) -> usize {
    count(module, types)
}

/// Changes a type that an instruction names: to any kind of value, or any type of the table.
pub(super) fn change_type(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, types) else { return Touched::Nothing };
    let ty = if mutant.choices.chance(32) {
        TypeId(mutant.choices.below(mutant.module.types.len()) as u32)
    } else {
        let kind = Kind::ALL[mutant.choices.below(Kind::ALL.len())];
        type_id(&mut mutant.module, kind.ty()).unwrap_or(TypeId(0))
    };
    // An instruction may gain or lose its result by this.
    with_positions(&mut mutant.module, function, |module, body| {
        let mut index = 0;
        body.instructions[at].for_each_type_mut(|id| {
            if index == place {
                *id = ty;
            }
            index += 1;
        });
        if let Instruction::Load { alignment, ty, .. } = &mut body.instructions[at]
            && is_access_type(module.value_type(*ty))
            && let Some(kind) = Kind::of(module.value_type(*ty))
        {
            *alignment = kind.memory_alignments().first().copied().unwrap_or_default();
        }
    });
    Touched::Function(function)
}

fn calls(instruction: &Instruction) -> usize {
    usize::from(matches!(instruction, Instruction::Call { .. } | Instruction::CallIndirect { .. }))
}

/// Counts calls.
pub(super) fn count_calls(module: &Module) -> usize {
    count(module, calls)
}

/// Turns a tail call into an ordinary one, or the other way round.
pub(super) fn change_tail(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, calls) else { return Touched::Nothing };
    if let Some(Instruction::Call { tail, .. } | Instruction::CallIndirect { tail, .. }) = instruction(&mut mutant.module, function, at) {
        *tail = !*tail;
    }
    Touched::Nothing
}

/// Changes a callee: to one of the same signature if there is one, else to any. A direct call may become indirect.
pub(super) fn change_callee(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, _)) = find(&mutant.module, index, calls) else { return Touched::Nothing };
    let indirect = mutant.choices.chance(64);
    let Mutant { module, choices, .. } = mutant;
    with_positions(module, function, |module, body| {
        let new = match &body.instructions[at] {
            Instruction::Call { tail, callee, arguments } if indirect => {
                let Some(result) = module.signature_of(callee.index()).map(|signature| signature.result) else { return };
                Instruction::CallIndirect { tail: *tail, pointer: *callee, result, arguments: arguments.clone() }
            }
            Instruction::Call { tail, callee, arguments } => {
                let ty = module.functions.get(callee.index() as usize).map(|function| function.ty);
                let alike: Vec<usize> = (0..module.functions.len()).filter(|&other| Some(module.functions[other].ty) == ty).collect();
                let callee = Value::function(choices.pick(&alike).copied().unwrap_or(0) as u32);
                Instruction::Call { tail: *tail, callee, arguments: arguments.clone() }
            }
            Instruction::CallIndirect { tail, pointer, arguments, .. } => {
                let callee = if pointer.kind() == irsmith_pnacl::ValueKind::Function {
                    *pointer
                } else {
                    Value::function(choices.below(module.functions.len()) as u32)
                };
                Instruction::Call { tail: *tail, callee, arguments: arguments.clone() }
            }
            _ => return,
        };
        body.instructions[at] = new;
    });
    Touched::Function(function)
}

fn operands(instruction: &Instruction) -> usize {
    let mut count = 0;
    if !matches!(instruction, Instruction::Declare { .. }) {
        instruction.for_each_value(|_| count += 1);
    }
    count
}

/// Counts operands.
pub(super) fn count_operands(module: &Module) -> usize {
    count(module, operands)
}

/// Changes an operand to another value of the same type; in one draw of 16 to any value at all.
pub(super) fn change_operand(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, operands) else { return Touched::Nothing };
    let types = ValueTypes::of(&mutant.module, function as u32);
    let any = mutant.choices.chance(16);
    let mut old = None;
    let mut index = 0;
    if let Some(instruction) = instruction(&mut mutant.module, function, at) {
        instruction.for_each_value(|value| {
            if index == place {
                old = Some(value);
            }
            index += 1;
        });
    }
    let Some(old) = old else { return Touched::Nothing };
    let wanted = types.get(old);
    let candidates = values(&mutant.module, &types, |ty| any || ty == wanted);
    let Some(&new) = mutant.choices.pick(&candidates) else { return Touched::Nothing };
    // The callee determines whether there is a result, so it has a separate mutation.
    let is_callee = place == 0 && matches!(instruction(&mut mutant.module, function, at), Some(Instruction::Call { .. }));
    if !is_callee && let Some(instruction) = instruction(&mut mutant.module, function, at) {
        let mut index = 0;
        instruction.for_each_value_mut(|value| {
            if index == place {
                *value = new;
            }
            index += 1;
        });
    }
    Touched::Function(function)
}

/// Returns all values of a function of a wanted type.
pub(super) fn values(module: &Module, types: &ValueTypes, wanted: impl Fn(ValueType) -> bool) -> Vec<Value> {
    let of = |list: &[ValueType], make: fn(u32) -> Value| {
        let chosen = list.iter().enumerate().filter(|(_, ty)| wanted(**ty)).map(move |(index, _)| make(index as u32));
        chosen.collect::<Vec<_>>()
    };
    let mut values = of(types.parameters(), Value::parameter);
    values.extend(of(types.constants(), Value::constant));
    values.extend(of(types.results(), Value::instruction));
    if wanted(ValueType::I32) {
        values.extend((0..module.globals.len() as u32).map(Value::global));
        let defined = |index: &u32| module.functions[*index as usize].body.is_some();
        values.extend((0..module.functions.len() as u32).filter(defined).map(Value::function));
    }
    values
}

fn pairs(instruction: &Instruction) -> usize {
    let callee = usize::from(matches!(instruction, Instruction::Call { .. }));
    operands(instruction).saturating_sub(1 + callee)
}

/// Counts pairs of adjacent operands.
pub(super) fn count_pairs(module: &Module) -> usize {
    count(module, pairs)
}

/// Exchanges two adjacent operands.
pub(super) fn swap_operands(mutant: &mut Mutant<'_, '_>, index: usize) -> Touched {
    let Some((function, at, place)) = find(&mutant.module, index, pairs) else { return Touched::Nothing };
    let Some(instruction) = instruction(&mut mutant.module, function, at) else { return Touched::Nothing };
    let mut values = Vec::new();
    instruction.for_each_value(|value| values.push(value));
    let first = values.len() - 1 - pairs(instruction) + place;
    values.swap(first, first + 1);
    let mut values = values.into_iter();
    instruction.for_each_value_mut(|value| *value = values.next().unwrap_or(*value));
    Touched::Function(function)
}

/// Returns an instruction by function and place.
pub(super) fn instruction(module: &mut Module, function: usize, at: usize) -> Option<&mut Instruction> {
    module.functions.get_mut(function)?.body.as_mut()?.instructions.get_mut(at)
}
