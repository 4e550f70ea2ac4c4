//! Where results are: in locals, or on WebAssembly's stack until the next instruction uses them.

use super::super::Unsupported;
use super::numbers::SETJMP_NAME;
use super::operand::{Operand, value_type};
use super::shared::Shared;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Body, Instruction, Value, ValueTypes};
use wasm_encoder::ValType;

/// Returns where the results of a body are, and the types of the necessary locals: those of one type are consecutive, because WebAssembly
/// declares them in runs.
pub(super) fn homes(shared: &Shared<'_>, body: &Body, types: &ValueTypes) -> Result<(Vec<Operand>, Vec<ValType>), Unsupported> {
    let results = types.results().iter().map(|&ty| value_type(ty)).collect::<Result<Vec<_>, _>>()?;
    let stacked = stacked(shared, body, types);
    let (first, mut locals) = (types.parameters().len(), Vec::with_capacity(results.len()));
    let mut homes = vec![Operand::Stack; results.len()];
    for ty in [ValType::I32, ValType::I64, ValType::F32, ValType::F64, ValType::V128] {
        let local = results.iter().zip(&stacked).zip(&mut homes).filter(|((result, stacked), _)| **result == ty && !**stacked);
        for (_, home) in local {
            *home = Operand::Local((first + locals.len()) as u32);
            locals.push(ty);
        }
    }
    Ok((homes, locals))
}

/// Returns for each result of a body whether it stays on the stack: the next instruction is the only user, and pushes it first.
fn stacked(shared: &Shared<'_>, body: &Body, types: &ValueTypes) -> Vec<bool> {
    let mut uses = vec![0u32; types.results().len()];
    for instruction in &body.instructions {
        instruction.for_each_value(|value| {
            if let (true, Some(count)) = (value.is_instruction(), uses.get_mut(value.index() as usize)) {
                *count += 1;
            }
        });
    }
    let mut stacked = vec![false; uses.len()];
    let mut next = 0;
    for pair in body.instructions.windows(2) {
        if pair[0].has_result(shared.module()) {
            let result = Some(Value::instruction(next));
            let taken = first_pushed(shared, types, &pair[1]) == result || second_of_two(&pair[1]) == result;
            stacked[next as usize] = taken && uses[next as usize] == 1 && !is_set_elsewhere(shared, &pair[0]);
            next += 1;
        }
    }
    stacked
}

/// Returns whether the code of an instruction does not end with its result on the stack: phis are set on edges, and the result of a setjmp
/// after it.
fn is_set_elsewhere(shared: &Shared<'_>, instruction: &Instruction) -> bool {
    match instruction {
        Instruction::Phi { .. } => true,
        Instruction::Call { callee, .. } => shared.intrinsic(*callee) == Some(SETJMP_NAME),
        _ => false,
    }
}

/// Returns the operand that can also be pushed first.
fn second_of_two(instruction: &Instruction) -> Option<Value> {
    match instruction {
        Instruction::Binary { b, op, .. } if op.is_commutative() => Some(*b),
        _ => None,
    }
}

/// Returns the operand that the code of an instruction pushes before all others, and only once.
fn first_pushed(shared: &Shared<'_>, types: &ValueTypes, instruction: &Instruction) -> Option<Value> {
    match instruction {
        Instruction::Ret { value } => *value,
        Instruction::BranchIf { condition, .. } => Some(*condition),
        Instruction::Binary { a, op: BinaryOp::SDiv, .. } if types.get(*a).scalar_bits() >= 32 && !types.get(*a).is_float() => None,
        Instruction::Binary { a, .. } => Some(*a),
        Instruction::Cast { value, .. } => Some(*value),
        Instruction::ExtractElement { vector, .. } | Instruction::InsertElement { vector, .. } => Some(*vector),
        Instruction::Load { pointer, .. } | Instruction::Store { pointer, .. } => Some(*pointer),
        Instruction::Compare { a, predicate, .. } if predicate.is_integer() => Some(*a),
        Instruction::Select { a, .. } => Some(*a),
        Instruction::Call { callee, arguments, .. } if shared.intrinsic(*callee).is_none() => arguments.first().copied(),
        _ => None,
    }
}
