//! Virtual registers: all mentions agree, and each register has a class, a bank or a type.

use super::body::Body;
use super::context::Context;
use super::keys::check_id;
use super::lines::{Identity, Item};
use super::registers::{Conflict, Sort};
use super::{Detail, RuleId};
use crate::{Function, FunctionFlags, Register, Type};
use std::collections::HashSet;

pub(super) fn check<'a>(context: &mut Context<'a>, body: &mut Body<'a>) {
    check_list(context, body);
    check_mentions(context, body);
    check_sorts(context, body);
    check_named(context, body);
}

/// Checks the entries of `registers`.
fn check_list<'a>(context: &mut Context<'a>, body: &mut Body<'a>) {
    let mut seen = HashSet::new();
    let function = body.function;
    for (entry, register) in function.registers.iter().enumerate() {
        let (key, place) = ("registers", Some(entry));
        if !seen.insert(register.id) {
            context.add_key(RuleId::VirtualRepeated, key, place, format_args!("%{} is there already", register.id));
            continue;
        }
        check_id(context, Detail::Key { key, entry: place }, register.id);
        let index = body.registers.numbered(register.id);
        if body.registers.declare(index, &register.class, body.machine) == Some(Conflict::Unknown) {
            context.add_key(RuleId::VirtualClass, key, place, format_args!("the target has no class or bank {:?}", register.class));
        }
        let Some(preferred) = &register.preferred else { continue };
        if body.registers.get(index).is_generic() {
            context.add_key(RuleId::VirtualPreferred, key, place, format_args!("%{} has no class", register.id));
        }
        if let (Register::Physical(name), Some(machine)) = (preferred, body.machine)
            && machine.register(name).is_none()
        {
            context.add_key(RuleId::RegisterUnknown, key, place, format_args!("the target has no register ${name}"));
        }
    }
    body.definitions.resize(body.registers.list.len(), 0);
}

/// Checks every register in the body, in the order of the text.
fn check_mentions<'a>(context: &mut Context<'a>, body: &mut Body<'a>) {
    let mut items: Vec<Item<'a>> = Vec::new();
    for line in &body.lines.lines {
        items.clear();
        items.extend_from_slice(body.lines.operands(line));
        items.sort_unstable_by_key(|item| item.place);
        for item in &items {
            let Some(register) = item.register() else { continue };
            let Identity::Virtual(index) = register.identity else { continue };
            let conflict = body.registers.mention(index, register.operand, body.machine);
            let known = body.registers.get(index);
            // Classes are rejected where they cannot be distinguished from banks, but a register of a bank needs a type at its definition.
            let untyped = register.is_definition && known.is_generic() && !has_type(register.operand);
            let (rule, what) = match conflict {
                Some(Conflict::Unknown) => (RuleId::VirtualClass, "the target has no such class or bank"),
                Some(Conflict::Class) => (RuleId::VirtualConflict, "another class or bank was given before"),
                Some(Conflict::Type) => (RuleId::VirtualType, "another type was given before"),
                None if untyped => (RuleId::VirtualUntyped, "a generic register is defined without its type"),
                None => continue,
            };
            context.add_operand(rule, line.site, item.place, format_args!("{what}"));
        }
    }
}

fn has_type(operand: &crate::RegisterOperand) -> bool {
    matches!(operand.qualifier, crate::RegisterQualifier::Type(_))
}

/// Checks the sort of each register, at its first mention.
fn check_sorts(context: &mut Context<'_>, body: &Body<'_>) {
    let mut seen = vec![false; body.registers.list.len()];
    for line in &body.lines.lines {
        for item in body.lines.operands(line) {
            let Some(register) = item.register() else { continue };
            let Identity::Virtual(index) = register.identity else { continue };
            let known = body.registers.get(index);
            // The verifier does not check the types of debug values.
            let is_unseen = matches!(known.sort, Sort::Bank(_)) && line.is_debug_value();
            if is_unseen || std::mem::replace(&mut seen[index as usize], true) {
                continue;
            }
            if let Register::Virtual(number) = register.operand.register {
                check_id(context, Detail::Operand { site: line.site, operand: item.place }, number);
            }
            match (known.sort, known.ty) {
                (Sort::Unknown, _) => {
                    context.add_operand(
                        RuleId::VirtualUnknown,
                        line.site,
                        item.place,
                        format_args!("no class, bank or _ is given anywhere"),
                    );
                }
                (Sort::Class(class), _) => {
                    let row = body.machine.map(|machine| machine.class_row(class));
                    if let Some(row) = row.filter(|row| !row.allocatable) {
                        let message = format_args!("no register can be allocated from class {}", row.name);
                        context.add_operand(RuleId::VirtualAllocatable, line.site, item.place, message);
                    }
                }
                (Sort::Bank(bank), Some(ty)) if is_wider(context, ty, bank.bits) && !skips_verifier(body.function) => {
                    context.add_operand(
                        RuleId::VirtualBank,
                        line.site,
                        item.place,
                        format_args!("bank {} has {} bits", bank.name, bank.bits),
                    );
                }
                _ => {}
            }
        }
    }
}

/// Checks the registers that entries of `liveins` and `registers` name: one without another mention has no class, bank or `_`.
fn check_named<'a>(context: &mut Context<'a>, body: &mut Body<'a>) {
    let mentioned = body.registers.list.len();
    let function = body.function;
    let copies = function.live_ins.iter().map(|live_in| live_in.copy.as_ref()).enumerate().map(|entry| ("liveins", entry));
    let preferred = function.registers.iter().map(|register| register.preferred.as_ref()).enumerate().map(|entry| ("registers", entry));
    for (key, (entry, register)) in copies.chain(preferred) {
        let Some(register @ (Register::Virtual(_) | Register::Named(_))) = register else { continue };
        if body.registers.number(register) as usize >= mentioned {
            context.add_key(RuleId::VirtualUnknown, key, Some(entry), format_args!("no class, bank or _ is given anywhere"));
        }
    }
    body.definitions.resize(body.registers.list.len(), 0);
}

/// Returns whether the machine verifier skips a function. `failsVerification` applies to verifiers after passes: the one after the parser
/// does check the function (`MIRParserImpl::initializeMachineFunction`).
pub(super) fn skips_verifier(function: &Function) -> bool {
    function.flags.contains(FunctionFlags::FAILED_ISEL)
}

fn is_wider(context: &Context<'_>, ty: Type, bits: u16) -> bool {
    super::types::bits(ty, context.pointers).is_some_and(|size| size > u64::from(bits)) && !super::types::is_scalable(ty)
}
