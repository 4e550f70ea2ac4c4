//! Counted loops.
//!
//! A loop's header has the counter, the checksum, and phis of any kinds. Two or three phis of one kind form a cycle: over the back edge
//! each takes another's value, so that an engine that assigns phis in sequence instead of at once gets other results.

use super::super::kinds::{Kind, extend};
use super::compute::condition;
use super::context::Program;
use super::costs::limit;
use super::edges::{self, low};
use super::emit::{binary_of, branch, branch_if, literal, temporary};
use super::guards::{Hazard, is_unguarded};
use super::joins::{edge, join, kinds_to_join, phi_kind};
use super::material::{fresh, material, noise, operand};
use super::rounds::{Carried, Count, Edge, Loop, Role};
use super::scope::Mark;
use super::sequence::{sequence, side_way};
use super::sinks::{checksum, sink_scope};
use irsmith_pnacl::tables::{BinaryOp, Predicate};
use irsmith_pnacl::{BlockId, Incoming, Instruction, Value};
use smallvec::SmallVec;

/// Generates a loop with as many iterations as the remaining cost of the function allows.
pub(super) fn counted_loop(program: &mut Program<'_, '_>, budget: u32) -> bool {
    let round = program.frame.times() * u64::from(budget / 2 + 16);
    let affordable = limit(program).saturating_sub(program.frame.cost()) / round;
    let most = affordable.min(u64::from(program.knobs.rounds));
    if most < 2 {
        return false;
    }
    let rounds = 2 + program.build.choices.below(most as usize - 1) as u64;
    let kind = Kind::NUMBERS[program.build.choices.below(Kind::NUMBERS.len())];
    let (count, start, rounds) = count(program, kind, rounds);
    let before = program.frame.times();
    program.frame.set_times(before * rounds);
    loop_of(program, budget, kind, count, start);
    program.frame.set_times(before);
    true
}

/// Draws how to count, the initial value, and the maximum number of iterations.
fn count(program: &mut Program<'_, '_>, kind: Kind, rounds: u64) -> (Count, Value, u64) {
    let bits = kind.ty().scalar_bits();
    match program.build.choices.below(8) {
        0 => {
            // A number of iterations that is not known in advance.
            let mask = (rounds + 1).next_power_of_two() / 2 - 1;
            let (value, mask_value) = (operand(program, kind), literal(program, kind, mask));
            let start = binary_of(program, kind, BinaryOp::And, value, mask_value);
            (Count::Down, start, mask.max(1))
        }
        1 => {
            let start = program.build.choices.byte();
            let start = u64::from(start) & low(rounds.min(8) as u32) | 1;
            (Count::Shift, literal(program, kind, start), rounds)
        }
        draw => {
            let start = edges::any(kind, &mut noise(program)) as u64;
            let step = if draw < 5 { [1, u64::MAX][draw & 1] } else { extend(u64::from(program.build.choices.byte()), 8) as u64 };
            let step = if step == 0 { 1 } else { step };
            let end = start.wrapping_add(step.wrapping_mul(rounds)) & low(bits);
            let start = material(program, kind, start.into());
            (Count::Until { step, end }, start, rounds)
        }
    }
}

