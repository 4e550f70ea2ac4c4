//! Debug instructions, and what stands behind the operands of an instruction.

use super::build::{Build, Stage};
use super::metadata::nodes;
use super::registers::plain;
use super::rows::Family;
use irsmith_mir::tables::Properties;
use irsmith_mir::{CfiOperation, DebugLocation, Instruction, Metadata, Operand, OperandKind, Register, RegisterOperand};

/// Debug instructions.
pub(super) const FORMS: &[&str] = &[
    "DBG_VALUE of a register",
    "DBG_VALUE of a number",
    "DBG_VALUE of an object",
    "DBG_VALUE of a constant",
    "DBG_VALUE of nothing",
    "indirect DBG_VALUE",
    "DBG_VALUE_LIST",
    "DBG_INSTR_REF",
    "DBG_PHI",
    "DBG_LABEL",
];

/// What stands behind the operands of an instruction.
pub(super) const SUFFIXES: &[&str] = &[
    "pre-instr-symbol",
    "post-instr-symbol",
    "heap-alloc-marker",
    "pcsections",
    "cfi-type",
    "debug-instr-number",
    "debug-location",
    "inline debug-location",
];

/// Expressions of one value.
const EXPRESSIONS: &[&str] = &[
    "!DIExpression()",
    "!DIExpression(DW_OP_deref)",
    "!DIExpression(DW_OP_plus_uconst, 8)",
    "!DIExpression(DW_OP_LLVM_fragment, 0, 16)",
    "!DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_minus, DW_OP_stack_value)",
];

impl Build<'_, '_> {
    /// Makes a debug instruction; nothing where the module has no metadata for it.
    pub(super) fn debug_step(&mut self) {
        let Some(form) = self.form_on(Family::Debug) else { return };
        if !self.module.debug || self.body.stage == Stage::Physical && form == 7 {
            return;
        }
        self.note(Family::Debug, form);
        let mut instruction = match form {
            0..=5 => self.debug_value(form),
            6 => self.debug_list(),
            7 => self.debug_reference(),
            8 => self.debug_phi(),
            _ => self.debug_label(),
        };
        if form != 8 {
            let location = self.location();
            Self::suffixes(&mut instruction).debug_location = Some(location);
        }
        self.push_plain(instruction);
    }

    fn debug_value(&mut self, form: usize) -> Instruction {
        let value = match form {
            0 | 5 => self.any_register().map(OperandKind::Register),
            1 => Some(OperandKind::Immediate(self.plain_number())),
            2 => self.frame_operand(),
            3 => Some(self.integer_operand(32)),
            _ => None,
        };
        let value = value.unwrap_or_else(|| OperandKind::Register(plain(Register::None)));
        let indirect = form == 5 || form == 2 && self.choices.chance(128);
        let second = if indirect { OperandKind::Immediate(0) } else { OperandKind::Register(plain(Register::None)) };
        let mut instruction = self.instruction("DBG_VALUE");
        instruction.operands.extend([value.into(), second.into(), self.variable(), self.expression()]);
        instruction
    }

    fn debug_list(&mut self) -> Instruction {
        let variable = self.variable();
        let mut instruction = self.instruction("DBG_VALUE_LIST");
        let expression = "!DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_arg, 1, DW_OP_plus, DW_OP_stack_value)";
        instruction.operands.extend([variable, OperandKind::Metadata(Metadata::Inline(expression.into())).into()]);
        for _ in 0..2 {
            let register = if self.choices.chance(160) { self.any_register() } else { None };
            let value = register.map_or_else(|| OperandKind::Immediate(self.plain_number()), OperandKind::Register);
            instruction.operands.push(value.into());
        }
        instruction
    }

    fn debug_reference(&mut self) -> Instruction {
        let variable = self.variable();
        let expression = OperandKind::Metadata(Metadata::Inline("!DIExpression(DW_OP_LLVM_arg, 0)".into()));
        let reference = OperandKind::DebugReference { instruction: self.choices.up_to(40), operand: self.choices.up_to(2) };
        let mut instruction = self.instruction("DBG_INSTR_REF");
        instruction.operands.extend([variable, expression.into(), reference.into()]);
        instruction
    }

