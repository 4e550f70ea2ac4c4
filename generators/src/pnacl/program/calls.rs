//! Statements that call functions of the module.
//!
//! A function calls functions that come after it, so calls end; a function may call itself a few times, counting down. Bodies are generated
//! from the last to the first: the cost of a call is known when the call is generated.

use super::super::calls::{CallForm, CallRow, IndirectCallForm};
use super::super::declarations::signature_kind;
use super::super::kinds::{BYTE, Kind};
use super::context::Program;
use super::costs::limit;
use super::emit::{binary_of, define, new_global, number, push, temporary};
use super::frame::Planned;
use super::guards::is_rarely_made_trap;
use super::material::operand;
use irsmith_pnacl::interpret::Layout;
use irsmith_pnacl::tables::BinaryOp;
use irsmith_pnacl::{Alignment, Global, Initializer, Instruction, Value};
use smallvec::SmallVec;

type Arguments = SmallVec<[Value; 4]>;

/// Generates a call by name, if there is a suitable function.
pub(super) fn call(program: &mut Program<'_, '_>, form: CallForm) {
    let &CallRow { tail, valued } = form.row();
    let Some(place) = callable(program, valued) else { return };
    account(program, place);
    let arguments = arguments_of(program, place);
    let callee = Value::function(program.functions[place].function);
    result_of(program, program.functions[place].result, Instruction::Call { tail, callee, arguments });
}

/// Generates a call by address.
pub(super) fn call_indirect(program: &mut Program<'_, '_>, form: IndirectCallForm) {
    let &CallRow { tail, valued } = form.row();
    if is_rarely_made_trap(program) {
        bad_call(program, tail, valued);
        return;
    }
    let Some(place) = callable(program, valued) else { return };
    let pointer = function_pointer(program, place);
    let arguments = arguments_of(program, place);
    let kind = program.functions[place].result;
    let result = program.build.types.result(kind);
    result_of(program, kind, Instruction::CallIndirect { tail, pointer, result, arguments });
}

fn result_of(program: &mut Program<'_, '_>, kind: Option<Kind>, instruction: Instruction) {
    match kind {
        Some(kind) => {
            define(program, kind, instruction);
        }
        None => push(program, instruction),
    }
}

/// Draws a function that can be called here, with a result or without.
fn callable(program: &mut Program<'_, '_>, valued: bool) -> Option<usize> {
    let first = program.frame.place() + 1;
    let count = program.functions.len();
    let start = first + program.build.choices.below(count.saturating_sub(first));
    let limit = limit(program);
    let fits = |place: &usize| {
        let callee = &program.functions[*place];
        callee.result.is_some() == valued && program.frame.cost_with(callee.cost) <= limit
    };
    (start..count).chain(first..start.min(count)).find(fits)
}

fn account(program: &mut Program<'_, '_>, place: usize) {
    let cost = program.frame.times() * program.functions[place].cost;
    program.frame.add_cost(cost);
}

fn arguments_of(program: &mut Program<'_, '_>, place: usize) -> Arguments {
    let parameters = program.functions[place].parameters.clone();
    parameters.into_iter().map(|kind| operand(program, kind)).collect()
}

/// Returns another function of the same signature that is as cheap, or the same one.
fn alike(program: &mut Program<'_, '_>, place: usize) -> usize {
    let callee = &program.functions[place];
    let same = |other: &usize| {
        let other = &program.functions[*other];
        other.result == callee.result && other.parameters == callee.parameters && other.cost <= callee.cost.max(64)
    };
    (program.frame.place() + 1..program.functions.len()).filter(same).find(|&other| other != place).unwrap_or(place)
}

/// Returns the address of a function: directly, from a table, by a select, or computed.
fn function_pointer(program: &mut Program<'_, '_>, place: usize) -> Value {
    let other = alike(program, place);
    let address = Value::function(program.functions[place].function);
    let second = Value::function(program.functions[other].function);
    let draw = program.build.choices.below(5);
    account(program, place);
    match draw {
        0 => address,
        1 => {
            let condition = operand(program, Kind::I1);
            account(program, other);
            temporary(program, Kind::I32, Instruction::Select { a: address, b: second, condition })
        }
        2 => {
            account(program, other);
            let table = table(program, &[(address, None), (second, Some(0)), (address, None), (second, None)]);
            let (index, mask) = (operand(program, Kind::I32), number(program, 12));
            let offset = binary_of(program, Kind::I32, BinaryOp::And, index, mask);
            let pointer = binary_of(program, Kind::I32, BinaryOp::Add, table, offset);
            read_address(program, pointer)
        }
        3 => {
            let table = table(program, &[(address, Some(20))]);
            let (moved, back) = (read_address(program, table), number(program, 20));
            binary_of(program, Kind::I32, BinaryOp::Sub, moved, back)
        }
        _ => {
            let table = table(program, &[(address, None)]);
            read_address(program, table)
        }
    }
}

