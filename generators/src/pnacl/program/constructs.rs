//! The list of constructs, and the control flow constructs that are not loops.

use super::super::kinds::{Kind, extend};
use super::compute::condition;
use super::context::{Construct, Program};
use super::edges;
use super::emit::{binary_of, branch, branch_if, call_named, literal, push, temporary};
use super::guards::is_rare_trap;
use super::joins::{edge, join, kinds_to_join};
use super::jumps::jump_back;
use super::loops::{counted_loop, leave_loop, two_entries};
use super::material::{noise, operand};
use super::memory::small_alloca;
use super::recursion::recursion;
use super::rounds::Edge;
use super::sequence::{arm, sequence, side_way};
use super::sinks::{checksum, leave_function, sink_scope};
use irsmith_pnacl::tables::{BinaryOp, IntrinsicId, Predicate};
use irsmith_pnacl::{BlockId, Instruction, SwitchCase};
use smallvec::SmallVec;

/// The constructs, each with the fewest instructions for which it is worthwhile, and its weight.
pub(super) const CONSTRUCTS: &[Construct] = &[
    Construct { least: 8, weight: 20, make: if_else },
    Construct { least: 12, weight: 60, make: counted_loop },
    Construct { least: 14, weight: 12, make: switch },
    Construct { least: 20, weight: 3, make: two_entries },
    Construct { least: 8, weight: 4, make: leave_loop },
    Construct { least: 16, weight: 4, make: recursion },
    Construct { least: 8, weight: 3, make: |program, budget| stack_scope(program, budget / 2) },
    Construct { least: 6, weight: 2, make: early_return },
    Construct { least: 4, weight: 2, make: |program, _| never(program) },
    Construct { least: 2, weight: 2, make: |program, _| jump(program) },
    Construct { least: 8, weight: 1, make: |program, _| orphan(program) },
    Construct { least: 10, weight: 6, make: jump_back },
];

fn if_else(program: &mut Program<'_, '_>, budget: u32) -> bool {
    let condition = condition(program);
    let kinds = kinds_to_join(program);
    let mut straight = program.build.choices.chance(96).then(|| edge(program, &kinds));
    let sum = checksum(program);
    let [then, next] = [program.frame.code.block(), program.frame.code.block()];
    let otherwise = if straight.is_some() { next } else { program.frame.code.block() };
    let swapped = program.build.choices.chance(128);
    let (first, second) = if swapped { (otherwise, then) } else { (then, otherwise) };
    branch_if(program, condition, first, second);
    let mut edges = Vec::with_capacity(2);
    edges.push(arm(program, then, budget / 3, &kinds, sum));
    branch(program, next);
    edges.push(match straight.take() {
        Some(edge) => edge,
        None => {
            let edge = arm(program, otherwise, budget / 3, &kinds, sum);
            branch(program, next);
            edge
        }
    });
    join(program, next, &kinds, &edges);
    true
}

