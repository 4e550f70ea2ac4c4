//! Each instruction separately: flags, suffixes, and opcodes with special rules.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Item, Line};
use super::virtuals::skips_verifier;
use super::{copies, flow, generic, groups, operands};
use crate::tables::{FLAGS, Properties};
use crate::{InstructionFlags, OperandKind};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    let verified = !skips_verifier(body.function);
    for line in &body.lines.lines {
        operands::check_implicit(context, body, line);
        check_flags(context, line);
        if !verified {
            continue;
        }
        operands::check(context, body, line);
        check_debug(context, body, line);
        if line.is(Properties::GENERIC) {
            generic::check(context, body, line);
        }
        match line.opcode() {
            "COPY" => copies::check(context, body, line),
            "REG_SEQUENCE" => check_sequence(context, body, line),
            "INSERT_SUBREG" => check_insert(context, body, line),
            "INLINEASM" | "INLINEASM_BR" => groups::check_assembly(context, body, line),
            "STATEPOINT" => groups::check_statepoint(context, body, line),
            _ => flow::check_branch(context, body, line),
        }
    }
}

fn check_flags(context: &mut Context<'_>, line: &Line<'_>) {
    let flags = line.instruction.flags;
    if flags == InstructionFlags::default() {
        return;
    }
    for row in FLAGS {
        if !flags.contains(row.flag) {
            continue;
        }
        let Some(opcode) = line.row else { continue };
        if row.since.is_none_or(|since| context.given.is_none() && since > context.shown.release) {
            context.add_instruction(RuleId::FlagUnread, line.site, format_args!("{}", row.name));
        } else if row.name == "noconvergent" && !opcode.is(Properties::CONVERGENT) {
            context.add_instruction(RuleId::FlagConvergent, line.site, format_args!("{} is not convergent", opcode.name));
        } else if row.name != "noconvergent" && !row.group.applies(opcode) {
            context.add_instruction(RuleId::FlagMeaning, line.site, format_args!("{} before {}", row.name, opcode.name));
        }
    }
}

fn check_debug(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let suffixes = line.instruction.suffixes.as_deref();
    if line.is_debug_value() && body.lines.operands(line).len() == 4 && suffixes.is_none_or(|suffixes| suffixes.debug_location.is_none()) {
        context.add_instruction(RuleId::DebugLocation, line.site, format_args!("{} has no debug-location", line.opcode()));
    }
    let number = suffixes.and_then(|suffixes| suffixes.debug_number);
    if number.is_some_and(|number| number != 0) && line.is(Properties::META) {
        context.add_instruction(RuleId::DebugNumber, line.site, format_args!("{} emits nothing", line.opcode()));
    }
}

fn check_sequence(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let operands = body.lines.operands(line);
    let Some((result, parts)) = operands.split_first() else { return };
    let message = if parts.len() % 2 != 0 {
        "an index is missing"
    } else if parts.chunks_exact(2).any(|pair| pair[0].register().is_none()) {
        "what is put together is no register"
    } else if parts.chunks_exact(2).any(|pair| !is_index(context, &pair[1])) {
        "behind a register stands no index"
    } else if result.register().is_some_and(|register| register.is_physical() || register.operand.subregister.is_some()) {
        "the result is no whole virtual register"
    } else {
        return;
    };
    context.add_instruction(RuleId::SequenceOperands, line.site, format_args!("{message}"));
}

/// Returns whether an operand is a sub-register index, spelled or as a number.
fn is_index(context: &Context<'_>, item: &Item<'_>) -> bool {
    match item.other() {
        Some(OperandKind::SubregisterIndex(_)) => true,
        Some(OperandKind::Immediate(number)) => {
            let count = context.machine.map_or(usize::MAX, |machine| machine.indices().len());
            usize::try_from(*number).is_ok_and(|number| (1..=count).contains(&number))
        }
        _ => false,
    }
}

fn check_insert(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let (Some(machine), Some([_, _, inserted, index])) = (body.machine, body.lines.operands(line).get(..4)) else { return };
    let Some(OperandKind::SubregisterIndex(name)) = index.other() else { return };
    let room = machine.index(name).and_then(|index| machine.index_row(index).bits).map(u64::from);
    let part = inserted.register().and_then(|register| register.operand.subregister.as_deref());
    let size = match part {
        Some(part) => machine.index(part).and_then(|part| machine.index_row(part).bits).map(u64::from),
        None => copies::bits(context, body, machine, inserted),
    };
    if let (Some(room), Some(size)) = (room, size)
        && room < size
    {
        context.add_instruction(RuleId::InsertSize, line.site, format_args!("{size} bits into {room}"));
    }
}
