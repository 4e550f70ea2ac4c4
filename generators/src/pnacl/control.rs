//! Control flow of a function, planned before its instructions: constructs nest as in a structured program, then some edges are redirected.

use super::build::Build;
use super::config::Config;
use super::facts::{Facts, Flow};
use super::families::Family;
use super::kinds::Kind;
use super::plan::End;
use crate::forms::forms;

forms! {
    /// A construct of control flow. Each begins in the plan's current block, which has no end yet, and leaves the block after the construct
    /// as the current one.
    pub(super) enum Construct: ConstructRow in Family::Construct;
    seen |form, facts: Facts| (form.row().seen)(facts.flow());
    Jump "jump" { blocks: 1, make: jump, seen: |flow| flow.jumps }
    If "if" { blocks: 2, make: if_then, seen: |flow| flow.ifs }
    IfElse "if else" { blocks: 3, make: if_else, seen: |flow| flow.ifs_with_else }
    While "while" { blocks: 3, make: while_loop, seen: |flow| flow.loops_test_first }
    DoWhile "do while" { blocks: 2, make: do_while, seen: |flow| flow.loops_test_last }
    SelfLoop "loop of one block" { blocks: 2, make: self_loop, seen: |flow| flow.loops_of_one_block }
    Endless "endless loop" { blocks: 2, make: endless_loop, seen: |flow| flow.endless_loops }
    Switch "switch" { blocks: 5, make: switch, seen: |flow| flow.switches }
    EarlyReturn "early return" { blocks: 2, make: |build| leave(build, End::Return), seen: |flow| flow.early_returns }
    EarlyUnreachable "early unreachable" { blocks: 2, make: |build| leave(build, End::Unreachable), seen: |flow| flow.early_unreachables }
    EqualArms "branch with equal arms" { blocks: 1, make: equal_arms, seen: |flow| flow.equal_arms }
    Orphan "block without predecessors" { blocks: 2, make: orphan, seen: |flow| flow.orphans }
}

/// The columns of a construct.
pub(super) struct ConstructRow {
    /// How many new blocks it may need.
    blocks: usize,
    make: fn(&mut Build<'_, '_>),
    seen: fn(&Flow) -> u64,
}

forms! {
    /// A change of a plan as a whole, and how the change is recognized in the graph.
    pub(super) enum Layout: LayoutRow in Family::Layout;
    seen |form, facts: Facts| (form.row().seen)(facts.flow());
    Constructs "constructs" { seen: |flow| flow.structured }
    Random "random edges" { seen: |flow| flow.tangled }
    Torn "torn edges" { seen: |flow| flow.loose }
    Shuffled "shuffled blocks" { seen: |flow| flow.shuffled }
}

/// The columns of a layout.
pub(super) struct LayoutRow {
    seen: fn(&Flow) -> u64,
}

/// Plans the control flow of a function.
pub(super) fn plan(build: &mut Build<'_, '_>) {
    let most = build.config.blocks.clamp(1, Config::MAX_BLOCKS);
    let limit = 1 + build.choices.below(most as usize);
    build.plan.start(limit);
    if limit > 1 {
        if build.is_on(Layout::Random) && build.choices.chance(48) {
            random_edges(build, limit);
        } else {
            region(build);
        }
        if build.is_on(Layout::Torn) && build.choices.chance(40) {
            tear_edges(build);
        }
        if build.is_on(Layout::Shuffled) && build.choices.chance(64) {
            shuffle(build);
        }
    }
    build.plan.finish();
}

/// Plans consecutive constructs.
fn region(build: &mut Build<'_, '_>) {
    let count = 1 + build.choices.below(4);
    for _ in 0..count {
        let Some(form) = build.form_on::<Construct>() else { return };
        let row = form.row();
        if build.plan.left() < row.blocks {
            return;
        }
        (row.make)(build);
    }
}

/// Fills `block` with constructs that continue at `next`.
fn inner(build: &mut Build<'_, '_>, block: u8, next: u8) {
    let most = build.config.depth.min(Config::MAX_DEPTH);
    build.plan.go_to(block);
    let depth = build.plan.depth();
    if depth < most && build.choices.chance(112) {
        build.plan.set_depth(depth + 1);
        region(build);
        build.plan.set_depth(depth);
    }
    build.plan.set_end(build.plan.current(), End::Branch(next));
}

fn either(build: &mut Build<'_, '_>, a: u8, b: u8) -> End {
    if build.choices.chance(128) { End::BranchIf(b, a) } else { End::BranchIf(a, b) }
}

fn jump(build: &mut Build<'_, '_>) {
    let next = build.plan.block();
    build.plan.go_on(End::Branch(next), next);
}

fn if_then(build: &mut Build<'_, '_>) {
    let [then, next] = build.plan.new_blocks();
    let end = either(build, then, next);
    build.plan.go_on(end, next);
    inner(build, then, next);
    build.plan.go_to(next);
}

