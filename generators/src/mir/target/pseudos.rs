//! The opcodes around those of the target: copies, parts of registers, labels, calls, bundles, what the frame unwinder reads.

use super::super::build::{Build, Stage};
use super::super::forms::{Cfi, Pseudo, Shape};
use super::super::instruction::{instruction, push};
use super::super::names::mc_symbol;
use super::super::numbers::plain_number;
use super::super::objects::{callee_saved, stack_object};
use super::super::registers::{physical, plain};
use super::super::values::{class_value, new_result};
use super::calls::call;
use super::operands::{class_use, implicit_use};
use crate::forms::Form;
use irsmith_mir::tables::ClassId;
use irsmith_mir::{CfiOperation, Instruction, Operand, OperandKind, Register, RegisterFlags, RegisterOperand, RegisterQualifier};

/// Makes some opcode around those of the target.
pub(in crate::mir) fn pseudo_step(build: &mut Build<'_, '_>) {
    if let Some(form) = build.draw.form_on(Pseudo::all()) {
        pseudo(build, form);
    }
}

/// Makes this opcode; nothing where the body has no place for it.
pub(in crate::mir) fn pseudo(build: &mut Build<'_, '_>, form: Pseudo) {
    let virtuals = build.body.stage.is_virtual_target();
    let instruction = match form {
        // These are made where they are needed.
        Pseudo::Phi | Pseudo::ImplicitDef => None,
        Pseudo::InsertSubreg | Pseudo::ExtractSubreg | Pseudo::RegSequence | Pseudo::SubregToReg => {
            if virtuals {
                parts(build, form)
            } else {
                None
            }
        }
        Pseudo::Bundle => {
            if virtuals {
                bundle(build)
            } else {
                None
            }
        }
        Pseudo::ArithFence => {
            if virtuals {
                arith_fence(build)
            } else {
                None
            }
        }
        Pseudo::StackGuard => virtuals.then(|| stack_guard(build)),
        Pseudo::Call => return call(build),
        Pseudo::Copy => Some(some_copy(build)),
        Pseudo::Kill => Some(kill(build)),
        Pseudo::Cfi => Some(cfi(build)),
        Pseudo::EhLabel | Pseudo::GcLabel | Pseudo::AnnotationLabel => {
            let symbol = OperandKind::Symbol(mc_symbol(&mut build.draw).into());
            Some(with(form, [symbol]))
        }
        Pseudo::LifetimeStart | Pseudo::LifetimeEnd => stack_object(build).map(|(id, name)| with(form, [OperandKind::Stack { id, name }])),
        Pseudo::InlineAssembly => Some(inline_assembly(build)),
        Pseudo::Membarrier | Pseudo::FentryCall | Pseudo::FunctionEnter | Pseudo::FunctionExit => Some(with(form, [])),
        Pseudo::Probe => Some(probe(build)),
        Pseudo::Stackmap => {
            let [id, shadow] = [build.draw.wide() as i64, build.draw.below(16) as i64];
            Some(with(form, [id, shadow].map(OperandKind::Immediate)))
        }
        Pseudo::Patchpoint => Some(patchpoint(build)),
        Pseudo::JumpTableInfo => {
            let table = i64::from(build.draw.byte());
            Some(with(form, [OperandKind::Immediate(table)]))
        }
        Pseudo::LocalEscape => stack_object(build).map(|(id, name)| {
            let symbol = OperandKind::Symbol(mc_symbol(&mut build.draw).into());
            with(form, [symbol, OperandKind::Stack { id, name }])
        }),
    };
    if let Some(instruction) = instruction {
        push(build, instruction);
    }
}

fn with(form: Pseudo, operands: impl IntoIterator<Item = OperandKind>) -> Instruction {
    let mut instruction = instruction(form.opcode());
    instruction.operands.extend(operands.into_iter().map(Operand::from));
    instruction
}

fn probe(build: &mut Build<'_, '_>) -> Instruction {
    let guid = build.draw.wide() as i64;
    let [index, attributes] = [build.draw.byte(), build.draw.byte() & 7].map(i64::from);
    let kind = build.draw.below(3) as i64;
    with(Pseudo::Probe, [guid, index, kind, attributes].map(OperandKind::Immediate))
}

fn patchpoint(build: &mut Build<'_, '_>) -> Instruction {
    let id = build.draw.wide() as i64;
    let mut point = with(Pseudo::Patchpoint, [id, 16, 0, 0, 0].map(OperandKind::Immediate));
    let live = build.target.saved.iter().take(1 + build.draw.below(3)).map(|name| Register::Physical((*name).into())).collect();
    point.operands.push(OperandKind::LiveOut(live).into());
    point
}

