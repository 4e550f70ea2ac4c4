//! The keys of a function except those of its frame, its registers and its body.

use super::body::Body;
use super::context::Context;
use super::lines::Line;
use super::{Detail, RuleId};
use crate::read::truth;
use crate::tables::{Machine, Map, Properties, Value, function_info};
use crate::{BlockReference, Register, Yaml};
use std::collections::HashSet;

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    let function = body.function;
    check_alignment(context, "alignment", None, Some(function.alignment));
    for (entry, live_in) in function.live_ins.iter().enumerate() {
        if live_in.register != Register::None {
            check_physical(context, body, "liveins", Some(entry), &live_in.register);
        }
        if live_in.copy.as_ref().is_some_and(|copy| !matches!(copy, Register::Virtual(_))) {
            context.add_key(RuleId::KeyRegister, "liveins", Some(entry), format_args!("the copy is no virtual register with a number"));
        }
    }
    for (entry, register) in function.callee_saved.iter().flatten().enumerate() {
        check_physical(context, body, "calleeSavedRegisters", Some(entry), register);
    }
    for (entry, value) in function.entry_values.iter().enumerate() {
        check_physical(context, body, "entry_values", Some(entry), &value.register);
    }
    if let (Some(info), Some(target)) = (&function.info, body.machine.map(Machine::target)) {
        check_info(context, function_info(target), info);
    }
    check_states(context, body);
    check_constants(context, body);
    check_jump_tables(context, body);
    for (entry, site) in function.call_sites.iter().enumerate() {
        for argument in site.arguments.iter().filter(|argument| argument.register != Register::None) {
            check_physical(context, body, "callSites", Some(entry), &argument.register);
        }
        check_call(context, body, "callSites", entry, [site.block, site.offset]);
    }
    for (entry, call) in function.called_globals.iter().enumerate() {
        check_call(context, body, "calledGlobals", entry, [call.block, call.offset]);
    }
    for (key, points) in [("savePoint", &function.frame.save_points), ("restorePoint", &function.frame.restore_points)] {
        for (entry, point) in points.iter().enumerate() {
            check_block(context, body, RuleId::SavePoint, key, (points.len() > 1).then_some(entry), &point.block);
            for register in &point.registers {
                check_physical(context, body, key, Some(entry), register);
            }
        }
    }
}

/// Checks what a function says of itself against its body (MIRParserImpl::computeFunctionProperties).
fn check_states(context: &mut Context<'_>, body: &Body<'_>) {
    let function = body.function;
    let lines = || body.lines.lines.iter().filter(|line| line.site.inner.is_none());
    let states = [
        ("noPhis", function.no_phis, !lines().any(Line::is_phi), "there is a PHI"),
        ("isSSA", function.is_ssa, body.is_ssa, "a virtual register is defined twice or by parts"),
        (
            "noVRegs",
            function.no_virtual_registers,
            body.registers.list.is_empty() && function.registers.is_empty(),
            "there is a virtual register",
        ),
    ];
    for (key, _, _, conflict) in states.into_iter().filter(|(_, state, is_so, _)| *state == Some(true) && !is_so) {
        context.add_key(RuleId::StateConflict, key, None, format_args!("{conflict}"));
    }
}

/// Checks that an id is neither of the two that llc's tables reserve (the empty and the deleted key of a `DenseMap`).
pub(super) fn check_id(context: &mut Context<'_>, place: Detail, id: u32) {
    if id >= u32::MAX - 1 {
        context.add(RuleId::IdReserved, place, format_args!("{id}"));
    }
}

/// Checks that an alignment is zero, which means none, or a power of two.
pub(super) fn check_alignment(context: &mut Context<'_>, key: &'static str, entry: Option<usize>, alignment: Option<u64>) {
    if let Some(alignment) = alignment.filter(|alignment| *alignment != 0 && !alignment.is_power_of_two()) {
        context.add_key(RuleId::AlignmentPower, key, entry, format_args!("{alignment} is no power of two"));
    }
}

/// Checks that a register in a key is a physical register of the target. Where llc reads `$noreg` as one, the caller leaves it out; among
/// `calleeSavedRegisters` it would end the list.
pub(super) fn check_physical(context: &mut Context<'_>, body: &Body<'_>, key: &'static str, entry: Option<usize>, register: &Register) {
    match (register, body.machine) {
        (Register::Physical(name), Some(machine)) if machine.register(name).is_none() => {
            context.add_key(RuleId::RegisterUnknown, key, entry, format_args!("the target has no register ${name}"));
        }
        (Register::Physical(_), _) => {}
        _ => context.add_key(RuleId::KeyRegister, key, entry, format_args!("{register} is not physical")),
    }
}

