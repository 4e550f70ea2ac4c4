//! The container of a function: its keys beside the objects of the frame.

use super::blocks::reference;
use super::build::{Body, Build, Stage};
use super::control::flow;
use super::draw::Draw;
use super::finish::finish;
use super::forms::{FunctionFlag, Key as KeyForm, Shape};
use super::objects::{debug_variable, objects, stack_object};
use super::types::preferred_widths;
use super::{Kind, fields};
use crate::forms::Form;
use irsmith_mir::tables::{self, Key, Target, Value, Version};
use irsmith_mir::{EntryValue, FrameInfo, FrameKey, Function, Name, Register, SavePoint, Substitution, Yaml};

/// One function of the module.
pub(super) fn function(build: &mut Build<'_, '_>, number: usize) -> Function {
    build.registers.clear();
    build.body = body(&mut build.draw);
    let mut function = Function { name: build.module.enter(number).to_owned(), ..Function::default() };
    objects(build);
    flow(build);
    finish(build);
    keys(build, &mut function);
    function.blocks = build.blocks.take();
    build.frame.settle(&mut function);
    function
}

fn body(draw: &mut Draw<'_, '_>) -> Body {
    let stage = stage(draw);
    let widths = preferred_widths(draw);
    let generic = stage == Stage::Generic;
    let tracked = !draw.wants(Shape::Untracked, 48);
    let banked = generic && draw.is_on(Shape::Bank) && draw.chance(40);
    Body { stage, widths, banked, generic, tracked, next_debug: 1 }
}

fn stage(draw: &mut Draw<'_, '_>) -> Stage {
    let generic = match draw.config().kind {
        Kind::Generic => true,
        Kind::Target => false,
        Kind::Both => draw.chance(128),
    };
    if generic {
        Stage::Generic
    } else if draw.wants(Shape::Physical, 64) {
        Stage::Physical
    } else if draw.wants(Shape::NotSsa, 64) {
        Stage::NotSsa
    } else {
        Stage::Ssa
    }
}

fn keys(build: &mut Build<'_, '_>, function: &mut Function) {
    function_flags(build, function);
    if build.draw.wants(KeyForm::Alignment, 64) {
        function.alignment = 1 << build.draw.below(8);
    }
    if build.draw.wants(KeyForm::Registers, 128) {
        let mut registers = build.registers.take_listed();
        for register in &mut registers {
            if register.class != "_" && build.body.stage.is_target() && build.draw.wants(KeyForm::Preferred, 8) {
                register.preferred = Some(Register::Physical(build.draw.text(&build.target.saved)));
            }
        }
        function.registers = registers;
    }
    states(build, function);
    if build.draw.is_on(KeyForm::PrefetchTargets) && build.draw.chance(4) {
        let [block, clone, call] = std::array::from_fn(|_| build.draw.byte());
        function.prefetch_targets.push(Name::from(format!("bb_id {block} {clone}, {call}").as_str()));
    }
    if build.draw.wants(KeyForm::SplitFrom, 8) {
        split(build, function);
    }
    if build.draw.wants(KeyForm::CalleeSaved, 16) {
        let count = build.draw.count(3).min(build.target.saved.len());
        let saved = build.target.saved.iter().take(count);
        function.callee_saved = Some(saved.map(|name| Register::Physical((*name).into())).collect());
    }
    if build.module.has_debug() && build.draw.wants(KeyForm::EntryValues, 24) {
        let variable = debug_variable(build);
        let register = Register::Physical(build.target.arguments[0].name.into());
        let variable = irsmith_mir::DebugVariable { expression: "!DIExpression(DW_OP_LLVM_entry_value, 1)".to_owned(), ..variable };
        function.entry_values.push(EntryValue { register, variable, ..EntryValue::default() });
    }
    if build.draw.wants(KeyForm::Substitutions, 16) {
        substitutions(build, function);
    }
    if build.draw.wants(KeyForm::Info, 48) {
        function.info = Some(function_info(build));
    }
    frame_info(build, function);
}

/// What llc computes if the keys are absent. It refuses a state that the body does not have, except these, and judges more strictly what
/// may have PHIs.
fn states(build: &mut Build<'_, '_>, function: &mut Function) {
    let mut lines = build.blocks.all().iter().flat_map(|block| &block.instructions);
    let has_phis = lines.any(|line| matches!(line.opcode.as_str(), "PHI" | "G_PHI"));
    let mut state = |form, state| build.draw.wants(form, 32).then_some(state);
    function.no_phis = state(KeyForm::NoPhis, !has_phis);
    function.is_ssa = state(KeyForm::IsSsa, false);
    function.no_virtual_registers = state(KeyForm::NoVirtualRegisters, false);
    function.has_fake_uses = state(KeyForm::FakeUses, true);
}

/// A register that was split from another one.
fn split(build: &mut Build<'_, '_>, function: &mut Function) {
    let [.., source, split] = &mut function.registers[..] else { return };
    split.split_from = Some(Register::Virtual(source.id));
    if build.body.stage.is_target() && build.draw.chance(128) {
        split.assigned = Some(Register::Physical(build.draw.text(&build.target.saved)));
    }
}