fn some_copy(build: &mut Build<'_, '_>) -> Instruction {
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
fn kill(build: &mut Build<'_, '_>) -> Instruction {
    let register = build.target.arguments[build.draw.below(build.target.arguments.len())].register;
    let operand = implicit_use(build, register);
    let mut kill = instruction("KILL");
    kill.operands.push(operand);
    kill
}

/// Registers made of parts, and parts taken out of them.
fn parts(build: &mut Build<'_, '_>, form: Pseudo) -> Option<Instruction> {
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
            instruction.operands.extend([OperandKind::Immediate(0).into(), source.into(), index_name.into()]);
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
fn part_of(build: &mut Build<'_, '_>, class: ClassId) -> Option<(ClassId, ClassId, irsmith_mir::tables::IndexId)> {
    let wider = &build.target.wider[usize::from(class.0)];
    let (whole, index) = *build.draw.pick(wider)?;
    Some((class, whole, index))
}

fn arith_fence(build: &mut Build<'_, '_>) -> Option<Instruction> {
    let class = build.target.arguments.last()?.class;
    let source = plain(class_value(build, class));
    let result = if build.body.stage == Stage::NotSsa { plain(source.register.clone()) } else { new_result(build, class) };
    let mut fence = instruction("ARITH_FENCE");
    fence.results.push(result);
    fence.operands.push(OperandKind::Register(source).into());
    Some(fence)
}

fn stack_guard(build: &mut Build<'_, '_>) -> Instruction {
    let result = new_result(build, build.machine().pointer_class());
    let mut guard = instruction("LOAD_STACK_GUARD");
    guard.results.push(result);
    guard
}

/// Inline assembly: nothing, a clobber, or an operand; the words between are LLVM's own (InlineAsm.h).
fn inline_assembly(build: &mut Build<'_, '_>) -> Instruction {
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

fn cfi(build: &mut Build<'_, '_>) -> Instruction {
    let form = build.draw.form(Cfi::all());
    let offset = plain_number(&mut build.draw) as i32;
    let register = callee_saved(build);
    let operation = match form {
        Cfi::SameValue => CfiOperation::SameValue(register),
        Cfi::Offset => CfiOperation::Offset(register, offset),
        Cfi::RelativeOffset => CfiOperation::RelativeOffset(register, offset),
        Cfi::DefCfaRegister => CfiOperation::DefCfaRegister(register),
        Cfi::DefCfaOffset => CfiOperation::DefCfaOffset(offset),
        Cfi::AdjustCfaOffset => CfiOperation::AdjustCfaOffset(offset),
        Cfi::DefCfa => CfiOperation::DefCfa(register, offset),
        Cfi::DefAddressSpaceCfa => CfiOperation::DefAddressSpaceCfa(register, offset, u32::from(build.draw.byte())),
        Cfi::RememberState => CfiOperation::RememberState,
        Cfi::Restore => CfiOperation::Restore(register),
        Cfi::RestoreState => CfiOperation::RestoreState,
        Cfi::Undefined => CfiOperation::Undefined(register),
        Cfi::Register => CfiOperation::Register(register, callee_saved(build)),
        Cfi::WindowSave => CfiOperation::WindowSave,
        Cfi::NegateRaSignState => CfiOperation::NegateRaSignState,
        Cfi::Escape => CfiOperation::Escape((0..=build.draw.below(5)).map(|_| build.draw.byte()).collect()),
    };
    with(Pseudo::Cfi, [OperandKind::Cfi(Box::new(operation))])
}

/// A bundle of several instructions; registers that one of them writes are read by later ones as internal.
fn bundle(build: &mut Build<'_, '_>) -> Option<Instruction> {
    let class = build.target.arguments[0].class;
    let source = class_value(build, class);
    let mut inner = Vec::new();
    let mut last = source;
    for step in 0..=1 + build.draw.below(3) {
        let result = new_result(build, class);
        let mut copy = instruction("COPY");
        let internal = step > 0;
        let flags = if internal { RegisterFlags::INTERNAL } else { RegisterFlags::default() };
        copy.operands.push(OperandKind::Register(RegisterOperand { flags, ..plain(last) }).into());
        last = result.register.clone();
        copy.results.push(result);
        inner.push(copy);
    }
    let mut bundle = instruction("BUNDLE");
    bundle.bundle = Some(inner);
    Some(bundle)
}
