//! Debug instructions in bodies: scopes, and the locations of variables.

use super::super::build::{Build, Section};
use super::super::host::constants::constant;
use super::super::host::defined::{number, type_at, type_index};
use super::super::host::types::{component, components};
use super::super::host::values::visible;
use super::super::host::{Type, TypeIndex};
use super::fields::{Given, Givens, info};
use super::functions::or_none;
use super::scopes::{local_scope, local_scopes, scope_of};
use super::state::{Active, DebugFunction};
use irsmith_debuginfo::Id;
use irsmith_debuginfo::tables::{DebugOp, FieldId, Layout};
use smallvec::SmallVec;

/// Records that the body of a host function begins.
pub(in super::super) fn enter_function(build: &mut Build<'_, '_>, at: usize) {
    build.scratch.graph.host = at;
    build.scratch.graph.active = None;
}

/// Makes the debug instructions at the beginning of a block, after phis and variables: no scope extends from one block into the next.
pub(in super::super) fn open_block(build: &mut Build<'_, '_>) {
    build.scratch.graph.active = None;
    if build.choices.chance(160) {
        open_scope(build);
        if build.choices.chance(96) {
            locate(build);
        }
    }
}

/// Makes a debug instruction somewhere in a block.
pub(in super::super) fn local_debug(build: &mut Build<'_, '_>) {
    match build.choices.below(8) {
        0 | 1 => open_scope(build),
        2 => close_scope(build),
        _ => locate(build),
    }
}

fn put_local(build: &mut Build<'_, '_>, op: DebugOp, givens: Givens<'_>) -> bool {
    if !build.is_on(op) {
        return false;
    }
    let Some(info) = info(build, op, givens) else { return false };
    let id = build.id();
    build.push_info(Section::Bodies, id, info);
    true
}

/// Makes a DebugScope for a scope of this function, or of one that was inlined into it.
fn open_scope(build: &mut Build<'_, '_>) {
    let host = build.scratch.graph.host as u16;
    let inlined = if build.choices.chance(112) { inlined_into(build, host) } else { None };
    let scope = match inlined {
        Some(_) => local_scope(build),
        None => {
            let local = local_scopes(build);
            let of_host = |functions: &[DebugFunction], owner: u16| functions[usize::from(owner)].host == Some(host);
            scope_of(build, |functions, scope| local(scope) && scope.owner.is_some_and(|owner| of_host(functions, owner)))
        }
    };
    let Some((scope, owner)) = scope.and_then(|scope| Some((scope, scope.owner?))) else { return };
    let place = or_none(build, DebugOp::Scope, FieldId::Scope, scope.id);
    let at = match inlined {
        Some(id) => Given::Word(or_none(build, DebugOp::Scope, FieldId::InlinedAt, id).0),
        None => Given::Absent,
    };
    if put_local(build, DebugOp::Scope, &[(FieldId::Scope, Given::Word(place.0)), (FieldId::InlinedAt, at)]) {
        build.scratch.graph.active = (place == scope.id).then_some(Active { owner });
    }
}

/// Returns a place in a host function where something was inlined.
fn inlined_into(build: &mut Build<'_, '_>, host: u16) -> Option<Id> {
    let inlined = &build.scratch.graph.inlined;
    let start = build.choices.below(inlined.len());
    let found = inlined[start..].iter().chain(&inlined[..start]).find(|inlined| inlined.root == host);
    found.map(|inlined| inlined.id)
}

fn close_scope(build: &mut Build<'_, '_>) {
    if build.scratch.graph.active.is_some() {
        put_local(build, DebugOp::NoScope, &[]);
    }
    build.scratch.graph.active = None;
}

/// Makes the location of a variable of the active scope's function, or its value.
fn locate(build: &mut Build<'_, '_>) {
    let Some(Active { owner }) = build.scratch.graph.active else { return };
    let locals = &build.scratch.graph.locals;
    let start = build.choices.below(locals.len());
    let Some(local) = locals[start..].iter().chain(&locals[..start]).find(|local| local.owner == owner).copied() else { return };
    if build.choices.chance(144) { value(build, local.id) } else { declare_local(build, local.id) }
}

fn declare_local(build: &mut Build<'_, '_>, local: Id) {
    let values = &build.scratch.host.values;
    // The specification requires an OpVariable; its successor also accepts parameters.
    let parameters: &[Id] = if build.layout == Layout::OpenCl { values.parameters() } else { &[] };
    let Some(at) = build.choices.index(values.variables().len() + parameters.len()) else { return };
    let variable = values.variables().get(at).copied().unwrap_or_else(|| parameters[at - values.variables().len()]);
    let local = or_none(build, DebugOp::Declare, FieldId::Local, local);
    put_local(build, DebugOp::Declare, &[(FieldId::Local, Given::Word(local.0)), (FieldId::Variable, Given::Word(variable.0))]);
}

fn value(build: &mut Build<'_, '_>, local: Id) {
    let composite = build.choices.chance(96);
    let value = visible(build, |build, value| !composite || components(build, inside(build, value.ty)) > 0);
    let Some((id, ty)) = value.map(|value| (value.id, value.ty)).or_else(|| some_constant(build)) else { return };
    let indexes = indexes(build, ty);
    let local = or_none(build, DebugOp::Value, FieldId::Local, local);
    put_local(
        build,
        DebugOp::Value,
        &[(FieldId::Local, Given::Word(local.0)), (FieldId::Value, Given::Word(id.0)), (FieldId::Indexes, Given::Ids(&indexes))],
    );
}

fn some_constant(build: &mut Build<'_, '_>) -> Option<(Id, TypeIndex)> {
    let ty = type_index(build, Type::Bool);
    Some((constant(build, ty)?, ty))
}

/// Returns the type that indexes go into: the pointee of a pointer, or the type itself.
fn inside(build: &Build<'_, '_>, ty: TypeIndex) -> TypeIndex {
    if let Type::Pointer { to, .. } = type_at(build, ty) { to } else { ty }
}

/// Draws indexes into a composite, or into the pointee of a pointer.
fn indexes(build: &mut Build<'_, '_>, ty: TypeIndex) -> SmallVec<[Id; 4]> {
    let mut indexes = SmallVec::new();
    let mut ty = inside(build, ty);
    while components(build, ty) > 0 && build.choices.chance(192) {
        let index = build.choices.below(components(build, ty));
        indexes.push(number(build, index as u64));
        ty = component(build, ty, index);
    }
    indexes
}
