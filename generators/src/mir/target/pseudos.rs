//! The opcodes around those of the target: copies, parts of registers, labels, calls, bundles, what the frame unwinder reads.

use super::super::build::{Build, Stage};
use super::super::registers::{physical, plain};
use super::super::rows::Family;
use super::super::shapes::Shape;
use irsmith_mir::tables::ClassId;
use irsmith_mir::{CfiOperation, Instruction, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier};

/// What is made. The first two are also made where they are needed.
pub(in crate::mir) const PSEUDOS: &[&str] = &[
    "PHI",
    "IMPLICIT_DEF",
    "COPY",
    "KILL",
    "INSERT_SUBREG",
    "EXTRACT_SUBREG",
    "REG_SEQUENCE",
    "SUBREG_TO_REG",
    "CFI_INSTRUCTION",
    "EH_LABEL",
    "GC_LABEL",
    "ANNOTATION_LABEL",
    "LIFETIME_START",
    "LIFETIME_END",
    "INLINEASM",
    "MEMBARRIER",
    "PSEUDO_PROBE",
    "STACKMAP",
    "PATCHPOINT",
    "PATCHABLE_FUNCTION_ENTER",
    "PATCHABLE_FUNCTION_EXIT",
    "FENTRY_CALL",
    "LOAD_STACK_GUARD",
    "JUMP_TABLE_DEBUG_INFO",
    "ARITH_FENCE",
    "LOCAL_ESCAPE",
    "BUNDLE",
    "call",
];
pub(in crate::mir) const MERGES: usize = 0;
pub(super) const IMPLICIT_DEF: usize = 1;

/// Operations of CFI_INSTRUCTION.
pub(in crate::mir) const CFI: &[&str] = &[
    "same_value",
    "offset",
    "rel_offset",
    "def_cfa_register",
    "def_cfa_offset",
    "adjust_cfa_offset",
    "def_cfa",
    "llvm_def_aspace_cfa",
    "remember_state",
    "restore",
    "restore_state",
    "undefined",
    "register",
    "window_save",
    "negate_ra_sign_state",
    "escape",
];

impl Build<'_, '_> {
    /// Makes some opcode around those of the target.
    pub(super) fn pseudo_step(&mut self) {
        if let Some(form) = self.form_on(Family::Pseudo) {
            self.pseudo(form);
        }
    }

    /// Makes this opcode; nothing where the body has no place for it.
    pub(super) fn pseudo(&mut self, form: usize) {
        let name = PSEUDOS[form];
        let virtuals = matches!(self.body.stage, Stage::Ssa | Stage::NotSsa);
        let instruction = match name {
            "PHI" | "IMPLICIT_DEF" => return,
            "COPY" => Some(self.some_copy()),
            "KILL" => Some(self.kill()),
            "INSERT_SUBREG" | "EXTRACT_SUBREG" | "REG_SEQUENCE" | "SUBREG_TO_REG" if virtuals => self.parts(name),
            "CFI_INSTRUCTION" => Some(self.cfi()),
            "BUNDLE" if virtuals => self.bundle(),
            "ARITH_FENCE" if virtuals => self.arith_fence(),
            "call" => return self.call(form),
            "LOAD_STACK_GUARD" if virtuals => Some(self.stack_guard()),
            _ => self.label(name),
        };
        if let Some(instruction) = instruction {
            self.note(Family::Pseudo, form);
            self.push(instruction);
        }
    }

    fn with(&mut self, opcode: &'static str, operands: impl IntoIterator<Item = OperandKind>) -> Instruction {
        let mut instruction = self.instruction(opcode);
        instruction.operands.extend(operands.into_iter().map(Operand::from));
        instruction
    }

