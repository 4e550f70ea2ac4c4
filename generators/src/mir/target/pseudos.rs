//! The opcodes around those of the target: copies, parts of registers, labels, calls, bundles, what the frame unwinder reads.

use super::super::build::{Build, Stage};
use super::super::forms::{Cfi, Pseudo, Shape};
use super::super::registers::{physical, plain};
use crate::forms::Form;
use irsmith_mir::tables::ClassId;
use irsmith_mir::{CfiOperation, Instruction, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier};

impl Build<'_, '_> {
    /// Makes some opcode around those of the target.
    pub(super) fn pseudo_step(&mut self) {
        if let Some(form) = self.form_on(Pseudo::all()) {
            self.pseudo(form);
        }
    }

    /// Makes this opcode; nothing where the body has no place for it.
    pub(super) fn pseudo(&mut self, form: Pseudo) {
        let virtuals = matches!(self.body.stage, Stage::Ssa | Stage::NotSsa);
        let instruction = match form {
            // These are made where they are needed.
            Pseudo::Phi | Pseudo::ImplicitDef => None,
            Pseudo::InsertSubreg | Pseudo::ExtractSubreg | Pseudo::RegSequence | Pseudo::SubregToReg => {
                if virtuals {
                    self.parts(form)
                } else {
                    None
                }
            }
            Pseudo::Bundle => {
                if virtuals {
                    self.bundle()
                } else {
                    None
                }
            }
            Pseudo::ArithFence => {
                if virtuals {
                    self.arith_fence()
                } else {
                    None
                }
            }
            Pseudo::StackGuard => virtuals.then(|| self.stack_guard()),
            Pseudo::Call => return self.call(),
            Pseudo::Copy => Some(self.some_copy()),
            Pseudo::Kill => Some(self.kill()),
            Pseudo::Cfi => Some(self.cfi()),
            Pseudo::EhLabel | Pseudo::GcLabel | Pseudo::AnnotationLabel => {
                let symbol = OperandKind::Symbol(self.mc_symbol().into());
                Some(self.with(form, [symbol]))
            }
            Pseudo::LifetimeStart | Pseudo::LifetimeEnd => {
                self.stack_object().map(|(id, name)| self.with(form, [OperandKind::Stack { id, name }]))
            }
            Pseudo::InlineAssembly => Some(self.inline_assembly()),
            Pseudo::Membarrier | Pseudo::FentryCall | Pseudo::FunctionEnter | Pseudo::FunctionExit => Some(self.with(form, [])),
            Pseudo::Probe => Some(self.probe()),
            Pseudo::Stackmap => {
                let [id, shadow] = [self.choices.wide() as i64, self.choices.below(16) as i64];
                Some(self.with(form, [id, shadow].map(OperandKind::Immediate)))
            }
            Pseudo::Patchpoint => Some(self.patchpoint()),
            Pseudo::JumpTableInfo => {
                let table = i64::from(self.choices.byte());
                Some(self.with(form, [OperandKind::Immediate(table)]))
            }
            Pseudo::LocalEscape => self.stack_object().map(|(id, name)| {
                let symbol = OperandKind::Symbol(self.mc_symbol().into());
                self.with(form, [symbol, OperandKind::Stack { id, name }])
            }),
        };
        if let Some(instruction) = instruction {
            self.push(instruction);
        }
    }

    fn with(&mut self, form: Pseudo, operands: impl IntoIterator<Item = OperandKind>) -> Instruction {
        let mut instruction = self.instruction(form.opcode());
        instruction.operands.extend(operands.into_iter().map(Operand::from));
        instruction
    }

    fn probe(&mut self) -> Instruction {
        let guid = self.choices.wide() as i64;
        let [index, attributes] = [self.choices.byte(), self.choices.byte() & 7].map(i64::from);
        let kind = self.choices.below(3) as i64;
        self.with(Pseudo::Probe, [guid, index, kind, attributes].map(OperandKind::Immediate))
    }