fn function_flags(build: &mut Build<'_, '_>, function: &mut Function) {
    for flag in FunctionFlag::all() {
        let parts = match flag.key() {
            "tracksRegLiveness" if build.body.tracked => 256,
            "tracksRegLiveness" => continue,
            // Every generic register would need a bank, or there may be none.
            "regBankSelected" | "selected" if build.body.generic => continue,
            "failsVerification" => 4,
            _ => 16,
        };
        if parts == 256 || build.draw.wants(*flag, parts) {
            function.flags.0 |= flag.flags().0;
        }
    }
}

/// Values that moved from one numbered instruction to another.
fn substitutions(build: &mut Build<'_, '_>, function: &mut Function) {
    for _ in 0..=build.draw.count(2) {
        let [source, target] = [build.draw.byte(), build.draw.byte()].map(u32::from);
        let subregister = if build.draw.chance(96) { 1 + build.draw.below(build.machine().indices().len()) as u32 } else { 0 };
        function.substitutions.push(Substitution {
            source_instruction: 1 + source,
            source_operand: build.draw.up_to(3),
            target_instruction: 257 + target,
            target_operand: build.draw.up_to(3),
            subregister,
            ..Substitution::default()
        });
    }
}

/// Facts that the target keeps: those of which any word will do. Where there are several, one of them stands alone or with others.
fn function_info(build: &mut Build<'_, '_>) -> Yaml {
    let rows = function_info_rows(build.machine().target());
    let first = if rows.len() > 1 { build.draw.below(rows.len()) } else { 0 };
    let mut entries = Vec::new();
    for (place, (key, words)) in rows.iter().enumerate() {
        if place == first || build.draw.chance(64) {
            let word = words[build.draw.below(words.len())].to_owned();
            if build.vocabulary.reads(key.name) {
                entries.push((key.name.to_owned(), Yaml::Scalar(word)));
            }
        }
    }
    Yaml::Mapping { flow: false, entries }
}

/// The keys of a target's facts that take one of a few words, with the words.
fn function_info_rows(target: Target) -> Vec<(&'static Key, Vec<&'static str>)> {
    let words = |key: &Key| match key.value {
        Value::Bool => vec!["true", "false"],
        Value::Choice(words) => words.iter().filter(|word| word.since <= Version::TABLES).map(|word| word.name).collect(),
        _ => Vec::new(),
    };
    let rows = tables::function_info(target).keys.iter().filter(|key| key.is_read_by(Version::TABLES));
    rows.map(|key| (key, words(key))).filter(|(_, words)| !words.is_empty()).collect()
}

fn frame_info(build: &mut Build<'_, '_>, function: &mut Function) {
    let mut frame = FrameInfo { adjusts_stack: build.frame.adjusts_stack(), ..FrameInfo::default() };
    if !build.draw.chance(96) {
        function.frame = frame;
        return;
    }
    for key in FrameKey::ALL.iter().filter(|key| build.vocabulary.reads(key.name())) {
        fields::draw(&mut build.draw, frame.field(*key), |draw| draw.wants(*key, 32));
    }
    frame_numbers(build, &mut frame);
    frame_places(build, &mut frame);
    function.frame = frame;
}

fn frame_numbers(build: &mut Build<'_, '_>, frame: &mut FrameInfo) {
    let mut size = |form, most: usize| build.draw.wants(form, 48).then(|| 8 * build.draw.below(most) as u32);
    frame.stack_size = u64::from(size(FrameKey::StackSize, 65_536).unwrap_or(0));
    frame.cv_bytes_of_callee_saved = size(FrameKey::CvBytesOfCalleeSaved, 16).unwrap_or(0);
    frame.max_call_frame_size = size(FrameKey::MaxCallFrameSize, 256);
    frame.local_frame_size = size(FrameKey::LocalFrameSize, 256).unwrap_or(0);
    if build.draw.wants(FrameKey::OffsetAdjustment, 48) {
        frame.offset_adjustment = [-8, 8, -16, i32::MIN, i32::MAX][build.draw.below(5)];
    }
    if build.draw.wants(FrameKey::MaxAlignment, 64) {
        frame.max_alignment = 1 << build.draw.below(8);
    }
}

fn frame_places(build: &mut Build<'_, '_>, frame: &mut FrameInfo) {
    if build.draw.wants(FrameKey::StackProtector, 24) {
        frame.stack_protector = sized_object(build);
    }
    if build.draw.wants(FrameKey::FunctionContext, 24) {
        frame.function_context = sized_object(build);
    }
    if build.draw.wants(FrameKey::SavePoints, 32) {
        frame.save_points.extend(some_point(build));
        if build.draw.wants(FrameKey::RestorePoints, 160) {
            frame.restore_points.extend(some_point(build));
        }
    }
}

fn sized_object(build: &mut Build<'_, '_>) -> String {
    stack_object(build).map_or_else(String::new, |(id, _)| format!("%stack.{id}"))
}

fn some_point(build: &mut Build<'_, '_>) -> Option<SavePoint> {
    let place = build.draw.index(build.blocks.all().len())?;
    let block = reference(build.blocks.all()[place].number);
    let count = if build.draw.wants(KeyForm::SavedRegisters, 128) { 1 + build.draw.count(2) } else { 0 };
    let saved = build.target.saved.iter().take(count);
    Some(SavePoint { block, registers: saved.map(|name| Register::Physical((*name).into())).collect(), ..SavePoint::default() })
}
