//! `setjmp` and `longjmp`, used correctly: the function that set the buffer is active at the jump.

use super::super::kinds::{BYTE, Kind};
use super::context::{Jumps, Program};
use super::costs::settle;
use super::emit::{branch, branch_if, call_named, new_global, number, push, temporary};
use super::finish::finish;
use super::joins::{edge, join, kinds_to_join};
use super::material::operand;
use super::planned::plan_function;
use super::rounds::Edge;
use super::sequence::arm;
use irsmith_pnacl::tables::{IntrinsicId, Predicate};
use irsmith_pnacl::{Alignment, Body, Global, Initializer, Instruction, Value};

/// Generates the requirements of jumping, including the body of the jumping function.
pub(super) fn prepare_jumps(program: &mut Program<'_, '_>) {
    let flag = zeros(program, 4);
    let leaper = plan_function(program, None, &[Kind::I32, Kind::I32]);
    let place = program.functions.len() - 1;
    program.jumps = Some(Jumps { flag, leaper });
    program.frame.begin(place);
    let [jump, end] = [program.frame.code.block(), program.frame.code.block()];
    let ty = program.build.types.of(Kind::I32);
    let set = temporary(program, Kind::I32, Instruction::Load { pointer: flag, alignment: BYTE, ty });
    let zero = number(program, 0);
    let is_set = temporary(program, Kind::I1, Instruction::Compare { a: set, b: zero, predicate: Predicate::Ne });
    branch_if(program, is_set, jump, end);
    program.frame.code.start(jump);
    call_named(program, IntrinsicId::Longjmp, &[Value::parameter(0), Value::parameter(1)]);
    push(program, Instruction::Unreachable {});
    program.frame.code.start(end);
    push(program, Instruction::Ret { value: None });
    settle(program);
    let body: Body = finish(program);
    program.build.functions.set_body(leaper, body);
}

/// Adds a global of zeros.
fn zeros(program: &mut Program<'_, '_>, bytes: u64) -> Value {
    let alignment = Alignment::from_bytes(16).unwrap_or_default();
    new_global(program, Global { alignment, constant: false, initializers: vec![Initializer::Zerofill(bytes)] })
}

/// Generates a jump back: the buffer is set, some statements later control jumps to it, and the function continues after the setjmp once
/// more.
pub(super) fn jump_back(program: &mut Program<'_, '_>, budget: u32) -> bool {
    let Some(Jumps { flag, leaper }) = program.jumps else { return false };
    let buffer = zeros(program, 64);
    let Some(result) = call_named(program, IntrinsicId::Setjmp, &[buffer]) else { return false };
    let kinds = kinds_to_join(program);
    let straight = edge(program, &kinds);
    let zero = number(program, 0);
    let first = temporary(program, Kind::I1, Instruction::Compare { a: result, b: zero, predicate: Predicate::Eq });
    let [before, after] = [program.frame.code.block(), program.frame.code.block()];
    branch_if(program, first, before, after);
    let outer = program.frame.hide_loops();
    let edge = arm(program, before, budget / 2, &kinds, straight.sum);
    program.frame.show_loops(outer);
    let set = number(program, 1);
    push(program, Instruction::Store { pointer: flag, value: set, alignment: BYTE });
    // When returned to, a setjmp never gives 0.
    let value = if program.build.choices.chance(64) { number(program, 0) } else { operand(program, Kind::I32) };
    let mut edges: Vec<Edge> = vec![straight];
    if program.build.choices.chance(96) {
        call_named(program, IntrinsicId::Longjmp, &[buffer, value]);
        push(program, Instruction::Unreachable {});
    } else {
        push(program, Instruction::Call { tail: false, callee: Value::function(leaper), arguments: [buffer, value].into_iter().collect() });
        branch(program, after);
        edges.push(edge);
    }
    join(program, after, &kinds, &edges);
    let clear = number(program, 0);
    push(program, Instruction::Store { pointer: flag, value: clear, alignment: BYTE });
    program.frame.scope.offer(Kind::I32, result, false, true);
    true
}