    fn patchpoint(&mut self) -> Instruction {
        let id = self.choices.wide() as i64;
        let mut point = self.with(Pseudo::Patchpoint, [id, 16, 0, 0, 0].map(OperandKind::Immediate));
        let live = self.facts.saved.iter().take(1 + self.choices.below(3)).map(|name| Register::Physical((*name).into())).collect();
        point.operands.push(OperandKind::LiveOut(live).into());
        point
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
    fn parts(&mut self, form: Pseudo) -> Option<Instruction> {
        let class = self.facts.arguments[self.choices.below(self.facts.arguments.len())].class;
        let (part, whole, index) = self.part_of(class)?;
        let index_name = OperandKind::SubregisterIndex(self.machine.index_row(index).name.into());
        let mut instruction = self.instruction(form.opcode());
        let source = OperandKind::Register(plain(self.class_value(part)));
        let result = match form {
            Pseudo::ExtractSubreg => {
                let source = OperandKind::Register(plain(self.class_value(whole)));
                instruction.operands.extend([source.into(), index_name.into()]);
                part
            }
            Pseudo::InsertSubreg => {
                let base = OperandKind::Register(plain(self.class_value(whole)));
                instruction.operands.extend([base.into(), source.into(), index_name.into()]);
                whole
            }
            Pseudo::RegSequence => {
                instruction.operands.extend([source.into(), index_name.into()]);
                whole
            }
            _ => {
                instruction.operands.extend([OperandKind::Immediate(0).into(), source.into(), index_name.into()]);
                whole
            }
        };
        let result = if form == Pseudo::InsertSubreg && self.body.stage == Stage::NotSsa {
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
            self.with(Pseudo::InlineAssembly, [OperandKind::ExternalSymbol { name: text, offset: 0 }, OperandKind::Immediate(SIDE_EFFECT)]);
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
        let form = self.form(Cfi::all());
        let offset = self.plain_number() as i32;
        let register = self.callee_saved();
        let operation = match form {
            Cfi::SameValue => CfiOperation::SameValue(register),
            Cfi::Offset => CfiOperation::Offset(register, offset),
            Cfi::RelativeOffset => CfiOperation::RelativeOffset(register, offset),
            Cfi::DefCfaRegister => CfiOperation::DefCfaRegister(register),
            Cfi::DefCfaOffset => CfiOperation::DefCfaOffset(offset),
            Cfi::AdjustCfaOffset => CfiOperation::AdjustCfaOffset(offset),
            Cfi::DefCfa => CfiOperation::DefCfa(register, offset),
            Cfi::DefAddressSpaceCfa => CfiOperation::DefAddressSpaceCfa(register, offset, u32::from(self.choices.byte())),
            Cfi::RememberState => CfiOperation::RememberState,
            Cfi::Restore => CfiOperation::Restore(register),
            Cfi::RestoreState => CfiOperation::RestoreState,
            Cfi::Undefined => CfiOperation::Undefined(register),
            Cfi::Register => CfiOperation::Register(register, self.callee_saved()),
            Cfi::WindowSave => CfiOperation::WindowSave,
            Cfi::NegateRaSignState => CfiOperation::NegateRaSignState,
            Cfi::Escape => CfiOperation::Escape((0..=self.choices.below(5)).map(|_| self.choices.byte()).collect()),
        };
        self.with(Pseudo::Cfi, [OperandKind::Cfi(Box::new(operation))])
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
            let flags = if internal { RegisterFlags::INTERNAL } else { RegisterFlags::default() };
            copy.operands.push(OperandKind::Register(RegisterOperand { flags, ..plain(last) }).into());
            last = result.register.clone();
            copy.results.push(result);
            inner.push(copy);
        }
        let mut bundle = self.instruction("BUNDLE");
        bundle.bundle = Some(inner);
        Some(bundle)
    }
}
