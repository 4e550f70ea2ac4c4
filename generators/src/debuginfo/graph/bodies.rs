//! Debug instructions in bodies: scopes, and the locations of variables.

use super::super::build::{Build, Section};
use super::super::host::Type;
use super::super::host::constants::constant;
use super::super::host::defined::{number, type_at, type_index};
use super::super::host::values::{Value, visible};
use super::super::shapes::Shape;
use super::fields::{Given, Givens, info};
use super::functions::or_none;
use super::scopes::{local_scope, local_scopes, scope_of};
use super::state::{Active, DebugFunction, Local, Parts};
use irsmith_debuginfo::tables::{DebugOp, FieldId};
use irsmith_debuginfo::{Dialect, Id};
use smallvec::SmallVec;

/// Records that the body of a host function begins.
pub(in super::super) fn enter_function(build: &mut Build<'_, '_>, at: usize) {
    build.scratch.graph.host = at;
}

/// Records that a block begins: no scope extends from one block into the next.
pub(in super::super) fn enter_block(build: &mut Build<'_, '_>) {
    build.scratch.graph.active = None;
}

/// Makes a scope before a phi or a variable, perhaps.
pub(in super::super) fn early_scope(build: &mut Build<'_, '_>) {
    if build.wants(Shape::EarlyScope, 24) {
        open_scope(build);
    }
}

/// Makes the debug instructions behind the phis and variables of a block.
pub(in super::super) fn open_block(build: &mut Build<'_, '_>) {
    if build.scratch.graph.active.is_none() && build.choices.chance(160) {
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
        None if build.wants(Shape::UnitScope, 12) => {
            let unit = scope_of(build, |_, scope| scope.op == DebugOp::CompilationUnit);
            let Some(unit) = unit else { return };
            build.scratch.graph.active = None;
            put_local(build, DebugOp::Scope, &[(FieldId::Scope, Given::Word(unit.id.0)), (FieldId::InlinedAt, Given::Absent)]);
            return;
        }
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
    let start = build.choices.below(build.scratch.graph.locals.len());
    // Of parts of variables more can go wrong than of whole ones.
    let with_parts = build.wants(Shape::Indexed, 96);
    let graph = &build.scratch.graph;
    let mut locals = graph.locals[start..].iter().chain(&graph.locals[..start]).filter(|local| local.owner == owner);
    let other = locals.clone().next();
    let Some(local) = locals.find(|local| with_parts && graph.parts_of(local.ty).is_some()).or(other).copied() else { return };
    if build.choices.chance(144) { value(build, local) } else { declare_local(build, local.id) }
}

fn declare_local(build: &mut Build<'_, '_>, local: Id) {
    let values = &build.scratch.host.values;
    // The specification requires an OpVariable; its successor also accepts parameters.
    let parameters: &[Id] = if build.layout.is_opencl() { values.parameters() } else { &[] };
    let Some(at) = build.choices.index(values.variables().len() + parameters.len()) else { return };
    let variable = values.variables().get(at).copied().unwrap_or_else(|| parameters[at - values.variables().len()]);
    let local = or_none(build, DebugOp::Declare, FieldId::Local, local);
    put_local(build, DebugOp::Declare, &[(FieldId::Local, Given::Word(local.0)), (FieldId::Variable, Given::Word(variable.0))]);
}

/// Makes the value of a variable, or of one or several of its parts.
fn value(build: &mut Build<'_, '_>, local: Local) {
    let indexes = indexes(build, local.ty);
    part(build, local.id, &indexes);
    // What was a structure in memory is in several values, one for each part.
    while !indexes.is_empty() && build.wants(Shape::Parts, 144) {
        let others = self::indexes(build, local.ty);
        part(build, local.id, &others);
    }
}

fn part(build: &mut Build<'_, '_>, local: Id, indexes: &[Id]) {
    let value = visible(build, |_, _| true).map(|value| value.id).or_else(|| some_constant(build));
    let Some(value) = value else { return };
    let local = or_none(build, DebugOp::Value, FieldId::Local, local);
    put_local(
        build,
        DebugOp::Value,
        &[(FieldId::Local, Given::Word(local.0)), (FieldId::Value, Given::Word(value.0)), (FieldId::Indexes, Given::Ids(indexes))],
    );
}

fn some_constant(build: &mut Build<'_, '_>) -> Option<Id> {
    let ty = type_index(build, Type::Bool);
    constant(build, ty)
}

/// Draws indexes into a variable of a debug type.
fn indexes(build: &mut Build<'_, '_>, ty: Id) -> SmallVec<[Id; 4]> {
    let (mut indexes, mut ty) = (SmallVec::new(), Some(ty));
    // This ends: no type contains itself.
    while let Some(whole) = ty.filter(|_| build.wants(Shape::Indexed, 208)) {
        ty = draw_part(build, whole, &mut indexes);
    }
    indexes
}

/// Draws a part of a type: appends its indexes, and returns its type.
fn draw_part(build: &mut Build<'_, '_>, ty: Id, indexes: &mut SmallVec<[Id; 4]>) -> Option<Id> {
    let graph = &build.scratch.graph;
    match graph.parts_of(ty)? {
        Parts::Members(members) => {
            let types: SmallVec<[Id; 8]> = members.iter().filter_map(|&member| graph.member_type(member)).collect();
            let at = build.choices.index(types.len())?;
            indexes.push(number(build, at as u64));
            Some(types[at])
        }
        &Parts::Elements { of, count, dimensions } => {
            for _ in 0..dimensions {
                let at = build.choices.below(count);
                let computed = if build.wants(Shape::ComputedIndex, 32) { computed_index(build) } else { None };
                indexes.push(computed.unwrap_or_else(|| number(build, at as u64)));
            }
            Some(of)
        }
        Parts::Same(_) => None,
    }
}

/// Returns an integer that is no constant, which SPIRV-Tools refuse in `OpenCL.DebugInfo.100`.
fn computed_index(build: &mut Build<'_, '_>) -> Option<Id> {
    if build.config.dialect == Dialect::OpenCl {
        return None;
    }
    let is_integer = |build: &Build<'_, '_>, value: Value| matches!(type_at(build, value.ty), Type::Int { .. });
    visible(build, is_integer).map(|value| value.id)
}
