//! Ends of blocks and functions.

use super::addresses::block_address;
use super::blocks::block_operand;
use super::build::{Build, Stage};
use super::forms::End;
use super::instruction::{copy, flags, instruction, push};
use super::labels::{close, open};
use super::registers::{Content, physical, plain};
use super::target::branches::{target_branch_by_table, target_branch_if, target_branch_to_address};
use super::types::width;
use super::values::{generic_use, register_of, result, use_of};
use crate::forms::Form;
use irsmith_mir::tables::common_opcode;
use irsmith_mir::{Operand, OperandKind, RegisterFlags, Type};

/// Continues at a block: by falling through if it is the next one.
pub(super) fn leave(build: &mut Build<'_, '_>, to: u32, next: bool) {
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

pub(super) fn branch_if(build: &mut Build<'_, '_>, to: u32) {
    if build.body.stage.is_target() {
        target_branch_if(build, to);
        return;
    }
    let condition = use_of(build, Type::scalar(1));
    let mut branch = instruction("G_BRCOND");
    branch.flags = common_opcode("G_BRCOND").map(|row| flags(build, row)).unwrap_or_default();
    branch.operands.push(condition);
    branch.operands.push(block_operand(to).into());
    push(build, branch);
}

pub(super) fn branch_by_table(build: &mut Build<'_, '_>, id: u32) {
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

pub(super) fn branch_to_address(build: &mut Build<'_, '_>) {
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
pub(super) fn end(build: &mut Build<'_, '_>) {
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
        Stage::Generic if build.vocabulary.reads("G_TRAP") => "G_TRAP",
        _ if build.is_x86() => "TRAP",
        _ => "BRK",
    };
    let mut trap = instruction(opcode);
    if opcode == "BRK" {
        trap.operands.push(OperandKind::Immediate(1).into());
    }
    push(build, trap);
}

/// Generates a return, perhaps of a value.
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
