//! Control flow: nested constructs, so that every used value dominates its use.

use super::blocks::reference;
use super::build::Build;
use super::entry::entry;
use super::exits::{branch_by_table, branch_if, branch_to_address, end, leave};
use super::forms::{Construct, Shape};
use super::frame::List;
use super::instruction::{copy, instruction, push};
use super::labels::{close, open};
use super::merges::{merge_end, merge_results, merge_start, merge_values, phi};
use super::registers::plain;
use super::steps::step;
use super::target::assembly_branch;
use super::values::{definition, register_of};
use crate::forms::Form;
use irsmith_mir::{BlockReference, Instruction, JumpTableKind, OperandKind, Register};

/// The blocks of the current function.
pub(super) fn flow(build: &mut Build<'_, '_>) {
    let first = build.new_block();
    open(build, first);
    entry(build);
    let depth = build.draw.config().depth.min(super::Config::MAX_DEPTH);
    region(build, depth);
    end(build);
    if build.draw.wants(Shape::Unreachable, 16) {
        let aside = build.registers.set_aside();
        let lonely = build.new_block();
        open(build, lonely);
        straight(build);
        end(build);
        build.registers.bring_back(aside);
    }
}

/// Generates straight-line code and constructs.
fn region(build: &mut Build<'_, '_>, depth: u32) {
    straight(build);
    if depth == 0 {
        return;
    }
    for _ in 0..build.draw.count(build.draw.config().constructs) {
        let Some(construct) = build.draw.form_on(Construct::all()) else { return };
        match construct {
            Construct::InvokeRegion if build.body.stage.is_target() || !build.vocabulary.reads("G_INVOKE_REGION_START") => continue,
            Construct::Triangle => branches(build, depth, false),
            Construct::Diamond => branches(build, depth, true),
            Construct::Loop => cycle(build, depth),
            Construct::SelfLoop => cycle(build, 0),
            Construct::Switch => switch(build, depth),
            Construct::Indirect => indirect(build, depth),
            Construct::FallThrough => fall_through(build),
            Construct::InvokeRegion => side_exit(build, depth, |_| instruction("G_INVOKE_REGION_START")),
            Construct::AssemblyBranch => side_exit(build, depth, assembly_branch),
        }
        straight(build);
    }
}

fn straight(build: &mut Build<'_, '_>) {
    for _ in 0..build.draw.count(build.draw.config().instructions) {
        step(build);
    }
}

/// Generates a block with a condition, one or two arms, and the block where they join.
fn branches(build: &mut Build<'_, '_>, depth: u32, both: bool) {
    let (taken, meet) = (build.new_block(), build.new_block());
    let other = if both { build.new_block() } else { meet };
    let head = build.blocks.current();
    let merged = merge_start(build);
    let mut merges = if both { Vec::new() } else { vec![(merge_values(build, &merged), head)] };
    // Control may fall through into the arm that follows.
    branch_if(build, other);
    leave(build, taken, true);
    close(build, &[other, taken], true);
    for arm in [Some(taken), both.then_some(other)].into_iter().flatten() {
        let mark = build.registers.mark();
        open(build, arm);
        region(build, depth - 1);
        merges.push((merge_values(build, &merged), build.blocks.current()));
        leave(build, meet, arm == other || !both);
        close(build, &[meet], true);
        build.registers.forget(mark);
    }
    open(build, meet);
    merge_end(build, merged, merges);
}