    /// Opcodes that name symbols, numbers or objects alone.
    fn label(&mut self, name: &'static str) -> Option<Instruction> {
        let number = |value| OperandKind::Immediate(value);
        Some(match name {
            "EH_LABEL" | "GC_LABEL" | "ANNOTATION_LABEL" => {
                let symbol = OperandKind::Symbol(self.mc_symbol().into());
                self.with(name, [symbol])
            }
            "LIFETIME_START" | "LIFETIME_END" => {
                let (id, name_of_object) = self.stack_object()?;
                self.with(name, [OperandKind::Stack { id, name: name_of_object }])
            }
            "INLINEASM" => self.inline_assembly(),
            "MEMBARRIER" | "FENTRY_CALL" | "PATCHABLE_FUNCTION_ENTER" | "PATCHABLE_FUNCTION_EXIT" => self.with(name, []),
            "PSEUDO_PROBE" => {
                let guid = self.choices.wide() as i64;
                let [index, attributes] = [self.choices.byte(), self.choices.byte() & 7].map(i64::from);
                let kind = self.choices.below(3) as i64;
                self.with(name, [number(guid), number(index), number(kind), number(attributes)])
            }
            "STACKMAP" => {
                let id = self.choices.wide() as i64;
                let shadow = self.choices.below(16) as i64;
                self.with(name, [number(id), number(shadow)])
            }
            "PATCHPOINT" => {
                let id = self.choices.wide() as i64;
                let mut point = self.with(name, [number(id), number(16), number(0), number(0), number(0)]);
                let live = self.facts.saved.iter().take(1 + self.choices.below(3)).map(|name| Register::Physical((*name).into())).collect();
                point.operands.push(OperandKind::LiveOut(live).into());
                point
            }
            "JUMP_TABLE_DEBUG_INFO" => {
                let table = i64::from(self.choices.byte());
                self.with(name, [number(table)])
            }
            "LOCAL_ESCAPE" => {
                let (id, name_of_object) = self.stack_object()?;
                let symbol = OperandKind::Symbol(self.mc_symbol().into());
                self.with(name, [symbol, OperandKind::Stack { id, name: name_of_object }])
            }
            _ => return None,
        })
    }

    fn some_copy(&mut self) -> Instruction {
        let argument = self.facts.arguments[self.choices.below(self.facts.arguments.len())];
        let source = self.class_use(argument.class);
        let result = if self.body.stage == Stage::Physical || self.choices.chance(48) {
            self.written(argument.register, false);
            physical(argument.name, RegisterFlags::default())
        } else {
            self.new_result(argument.class)
        };
        let mut copy = self.instruction("COPY");
        copy.results.push(result);
        copy.operands.push(source);
        copy
    }

    /// KILL of a register, which changes nothing.
    fn kill(&mut self) -> Instruction {
        let register = self.facts.arguments[self.choices.below(self.facts.arguments.len())].register;
        let operand = self.implicit_use(register);
        let mut kill = self.instruction("KILL");
        kill.operands.push(operand);
        kill
    }

    /// Registers made of parts, and parts taken out of them.
    fn parts(&mut self, name: &'static str) -> Option<Instruction> {
        let class = self.facts.arguments[self.choices.below(self.facts.arguments.len())].class;
        let (part, whole, index) = self.part_of(class)?;
        let index_name = OperandKind::SubregisterIndex(self.machine.index_row(index).name.into());
        let mut instruction = self.instruction(name);
        let source = OperandKind::Register(plain(self.class_value(part)));
        let result = match name {
            "EXTRACT_SUBREG" => {
                let source = OperandKind::Register(plain(self.class_value(whole)));
                instruction.operands.extend([source.into(), index_name.into()]);
                part
            }
            "INSERT_SUBREG" => {
                let base = OperandKind::Register(plain(self.class_value(whole)));
                instruction.operands.extend([base.into(), source.into(), index_name.into()]);
                whole
            }
            "REG_SEQUENCE" => {
                instruction.operands.extend([source.into(), index_name.into()]);
                whole
            }
            _ => {
                instruction.operands.extend([OperandKind::Immediate(0).into(), source.into(), index_name.into()]);
                whole
            }
        };
        let result = if name == "INSERT_SUBREG" && self.body.stage == Stage::NotSsa {
            match &instruction.operands[0].kind {
                OperandKind::Register(base) => plain(base.register.clone()),
                _ => self.new_result(result),
            }
        } else {
            self.new_result(result)
        };
        instruction.results.push(result);
        Some(instruction)
    }

    /// A class, a wider one whose registers all have a part in it, and the index of that part.
    fn part_of(&mut self, class: ClassId) -> Option<(ClassId, ClassId, irsmith_mir::tables::IndexId)> {
        let wider = &self.facts.wider[usize::from(class.0)];
        let (whole, index) = *self.choices.pick(wider)?;
        Some((class, whole, index))
    }

    fn arith_fence(&mut self) -> Option<Instruction> {
        let class = self.facts.arguments.last()?.class;
        let source = plain(self.class_value(class));
        let result = if self.body.stage == Stage::NotSsa { plain(source.register.clone()) } else { self.new_result(class) };
        let mut fence = self.instruction("ARITH_FENCE");
        fence.results.push(result);
        fence.operands.push(OperandKind::Register(source).into());
        Some(fence)
    }

    fn stack_guard(&mut self) -> Instruction {
        let result = self.new_result(self.machine.pointer_class());
        let mut guard = self.instruction("LOAD_STACK_GUARD");
        guard.results.push(result);
        guard
    }