fn check_info(context: &mut Context<'_>, map: &Map, info: &Yaml) {
    const KEY: &str = "machineFunctionInfo";
    let entries = match info {
        Yaml::Mapping { entries, .. } => entries.as_slice(),
        Yaml::Empty => &[],
        _ => return context.add_key(RuleId::FunctionInfo, KEY, None, format_args!("it is no mapping")),
    };
    for (entry, (key, value)) in entries.iter().enumerate() {
        let Some((_, row)) = map.key(key) else {
            context.add_key(RuleId::FunctionInfo, KEY, Some(entry), format_args!("the target has no key {key:?}"));
            continue;
        };
        let fits = match (row.value, value) {
            (Value::Choice(choices), Yaml::Scalar(word)) => choices.iter().any(|choice| choice.name == *word),
            (Value::Bool, Yaml::Scalar(word)) => truth(word).is_some(),
            (Value::Choice(_) | Value::Bool, _) => false,
            // The targets that have tables have no keys of other kinds.
            _ => true,
        };
        if !fits {
            context.add_key(RuleId::FunctionInfo, KEY, Some(entry), format_args!("{key} takes another value"));
        }
    }
}

fn check_block(context: &mut Context<'_>, body: &Body<'_>, rule: RuleId, key: &'static str, entry: Option<usize>, block: &BlockReference) {
    let Some(index) = body.position(block) else {
        context.add_key(rule, key, entry, format_args!("there is no block {}", block.number));
        return;
    };
    let label = body.function.blocks[index].name.as_deref();
    if block.name.as_deref().is_some_and(|name| label != Some(name)) {
        context.add_key(RuleId::BlockName, key, entry, format_args!("the label of block {} has another name", block.number));
    }
}

fn check_constants(context: &mut Context<'_>, body: &Body<'_>) {
    let mut seen = HashSet::new();
    for (entry, constant) in body.function.constants.iter().enumerate() {
        if !seen.insert(constant.id) {
            context.add_key(RuleId::ObjectRepeated, "constants", Some(entry), format_args!("%const.{} is there already", constant.id));
        }
        check_id(context, Detail::Key { key: "constants", entry: Some(entry) }, constant.id);
        check_alignment(context, "constants", Some(entry), constant.alignment);
        if constant.target_specific {
            context.add_key(RuleId::ConstantTarget, "constants", Some(entry), format_args!("%const.{}", constant.id));
        } else if constant.value.trim().split_once(' ').is_none() {
            context.add_key(RuleId::ConstantValue, "constants", Some(entry), format_args!("{:?} is no type with a value", constant.value));
        }
    }
}

fn check_jump_tables(context: &mut Context<'_>, body: &Body<'_>) {
    let mut seen = HashSet::new();
    for (entry, table) in body.function.jump_table.iter().flat_map(|table| &table.entries).enumerate() {
        if !seen.insert(table.id) {
            context.add_key(RuleId::ObjectRepeated, "jumpTable", Some(entry), format_args!("%jump-table.{} is there already", table.id));
        }
        check_id(context, Detail::Key { key: "jumpTable", entry: Some(entry) }, table.id);
        for block in &table.blocks {
            check_block(context, body, RuleId::JumpTableBlock, "jumpTable", Some(entry), block);
        }
    }
}

/// Checks that there is a call at a position in a block, both counted from 0.
fn check_call(context: &mut Context<'_>, body: &Body<'_>, key: &'static str, entry: usize, [block, offset]: [u32; 2]) {
    let Some(range) = usize::try_from(block).ok().and_then(|block| body.lines.blocks.get(block)) else {
        context.add_key(RuleId::CallSiteBlock, key, Some(entry), format_args!("there is no block at position {block}"));
        return;
    };
    // llc counts the instructions in bundles too.
    let Some(line) = usize::try_from(offset).ok().and_then(|offset| body.lines.lines[range.clone()].get(offset)) else {
        context.add_key(RuleId::CallSiteOffset, key, Some(entry), format_args!("there is no instruction at {offset}"));
        return;
    };
    if line.row.is_some() && !line.is(Properties::CALL) {
        context.add_key(RuleId::CallSiteCall, key, Some(entry), format_args!("{} does not call", line.opcode()));
    }
}