fn if_else(build: &mut Build<'_, '_>) {
    let [then, otherwise, next] = build.plan.new_blocks();
    build.plan.go_on(End::BranchIf(then, otherwise), next);
    inner(build, then, next);
    inner(build, otherwise, next);
    build.plan.go_to(next);
}

fn while_loop(build: &mut Build<'_, '_>) {
    let [head, body, next] = build.plan.new_blocks();
    build.plan.go_on(End::Branch(head), next);
    let end = either(build, body, next);
    build.plan.set_end(head, end);
    inner(build, body, head);
    build.plan.go_to(next);
}

fn do_while(build: &mut Build<'_, '_>) {
    let [body, next] = build.plan.new_blocks();
    build.plan.go_on(End::Branch(body), next);
    inner(build, body, next);
    // The last block of the body goes back or on.
    let end = either(build, body, next);
    build.plan.go_on(end, next);
}

fn self_loop(build: &mut Build<'_, '_>) {
    let [body, next] = build.plan.new_blocks();
    build.plan.go_on(End::Branch(body), next);
    let end = either(build, body, next);
    build.plan.set_end(body, end);
}

fn endless_loop(build: &mut Build<'_, '_>) {
    let [body, next] = build.plan.new_blocks();
    let end = either(build, body, next);
    build.plan.go_on(end, next);
    inner(build, body, body);
    build.plan.go_to(next);
}

fn leave(build: &mut Build<'_, '_>, how: End) {
    let [side, next] = build.plan.new_blocks();
    let end = either(build, side, next);
    build.plan.go_on(end, next);
    build.plan.set_end(side, how);
}

fn equal_arms(build: &mut Build<'_, '_>) {
    let next = build.plan.block();
    build.plan.go_on(End::BranchIf(next, next), next);
}

fn orphan(build: &mut Build<'_, '_>) {
    let [orphan, next] = build.plan.new_blocks();
    build.plan.go_on(End::Branch(next), next);
    if build.choices.chance(128) {
        build.plan.set_end(orphan, End::Branch(next));
    }
}

fn switch(build: &mut Build<'_, '_>) {
    let arms = 1 + build.choices.below(4) as u8;
    let first_arm = build.plan.blocks() as u8;
    for _ in 0..arms {
        build.plan.block();
    }
    let next = build.plan.block();
    // The default and the cases go to any of the arms or past them.
    let end = switch_to(build, first_arm, arms + 1);
    build.plan.go_on(end, next);
    for arm in first_arm..next {
        // An arm may fall through into the next one.
        let follow = if build.choices.chance(48) { arm + 1 } else { next };
        inner(build, arm, follow);
    }
    build.plan.go_to(next);
}

/// Makes a switch whose targets are among `count` blocks from `first` on.
fn switch_to(build: &mut Build<'_, '_>, first: u8, count: u8) -> End {
    let kind = Kind::NUMBERS[build.choices.below(Kind::NUMBERS.len())];
    let mut most = build.config.cases;
    if build.choices.chance(32) {
        most = most.saturating_mul(8);
    }
    // An i8 has no more values.
    let cases = build.choices.up_to(most).min(256);
    let start = build.plan.target_count() as u32;
    let mut target = || first + build.choices.below(usize::from(count)) as u8;
    for _ in 0..cases {
        build.plan.push_target(target());
    }
    End::Switch { kind, default: target(), first: start, count: cases }
}

/// Plans arbitrary edges: every block ends in any way and goes to any block except the entry; in half of the plans mostly forward.
fn random_edges(build: &mut Build<'_, '_>, count: usize) {
    build.plan.resize(count);
    let forward = build.choices.chance(128);
    for block in 0..count {
        let first = if forward && block + 1 < count && build.choices.chance(208) { block + 1 } else { 1 };
        let room = count - first;
        let mut target = || (first + build.choices.below(room)) as u8;
        let (a, b) = (target(), target());
        let end = match build.choices.below(16) {
            0..=5 => End::BranchIf(a, b),
            6..=10 => End::Branch(a),
            11 | 12 => switch_to(build, first as u8, room as u8),
            13 => End::Unreachable,
            _ => End::Return,
        };
        build.plan.set_end(block as u8, end);
    }
}

/// Redirects some edges: loops get second entries, blocks lose their predecessors.
fn tear_edges(build: &mut Build<'_, '_>) {
    let count = build.plan.blocks();
    for _ in 0..=build.choices.below(3) {
        let block = build.choices.below(count);
        let target = 1 + build.choices.below(count - 1);
        let mut skip = build.choices.below(2);
        build.plan.for_each_target(block, |edge| {
            if skip == 0 {
                *edge = target as u8;
            }
            skip = skip.wrapping_sub(1);
        });
    }
}

/// Renumbers the blocks after the entry, so that dominating blocks may come later in the file.
fn shuffle(build: &mut Build<'_, '_>) {
    let mut place: [u8; Config::MAX_BLOCKS as usize] = std::array::from_fn(|index| index as u8);
    for index in 2..build.plan.blocks() {
        let other = 1 + build.choices.below(index);
        place.swap(index, other);
    }
    build.plan.renumber(&place);
}