/// Generates a loop whose header merges values from before the loop and from its end.
fn cycle(build: &mut Build<'_, '_>, depth: u32) {
    let (head, exit) = (build.new_block(), build.new_block());
    let merged = merge_start(build);
    let before = (merge_values(build, &merged), build.blocks.current());
    leave(build, head, true);
    close(build, &[head], true);
    open(build, head);
    // Written at the end of the loop, and read in its header.
    let late: Vec<Register> = merged.iter().map(|_| build.new_register()).collect();
    let place = build.blocks.all().len() - 1;
    let instructions = build.blocks.all()[place].instructions.len();
    let heads = merge_results(build, &merged);
    if depth > 0 {
        region(build, depth - 1);
    } else {
        straight(build);
    }
    for (content, register) in merged.iter().zip(&late) {
        let source = register_of(build, *content);
        let result = definition(build, register.clone(), *content);
        copy(build, result, plain(source));
    }
    branch_if(build, head);
    leave(build, exit, true);
    close(build, &[head, exit], true);
    let latch = build.blocks.current();
    // The indices of calls in the header move, because PHIs are inserted before them.
    build.frame.move_calls(place, heads.len());
    for (step, (result, (first, last))) in heads.into_iter().zip(before.0.into_iter().zip(late)).enumerate() {
        let phi = phi(build, result, &[(first, before.1), (last, latch)]);
        build.blocks.all_mut()[place].instructions.insert(instructions + step, phi);
    }
    open(build, exit);
}

/// Generates a branch by a jump table.
fn switch(build: &mut Build<'_, '_>, depth: u32) {
    let ways: Vec<u32> = (0..=build.draw.count(build.draw.config().operands.min(64))).map(|_| build.new_block()).collect();
    let meet = build.new_block();
    let id = jump_table(build, &ways);
    let merged = merge_start(build);
    branch_by_table(build, id);
    close(build, &ways, false);
    let mut merges = Vec::new();
    for (place, way) in ways.iter().enumerate() {
        let mark = build.registers.mark();
        open(build, *way);
        if place == 0 {
            region(build, depth - 1);
        } else {
            step(build);
        }
        merges.push((merge_values(build, &merged), build.blocks.current()));
        leave(build, meet, place + 1 == ways.len());
        close(build, &[meet], true);
        build.registers.forget(mark);
    }
    open(build, meet);
    merge_end(build, merged, merges);
}

/// Makes a jump table to blocks, some of them repeated.
fn jump_table(build: &mut Build<'_, '_>, ways: &[u32]) -> u32 {
    let id = build.frame.next_id(&mut build.draw, List::JumpTables);
    let mut blocks: Vec<BlockReference> = ways.iter().map(|way| reference(*way)).collect();
    for _ in 0..build.draw.count(2) {
        let way = ways[build.draw.below(ways.len())];
        blocks.push(reference(way));
    }
    build.frame.add_table(id, blocks, || build.draw.form(&JumpTableKind::ALL));
    id
}

/// Generates a branch to an address, which is that of one of several blocks.
fn indirect(build: &mut Build<'_, '_>, depth: u32) {
    let (one, meet) = (build.new_block(), build.new_block());
    let head = build.blocks.current();
    let merged = merge_start(build);
    let mut merges = vec![(merge_values(build, &merged), head)];
    branch_to_address(build);
    close(build, &[one, meet], false);
    let mark = build.registers.mark();
    open(build, one);
    region(build, depth - 1);
    merges.push((merge_values(build, &merged), build.blocks.current()));
    leave(build, meet, true);
    close(build, &[meet], true);
    build.registers.forget(mark);
    open(build, meet);
    merge_end(build, merged, merges);
}

fn fall_through(build: &mut Build<'_, '_>) {
    let next = build.new_block();
    close(build, &[next], true);
    open(build, next);
}

/// Generates an instruction from which control may leave to a second block, of which `start` is told the number; only inline assembly
/// names that block.
fn side_exit(build: &mut Build<'_, '_>, depth: u32, start: impl FnOnce(u32) -> Instruction) {
    let (one, other, meet) = (build.new_block(), build.new_block(), build.new_block());
    let start = start(other);
    let names_other = start.operands.iter().any(|operand| matches!(operand.kind, OperandKind::Block(_)));
    push(build, start);
    leave(build, one, true);
    close(build, &[one, other], names_other);
    let mark = build.registers.mark();
    for arm in [one, other] {
        open(build, arm);
        if names_other
            && arm == other
            && let Some(block) = build.blocks.last_mut()
        {
            block.attributes.inline_asm_target = true;
        }
        region(build, depth - 1);
        leave(build, meet, arm == other);
        close(build, &[meet], true);
        build.registers.forget(mark);
    }
    open(build, meet);
}
