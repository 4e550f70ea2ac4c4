//! Compares operands with the row of the opcode, as the machine verifier does.

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Identity, Item, Line, Use, What};
use super::registers::Sort;
use crate::tables::{ClassId, Machine, Opcode, Properties, RegisterId, Slot, SlotKind, Tail, Version};
use crate::{OperandKind, RegisterFlags, RegisterQualifier};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let Some(row) = line.row else { return };
    let operands = body.lines.operands(line);
    if operands.len() < row.operands.len() {
        context.add_instruction(RuleId::OperandsFew, line.site, format_args!("{} of {}", operands.len(), row.operands.len()));
    }
    for (number, item) in operands.iter().enumerate() {
        match row.operands.get(number) {
            Some(slot) => check_slot(context, body, line, row, number, slot, item),
            None if row.tail == Tail::None && !is_excess(item) => {
                context.add_operand(
                    RuleId::OperandsMany,
                    line.site,
                    item.place,
                    format_args!("{} has {} operands", row.name, row.operands.len()),
                );
            }
            None => {}
        }
    }
    check_memory(context, line, row);
}

/// Returns whether an operand may follow the operands of any opcode.
fn is_excess(item: &Item<'_>) -> bool {
    match item.what {
        What::Register(register) => register.is_implicit,
        What::Other(kind) => matches!(
            kind,
            OperandKind::RegisterMask(_) | OperandKind::CustomRegisterMask(_) | OperandKind::Metadata(_) | OperandKind::Symbol(_)
        ),
    }
}

fn check_slot(
    context: &mut Context<'_>,
    body: &Body<'_>,
    line: &Line<'_>,
    row: &'static Opcode,
    number: usize,
    slot: &Slot,
    item: &Item<'_>,
) {
    let is_result = number < usize::from(row.results) && !(row.name == "PATCHPOINT" && item.register().is_none());
    let (site, place) = (line.site, item.place);
    if is_result {
        match item.register() {
            None => context.add_operand(RuleId::ResultRegister, site, place, format_args!("a result of {} is a register", row.name)),
            Some(register) if !register.is_definition && !slot.optional => {
                context.add_operand(RuleId::ResultRegister, site, place, format_args!("a result of {} is written", row.name));
            }
            Some(register) if register.is_implicit => {
                context.add_operand(RuleId::ResultRegister, site, place, format_args!("a result of {} is not implicit", row.name));
            }
            Some(_) => {}
        }
    } else {
        // The last operand of a variadic opcode may be the first of its tail.
        let is_open = row.is(Properties::VARIADIC) && number + 1 == row.operands.len();
        if !is_open {
            check_use(context, line, row, slot, item);
        }
        check_tie(context, body, line, slot, item);
        if slot.kind == SlotKind::Scale && row.is(Properties::CHECKED_ADDRESS) {
            check_address(context, line, body.lines.operands(line), number);
        }
    }
    if let Some(register) = item.register() {
        check_class(context, body, line, slot, item, &register);
    }
}

fn check_use(context: &mut Context<'_>, line: &Line<'_>, row: &Opcode, slot: &Slot, item: &Item<'_>) {
    let (site, place) = (line.site, item.place);
    match item.what {
        What::Register(register) => {
            let may_write = slot.optional || row.is(Properties::VARIADIC_RESULTS);
            if (register.is_definition && !may_write) || register.is_implicit {
                context.add_operand(RuleId::UseRegister, site, place, format_args!("{} only reads it, by name", row.name));
            }
            if slot.immediate {
                context.add_operand(RuleId::RegisterUnexpected, site, place, format_args!("{} wants no register here", row.name));
            }
        }
        What::Other(kind) => {
            let is_frame = matches!(kind, OperandKind::Stack { .. } | OperandKind::FixedStack(_));
            // Variadic opcodes and ties have rules of their own.
            let has_rule = row.is(Properties::VARIADIC) || slot.tied.is_some();
            let rule = match slot.kind {
                SlotKind::Register if slot.class.is_some() && !is_frame => RuleId::RegisterExpected,
                SlotKind::Register if slot.class.is_none() && !has_rule => RuleId::ValueRegister,
                // Since LLVM 22 the class of such a register is looked up.
                SlotKind::PointerRegister if context.dialect.release >= Version(22) && !is_frame => RuleId::RegisterExpected,
                _ => return,
            };
            context.add_operand(rule, site, place, format_args!("{} wants a register here", row.name));
        }
    }
}

/// Checks operands that the row ties: llc adds the tie, so only the registers can be wrong.
fn check_tie(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, slot: &Slot, item: &Item<'_>) {
    let (site, place) = (line.site, item.place);
    let Some(tied) = slot.tied else {
        let spelled = item.register().is_some_and(|register| matches!(register.operand.qualifier, RegisterQualifier::TiedTo(_)));
        if spelled {
            context.add_operand(RuleId::OperandUntied, site, place, format_args!("{} ties it to nothing", line.opcode()));
        }
        return;
    };
    let tied = body.lines.operands(line).get(usize::from(tied));
    match (item.register(), tied.and_then(Item::register)) {
        (None, _) => context.add_operand(RuleId::OperandTied, site, place, format_args!("it is tied, and no register")),
        (_, None) => context.add_operand(RuleId::OperandTied, site, place, format_args!("it is tied to what is no register")),
        (Some(register), Some(result))
            if register.is_physical() && result.is_physical() && register.operand.register != result.operand.register =>
        {
            context.add_operand(RuleId::OperandTied, site, place, format_args!("it is tied to {}", result.operand.register));
        }
        (Some(register), Some(_)) => {
            let RegisterQualifier::TiedTo(spelled) = register.operand.qualifier else { return };
            // What is tied to something else than a definition has a rule of its own.
            let all = body.lines.operands(line);
            let other = all.iter().find(|item| item.place == spelled as usize && item.register().is_some_and(|it| it.is_definition));
            if let (Some(other), Some(tied)) = (other, tied)
                && other.place != tied.place
            {
                let message = format_args!("{} ties it to operand {}, not {spelled}", line.opcode(), tied.place);
                context.add_operand(RuleId::OperandTied, site, place, message);
            }
        }
    }
}

