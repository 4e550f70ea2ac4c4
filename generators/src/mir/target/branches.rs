//! Branches of the targets.

use super::super::blocks::block_operand;
use super::super::build::{Build, Stage};
use super::super::instruction::{instruction, push};
use super::super::registers::{physical, plain};
use super::super::values::new_result;
use super::registers::{class_use, implicit_use};
use irsmith_mir::tables::{ClassId, Opcode};
use irsmith_mir::{Instruction, OperandKind, Register, RegisterFlags};

/// Conditional branches of AArch64 on a register: opcode, class of the register, whether a bit of it is named.
const ON_REGISTERS: &[(&str, &str, Option<usize>)] = &[
    ("CBZW", "gpr32", None),
    ("CBZX", "gpr64", None),
    ("CBNZW", "gpr32", None),
    ("CBNZX", "gpr64", None),
    ("TBZW", "gpr32", Some(32)),
    ("TBNZW", "gpr32", Some(32)),
    ("TBZX", "gpr64", Some(64)),
    ("TBNZX", "gpr64", Some(64)),
];

/// A conditional branch: on flags, or on AArch64 on a register.
pub(in crate::mir) fn target_branch_if(build: &mut Build<'_, '_>, to: u32) {
    let block = block_operand(to);
    if build.is_x86() {
        let code = build.draw.below(16) as i64;
        let mut branch = instruction("JCC_1");
        branch.operands.extend([block.into(), OperandKind::Immediate(code).into()]);
        return on_flags(build, branch, "eflags");
    }
    let place = build.draw.below(ON_REGISTERS.len() + 4);
    let Some((opcode, class, bit)) = ON_REGISTERS.get(place).copied() else {
        let code = build.draw.below(14) as i64;
        let mut branch = instruction("Bcc");
        branch.operands.extend([OperandKind::Immediate(code).into(), block.into()]);
        return on_flags(build, branch, "nzcv");
    };
    let class = build.machine().class(class).unwrap_or_else(|| build.machine().pointer_class());
    let register = class_use(build, class);
    let mut branch = instruction(opcode);
    branch.operands.push(register);
    if let Some(bits) = bit {
        branch.operands.push(OperandKind::Immediate(build.draw.below(bits) as i64).into());
    }
    branch.operands.push(block.into());
    push(build, branch);
}

fn on_flags(build: &mut Build<'_, '_>, mut branch: Instruction, flags: &str) {
    if let Some(register) = build.machine().register(flags) {
        let operand = implicit_use(build, register);
        branch.operands.push(operand);
    }
    push(build, branch);
}

/// A branch to an address in a register.
pub(in crate::mir) fn target_branch_to_address(build: &mut Build<'_, '_>) {
    let opcode = if build.is_x86() { "JMP64r" } else { "BR" };
    let class = build.machine().opcode(opcode).and_then(first_class).unwrap_or_else(|| build.machine().pointer_class());
    let register = class_use(build, class);
    let mut branch = instruction(opcode);
    branch.operands.push(register);
    push(build, branch);
}

/// A branch by a jump table.
pub(in crate::mir) fn target_branch_by_table(build: &mut Build<'_, '_>, id: u32) {
    let opcode = if build.is_x86() { "LEA64r" } else { "ADR" };
    let class = build.machine().opcode(opcode).and_then(first_class).unwrap_or_else(|| build.machine().pointer_class());
    let result = if build.body.stage == Stage::Physical {
        physical(if build.is_x86() { "rax" } else { "x9" }, RegisterFlags::default())
    } else {
        new_result(build, class)
    };
    if let Register::Physical(name) = &result.register
        && let Some(register) = build.machine().register(name)
    {
        build.registers.write(build.machine(), register, false);
    }
    let mut address = instruction(opcode);
    address.results.push(result);
    let none = || OperandKind::Register(plain(Register::None)).into();
    let table = OperandKind::JumpTable(id).into();
    if build.is_x86() {
        let pointer = OperandKind::Register(physical("rip", RegisterFlags::default()));
        address.operands.extend([pointer.into(), OperandKind::Immediate(1).into(), none(), table, none()]);
    } else {
        address.operands.push(table);
    }
    push(build, address);
    target_branch_to_address(build);
}

fn first_class(opcode: &'static Opcode) -> Option<ClassId> {
    opcode.operands.first().and_then(|slot| slot.class)
}
