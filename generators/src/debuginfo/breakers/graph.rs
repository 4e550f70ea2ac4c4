//! Breakers of the relations between debug instructions: opaque types, members, cyclic chains.

use super::Breaker;
use super::draft::Draft;
use crate::debuginfo::edit::debugs;
use irsmith_debuginfo::{CompositeTag, Id, Info};

pub(super) const BREAKERS: &[Breaker] = &[
    Breaker {
        rule: "opaque-members",
        about: "removes the size of a composite type with members",
        change: |draft| take_size(draft, |info| matches!(info, Info::TypeComposite { members, .. } if !members.is_empty())),
    },
    Breaker { rule: "member-parent", about: "lists a member in another composite type", change: |draft| list_elsewhere(draft, member_of) },
    Breaker {
        rule: "inheritance-child",
        about: "lists an inheritance in another composite type",
        change: |draft| list_elsewhere(draft, child_of),
    },
    Breaker {
        rule: "inheritance-union",
        about: "makes a type that inherits a union",
        change: |draft| {
            let children: Vec<Id> = debugs(draft.model).filter_map(|(_, debug)| child_of(&debug.info)).collect();
            let at = draft.debug(|debug| children.contains(&debug.result) && matches!(debug.info, Info::TypeComposite { .. }))?;
            let Info::TypeComposite { tag, .. } = &mut draft.debug_mut(at)?.info else { return None };
            *tag = CompositeTag(2);
            Some(())
        },
    },
    Breaker {
        rule: "parent-cycle",
        about: "puts a lexical block into itself",
        change: |draft| {
            let at = draft.debug(|debug| matches!(debug.info, Info::LexicalBlock { .. }))?;
            let debug = draft.debug_mut(at)?;
            let Info::LexicalBlock { parent, .. } = &mut debug.info else { return None };
            *parent = debug.result;
            Some(())
        },
    },
    Breaker {
        rule: "inlined-cycle",
        about: "inlines a place into itself",
        change: |draft| {
            let at = draft.debug(|debug| matches!(debug.info, Info::InlinedAt { .. }))?;
            let debug = draft.debug_mut(at)?;
            let Info::InlinedAt { inlined, .. } = &mut debug.info else { return None };
            *inlined = Some(debug.result);
            Some(())
        },
    },
    Breaker {
        rule: "base-cycle",
        about: "makes a pointer point to itself",
        change: |draft| {
            let at = draft.debug(|debug| matches!(debug.info, Info::TypePointer { .. }))?;
            let debug = draft.debug_mut(at)?;
            let Info::TypePointer { base, .. } = &mut debug.info else { return None };
            *base = debug.result;
            Some(())
        },
    },
    Breaker {
        rule: "type-contained",
        about: "makes a composite type a member of itself",
        change: |draft| {
            let listed: Vec<(Id, Id)> =
                debugs(draft.model).flat_map(|(_, debug)| members(&debug.info).iter().map(|&id| (id, debug.result))).collect();
            let is_listed = |member: Id, composite: Id| listed.contains(&(member, composite));
            let at = draft.debug(|debug| member_of(&debug.info).is_some_and(|parent| is_listed(debug.result, parent)))?;
            let Info::TypeMember { ty, parent, flags, .. } = &mut draft.debug_mut(at)?.info else { return None };
            // Not a static member.
            (*ty, flags.0) = (*parent, 0);
            Some(())
        },
    },
];

fn members(info: &Info) -> &[Id] {
    match info {
        Info::TypeComposite { members, .. } => members,
        _ => &[],
    }
}

fn member_of(info: &Info) -> Option<Id> {
    if let Info::TypeMember { parent, .. } = info { Some(*parent) } else { None }
}

fn child_of(info: &Info) -> Option<Id> {
    if let Info::TypeInheritance { child, .. } = info { Some(*child) } else { None }
}

/// Inserts DebugInfoNone before a composite type and uses it as the size.
fn take_size(draft: &mut Draft<'_, '_>, is: impl Fn(&Info) -> bool) -> Option<()> {
    let at = draft.debug(|debug| is(&debug.info))?;
    let none = draft.insert_debug(at, Info::InfoNone {})?;
    let Info::TypeComposite { size, .. } = &mut draft.debug_mut(at + 1)?.info else { return None };
    *size = none;
    Some(())
}

/// Also lists a member of a composite type in another.
fn list_elsewhere(draft: &mut Draft<'_, '_>, owner: impl Fn(&Info) -> Option<Id>) -> Option<()> {
    let is_composite = |draft: &Draft<'_, '_>, id| matches!(draft.info(id), Some(Info::TypeComposite { .. }));
    let owned: Vec<(Id, Id)> = debugs(draft.model).filter_map(|(_, debug)| Some((debug.result, owner(&debug.info)?))).collect();
    let owned: Vec<(Id, Id)> = owned.into_iter().filter(|pair| is_composite(draft, pair.1)).collect();
    let (member, owner) = draft.pick(&owned)?;
    let at = draft.debug(|debug| debug.result != owner && matches!(debug.info, Info::TypeComposite { .. }))?;
    let Info::TypeComposite { members, .. } = &mut draft.debug_mut(at)?.info else { return None };
    members.push(member);
    Some(())
}
