//! Debug instructions.

use super::build::{Build, Stage};
use super::forms::Debug;
use super::instruction::instruction;
use super::metadata::nodes;
use super::numbers::{integer_operand, plain_number};
use super::objects::frame_operand;
use super::registers::plain;
use super::suffixes::{debug_number, location, suffixes};
use crate::forms::Form;
use irsmith_mir::{Instruction, Metadata, Operand, OperandKind, Register, RegisterOperand};

/// Expressions of one value.
const EXPRESSIONS: &[&str] = &[
    "!DIExpression()",
    "!DIExpression(DW_OP_deref)",
    "!DIExpression(DW_OP_plus_uconst, 8)",
    "!DIExpression(DW_OP_LLVM_fragment, 0, 16)",
    "!DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_minus, DW_OP_stack_value)",
];

/// Generates a debug instruction; nothing if the module has no metadata for it.
pub(super) fn debug_step(build: &mut Build<'_, '_>) {
    let Some(form) = build.draw.form_on(Debug::all()) else { return };
    if !build.module.has_debug() || build.body.stage == Stage::Physical && form == Debug::Reference {
        return;
    }
    let mut instruction = match form {
        Debug::Register => {
            let value = any_register(build);
            debug_value(build, OperandKind::Register(value), false)
        }
        Debug::Number => {
            let value = plain_number(&mut build.draw);
            debug_value(build, OperandKind::Immediate(value), false)
        }
        Debug::Object => {
            let object = frame_operand(build).unwrap_or_else(none);
            let indirect = build.draw.chance(128);
            debug_value(build, object, indirect)
        }
        Debug::Constant => {
            let value = integer_operand(&mut build.draw, 32);
            debug_value(build, value, false)
        }
        Debug::Nothing => debug_value(build, none(), false),
        Debug::Indirect => {
            let value = any_register(build);
            debug_value(build, OperandKind::Register(value), true)
        }
        Debug::List => debug_list(build),
        Debug::Reference => debug_reference(build),
        Debug::Phi => debug_phi(build),
        Debug::Label => debug_label(build),
    };
    if form != Debug::Phi {
        let location = location(build);
        suffixes(&mut instruction).debug_location = Some(location);
    }
    build.blocks.push(instruction);
}

fn debug_value(build: &mut Build<'_, '_>, value: OperandKind, indirect: bool) -> Instruction {
    let second = if indirect { OperandKind::Immediate(0) } else { none() };
    let mut instruction = instruction("DBG_VALUE");
    instruction.operands.extend([value.into(), second.into(), variable(build), expression(build)]);
    instruction
}

fn debug_list(build: &mut Build<'_, '_>) -> Instruction {
    let variable = variable(build);
    let mut instruction = instruction("DBG_VALUE_LIST");
    let expression = "!DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)";
    instruction.operands.extend([variable, OperandKind::Metadata(Metadata::Inline(expression.into())).into()]);
    for _ in 0..2 {
        let register = if build.draw.chance(160) { Some(any_register(build)) } else { None };
        let value = register.map_or_else(|| OperandKind::Immediate(plain_number(&mut build.draw)), OperandKind::Register);
        instruction.operands.push(value.into());
    }
    instruction
}

fn debug_reference(build: &mut Build<'_, '_>) -> Instruction {
    let variable = variable(build);
    let expression = OperandKind::Metadata(Metadata::Inline("!DIExpression(DW_OP_LLVM_arg, 0)".into()));
    let reference = OperandKind::DebugReference { instruction: build.draw.up_to(40), operand: build.draw.up_to(2) };
    let mut instruction = instruction("DBG_INSTR_REF");
    instruction.operands.extend([variable, expression.into(), reference.into()]);
    instruction
}

fn debug_phi(build: &mut Build<'_, '_>) -> Instruction {
    let number = debug_number(build);
    let register = Register::Physical(build.target.arguments[0].name.into());
    let mut instruction = instruction("DBG_PHI");
    instruction.operands.extend([OperandKind::Register(plain(register)).into(), OperandKind::Immediate(i64::from(number)).into()]);
    instruction
}

fn debug_label(build: &mut Build<'_, '_>) -> Instruction {
    let mut instruction = instruction("DBG_LABEL");
    instruction.operands.push(OperandKind::Metadata(Metadata::Number(build.module.own_node(nodes::LABEL))).into());
    instruction
}

fn variable(build: &mut Build<'_, '_>) -> Operand {
    OperandKind::Metadata(Metadata::Number(build.module.own_node(nodes::VARIABLE))).into()
}

fn expression(build: &mut Build<'_, '_>) -> Operand {
    OperandKind::Metadata(Metadata::Inline(EXPRESSIONS[build.draw.below(EXPRESSIONS.len())].into())).into()
}

/// Returns a virtual register that has a value, or an argument register.
fn any_register(build: &mut Build<'_, '_>) -> RegisterOperand {
    let value = build.registers.find(&mut build.draw, |_| true);
    let argument = build.target.arguments[build.draw.below(build.target.arguments.len())].name;
    plain(value.unwrap_or(Register::Physical(argument.into())))
}

/// No register.
fn none() -> OperandKind {
    OperandKind::Register(plain(Register::None))
}