fn read_address(program: &mut Program<'_, '_>, pointer: Value) -> Value {
    let ty = program.build.types.of(Kind::I32);
    temporary(program, Kind::I32, Instruction::Load { pointer, alignment: BYTE, ty })
}

/// Returns a global that contains addresses.
fn table(program: &mut Program<'_, '_>, entries: &[(Value, Option<u32>)]) -> Value {
    let initializers = entries.iter().map(|&(value, addend)| Initializer::Relocation { value, addend }).collect();
    let constant = program.build.choices.chance(128);
    let alignment = Alignment::from_bytes(4).unwrap_or_default();
    new_global(program, Global { alignment, constant, initializers })
}

/// Generates a call of a value that is nearly a function, or of a function with a nearly matching signature.
fn near_call(program: &mut Program<'_, '_>, tail: bool) {
    let place = program.build.choices.below(program.functions.len());
    let Planned { function, result, ref parameters, .. } = program.functions[place];
    let (mut kind, mut kinds, mut pointer) = (result, parameters.clone(), Value::function(function));
    match (program.build.choices.below(4), kinds.pop()) {
        (0, Some(last)) => {
            let other = other_kind(program, last);
            kinds.extend((!program.build.choices.chance(64)).then_some(other));
        }
        (0 | 1, last) => {
            kinds.extend(last);
            kind = match kind {
                Some(kind) => (!program.build.choices.chance(64)).then(|| other_kind(program, kind)),
                None => Some(signature_kind(&mut program.build)),
            };
        }
        (2, last) => {
            kinds.extend(last);
            let between = 1 + program.build.choices.below(Layout::FUNCTION_STEP as usize - 1) as u32;
            let between = number(program, between);
            pointer = binary_of(program, Kind::I32, BinaryOp::Add, pointer, between);
        }
        // An intrinsic, which has no body, or an address after all functions.
        (_, last) => {
            kinds.extend(last);
            let planned = |index: &usize| program.functions.iter().any(|planned| planned.function as usize == *index);
            let others: SmallVec<[usize; 8]> = (0..=program.build.functions.len()).filter(|index| !planned(index)).collect();
            let other = others[program.build.choices.below(others.len())] as u32;
            pointer = number(program, Layout::function_address(other));
        }
    }
    let result = program.build.types.result(kind);
    let arguments = kinds.into_iter().map(|kind| operand(program, kind)).collect();
    result_of(program, kind, Instruction::CallIndirect { tail, pointer, result, arguments });
}

/// Draws another kind that functions accept, half of the time one with the same number of bits, if there is one.
fn other_kind(program: &mut Program<'_, '_>, kind: Kind) -> Kind {
    let (first, wide) = (program.build.choices.below(Kind::SIGNATURE.len()), program.build.choices.chance(128));
    let fits =
        |other: &Kind| *other != kind && (wide || other.ty().bits() == kind.ty().bits()) && (program.vectors || !other.ty().is_vector());
    let (before, behind) = Kind::SIGNATURE.split_at(first);
    behind.iter().chain(before).copied().find(fits).unwrap_or(kind)
}

/// Generates a call of a value that is not a function, or of a function with a wrong signature.
fn bad_call(program: &mut Program<'_, '_>, tail: bool, valued: bool) {
    // The callee may cost as much as anything.
    program.frame.add_cost(program.knobs.steps.into());
    if program.build.choices.chance(160) {
        near_call(program, tail);
        return;
    }
    let pointer = match program.build.choices.below(4) {
        0 => operand(program, Kind::I32),
        1 => number(program, 0),
        2 => program.shared.total(),
        // With or without a matching signature.
        _ => Value::function(program.functions[program.build.choices.below(program.functions.len())].function),
    };
    let kind = valued.then(|| signature_kind(&mut program.build));
    let result = program.build.types.result(kind);
    let count = program.build.choices.below(3);
    let arguments = (0..count).map(|_| operand(program, Kind::I32)).collect();
    result_of(program, kind, Instruction::CallIndirect { tail, pointer, result, arguments });
}
