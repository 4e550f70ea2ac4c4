//! Inline assembly.

use super::super::blocks::block_operand;
use super::super::build::{Build, Stage};
use super::super::forms::{Pseudo, Shape};
use super::super::instruction::{instruction, with};
use super::super::registers::{physical, plain};
use super::super::values::{class_value, new_result};
use irsmith_mir::{Instruction, OperandKind, RegisterFlags, RegisterOperand, RegisterQualifier};

/// Inline assembly: nothing, a clobber, or an operand; the words between are LLVM's own (InlineAsm.h).
pub(super) fn inline_assembly(build: &mut Build<'_, '_>) -> Instruction {
    const TEXTS: &[&str] = &["", "nop", "# a b", "mov $0, $1"];
    const SIDE_EFFECT: i64 = 1;
    const CLOBBER: i64 = 12;
    let text = TEXTS[build.draw.below(TEXTS.len())].into();
    let mut assembly =
        with(Pseudo::InlineAssembly, [OperandKind::ExternalSymbol { name: text, offset: 0 }, OperandKind::Immediate(SIDE_EFFECT)]);
    if build.body.stage.is_virtual_target() && build.draw.chance(128) {
        assembly_operands(build, &mut assembly);
    } else if build.draw.chance(128) {
        let name = if build.is_x86() { "eflags" } else { "nzcv" };
        if let Some(register) = build.machine().register(name) {
            build.registers.write(build.machine(), register, true);
        }
        let flags = RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD | RegisterFlags::EARLY_CLOBBER;
        assembly.operands.push(OperandKind::Immediate(CLOBBER).into());
        assembly.operands.push(OperandKind::Register(physical(name, flags)).into());
    }
    assembly
}

/// Inline assembly that may jump to a block.
pub(in crate::mir) fn assembly_branch(target: u32) -> Instruction {
    const SIDE_EFFECT: i64 = 1;
    // One immediate operand.
    const TARGET: i64 = 13;
    let text = OperandKind::ExternalSymbol { name: "# ${0:l}".into(), offset: 0 };
    let mut assembly = instruction("INLINEASM_BR");
    let operands = [text, OperandKind::Immediate(SIDE_EFFECT), OperandKind::Immediate(TARGET), block_operand(target)];
    assembly.operands.extend(operands.map(Into::into));
    assembly
}

/// A result behind the opcode, and a use that may be tied to it.
fn assembly_operands(build: &mut Build<'_, '_>, assembly: &mut Instruction) {
    // One operand of a kind each: InlineAsm::Flag.
    const RESULT: i64 = 10;
    const USE: i64 = 9;
    const TIED_USE: i64 = 1 << 31 | 9;
    let class = build.target.arguments[0].class;
    let source = class_value(build, class);
    let tied = build.draw.wants(Shape::Tied, 96);
    let mut result = if tied && build.body.stage == Stage::NotSsa { plain(source.clone()) } else { new_result(build, class) };
    result.flags = RegisterFlags::DEF;
    let place = assembly.operands.len() as u32 + 1;
    let qualifier = if tied { RegisterQualifier::TiedTo(place) } else { RegisterQualifier::None };
    let words = if tied { [RESULT, TIED_USE] } else { [RESULT, USE] };
    let registers = [result, RegisterOperand { qualifier, ..plain(source) }];
    for (word, register) in words.into_iter().zip(registers) {
        assembly.operands.push(OperandKind::Immediate(word).into());
        assembly.operands.push(OperandKind::Register(register).into());
    }
}