    fn debug_phi(&mut self) -> Instruction {
        let number = self.debug_number();
        let register = Register::Physical(self.facts.arguments[0].name.into());
        let mut instruction = self.instruction("DBG_PHI");
        instruction.operands.extend([OperandKind::Register(plain(register)).into(), OperandKind::Immediate(i64::from(number)).into()]);
        instruction
    }

    fn debug_label(&mut self) -> Instruction {
        let mut instruction = self.instruction("DBG_LABEL");
        instruction.operands.push(OperandKind::Metadata(Metadata::Number(self.own_node(nodes::LABEL))).into());
        instruction
    }

    fn variable(&mut self) -> Operand {
        OperandKind::Metadata(Metadata::Number(self.own_node(nodes::VARIABLE))).into()
    }

    fn expression(&mut self) -> Operand {
        OperandKind::Metadata(Metadata::Inline(EXPRESSIONS[self.choices.below(EXPRESSIONS.len())].into())).into()
    }

    /// A virtual register that has a value, or one that arguments come in.
    fn any_register(&mut self) -> Option<RegisterOperand> {
        let value = self.find(|_| true);
        let argument = self.facts.arguments[self.choices.below(self.facts.arguments.len())].name;
        Some(plain(value.unwrap_or(Register::Physical(argument.into()))))
    }

    fn location(&mut self) -> DebugLocation {
        if !self.wants_form(Family::Suffix, 7, 64) {
            self.note(Family::Suffix, 6);
            return DebugLocation::Number(self.own_node(nodes::LOCATION));
        }
        let inlined = self.choices.chance(64);
        DebugLocation::Inline {
            line: u32::from(self.choices.byte()),
            column: u32::from(self.choices.byte()),
            scope: self.own_node(nodes::SUBPROGRAM),
            inlined_at: inlined.then(|| Box::new(DebugLocation::Number(self.own_node(nodes::INLINED)))),
            implicit_code: self.choices.chance(32),
        }
    }

    /// A debug instruction number that no other instruction has.
    fn debug_number(&mut self) -> u32 {
        self.body.next_debug += 1;
        self.body.next_debug - 1
    }

    /// Perhaps something behind the operands.
    pub(super) fn suffix(&mut self, instruction: &mut Instruction) {
        if !self.choices.chance(32) {
            return;
        }
        let Some(form) = self.form_on(Family::Suffix) else { return };
        if matches!(form, 2 | 3) && !self.module.embedded || matches!(form, 6 | 7) && !self.module.debug {
            return;
        }
        // Nothing is numbered that emits nothing; llc takes what stands behind the bytes of `escape` for one more.
        let meta = form == 5 && self.machine.opcode(&instruction.opcode).is_some_and(|row| row.is(Properties::META));
        let escape = matches!(instruction.operands.first().map(|operand| &operand.kind), Some(OperandKind::Cfi(operation)) if matches!(**operation, CfiOperation::Escape(_)));
        if meta || escape {
            return;
        }
        if form < 6 {
            self.note(Family::Suffix, form);
        }
        let name = if form < 2 { self.mc_symbol() } else { "" };
        let word = self.choices.wide() as u32;
        let (number, location) = match form {
            5 => (Some(self.debug_number()), None),
            6 | 7 => (None, Some(self.location())),
            _ => (None, None),
        };
        let suffixes = Self::suffixes(instruction);
        match form {
            0 => suffixes.pre_symbol = Some(name.into()),
            1 => suffixes.post_symbol = Some(name.into()),
            2 => suffixes.heap_alloc_marker = Some(nodes::EMPTY),
            3 => suffixes.pc_sections = Some(nodes::EMPTY),
            4 => suffixes.cfi_type = Some(word),
            5 => suffixes.debug_number = number,
            _ => suffixes.debug_location = location,
        }
    }

    /// Whether debug instructions are on at all.
    pub(super) fn is_debug(&self) -> bool {
        (0..FORMS.len()).any(|form| self.is_on(Family::Debug, form))
    }
}
