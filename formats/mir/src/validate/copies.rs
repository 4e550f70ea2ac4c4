//! COPY: types and sizes of both registers (`MachineVerifier::visitMachineInstrBefore`).

use super::RuleId;
use super::body::Body;
use super::context::Context;
use super::lines::{Identity, Item, Line};
use super::registers::Sort;
use super::types;
use crate::tables::{ClassRow, Machine, RegisterId, Version};
use crate::{Element, Type};

pub(super) fn check(context: &mut Context<'_>, body: &Body<'_>, line: &Line<'_>) {
    let Some([result, source]) = body.lines.operands(line).get(..2) else { return };
    let (Some(to), Some(from)) = (result.register(), source.register()) else { return };
    let (typed, ty, other) = match (body.type_of(Some(result)), body.type_of(Some(source))) {
        (Some(to), Some(from)) if to != from => {
            context.add_instruction(RuleId::CopyType, line.site, format_args!("from {from} to {to}"));
            return;
        }
        (Some(ty), None) => (result, ty, source),
        (None, Some(ty)) => (source, ty, result),
        _ => return,
    };
    let has_parts = to.operand.subregister.is_some() || from.operand.subregister.is_some();
    let Some(machine) = body.machine.filter(|_| !has_parts) else { return };
    let Some(size) = bits(context, body, machine, typed) else { return };
    let fits = match other.register().map(|register| register.identity) {
        Some(Identity::Physical(Some(id))) => fits_register(machine, id, ty, size, context.dialect.release),
        Some(Identity::Virtual(_)) => bits(context, body, machine, other).is_none_or(|other| other == size),
        _ => true,
    };
    if !fits {
        let part = if std::ptr::eq(typed, result) { "result" } else { "source" };
        context.add_instruction(RuleId::CopySize, line.site, format_args!("the {part}, {ty}, has {size} bits, the other register has not"));
    }
}

/// Returns the bits of a register that has a class or a type; `None` if more than one width is possible.
pub(super) fn bits(context: &Context<'_>, body: &Body<'_>, machine: &Machine, item: &Item<'_>) -> Option<u64> {
    let known = body.of(&item.register()?)?;
    match (known.ty, known.sort) {
        (Some(ty), _) if types::is_scalable(ty) => None,
        (Some(ty), _) => types::bits(ty, context.pointers),
        (None, Sort::Class(class)) => Some(u64::from(machine.class_row(class).bits)).filter(|bits| *bits > 0),
        _ => None,
    }
}

/// Returns whether a value of a type may be copied to or from a physical register. Its size is that of the smallest class with values of the
/// type, or else of the smallest class. Since LLVM 22 a class with values of the type is enough.
fn fits_register(machine: &Machine, register: RegisterId, ty: Type, size: u64, release: Version) -> bool {
    let is_tuple = machine.register_row(register).name.trim_start_matches('_').contains('_');
    let with_values = machine.smallest_class(register, |class| is_tuple || has_values(class, ty, size));
    match with_values.or_else(|| machine.smallest_class(register, |_| true)) {
        Some(class) => u64::from(class.bits) == size || with_values.is_some() && release > Version::TABLES,
        None => true,
    }
}

/// Returns whether registers of a class have values of a type. Vectors other than masks do not count: they are as wide as the smallest class
/// of a register where a class has them. Tuples of registers have any values.
fn has_values(class: &ClassRow, ty: Type, size: u64) -> bool {
    let lanes = class.name.strip_prefix("vk").map(|rest| rest.trim_end_matches("wm"));
    match (ty, lanes) {
        (Type::Vector { element: Element::Scalar(1), count, .. }, Some(lanes)) => lanes.parse() == Ok(count),
        (Type::Single(Element::Scalar(bits)), Some(lanes)) => (bits, lanes) == (1, "1"),
        (Type::Single(Element::Scalar(bits)), None) => match class.name {
            "fr16" | "fr16x" => bits == 16,
            "rst" => [32, 64, 80].contains(&bits),
            _ => u64::from(class.bits) == size,
        },
        _ => false,
    }
}
