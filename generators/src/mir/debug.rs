//! Debug instructions, and what stands behind the operands of an instruction.

use super::build::{Build, Stage};
use super::forms::{Debug, Suffix};
use super::metadata::nodes;
use super::registers::plain;
use crate::forms::Form;
use irsmith_mir::tables::Properties;
use irsmith_mir::{CfiOperation, DebugLocation, Instruction, Metadata, Operand, OperandKind, Register, RegisterOperand};

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
        let Some(form) = self.form_on(Debug::all()) else { return };
        if !self.module.debug || self.body.stage == Stage::Physical && form == Debug::Reference {
            return;
        }
        let mut instruction = match form {
            Debug::Register => {
                let value = self.any_register();
                self.debug_value(OperandKind::Register(value), false)
            }
            Debug::Number => {
                let value = self.plain_number();
                self.debug_value(OperandKind::Immediate(value), false)
            }
            Debug::Object => {
                let object = self.frame_operand().unwrap_or_else(none);
                let indirect = self.choices.chance(128);
                self.debug_value(object, indirect)
            }
            Debug::Constant => {
                let value = self.integer_operand(32);
                self.debug_value(value, false)
            }
            Debug::Nothing => self.debug_value(none(), false),
            Debug::Indirect => {
                let value = self.any_register();
                self.debug_value(OperandKind::Register(value), true)
            }
            Debug::List => self.debug_list(),
            Debug::Reference => self.debug_reference(),
            Debug::Phi => self.debug_phi(),
            Debug::Label => self.debug_label(),
        };
        if form != Debug::Phi {
            let location = self.location();
            Self::suffixes(&mut instruction).debug_location = Some(location);
        }
        self.push_plain(instruction);
    }

    fn debug_value(&mut self, value: OperandKind, indirect: bool) -> Instruction {
        let second = if indirect { OperandKind::Immediate(0) } else { none() };
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
            let register = if self.choices.chance(160) { Some(self.any_register()) } else { None };
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
    fn any_register(&mut self) -> RegisterOperand {
        let value = self.find(|_| true);
        let argument = self.facts.arguments[self.choices.below(self.facts.arguments.len())].name;
        plain(value.unwrap_or(Register::Physical(argument.into())))
    }

    fn location(&mut self) -> DebugLocation {
        if !self.wants(Suffix::InlineLocation, 64) {
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
        let Some(form) = self.form_on(Suffix::all()) else { return };
        let is_there = match form {
            Suffix::HeapAlloc | Suffix::PcSections => self.module.embedded,
            Suffix::Location | Suffix::InlineLocation => self.module.debug,
            Suffix::PreSymbol | Suffix::PostSymbol | Suffix::CfiType | Suffix::DebugNumber => true,
        };
        if !is_there {
            return;
        }
        // Nothing is numbered that emits nothing; llc takes what stands behind the bytes of `escape` for one more.
        let meta = form == Suffix::DebugNumber && self.machine.opcode(&instruction.opcode).is_some_and(|row| row.is(Properties::META));
        let escape = matches!(instruction.operands.first().map(|operand| &operand.kind), Some(OperandKind::Cfi(operation)) if matches!(**operation, CfiOperation::Escape(_)));
        if meta || escape {
            return;
        }
        let name = if matches!(form, Suffix::PreSymbol | Suffix::PostSymbol) { self.mc_symbol() } else { "" };
        let word = self.choices.wide() as u32;
        let suffixes = Self::suffixes(instruction);
        match form {
            Suffix::PreSymbol => suffixes.pre_symbol = Some(name.into()),
            Suffix::PostSymbol => suffixes.post_symbol = Some(name.into()),
            Suffix::HeapAlloc => suffixes.heap_alloc_marker = Some(nodes::EMPTY),
            Suffix::PcSections => suffixes.pc_sections = Some(nodes::EMPTY),
            Suffix::CfiType => suffixes.cfi_type = Some(word),
            Suffix::DebugNumber => suffixes.debug_number = Some(self.debug_number()),
            Suffix::Location | Suffix::InlineLocation => suffixes.debug_location = Some(self.location()),
        }
    }

    /// Whether debug instructions are on at all.
    pub(super) fn is_debug(&self) -> bool {
        Debug::all().iter().any(|form| self.is_on(*form))
    }
}

/// No register.
fn none() -> OperandKind {
    OperandKind::Register(plain(Register::None))
}
