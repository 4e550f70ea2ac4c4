//! Copies, parts of registers, and what else is about one register alone.

use super::super::build::{Build, Stage};
use super::super::forms::Pseudo;
use super::super::instruction::instruction;
use super::super::registers::{physical, plain};
use super::super::values::{class_value, new_result};
use super::registers::{class_use, implicit_use};
use irsmith_mir::tables::{ClassId, IndexId, RegisterId};
use irsmith_mir::{Instruction, OperandKind, RegisterFlags};

/// A copy, into a register that arguments come in perhaps.
pub(super) fn some_copy(build: &mut Build<'_, '_>) -> Instruction {
    let argument = build.target.arguments[build.draw.below(build.target.arguments.len())];
    let source = class_use(build, argument.class);
    let result = if build.body.stage == Stage::Physical || build.draw.chance(48) {
        build.registers.write(build.machine(), argument.register, false);
        physical(argument.name, RegisterFlags::default())
    } else {
        new_result(build, argument.class)
    };
    let mut copy = instruction("COPY");
    copy.results.push(result);
    copy.operands.push(source);
    copy
}

/// KILL of a register, which changes nothing.
pub(super) fn kill(build: &mut Build<'_, '_>) -> Instruction {
    let register = build.target.arguments[build.draw.below(build.target.arguments.len())].register;
    let operand = implicit_use(build, register);
    let mut kill = instruction("KILL");
    kill.operands.push(operand);
    kill
}

/// Registers made of parts, and parts taken out of them.
pub(super) fn parts(build: &mut Build<'_, '_>, form: Pseudo) -> Option<Instruction> {
    let class = build.target.arguments[build.draw.below(build.target.arguments.len())].class;
    let (part, whole, index) = part_of(build, class)?;
    let index_name = OperandKind::SubregisterIndex(build.machine().index_row(index).name.into());
    let mut instruction = instruction(form.opcode());
    let source = OperandKind::Register(plain(class_value(build, part)));
    let result = match form {
        Pseudo::ExtractSubreg => {
            let source = OperandKind::Register(plain(class_value(build, whole)));
            instruction.operands.extend([source.into(), index_name.into()]);
            part
        }
        Pseudo::InsertSubreg => {
            let base = OperandKind::Register(plain(class_value(build, whole)));
            instruction.operands.extend([base.into(), source.into(), index_name.into()]);
            whole
        }
        Pseudo::RegSequence => {
            instruction.operands.extend([source.into(), index_name.into()]);
            whole
        }
        _ => {
            // LLVM 23 has no operand for the other bits, which are zero.
            if build.machine().opcode("SUBREG_TO_REG").is_some_and(|row| row.use_slots().len() > 2) {
                instruction.operands.push(OperandKind::Immediate(0).into());
            }
            instruction.operands.extend([source.into(), index_name.into()]);
            whole
        }
    };
    let result = if form == Pseudo::InsertSubreg && build.body.stage == Stage::NotSsa {
        match &instruction.operands[0].kind {
            OperandKind::Register(base) => plain(base.register.clone()),
            _ => new_result(build, result),
        }
    } else {
        new_result(build, result)
    };
    instruction.results.push(result);
    Some(instruction)
}

/// A class, a wider one whose registers all have a part in it, and the index of that part.
fn part_of(build: &mut Build<'_, '_>, class: ClassId) -> Option<(ClassId, ClassId, IndexId)> {
    let wider = build.vocabulary.wider(class);
    let (whole, index) = *build.draw.pick(wider)?;
    Some((class, whole, index))
}

/// ARITH_FENCE of a register.
pub(super) fn arith_fence(build: &mut Build<'_, '_>) -> Option<Instruction> {
    let class = build.target.arguments.last()?.class;
    let source = plain(class_value(build, class));
    let result = if build.body.stage == Stage::NotSsa { plain(source.register.clone()) } else { new_result(build, class) };
    let mut fence = instruction("ARITH_FENCE");
    fence.results.push(result);
    fence.operands.push(OperandKind::Register(source).into());
    Some(fence)
}

/// INIT_UNDEF, a register whose value does not matter.
pub(super) fn init_undef(build: &mut Build<'_, '_>) -> Instruction {
    let class = build.target.arguments[build.draw.below(build.target.arguments.len())].class;
    let result = new_result(build, class);
    let mut init = instruction("INIT_UNDEF");
    init.results.push(result);
    init
}

/// COPY_LANEMASK, which copies some lanes of a register: the lowest of a register that has several.
pub(super) fn copy_lanes(build: &mut Build<'_, '_>) -> Option<Instruction> {
    let several: Vec<(RegisterId, u64)> = build.target.lanes.iter().copied().filter(|(_, lanes)| lanes.count_ones() > 1).collect();
    let (register, lanes) = *build.draw.pick(&several)?;
    let class = build.target.arguments.iter().find(|argument| argument.register == register)?.class;
    let source = plain(class_value(build, class));
    let result = new_result(build, class);
    let mut copy = instruction("COPY_LANEMASK");
    copy.results.push(result);
    let lowest = lanes & lanes.wrapping_neg();
    copy.operands.extend([OperandKind::Register(source).into(), OperandKind::LaneMask(lowest).into()]);
    Some(copy)
}

/// LOAD_STACK_GUARD.
pub(super) fn stack_guard(build: &mut Build<'_, '_>) -> Instruction {
    let result = new_result(build, build.machine().pointer_class());
    let mut guard = instruction("LOAD_STACK_GUARD");
    guard.results.push(result);
    guard
}