/// Returns the class that a slot requires; `None` if it depends on more than the tables.
fn wanted(context: &Context<'_>, machine: &'static Machine, slot: &Slot) -> Option<ClassId> {
    let depends = slot.pointer || slot.kind == SlotKind::PointerRegister;
    if depends && context.pointer_bits(0) != Some(64) {
        return None;
    }
    slot.class.or_else(|| (slot.kind == SlotKind::PointerRegister).then(|| machine.pointer_class()))
}

fn check_class(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>, slot: &Slot, item: &Item<'_>, register: &Use<'_>) {
    let Some(machine) = body.machine else { return };
    let Some(class) = wanted(context, machine, slot) else { return };
    let wanted = machine.class_row(class);
    let fits = match register.identity {
        Identity::None | Identity::Physical(None) => true,
        Identity::Physical(Some(id)) => wanted.contains(id),
        Identity::Virtual(index) => match body.registers.get(index).sort {
            Sort::Class(own) => {
                let part = register.operand.subregister.as_deref();
                match part.map(|name| machine.index(name)) {
                    None => wanted.includes(own),
                    // A part that no register of the class has is reported elsewhere.
                    Some(None) => true,
                    Some(Some(part)) => machine.class_row(own).part(part).is_none() || machine.fits(own, Some(part), class),
                }
            }
            Sort::Generic | Sort::Bank(_) => false,
            Sort::Unknown | Sort::Named => true,
        },
    };
    if !fits {
        context.add_operand(RuleId::RegisterClass, line.site, item.place, format_args!("{} wants class {}", line.opcode(), wanted.name));
    }
}

/// Checks the scale and displacement of an X86 address, at the scale. llc checks them if the base is a register and the displacement a
/// number.
fn check_address(context: &mut Context<'_>, line: &Line<'_>, operands: &[Item<'_>], scale: usize) {
    let Some([base, scale, index, displacement]) = operands.get(scale.saturating_sub(1)..scale + 3) else { return };
    let (Some(_), Some(value)) = (base.register(), displacement.immediate()) else { return };
    let is_scaled = index.register().is_some_and(|index| index.identity != Identity::None);
    if is_scaled && scale.immediate().is_none_or(|scale| !matches!(scale, 1 | 2 | 4 | 8)) {
        context.add_operand(RuleId::AddressScale, line.site, scale.place, format_args!("no scale of an address"));
    }
    if i32::try_from(value).is_err() {
        context.add_operand(RuleId::AddressDisplacement, line.site, displacement.place, format_args!("more than 32 bits"));
    }
}

/// Checks memory operands. Bundles and inline assembly state their own accesses.
fn check_memory(context: &mut Context<'_>, line: &Line<'_>, row: &Opcode) {
    if line.instruction.bundle.is_some() || line.is_inline_assembly() {
        return;
    }
    for operand in line.memory() {
        if operand.access != crate::Access::Store && !row.is(Properties::MAY_LOAD) {
            context.add_instruction(RuleId::MemoryLoad, line.site, format_args!("{} does not load", row.name));
        }
        if operand.access != crate::Access::Load && !row.is(Properties::MAY_STORE) {
            context.add_instruction(RuleId::MemoryStore, line.site, format_args!("{} does not store", row.name));
        }
    }
}

/// Checks the implicit registers of the opcode, which llc's parser requires.
pub(super) fn check_implicit(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let Some(row) = line.row else { return };
    if row.is(Properties::CALL) || row.is(Properties::VARIADIC) {
        return;
    }
    let operands = body.lines.operands(line);
    let is_there = |wanted: RegisterId, is_definition: bool| {
        operands.iter().filter_map(Item::register).any(|register| {
            register.is_definition == is_definition
                && register.identity == Identity::Physical(Some(wanted))
                && register.operand.subregister.is_none()
        })
    };
    for (registers, is_definition) in [(row.writes, true), (row.reads, false)] {
        for &register in registers {
            if !is_there(register, is_definition) {
                let flag = if is_definition { RegisterFlags::IMPLICIT_DEF } else { RegisterFlags::IMPLICIT };
                let name = body.row(register).map_or("", |row| row.name);
                context.add_instruction(RuleId::ImplicitMissing, line.site, format_args!("{} ${name} is missing", flag_name(flag)));
            }
        }
    }
}

fn flag_name(flag: RegisterFlags) -> &'static str {
    RegisterFlags::NAMES.get(flag.0.trailing_zeros() as usize).copied().unwrap_or_default()
}
