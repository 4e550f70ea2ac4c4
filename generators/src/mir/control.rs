//! Control flow: constructs within constructs, so that every value that is named dominates its use.

use super::addresses::block_address;
use super::blocks::{block_operand, reference};
use super::build::{Build, Stage};
use super::entry::entry;
use super::forms::{Construct, End, Pseudo, Shape};
use super::frame::List;
use super::instruction::{flags, instruction, push};
use super::labels::{close, open};
use super::registers::{Content, physical, plain};
use super::steps::step;
use super::target::branches::{target_branch_by_table, target_branch_if, target_branch_to_address};
use super::types::width;
use super::values::{definition, generic_use, register_of, result, use_of};
use crate::forms::Form;
use irsmith_mir::{BlockReference, JumpTableKind, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, Type};

/// What merges at the head of a block: the result, and the register that each predecessor gives.
type Merged = Vec<(Content, Vec<(Register, u32)>)>;

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

/// Straight code and constructs.
fn region(build: &mut Build<'_, '_>, depth: u32) {
    straight(build);
    if depth == 0 {
        return;
    }
    for _ in 0..build.draw.count(build.draw.config().constructs) {
        let Some(construct) = build.draw.form_on(Construct::all()) else { return };
        match construct {
            Construct::InvokeRegion if build.body.stage.is_target() => continue,
            Construct::Triangle => branches(build, depth, false),
            Construct::Diamond => branches(build, depth, true),
            Construct::Loop => cycle(build, depth),
            Construct::SelfLoop => cycle(build, 0),
            Construct::Switch => switch(build, depth),
            Construct::Indirect => indirect(build, depth),
            Construct::FallThrough => fall_through(build),
            Construct::InvokeRegion => invoke_region(build, depth),
        }
        straight(build);
    }
}

fn straight(build: &mut Build<'_, '_>) {
    for _ in 0..build.draw.count(build.draw.config().instructions) {
        step(build);
    }
}

