//! Composite types: opaque ones, and the consistency of composites and their members.

use super::RuleId;
use super::context::Context;
use crate::tables::Role;
use crate::{CompositeTag, Flags, Id, Info};

/// Checks a composite type, or an instruction about one.
pub(super) fn check(context: &mut Context<'_>, index: usize, result: Id, info: &Info) {
    match info {
        Info::TypeComposite { name, size, members, .. } => {
            check_opaque(context, index, *name, *size, members);
            for &member in members {
                check_member(context, index, result, member);
            }
        }
        Info::TypeInheritance { child, parent, .. } => {
            for &ty in [child, parent] {
                if is_union(context, ty) {
                    context.add(RuleId::InheritanceUnion, index, format_args!("{ty} is a union"));
                }
            }
        }
        Info::TypePtrToMember { parent: ty, .. } | Info::TypeTemplate { target: ty, .. }
            if context.report.wants_warnings() && is_union(context, *ty) =>
        {
            context.add(RuleId::UnionOperand, index, format_args!("{ty} is a union"));
        }
        Info::TypeMember { flags: Flags(flags), value: Some(value), .. } if flags & STATIC_MEMBER == 0 => {
            context.add(RuleId::MemberValue, index, format_args!("the member with the value {value} is not static"));
        }
        _ => {}
    }
}

const UNION: CompositeTag = CompositeTag(2);

/// The flag FlagStaticMember.
pub(super) const STATIC_MEMBER: u32 = 1 << 9;

fn is_union(context: &Context<'_>, ty: Id) -> bool {
    matches!(context.info(composite(context, ty)), Some(Info::TypeComposite { tag: UNION, .. }))
}

fn check_opaque(context: &mut Context<'_>, index: usize, name: Id, size: Id, members: &[Id]) {
    let is_opaque = matches!(context.info(size), Some(Info::InfoNone {}));
    let Some(is_named_opaque) = starts_with_at(context, name) else { return };
    if is_opaque && !members.is_empty() {
        context.add(RuleId::OpaqueMembers, index, format_args!("a type without a size has {} members", members.len()));
    }
    if is_opaque && !is_named_opaque {
        context.add(RuleId::OpaqueName, index, format_args!("the name {name} of a type without a size does not start with @"));
    }
    if !is_opaque && is_named_opaque {
        context.add(RuleId::OpaqueSize, index, format_args!("the name {name} of a type with a size starts with @"));
    }
}

/// Returns whether the first character of an OpString is `@`. Long names are not read to the end.
fn starts_with_at(context: &Context<'_>, name: Id) -> Option<bool> {
    let core = context.instruction(name)?.core().filter(|core| core.is(spirv::Op::String))?;
    core.words.get(1).map(|word| word.to_le_bytes()[0] == b'@')
}

/// Returns the composite to which a member says it belongs, and the rule about it.
fn owner(info: &Info) -> Option<(RuleId, Id)> {
    match *info {
        Info::TypeMember { parent, .. } => Some((RuleId::MemberParent, parent)),
        Info::TypeInheritance { child, .. } => Some((RuleId::InheritanceChild, child)),
        _ => None,
    }
}

fn check_member(context: &mut Context<'_>, index: usize, composite_id: Id, member: Id) {
    let Some((rule, named)) = context.info(member).and_then(owner) else { return };
    let named = composite(context, named);
    // A composite that was removed is replaced by DebugInfoNone; an operand other than a composite is reported by its role.
    if named != composite_id && matches!(context.info(named), Some(Info::TypeComposite { .. })) {
        context.add(rule, index, format_args!("{member} belongs to {named}"));
    }
}

/// Returns the composite that an id represents: a template represents its target.
fn composite(context: &Context<'_>, id: Id) -> Id {
    match context.info(id) {
        Some(Info::TypeTemplate { target, .. }) => *target,
        _ => id,
    }
}

/// Warns of members and inheritances that their composites do not list.
pub(super) fn check_listed(context: &mut Context<'_>) {
    let mut listed = vec![false; context.module.instructions.len()];
    for debug in context.module.instructions.iter().filter_map(crate::Instruction::debug) {
        debug.info.for_each_id(|role, id| {
            if let (Role::Member, Some(definition)) = (role, context.ids.get(id)) {
                listed[definition.index] = true;
            }
        });
    }
    for (index, instruction) in context.module.instructions.iter().enumerate().filter(|place| !listed[place.0]) {
        let Some((_, named)) = instruction.debug().and_then(|debug| owner(&debug.info)) else { continue };
        let named = composite(context, named);
        if matches!(context.info(named), Some(Info::TypeComposite { .. })) {
            context.add(RuleId::MemberUnlisted, index, format_args!("{named} does not list it"));
        }
    }
}
