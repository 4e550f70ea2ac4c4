//! Branches of the targets.

use super::super::build::{Build, Stage};
use super::super::registers::{physical, plain};
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

impl Build<'_, '_> {
    /// A conditional branch: on flags, or on AArch64 on a register.
    pub(in crate::mir) fn target_branch_if(&mut self, to: u32) {
        let block = self.block_operand(to);
        if self.is_x86() {
            let code = self.choices.below(16) as i64;
            let mut branch = self.instruction("JCC_1");
            branch.operands.extend([block.into(), OperandKind::Immediate(code).into()]);
            return self.on_flags(branch, "eflags");
        }
        let place = self.choices.below(ON_REGISTERS.len() + 4);
        let Some((opcode, class, bit)) = ON_REGISTERS.get(place).copied() else {
            let code = self.choices.below(14) as i64;
            let mut branch = self.instruction("Bcc");
            branch.operands.extend([OperandKind::Immediate(code).into(), block.into()]);
            return self.on_flags(branch, "nzcv");
        };
        let register = self.class_use(self.class(class));
        let mut branch = self.instruction(opcode);
        branch.operands.push(register);
        if let Some(bits) = bit {
            branch.operands.push(OperandKind::Immediate(self.choices.below(bits) as i64).into());
        }
        branch.operands.push(block.into());
        self.push(branch);
    }

    fn on_flags(&mut self, mut branch: Instruction, flags: &str) {
        if let Some(register) = self.machine.register(flags) {
            let operand = self.implicit_use(register);
            branch.operands.push(operand);
        }
        self.push(branch);
    }

    /// A class of the target by its name.
    pub(super) fn class(&self, name: &str) -> ClassId {
        self.machine.class(name).unwrap_or_else(|| self.machine.pointer_class())
    }

    /// A branch to an address in a register.
    pub(in crate::mir) fn target_branch_to_address(&mut self) {
        let opcode = if self.is_x86() { "JMP64r" } else { "BR" };
        let class = self.machine.opcode(opcode).and_then(first_class).unwrap_or_else(|| self.machine.pointer_class());
        let register = self.class_use(class);
        let mut branch = self.instruction(opcode);
        branch.operands.push(register);
        self.push(branch);
    }

    /// A branch by a jump table.
    pub(in crate::mir) fn target_branch_by_table(&mut self, id: u32) {
        let opcode = if self.is_x86() { "LEA64r" } else { "ADR" };
        let class = self.machine.opcode(opcode).and_then(first_class).unwrap_or_else(|| self.machine.pointer_class());
        let result = if self.body.stage == Stage::Physical {
            physical(if self.is_x86() { "rax" } else { "x9" }, RegisterFlags::default())
        } else {
            self.new_result(class)
        };
        if let Register::Physical(name) = &result.register
            && let Some(register) = self.machine.register(name)
        {
            self.written(register, false);
        }
        let mut address = self.instruction(opcode);
        address.results.push(result);
        let none = || OperandKind::Register(plain(Register::None)).into();
        let table = OperandKind::JumpTable(id).into();
        if self.is_x86() {
            let pointer = OperandKind::Register(physical("rip", RegisterFlags::default()));
            address.operands.extend([pointer.into(), OperandKind::Immediate(1).into(), none(), table, none()]);
        } else {
            address.operands.push(table);
        }
        self.push(address);
        self.target_branch_to_address();
    }
}

fn first_class(opcode: &'static Opcode) -> Option<ClassId> {
    opcode.operands.first().and_then(|slot| slot.class)
}
