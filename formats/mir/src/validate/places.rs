//! Register operands: their flags, parts and types, and the verifier's rules for each place.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Identity, Item, Line, Use};
use super::registers::Sort;
use super::virtuals::skips_verifier;
use crate::tables::RegisterRow;
use crate::{Class, FunctionFlags, RegisterFlags, RegisterQualifier};
use std::collections::{HashMap, HashSet};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>) {
    let verified = !skips_verifier(body.function);
    for line in &body.lines.lines {
        check_ties(context, body, line);
        for item in body.lines.operands(line) {
            let Some(register) = item.register() else { continue };
            check_flags(context, line, item, &register);
            if verified && register.identity != Identity::None {
                check_debug(context, line, item, &register);
                check_virtual(context, body, line, item, &register);
            }
        }
    }
}

/// Checks flags that the parser rejects.
fn check_flags(context: &mut Context<'_>, line: &Line<'_>, item: &Item<'_>, register: &Use<'_>) {
    let (operand, place) = (register.operand, item.place);
    if register.is_definition && register.has(RegisterFlags::KILLED) {
        context.add_operand(RuleId::KilledDefinition, line.site, place, format_args!("what is written is killed"));
    }
    if !register.is_definition && register.has(RegisterFlags::DEAD) {
        context.add_operand(RuleId::DeadUse, line.site, place, format_args!("what is read is dead"));
    }
    if matches!(register.identity, Identity::Virtual(_)) {
        return;
    }
    let is_typed = register.is_definition && matches!(operand.qualifier, RegisterQualifier::Type(_));
    if operand.subregister.is_some() || operand.class != Class::None || is_typed {
        context.add_operand(RuleId::PhysicalPart, line.site, place, format_args!("{} is not virtual", operand.register));
    }
}

/// Checks explicit ties: they name an operand that is a defined register, counted in the order of the text.
fn check_ties(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let operands = body.lines.operands(line);
    let is_tied =
        |item: &Item<'_>| item.register().is_some_and(|register| matches!(register.operand.qualifier, RegisterQualifier::TiedTo(_)));
    if !operands.iter().any(is_tied) {
        return;
    }
    let registers: HashMap<usize, Use<'_>> = operands.iter().filter_map(|item| Some((item.place, item.register()?))).collect();
    let mut tied = HashSet::new();
    for item in operands {
        let Some(register) = item.register() else { continue };
        let RegisterQualifier::TiedTo(index) = register.operand.qualifier else { continue };
        let message = match registers.get(&(index as usize)) {
            Some(target) if !target.is_definition => "it is not written",
            Some(_) if register.is_definition => "what is written is tied to it",
            Some(_) if !tied.insert(index) => "it is tied already",
            Some(_) => continue,
            None => "it is no register of the instruction",
        };
        context.add_operand(RuleId::TiedIndex, line.site, item.place, format_args!("operand {index}: {message}"));
    }
}

/// Checks that exactly the registers that debug instructions read are marked. The parser marks those of debug instructions itself.
fn check_debug(context: &mut Context<'_>, line: &Line<'_>, item: &Item<'_>, register: &Use<'_>) {
    if register.has(RegisterFlags::DEBUG_USE) && (register.is_definition || !line.is_debug()) {
        context.add_operand(RuleId::DebugMark, line.site, item.place, format_args!("{} is no debug instruction", line.opcode()));
    }
}

/// Returns whether a register is certainly reserved in a function. That may depend on features, which are not known here, or on the frame:
/// while the size of call frames is not computed, the frame pointer of AArch64 is reserved (`AArch64FrameLowering::hasFP`).
fn is_reserved(context: &Context<'_>, body: &Body<'_>, row: &RegisterRow) -> bool {
    let of_frame =
        body.function.frame.max_call_frame_size.is_some() && body.machine.is_some_and(|machine| machine.is_sometimes_reserved(row));
    row.reserved && !of_frame && !(context.names_processor && row.is_extended())
}

fn check_virtual(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, item: &Item<'_>, register: &Use<'_>) {
    let Some(known) = body.of(register) else {
        if let Identity::Physical(Some(id)) = register.identity
            && register.has(RegisterFlags::RENAMABLE)
            && body.row(id).is_some_and(|row| is_reserved(context, body, row))
        {
            context.add_operand(
                RuleId::RenamableReserved,
                line.site,
                item.place,
                format_args!("{} is reserved", register.operand.register),
            );
        }
        return;
    };
    let undef = register.has(RegisterFlags::UNDEF);
    let is_part = register.operand.subregister.is_some();
    if undef && register.is_definition && !is_part {
        context.add_operand(RuleId::UndefDefinition, line.site, item.place, format_args!("all of it is written"));
    }
    if !known.is_generic() {
        check_part(context, body, line, item, register);
        return;
    }
    if undef {
        context.add_operand(RuleId::GenericUndef, line.site, item.place, format_args!("a generic register is undef"));
    }
    // Registers that debug values name need not be defined any more.
    let is_defined = matches!(register.identity, Identity::Virtual(index) if body.definitions[index as usize] > 0);
    if body.has(FunctionFlags::TRACKS_DEBUG_USER_VALUES) || register.is_definition || !line.is_debug() || is_defined {
        let (rule, message) = if body.has(FunctionFlags::SELECTED) {
            (RuleId::GenericSelected, "a generic register in a selected function")
        } else if known.ty.is_none() {
            (RuleId::GenericType, "no type is given anywhere")
        } else if body.has(FunctionFlags::REG_BANK_SELECTED) && matches!(known.sort, Sort::Generic) {
            (RuleId::GenericBank, "a generic register without a bank")
        } else if is_part {
            (RuleId::GenericPart, "a part of a generic register")
        } else {
            return;
        };
        context.add_operand(rule, line.site, item.place, format_args!("{message}"));
    }
}

/// Checks the part of a register of a class: all registers of the class must have it.
fn check_part(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, item: &Item<'_>, register: &Use<'_>) {
    let Some(machine) = body.machine else { return };
    let Some(Sort::Class(class)) = body.of(register).map(|known| known.sort) else { return };
    let Some(index) = register.operand.subregister.as_deref().and_then(|name| machine.index(name)) else { return };
    let part = machine.class_row(class).part(index);
    if part.is_none_or(|part| part.narrowed != class) {
        context.add_operand(RuleId::RegisterPart, line.site, item.place, format_args!("class {}", machine.class_row(class).name));
    }
}