fn loop_of(program: &mut Program<'_, '_>, budget: u32, kind: Kind, count: Count, start: Value) {
    let (header, exit) = (program.frame.code.block(), program.frame.code.block());
    let ring = 2 + program.build.choices.below(2);
    let ring_kind = phi_kind(program);
    let mut initial: SmallVec<[(Kind, Value, Role); 6]> = SmallVec::new();
    initial.push((kind, start, Role::Counter));
    initial.push((Kind::I64, checksum(program), Role::Sum));
    if program.build.choices.chance(192) {
        for place in 0..ring {
            // One of them is new, so that not all are equal.
            let value = if place == 0 { fresh(program, ring_kind) } else { operand(program, ring_kind) };
            initial.push((ring_kind, value, Role::Ring(2 + (place + 1) % ring)));
        }
    }
    for _ in 0..program.build.choices.below(3) {
        let kind = phi_kind(program);
        let value = operand(program, kind);
        initial.push((kind, value, Role::Free));
    }
    let kinds = kinds_to_join(program);
    let before = program.frame.code.current();
    branch(program, header);
    program.frame.code.start(header);
    let mark = program.frame.scope.mark();
    let mut carried: SmallVec<[Carried; 6]> = SmallVec::new();
    for (kind, value, role) in initial {
        let ty = program.build.types.of(kind);
        let incoming = std::iter::once(Incoming { value, block: BlockId(before as u32) }).collect();
        let value = temporary(program, kind, Instruction::Phi { ty, incoming });
        match role {
            Role::Sum => program.frame.set_sum(value),
            _ => program.frame.scope.offer(kind, value, role == Role::Counter, matches!(role, Role::Ring(_))),
        }
        carried.push(Carried { kind, value, role });
    }
    let tests_first = program.build.choices.chance(112);
    program.frame.enter_loop(Loop { header, exit, kind, count, tests_first, carried, kinds, exits: Vec::new() });
    if tests_first {
        let body = program.frame.code.block();
        let value = program.frame.innermost().map(Loop::counter).map_or(start, |counter| counter.1);
        test(program, value, body);
        program.frame.code.start(body);
    }
    sequence(program, budget / 2);
    end_round(program, mark);
    let Some(done) = program.frame.leave_loop() else { return };
    program.frame.scope.release(mark);
    join(program, done.exit, &done.kinds, &done.exits);
    for carried in done.carried {
        if carried.role != Role::Sum {
            // The final values of the cycle show its order.
            program.frame.scope.offer(carried.kind, carried.value, !matches!(carried.role, Role::Ring(_)), false);
        }
    }
}

/// Ends a block of the loop with a branch to `more`, or to the exit. `value` is the counter that is tested.
fn test(program: &mut Program<'_, '_>, value: Value, more: usize) {
    let Some(inner) = program.frame.innermost() else { return };
    let (kind, count, exit, kinds) = (inner.kind, inner.count, inner.exit, inner.kinds.clone());
    let end = match count {
        Count::Until { end, .. } => end,
        Count::Down | Count::Shift => 0,
    };
    let end = literal(program, kind, end);
    let stops = program.build.choices.chance(128);
    let predicate = match (count, stops) {
        (Count::Down, false) => Predicate::Sgt,
        (Count::Down, true) => Predicate::Sle,
        (_, false) => Predicate::Ne,
        (_, true) => Predicate::Eq,
    };
    let condition = if is_unguarded(program, Hazard::Trap) && program.build.choices.chance(40) {
        // May never end. Rare, because running out of fuel takes longer than the whole rest of a case.
        operand(program, Kind::I1)
    } else {
        temporary(program, Kind::I1, Instruction::Compare { a: value, b: end, predicate })
    };
    let edge = edge(program, &kinds);
    if let Some(inner) = program.frame.innermost_mut() {
        inner.exits.push(edge);
    }
    if stops { branch_if(program, condition, exit, more) } else { branch_if(program, condition, more, exit) }
}

fn next_count(program: &mut Program<'_, '_>, kind: Kind, count: Count, counter: Value) -> Value {
    let (op, by) = match count {
        Count::Until { step, .. } => (BinaryOp::Add, step),
        Count::Down if program.build.choices.chance(128) => (BinaryOp::Sub, 1),
        Count::Down => (BinaryOp::Add, u64::MAX),
        Count::Shift => (BinaryOp::LShr, 1),
    };
    let by = literal(program, kind, by & low(kind.ty().scalar_bits()));
    binary_of(program, kind, op, counter, by)
}

