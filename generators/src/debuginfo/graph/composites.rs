//! Classes, structures and unions, with their members.

use super::super::build::Build;
use super::super::shapes::Shape;
use super::fields::{Given, Givens, UNION, info, make, none, put};
use super::forms::Enumerant;
use super::functions::{function_info, or_none, register_function};
use super::literals::string;
use super::pools::Scope;
use irsmith_debuginfo::tables::{DebugOp, FieldId, Kind};
use irsmith_debuginfo::{CompositeTag, Id, Info};
use smallvec::SmallVec;

/// Instructions that follow a composite, with their ids.
type Followers = SmallVec<[(Id, Info); 8]>;

/// Makes a composite and its members, which follow it.
pub(super) fn composite(build: &mut Build<'_, '_>) {
    if build.wants(Shape::Opaque, 32) {
        return opaque(build);
    }
    let id = build.id();
    let mut followers = Followers::new();
    let mut members: SmallVec<[Id; 8]> = SmallVec::new();
    let count = build.choices.up_to(build.config.operands.min(1_000));
    for _ in 0..count {
        if let Some(member) = member(build, id, &mut followers) {
            // A missing member.
            members.push(or_none(build, DebugOp::TypeComposite, FieldId::Members, member));
        }
    }
    let derived = followers.iter().any(|follower| follower.1.op() == DebugOp::TypeInheritance);
    let tag = tag(build, derived);
    let Some(info) = info(build, DebugOp::TypeComposite, &[(FieldId::Tag, Given::Word(tag.0)), (FieldId::Members, Given::Ids(&members))])
    else {
        return;
    };
    let Info::TypeComposite { parent, .. } = info else { return };
    put(build, id, info);
    let owner = build.scratch.graph.pools.scopes.iter().find(|scope| scope.id == parent).and_then(|scope| scope.owner);
    for (id, info) in followers {
        let (op, host) = (info.op(), function_of(build, &info));
        put(build, id, info);
        match op {
            DebugOp::Function => _ = register_function(build, id, host),
            _ => build.scratch.graph.pools.add(op, id),
        }
    }
    // Recorded only now, so that no member has this type.
    let pools = &mut build.scratch.graph.pools;
    pools.add(DebugOp::TypeComposite, id);
    if tag != UNION {
        pools.bases.push(id);
    }
    pools.scopes.push(Scope { id, op: DebugOp::TypeComposite, owner, depth: 0 });
}

/// Class, structure or union; unions have no bases.
fn tag(build: &mut Build<'_, '_>, derived: bool) -> CompositeTag {
    let tags = Enumerant::of(Kind::CompositeTag, build.layout).iter().copied();
    let allowed: SmallVec<[Enumerant; 4]> = tags.filter(|tag| !derived || tag.value != UNION.0).collect();
    CompositeTag(build.form(&allowed).value)
}

/// Returns the place of the host's function that a DebugFunction describes.
fn function_of(build: &Build<'_, '_>, info: &Info) -> Option<usize> {
    let Info::Function { function, .. } = info else { return None };
    build.scratch.host.functions.iter().position(|host| host.id == *function)
}

fn opaque(build: &mut Build<'_, '_>) {
    let mut text = std::mem::take(&mut build.scratch.graph.text);
    text.clear();
    text.push_str("@opaque");
    text.extend(std::iter::repeat_n('t', build.choices.below(3)));
    let name = string(build, &text);
    build.scratch.graph.text = text;
    let size = none(build);
    make(
        build,
        DebugOp::TypeComposite,
        &[(FieldId::Name, Given::Word(name.0)), (FieldId::Size, Given::Word(size.0)), (FieldId::Members, Given::Absent)],
    );
}

/// Makes a member of the composite `of`, which is not made yet.
fn member(build: &mut Build<'_, '_>, of: Id, followers: &mut Followers) -> Option<Id> {
    let info = match build.choices.byte() {
        224.. => base(build, of)?,
        192..224 => member_function(build, of, followers)?,
        160..192 => pointer_to_itself(build, of, followers)?,
        _ => data_member(build, of, &[])?,
    };
    let id = build.id();
    followers.push((id, info));
    Some(id)
}

fn data_member(build: &mut Build<'_, '_>, of: Id, given: Givens<'_>) -> Option<Info> {
    if !build.is_on(DebugOp::TypeMember) {
        return None;
    }
    let parent = or_none(build, DebugOp::TypeMember, FieldId::Parent, of);
    let mut givens: SmallVec<[(FieldId, Given<'_>); 2]> = SmallVec::from_slice(given);
    givens.push((FieldId::Parent, Given::Word(parent.0)));
    info(build, DebugOp::TypeMember, &givens)
}

fn pointer_to_itself(build: &mut Build<'_, '_>, of: Id, followers: &mut Followers) -> Option<Info> {
    if !build.is_on(Shape::Recursive) || super::pools::needs_basic(build.config.dialect) {
        return None;
    }
    let pointer = info(build, DebugOp::TypePointer, &[(FieldId::Base, Given::Word(of.0))])?;
    let id = build.id();
    let info = data_member(build, of, &[(FieldId::Ty, Given::Word(id.0))])?;
    followers.push((id, pointer));
    Some(info)
}

fn base(build: &mut Build<'_, '_>, of: Id) -> Option<Info> {
    let base = build.choices.pick(&build.scratch.graph.pools.bases).copied()?;
    if !build.is_on(DebugOp::TypeInheritance) {
        return None;
    }
    let (child, parent) =
        (or_none(build, DebugOp::TypeInheritance, FieldId::Child, of), or_none(build, DebugOp::TypeInheritance, FieldId::Parent, base));
    info(build, DebugOp::TypeInheritance, &[(FieldId::Child, Given::Word(child.0)), (FieldId::Parent, Given::Word(parent.0))])
}

/// Makes a member function, perhaps with code.
fn member_function(build: &mut Build<'_, '_>, of: Id, followers: &Followers) -> Option<Info> {
    if !build.is_on(DebugOp::Function) {
        return None;
    }
    let taken = |host: &usize| {
        let described = build.scratch.graph.functions.iter().any(|function| function.host == Some(*host as u16));
        described || followers.iter().any(|follower| function_of(build, &follower.1) == Some(*host))
    };
    let free = (0..build.scratch.host.functions.len()).find(|host| !taken(host));
    let host = free.filter(|_| build.choices.chance(160));
    function_info(build, host, Some(of))
}
