//! Live-ins of a function, and copies of them.

use super::build::{Build, Stage};
use super::forms::{BlockForm, Key, Shape};
use super::instruction::{instruction, push};
use super::labels::live_in;
use super::registers::physical;
use super::target_facts::Argument;
use super::values::{new_result, result};
use irsmith_mir::tables::RegisterId;
use irsmith_mir::{FunctionLiveIn, OperandKind, Register, RegisterFlags, Type};

/// Generates the live-in registers of the function, and copies of them.
pub(super) fn entry(build: &mut Build<'_, '_>) {
    let count = build.draw.count(build.draw.config().live_ins).min(build.target.arguments.len());
    let start = build.draw.below(build.target.arguments.len());
    let arguments: Vec<_> = (0..count).map(|step| build.target.arguments[(start + step) % build.target.arguments.len()]).collect();
    for argument in &arguments {
        let lanes = if build.body.stage == Stage::Physical { lanes(build, argument.register) } else { None };
        if let Some(block) = build.blocks.last_mut() {
            live_in(block, argument.name, lanes);
        }
    }
    for argument in arguments {
        if build.body.stage == Stage::Physical {
            function_live_in(build, argument.name, None);
            build.registers.live_in(argument.register);
            if build.draw.chance(64) && build.draw.is_on(BlockForm::LiveIn) {
                build.registers.carry(argument.register);
            }
        } else {
            copy_argument(build, argument);
        }
    }
}

/// Returns the lanes of a register, perhaps with one that no register of the targets has: llc keeps masks of 64 bits unchanged.
fn lanes(build: &mut Build<'_, '_>, register: RegisterId) -> Option<u64> {
    let lanes = build.target.lanes.iter().find(|(known, _)| *known == register).map(|(_, lanes)| *lanes)?;
    if !build.draw.wants(BlockForm::Lanes, 96) {
        return None;
    }
    let high = if build.draw.wants(BlockForm::HighLanes, 96) { 1 << (32 + build.draw.below(32)) } else { 0 };
    Some(lanes | high)
}

/// Copies an argument into a virtual register.
fn copy_argument(build: &mut Build<'_, '_>, argument: Argument) {
    let result = match build.body.stage {
        Stage::Generic => result(build, Type::scalar(argument.bits)),
        _ => new_result(build, argument.class),
    };
    let copied = if build.body.stage == Stage::Generic { None } else { Some(result.register.clone()) };
    let mut copy = instruction("COPY");
    copy.results.push(result);
    let flags = if build.draw.wants(Shape::Killed, 16) { RegisterFlags::KILLED } else { RegisterFlags::default() };
    copy.operands.push(OperandKind::Register(physical(argument.name, flags)).into());
    push(build, copy);
    // The container accepts only numbers.
    function_live_in(build, argument.name, copied.filter(|register| matches!(register, Register::Virtual(_))));
}

/// Adds a live-in register of the function.
fn function_live_in(build: &mut Build<'_, '_>, name: &'static str, copy: Option<Register>) {
    if build.draw.wants(Key::LiveIns, 128) {
        build.frame.add_live_in(FunctionLiveIn { register: Register::Physical(name.into()), copy, ..FunctionLiveIn::default() });
    }
}