/// Ends an iteration of the innermost loop: the values of the next one, the sinks of this one, and the back edge. Values from `mark` on go
/// into sinks here.
fn end_round(program: &mut Program<'_, '_>, mark: Mark) {
    let Some(inner) = program.frame.innermost().cloned() else { return };
    let next = next_count(program, inner.kind, inner.count, inner.counter().1);
    let mut values: SmallVec<[Value; 6]> = SmallVec::new();
    for carried in &inner.carried {
        values.push(match carried.role {
            Role::Counter | Role::Sum => next,
            Role::Ring(place) if program.build.choices.chance(208) => inner.carried[place].value,
            Role::Ring(_) | Role::Free => operand(program, carried.kind),
        });
    }
    sink_scope(program, mark);
    values[1] = checksum(program);
    if inner.tests_first {
        branch(program, inner.header);
    } else {
        test(program, next, inner.header);
    }
    program.frame.code.add_edge(inner.header, values);
}

/// Leaves the innermost loop, or the current iteration, under a condition.
pub(super) fn leave_loop(program: &mut Program<'_, '_>, budget: u32) -> bool {
    let Some(inner) = program.frame.innermost() else { return false };
    let (exit, kinds) = (inner.exit, inner.kinds.clone());
    side_way(program, budget, |program, mark| {
        if program.build.choices.chance(96) {
            end_round(program, mark);
            return;
        }
        let mut edge = edge(program, &kinds);
        sink_scope(program, mark);
        edge.sum = checksum(program);
        branch(program, exit);
        edge.block = program.frame.code.current();
        if let Some(inner) = program.frame.innermost_mut() {
            inner.exits.push(edge);
        }
    });
    true
}

/// Generates a loop of two blocks that both have entries from outside: an irreducible loop. They share a counter.
pub(super) fn two_entries(program: &mut Program<'_, '_>, budget: u32) -> bool {
    let most = limit(program).saturating_sub(program.frame.cost()) / (2 * program.frame.times() * u64::from(budget + 16));
    if most < 2 {
        return false;
    }
    let rounds = 1 + program.build.choices.below(most.min(6) as usize) as u64;
    let kind = Kind::NUMBERS[program.build.choices.below(Kind::NUMBERS.len())];
    let start = literal(program, kind, rounds);
    let other = phi_kind(program);
    let initial = [start, checksum(program), operand(program, other)];
    let condition = condition(program);
    let blocks = [program.frame.code.block(), program.frame.code.block()];
    let exit = program.frame.code.block();
    let before = program.frame.code.current();
    branch_if(program, condition, blocks[0], blocks[1]);
    let times = program.frame.times();
    program.frame.set_times(times * rounds);
    let mut ends = Vec::with_capacity(2);
    let mut lasts = Vec::with_capacity(2);
    for (place, &block) in blocks.iter().enumerate() {
        program.frame.code.start(block);
        let mark = program.frame.scope.mark();
        let phis = [kind, Kind::I64, other].into_iter().zip(initial).map(|(kind, value)| {
            let ty = program.build.types.of(kind);
            let incoming = std::iter::once(Incoming { value, block: BlockId(before as u32) }).collect();
            temporary(program, kind, Instruction::Phi { ty, incoming })
        });
        let [counter, sum, value] = phis.collect::<Vec<_>>()[..] else { return true };
        program.frame.set_sum(sum);
        program.frame.scope.offer(other, value, false, true);
        // Code within cannot leave any loop.
        let outer = program.frame.hide_loops();
        sequence(program, budget / 4);
        let minus = literal(program, kind, u64::MAX);
        let next = binary_of(program, kind, BinaryOp::Add, counter, minus);
        let value = operand(program, other);
        sink_scope(program, mark);
        program.frame.show_loops(outer);
        let zero = literal(program, kind, 0);
        let more = temporary(program, Kind::I1, Instruction::Compare { a: next, b: zero, predicate: Predicate::Ne });
        let sum = checksum(program);
        branch_if(program, more, blocks[1 - place], exit);
        ends.push(Edge { block: program.frame.code.current(), sum, values: [value].into_iter().collect() });
        lasts.push([next, sum, value]);
        program.frame.scope.release(mark);
    }
    for (place, &block) in blocks.iter().enumerate() {
        program.frame.code.add_edge_from(ends[1 - place].block, block, lasts[1 - place]);
    }
    program.frame.set_times(times);
    join(program, exit, &[other], &ends);
    true
}
