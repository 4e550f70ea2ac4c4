//! Bodies of functions, block by block.

use super::build::Build;
use super::control::plan;
use super::dominators::Mask;
use super::forms::IntegerClass;
use super::functions::Callable;
use super::kinds::{Kind, extend};
use super::operands::{keep_promises, operand};
use super::phis::phis;
use super::plan::End;
use irsmith_pnacl::{BlockId, Instruction, SwitchCase, Value};
use smallvec::SmallVec;

/// Generates the body of a defined function.
pub(super) fn body(build: &mut Build<'_, '_>, Callable { function, result }: Callable) {
    plan(build);
    build.values.start();
    for (kind, parameter) in build.types.parameters(build.functions.ty(function)).zip((0..).map(Value::parameter)) {
        build.values.add(kind, parameter);
    }
    for place in 0..build.plan.blocks() {
        block(build, place, result);
    }
    build.functions.set_body(function, build.values.take());
}

fn block(build: &mut Build<'_, '_>, block: usize, result: Option<Kind>) {
    let dominators = build.plan.dominators().of(block);
    let emitted: Mask = (1 << block) - 1;
    build.values.begin_block(block as u8, dominators, dominators & !emitted & !(1 << block));
    phis(build);
    for _ in 0..build.choices.up_to(build.config.instructions) {
        build.statement();
    }
    keep_promises(build);
    let terminator = terminator(build, block, result);
    build.values.push(terminator);
}

fn terminator(build: &mut Build<'_, '_>, block: usize, result: Option<Kind>) -> Instruction {
    match build.plan.end(block) {
        End::Return => Instruction::Ret { value: result.map(|kind| operand(build, kind)) },
        End::Unreachable => Instruction::Unreachable {},
        End::Branch(target) => Instruction::Branch { target: BlockId(target.into()) },
        End::BranchIf(then, otherwise) => {
            let condition = operand(build, Kind::I1);
            let [then, otherwise] = [then, otherwise].map(|block| BlockId(block.into()));
            Instruction::BranchIf { then, otherwise, condition }
        }
        End::Switch { kind, default, first, count } => switch(build, kind, default, first as usize, count as usize),
    }
}

fn switch(build: &mut Build<'_, '_>, kind: Kind, default: u8, first: usize, count: usize) -> Instruction {
    let condition = operand(build, kind);
    let ty = build.types.of(kind);
    let bits = kind.ty().scalar_bits();
    let mut cases: SmallVec<[SwitchCase; 4]> = SmallVec::with_capacity(count);
    let (mut value, step) = case_values(build, bits, count);
    for &target in build.plan.targets(first, count) {
        cases.push(SwitchCase { value: extend(value, bits), target: BlockId(target.into()) });
        value = value.wrapping_add(step);
    }
    Instruction::Switch { ty, condition, default: BlockId(default.into()), cases }
}

/// Draws the first of this many case values, and the step to the next: from 0 on, around a boundary of the type, or anywhere; dense or not.
fn case_values(build: &mut Build<'_, '_>, bits: u32, count: usize) -> (u64, u64) {
    let random = build.choices.wide();
    // An odd step repeats no value before all values have occurred.
    let step = if random & 4 == 0 { 1 } else { u64::from(build.choices.byte()) << 1 | 1 };
    let start = match random & 3 {
        0 => random >> 3,
        1 => random % 5,
        _ => {
            let boundary = build.choices.pick(IntegerClass::ALL).map_or(0, |class| class.value(bits, random >> 3));
            boundary.wrapping_sub(step.wrapping_mul(build.choices.below(count) as u64))
        }
    };
    (start, step)
}