/// A block with a condition, one arm or two, and the block where they meet.
fn branches(build: &mut Build<'_, '_>, depth: u32, both: bool) {
    let (taken, meet) = (build.new_block(), build.new_block());
    let other = if both { build.new_block() } else { meet };
    let head = build.blocks.current();
    let merged = merge_start(build);
    let mut merges = if both { Vec::new() } else { vec![(merge_values(build, &merged), head)] };
    // The arm that follows may be fallen into.
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

/// A loop whose head takes values from before it and from its end.
fn cycle(build: &mut Build<'_, '_>, depth: u32) {
    let (head, exit) = (build.new_block(), build.new_block());
    let merged = merge_start(build);
    let before = (merge_values(build, &merged), build.blocks.current());
    leave(build, head, true);
    close(build, &[head], true);
    open(build, head);
    // Written at the end of the loop, and read at its head.
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
    // Calls of the head move behind its PHIs.
    build.frame.move_calls(place, heads.len());
    for (step, (result, (first, last))) in heads.into_iter().zip(before.0.into_iter().zip(late)).enumerate() {
        let phi = phi(build, result, &[(first, before.1), (last, latch)]);
        build.blocks.all_mut()[place].instructions.insert(instructions + step, phi);
    }
    open(build, exit);
}

/// A branch by a jump table.
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

/// A jump table to blocks, some of them more than once.
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

/// A branch to an address, which is that of one of several blocks.
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

/// G_INVOKE_REGION_START, which control may leave for a second block.
fn invoke_region(build: &mut Build<'_, '_>, depth: u32) {
    let (one, other, meet) = (build.new_block(), build.new_block(), build.new_block());
    let start = instruction("G_INVOKE_REGION_START");
    push(build, start);
    leave(build, one, true);
    close(build, &[one, other], false);
    let mark = build.registers.mark();
    for arm in [one, other] {
        open(build, arm);
        region(build, depth - 1);
        leave(build, meet, arm == other);
        close(build, &[meet], true);
        build.registers.forget(mark);
    }
    open(build, meet);
}

/// What shall be merged where ways meet: nothing outside SSA form.
fn merge_start(build: &mut Build<'_, '_>) -> Vec<Content> {
    let phis = build.draw.is_on(Pseudo::Phi);
    // llc's verifier rejects PHIs in functions without tracked liveness.
    if !matches!(build.body.stage, Stage::Generic | Stage::Ssa) || !phis || !build.body.tracked {
        return Vec::new();
    }
    (0..build.draw.count(2)).filter_map(|_| build.registers.some_content(&mut build.draw)).collect()
}

fn merge_values(build: &mut Build<'_, '_>, merged: &[Content]) -> Vec<Register> {
    merged.iter().map(|content| register_of(build, *content)).collect()
}

fn merge_results(build: &mut Build<'_, '_>, merged: &[Content]) -> Vec<RegisterOperand> {
    let results: Vec<RegisterOperand> = merged
        .iter()
        .map(|content| {
            let register = build.new_register();
            definition(build, register, *content)
        })
        .collect();
    for (content, result) in merged.iter().zip(&results) {
        build.registers.add(result.register.clone(), *content);
    }
    results
}

fn merge_end(build: &mut Build<'_, '_>, merged: Vec<Content>, ways: Vec<(Vec<Register>, u32)>) {
    let results = merge_results(build, &merged);
    let mut rows: Merged = merged.into_iter().map(|content| (content, Vec::new())).collect();
    for (registers, block) in ways {
        for (row, register) in rows.iter_mut().zip(registers) {
            row.1.push((register, block));
        }
    }
    for (result, (_, sources)) in results.into_iter().zip(rows) {
        let phi = phi(build, result, &sources);
        build.blocks.push(phi);
    }
}

fn phi(build: &mut Build<'_, '_>, result: RegisterOperand, sources: &[(Register, u32)]) -> irsmith_mir::Instruction {
    let generic = build.body.stage == Stage::Generic;
    let mut phi = instruction(if generic { "G_PHI" } else { "PHI" });
    phi.results.push(result);
    for (register, block) in sources {
        phi.operands.push(OperandKind::Register(plain(register.clone())).into());
        phi.operands.push(block_operand(*block).into());
    }
    phi
}

/// Goes to a block: by falling into it where it is the next.
fn leave(build: &mut Build<'_, '_>, to: u32, next: bool) {
    if !next || !build.draw.chance(96) {
        branch(build, to);
    }
}

fn branch(build: &mut Build<'_, '_>, to: u32) {
    let opcode = match build.body.stage {
        Stage::Generic => "G_BR",
        _ => build.target.jump,
    };
    let mut branch = instruction(opcode);
    branch.operands.push(block_operand(to).into());
    push(build, branch);
}

fn branch_if(build: &mut Build<'_, '_>, to: u32) {
    if build.body.stage.is_target() {
        target_branch_if(build, to);
        return;
    }
    let condition = use_of(build, Type::scalar(1));
    let mut branch = instruction("G_BRCOND");
    branch.flags = irsmith_mir::tables::common_opcode("G_BRCOND").map(|row| flags(build, row)).unwrap_or_default();
    branch.operands.push(condition);
    branch.operands.push(block_operand(to).into());
    push(build, branch);
}

fn branch_by_table(build: &mut Build<'_, '_>, id: u32) {
    if build.body.stage.is_target() {
        target_branch_by_table(build, id);
        return;
    }
    let pointer = Type::pointer(0);
    let result = result(build, pointer);
    let register = result.register.clone();
    let mut table = instruction("G_JUMP_TABLE");
    table.results.push(result);
    table.operands.push(OperandKind::JumpTable(id).into());
    push(build, table);
    let width = width(build);
    let index = use_of(build, Type::scalar(width));
    let mut branch = instruction("G_BRJT");
    branch.operands.extend([generic_use(build, register, pointer), OperandKind::JumpTable(id).into(), index]);
    push(build, branch);
}

fn branch_to_address(build: &mut Build<'_, '_>) {
    if build.body.stage.is_target() {
        target_branch_to_address(build);
        return;
    }
    let address = block_address(build).map(|operand| {
        let result = result(build, Type::pointer(0));
        let register = result.register.clone();
        let mut instruction = instruction("G_BLOCK_ADDR");
        instruction.results.push(result);
        instruction.operands.push(operand.into());
        push(build, instruction);
        register
    });
    let operand = match address {
        Some(register) => generic_use(build, register, Type::pointer(0)),
        None => use_of(build, Type::pointer(0)),
    };
    let mut branch = instruction("G_BRINDIRECT");
    branch.operands.push(operand);
    push(build, branch);
}

/// Ends the last block.
fn end(build: &mut Build<'_, '_>) {
    let form = build.draw.form(End::all());
    match form {
        End::ReturnValue | End::Return => {
            returns(build, form == End::ReturnValue);
            close(build, &[], true);
        }
        End::Trap => {
            trap(build);
            close(build, &[], false);
        }
        End::Endless => {
            let (last, current) = (build.new_block(), build.blocks.current());
            debug_assert_ne!(last, current);
            leave(build, last, true);
            close(build, &[last], true);
            open(build, last);
            branch(build, last);
            close(build, &[last], true);
        }
    }
}

fn trap(build: &mut Build<'_, '_>) {
    let opcode = match build.body.stage {
        Stage::Generic => "G_TRAP",
        _ if build.is_x86() => "TRAP",
        _ => "BRK",
    };
    let mut trap = instruction(opcode);
    if opcode == "BRK" {
        trap.operands.push(OperandKind::Immediate(1).into());
    }
    push(build, trap);
}

/// A return, of a value perhaps.
fn returns(build: &mut Build<'_, '_>, value: bool) {
    let argument = build.target.results[build.draw.below(build.target.results.len())];
    if value && build.body.stage != Stage::Physical {
        let content = match build.body.stage {
            Stage::Generic => Content::Generic(Type::scalar(argument.bits)),
            _ => Content::Class(argument.class),
        };
        let source = register_of(build, content);
        copy(build, physical(argument.name, RegisterFlags::default()), plain(source));
    }
    let mut end = instruction(build.target.ret);
    if value {
        let undef = build.body.stage == Stage::Physical;
        let flags = if undef { RegisterFlags::IMPLICIT | RegisterFlags::UNDEF } else { RegisterFlags::IMPLICIT };
        end.operands.push(Operand::from(OperandKind::Register(physical(argument.name, flags))));
    }
    push(build, end);
}

fn copy(build: &mut Build<'_, '_>, result: RegisterOperand, source: RegisterOperand) {
    let mut copy = instruction("COPY");
    copy.results.push(result);
    copy.operands.push(OperandKind::Register(source).into());
    push(build, copy);
}
