//! The opcodes around those of the target: labels, bundles, what the frame unwinder reads, and which file makes the others.

use super::super::build::Build;
use super::super::forms::{Cfi, Pseudo};
use super::super::instruction::{instruction, push, with};
use super::super::names::mc_symbol;
use super::super::numbers::plain_number;
use super::super::objects::{callee_saved, stack_object};
use super::super::registers::plain;
use super::super::values::{class_value, new_result};
use super::assembly::inline_assembly;
use super::calls::call;
use super::copies::{arith_fence, copy_lanes, init_undef, kill, parts, some_copy, stack_guard};
use super::registers::class_use;
use crate::forms::Form;
use irsmith_mir::{CfiOperation, Instruction, OperandKind, Register, RegisterFlags, RegisterOperand};

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
        Pseudo::FakeUse => {
            let class = build.target.arguments[build.draw.below(build.target.arguments.len())].class;
            Some(with(form, [class_use(build, class).kind]))
        }
        Pseudo::InitUndef => virtuals.then(|| init_undef(build)),
        Pseudo::CopyLanes => {
            if virtuals {
                copy_lanes(build)
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
        Cfi::NegateRaSignStateWithPc => CfiOperation::NegateRaSignStateWithPc,
        Cfi::RegisterPair => CfiOperation::RegisterPair(register, [sized(build), sized(build)]),
        Cfi::VectorRegisters => {
            let part = |build: &mut Build<'_, '_>| (callee_saved(build), build.draw.up_to(3), 8 << build.draw.up_to(3));
            CfiOperation::VectorRegisters(register, (0..=build.draw.below(2)).map(|_| part(build)).collect())
        }
        Cfi::VectorOffset => {
            let ((mask, mask_bits), bits) = (sized(build), 8 << build.draw.up_to(3));
            CfiOperation::VectorOffset(register, bits, mask, mask_bits, offset)
        }
        Cfi::VectorRegisterMask => CfiOperation::VectorRegisterMask(register, [sized(build), sized(build)]),
        Cfi::Escape => CfiOperation::Escape((0..=build.draw.below(5)).map(|_| build.draw.byte()).collect()),
    };
    with(Pseudo::Cfi, [OperandKind::Cfi(Box::new(operation))])
}

/// A register, and a size in bits.
fn sized(build: &mut Build<'_, '_>) -> (Register, u32) {
    (callee_saved(build), 8 << build.draw.up_to(3))
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