    /// Inline assembly: nothing, a clobber, or an operand; the words between are LLVM's own (InlineAsm.h).
    fn inline_assembly(&mut self) -> Instruction {
        const TEXTS: &[&str] = &["", "nop", "# a b", "mov $0, $1"];
        const SIDE_EFFECT: i64 = 1;
        const CLOBBER: i64 = 12;
        let text = TEXTS[self.choices.below(TEXTS.len())].into();
        let mut assembly =
            self.with("INLINEASM", [OperandKind::ExternalSymbol { name: text, offset: 0 }, OperandKind::Immediate(SIDE_EFFECT)]);
        if matches!(self.body.stage, Stage::Ssa | Stage::NotSsa) && self.choices.chance(128) {
            self.assembly_operands(&mut assembly);
        } else if self.choices.chance(128) {
            let name = if self.is_x86() { "eflags" } else { "nzcv" };
            if let Some(register) = self.machine.register(name) {
                self.written(register, true);
            }
            let flags = RegisterFlags::IMPLICIT_DEF | RegisterFlags::DEAD | RegisterFlags::EARLY_CLOBBER;
            assembly.operands.push(OperandKind::Immediate(CLOBBER).into());
            assembly.operands.push(OperandKind::Register(physical(name, flags)).into());
        }
        assembly
    }

    /// A result behind the opcode, and a use that may be tied to it.
    fn assembly_operands(&mut self, assembly: &mut Instruction) {
        // One operand of a kind each: InlineAsm::Flag.
        const RESULT: i64 = 10;
        const USE: i64 = 9;
        const TIED_USE: i64 = 1 << 31 | 9;
        let class = self.facts.arguments[0].class;
        let source = self.class_value(class);
        let tied = self.wants(Shape::Tied, 96);
        let mut result = if tied && self.body.stage == Stage::NotSsa { plain(source.clone()) } else { self.new_result(class) };
        result.flags = RegisterFlags::DEF;
        self.notice(Shape::ResultBehind);
        let place = assembly.operands.len() as u32 + 1;
        let qualifier = if tied { RegisterQualifier::TiedTo(place) } else { RegisterQualifier::None };
        let words = if tied { [RESULT, TIED_USE] } else { [RESULT, USE] };
        let registers = [result, RegisterOperand { qualifier, ..plain(source) }];
        for (word, register) in words.into_iter().zip(registers) {
            assembly.operands.push(OperandKind::Immediate(word).into());
            assembly.operands.push(OperandKind::Register(register).into());
        }
    }

    fn cfi(&mut self) -> Instruction {
        let form = self.form(Family::Cfi, 0, CFI.len());
        let offset = self.plain_number() as i32;
        let register = self.callee_saved();
        let operation = match form {
            0 => CfiOperation::SameValue(register),
            1 => CfiOperation::Offset(register, offset),
            2 => CfiOperation::RelativeOffset(register, offset),
            3 => CfiOperation::DefCfaRegister(register),
            4 => CfiOperation::DefCfaOffset(offset),
            5 => CfiOperation::AdjustCfaOffset(offset),
            6 => CfiOperation::DefCfa(register, offset),
            7 => CfiOperation::DefAddressSpaceCfa(register, offset, u32::from(self.choices.byte())),
            8 => CfiOperation::RememberState,
            9 => CfiOperation::Restore(register),
            10 => CfiOperation::RestoreState,
            11 => CfiOperation::Undefined(register),
            12 => CfiOperation::Register(register, self.callee_saved()),
            13 => CfiOperation::WindowSave,
            14 => CfiOperation::NegateRaSignState,
            _ => CfiOperation::Escape((0..=self.choices.below(5)).map(|_| self.choices.byte()).collect()),
        };
        self.with("CFI_INSTRUCTION", [OperandKind::Cfi(Box::new(operation))])
    }

    /// A bundle of several instructions; registers that one of them writes are read by later ones as internal.
    fn bundle(&mut self) -> Option<Instruction> {
        let class = self.facts.arguments[0].class;
        let source = self.class_value(class);
        let mut inner = Vec::new();
        let mut last = source;
        for step in 0..=1 + self.choices.below(3) {
            let result = self.new_result(class);
            let mut copy = self.instruction("COPY");
            let internal = step > 0;
            if internal {
                self.notice(Shape::Internal);
            }
            let flags = if internal { RegisterFlags::INTERNAL } else { RegisterFlags::default() };
            copy.operands.push(OperandKind::Register(RegisterOperand { flags, ..plain(last) }).into());
            last = result.register.clone();
            copy.results.push(result);
            inner.push(copy);
        }
        self.notice(Shape::Bundle);
        let mut bundle = self.instruction("BUNDLE");
        bundle.bundle = Some(inner);
        Some(bundle)
    }
}
