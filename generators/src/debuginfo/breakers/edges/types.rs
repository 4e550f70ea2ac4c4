//! Edges of composite types, their members, and of chains that lead back to themselves.

use super::{At, Edge, breaks, keeps, with_string};
use crate::debuginfo::breakers::draft::Draft;
use crate::debuginfo::edit::{debug_at, debugs};
use irsmith_debuginfo::{CompositeTag, Id, Info};
use spirv::Op;

pub(super) const EDGES: &[Edge] = &[
    keeps("makes a type without members opaque", |draft| composite(draft, false, "@", true)),
    breaks("opaque-name", "gives an opaque type a name that does not start with @", |draft| {
        let name = draft.pick(&["a@", "", "A"])?;
        composite(draft, false, name, true)
    }),
    breaks("opaque-size", "gives a type with a size and no members a name that starts with @", |draft| {
        composite(draft, false, "@a", false)
    }),
    breaks("opaque-size", "gives a type with a size and members a name that starts with @", |draft| composite(draft, true, "@a", false)),
    breaks("opaque-members", "takes the size of a type with members", |draft| composite(draft, true, "@a", true)),
    keeps("gives a type with a size a name with @ inside", |draft| {
        let with_members = draft.choices.chance(128);
        composite(draft, with_members, "a@", false)
    }),
    breaks("member-unlisted", "takes a member from the list of its type", |draft| {
        let listed: Vec<(usize, Id)> = debugs(draft.model)
            .flat_map(|(at, debug)| members(&debug.info).iter().map(move |&id| (at, id)))
            .filter(|&(at, id)| {
                let owner = debug_at(draft.model, at).result;
                matches!(draft.info(id), Some(Info::TypeMember { parent, .. } | Info::TypeInheritance { child: parent, .. }) if *parent == owner)
            })
            .collect();
        let (at, id) = draft.pick(&listed)?;
        // Listed once.
        (listed.iter().filter(|pair| pair.1 == id).count() == 1).then_some(())?;
        let Info::TypeComposite { members, .. } = &mut draft.debug_mut(at)?.info else { return None };
        members.retain(|member| *member != id);
        draft.definition(id).map(At::Instruction)
    }),
    breaks("inheritance-union", "inherits from a union", |draft| {
        let parents: Vec<Id> = debugs(draft.model).filter_map(|(_, debug)| parent_of(&debug.info)).collect();
        // Unions are suspicious in other places as well.
        let elsewhere: Vec<Id> = debugs(draft.model)
            .filter_map(|(_, debug)| match debug.info {
                Info::TypeTemplate { target: ty, .. } | Info::TypePtrToMember { parent: ty, .. } => Some(ty),
                _ => None,
            })
            .collect();
        let fits = |id: Id| parents.contains(&id) && !elsewhere.contains(&id);
        let at = draft.debug(|debug| fits(debug.result) && matches!(debug.info, Info::TypeComposite { .. }))?;
        let Info::TypeComposite { tag, .. } = &mut draft.debug_mut(at)?.info else { return None };
        *tag = CompositeTag(2);
        let parent = draft.debug_mut(at)?.result;
        let at = draft
            .model
            .instructions
            .iter()
            .position(|instruction| instruction.debug().is_some_and(|debug| parent_of(&debug.info) == Some(parent)))?;
        Some(At::Instruction(at))
    }),
    keeps("has a static member of its own type", |draft| own_member(draft, 1 << 9)),
    breaks("declare-parameter", "declares a variable to be in a parameter", |draft| {
        let at = draft.debug(|debug| matches!(debug.info, Info::Declare { .. }))?;
        let opens = (0..at).rfind(|&open| draft.core_at(open).is_some_and(|core| core.is(Op::Function)))?;
        let (id, ty) = (draft.fresh()?, draft.scalar()?);
        draft.insert(opens + 1, Op::FunctionParameter, [ty, id])?;
        let Info::Declare { variable, .. } = &mut draft.debug_mut(at + 1)?.info else { return None };
        *variable = Id(id);
        Some(At::Instruction(at + 1))
    }),
];

fn members(info: &Info) -> &[Id] {
    match info {
        Info::TypeComposite { members, .. } => members,
        _ => &[],
    }
}

fn parent_of(info: &Info) -> Option<Id> {
    if let Info::TypeInheritance { parent, .. } = info { Some(*parent) } else { None }
}

/// Gives a composite type a name, and takes its size or keeps it.
fn composite(draft: &mut Draft<'_, '_>, with_members: bool, name: &str, opaque: bool) -> Option<At> {
    let text = draft.core(Op::String)?;
    let id = draft.fresh()?;
    draft.insert(text, Op::String, with_string(&[id], name))?;
    let is_sized = |size: Id| {
        draft
            .model
            .instructions
            .iter()
            .any(|instruction| instruction.core().is_some_and(|core| core.is(Op::Constant)) && instruction.result() == Some(size))
    };
    let fits: Vec<usize> = debugs(draft.model)
        .filter(|(_, debug)| match &debug.info {
            Info::TypeComposite { members, size, .. } => members.is_empty() != with_members && is_sized(*size),
            _ => false,
        })
        .map(|(at, _)| at)
        .collect();
    let mut at = draft.pick(&fits)?;
    let none = if opaque {
        at += 1;
        Some(draft.insert_debug(at - 1, Info::InfoNone {})?)
    } else {
        None
    };
    let Info::TypeComposite { name, size, .. } = &mut draft.debug_mut(at)?.info else { return None };
    *name = Id(id);
    *size = none.unwrap_or(*size);
    Some(At::Instruction(at))
}

/// Makes the type of a listed member that of its own composite type, with more flags.
fn own_member(draft: &mut Draft<'_, '_>, more: u32) -> Option<At> {
    let listed: Vec<(Id, Id, usize)> =
        debugs(draft.model).flat_map(|(at, debug)| members(&debug.info).iter().map(move |&id| (id, debug.result, at))).collect();
    let fits =
        |result: Id, parent: Id, at: usize| listed.iter().any(|&(id, owner, owner_at)| id == result && owner == parent && owner_at < at);
    let places: Vec<usize> = debugs(draft.model)
        .filter(|(at, debug)| matches!(debug.info, Info::TypeMember { parent, .. } if fits(debug.result, parent, *at)))
        .map(|(at, _)| at)
        .collect();
    let at = draft.pick(&places)?;
    let Info::TypeMember { ty, parent, flags, .. } = &mut draft.debug_mut(at)?.info else { return None };
    (*ty, flags.0) = (*parent, flags.0 | more);
    Some(At::Instruction(at))
}
