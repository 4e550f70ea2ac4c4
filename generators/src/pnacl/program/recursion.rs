//! Recursive calls of a function.

use super::super::kinds::Kind;
use super::context::Program;
use super::costs::NESTED;
use super::emit::{binary_of, branch, branch_if, number, temporary};
use super::frame::Planned;
use super::guards::is_rare_trap;
use super::joins::{edge, join};
use super::material::operand;
use super::rounds::Edge;
use super::sinks::checksum;
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{Instruction, Value};
use smallvec::SmallVec;

/// Generates a call of the function itself while the low bits of its first parameter are not zero, with the parameter decremented.
pub(super) fn recursion(program: &mut Program<'_, '_>, _: u32) -> bool {
    let Planned { function, result, ref parameters, .. } = program.functions[program.frame.place()];
    let parameters = parameters.clone();
    let once = program.frame.times() == 1 && program.frame.depth() == 1 && program.frame.innermost().is_none();
    let cheap = program.frame.cost() <= u64::from(program.knobs.steps / 8) && program.frame.stack() == 0;
    if parameters.first() != Some(&Kind::I32) || !once || program.frame.is_recursive() || !cheap {
        return false;
    }
    program.frame.set_recursive();
    let endless = is_rare_trap(program);
    let (fuel, mask, zero, minus) = (Value::parameter(0), number(program, NESTED), number(program, 0), number(program, u32::MAX));
    let fuel = if endless { fuel } else { binary_of(program, Kind::I32, BinaryOp::And, fuel, mask) };
    let more = temporary(program, Kind::I1, Instruction::Compare { a: fuel, b: zero, predicate: Predicate::Ne });
    let kinds: SmallVec<[Kind; 2]> = result.into_iter().collect();
    let straight = edge(program, &kinds);
    let [again, next] = [program.frame.code.block(), program.frame.code.block()];
    branch_if(program, more, again, next);
    program.frame.code.start(again);
    let less = binary_of(program, Kind::I32, BinaryOp::Add, fuel, minus);
    let rest: SmallVec<[Value; 4]> = parameters[1..].iter().map(|&kind| operand(program, kind)).collect();
    let arguments = std::iter::once(less).chain(rest).collect();
    let value = program.frame.push(Instruction::Call { tail: false, callee: Value::function(function), arguments }, result);
    let values = result.map(|_| value).into_iter().collect();
    let sum = checksum(program);
    let back = Edge { block: program.frame.code.current(), sum, values };
    branch(program, next);
    join(program, next, &kinds, &[straight, back]);
    true
}