/// Generates a switch whose value equals a case most of the time. In one switch of four the cases are far apart: engines search if a table
/// would be too large, and a value may then be between two cases.
fn switch(program: &mut Program<'_, '_>, budget: u32) -> bool {
    let kind = Kind::NUMBERS[program.build.choices.below(Kind::NUMBERS.len())];
    let bits = kind.ty().scalar_bits();
    let count = match program.build.choices.below(8) {
        0 => 0,
        1 => 1,
        7 => 7 + program.build.choices.below(10),
        _ => 2 + program.build.choices.below(5),
    };
    let base = edges::any(kind, &mut noise(program)) as u64;
    // The distance is twice an odd number: no two values are equal, and an odd multiple lies between them.
    let apart = (bits > 1 && program.build.choices.chance(64)).then(|| program.build.choices.wide() | 1);
    let distance = apart.map_or(1, |half| half.wrapping_mul(2));
    let value = operand(program, kind);
    let value = if program.build.choices.chance(208) {
        let reach = (count as u64).next_power_of_two().max(2) << u32::from(apart.is_some());
        let mask = literal(program, kind, reach - 1);
        let low = binary_of(program, kind, BinaryOp::And, value, mask);
        let low = match apart {
            Some(half) => {
                let half = literal(program, kind, half & edges::low(bits));
                binary_of(program, kind, BinaryOp::Mul, low, half)
            }
            None => low,
        };
        let base = literal(program, kind, base);
        binary_of(program, kind, BinaryOp::Add, low, base)
    } else {
        value
    };
    // A value that differs from a case in its upper half alone.
    let value = if bits > 8 && program.build.choices.chance(40) {
        let bit = bits / 2 + program.build.choices.below(bits as usize / 2) as u32;
        let bit = literal(program, kind, 1 << bit);
        binary_of(program, kind, BinaryOp::Xor, value, bit)
    } else {
        value
    };
    let kinds = kinds_to_join(program);
    let straight = edge(program, &kinds);
    let arms = 1 + program.build.choices.below(3);
    let blocks: SmallVec<[usize; 4]> = (0..arms).map(|_| program.frame.code.block()).collect();
    let next = program.frame.code.block();
    let ty = program.build.types.of(kind);
    let mut used = [false; 4];
    let mut target = |program: &mut Program<'_, '_>| {
        let arm = program.build.choices.below(arms + 1);
        used[arm] = true;
        BlockId(blocks.get(arm).copied().unwrap_or(next) as u32)
    };
    let default = target(program);
    let cases: SmallVec<[SwitchCase; 4]> = (0..count as u64)
        .map(|index| SwitchCase { value: extend(base.wrapping_add(index.wrapping_mul(distance)), bits), target: target(program) })
        .collect();
    let direct = std::iter::once(&default).chain(cases.iter().map(|case| &case.target)).filter(|target| target.0 == next as u32).count();
    push(program, Instruction::Switch { ty, condition: value, default, cases });
    let mut edges: Vec<Edge> = std::iter::repeat_n(straight.clone(), direct).collect();
    for (place, &block) in blocks.iter().enumerate() {
        // An arm that no case reaches is a block without predecessors.
        let share = if used[place] { budget / (arms as u32 + 2) } else { 1 };
        edges.push(arm(program, block, share, &kinds, straight.sum));
        branch(program, next);
    }
    join(program, next, &kinds, &edges);
    true
}

fn early_return(program: &mut Program<'_, '_>, budget: u32) -> bool {
    side_way(program, budget, |program, mark| {
        sink_scope(program, mark);
        leave_function(program);
    });
    true
}

/// Generates code that is never or rarely executed: after a condition that does not hold.
fn never(program: &mut Program<'_, '_>) -> bool {
    let condition = if is_rare_trap(program) {
        condition(program)
    } else {
        let kind = Kind::NUMBERS[program.build.choices.below(Kind::NUMBERS.len())];
        let value = operand(program, kind);
        let (predicate, other) = match program.build.choices.below(3) {
            0 => (Predicate::Ne, value),
            1 => (Predicate::Ult, literal(program, kind, 0)),
            _ => (Predicate::Sgt, literal(program, kind, (1 << (kind.ty().scalar_bits() - 1)) - 1)),
        };
        temporary(program, Kind::I1, Instruction::Compare { a: value, b: other, predicate })
    };
    let [side, next] = [program.frame.code.block(), program.frame.code.block()];
    branch_if(program, condition, side, next);
    program.frame.code.start(side);
    if program.build.choices.chance(96) {
        call_named(program, IntrinsicId::Trap, &[]);
    }
    push(program, Instruction::Unreachable {});
    program.frame.code.start(next);
    true
}

/// Continues in another block, in one or two ways.
fn jump(program: &mut Program<'_, '_>) -> bool {
    let next = program.frame.code.block();
    if program.build.choices.chance(96) {
        let condition = condition(program);
        branch_if(program, condition, next, next);
    } else {
        branch(program, next);
    }
    program.frame.code.start(next);
    true
}

/// Generates a block without predecessors.
fn orphan(program: &mut Program<'_, '_>) -> bool {
    let [orphan, next] = [program.frame.code.block(), program.frame.code.block()];
    let kinds = kinds_to_join(program);
    let straight = edge(program, &kinds);
    branch(program, next);
    let edge = arm(program, orphan, 3, &kinds, straight.sum);
    branch(program, next);
    join(program, next, &kinds, &[straight, edge]);
    true
}

/// Generates statements whose stack memory is released after them.
fn stack_scope(program: &mut Program<'_, '_>, budget: u32) -> bool {
    // The saved stack pointer then is not the beginning of the stack, and later allocas show what was restored.
    let around = program.build.choices.chance(128);
    if around {
        small_alloca(program);
    }
    let saved = call_named(program, IntrinsicId::StackSave, &[]);
    let regions = program.frame.scope.regions().len();
    small_alloca(program);
    sequence(program, budget);
    program.frame.scope.keep_regions(regions);
    let saved = if is_rare_trap(program) { Some(operand(program, Kind::I32)) } else { saved };
    if let Some(saved) = saved {
        call_named(program, IntrinsicId::StackRestore, &[saved]);
    }
    if around {
        small_alloca(program);
    }
    true
}
