//! Functions, their blocks and variables, and where they were inlined.

use super::super::build::Build;
use super::super::host::functions::parameters;
use super::super::shapes::Shape;
use super::fields::{Given, info, make, none, none_for, put};
use super::literals::{empty_name, name};
use super::pools::Scope;
use super::scopes::{local_scope, scope};
use super::state::{DebugFunction, Inlined, Local};
use irsmith_debuginfo::tables::{DebugOp, FieldId, Role};
use irsmith_debuginfo::{Id, Info};

/// Describes most of the host's functions that are not described yet.
pub(super) fn describe_functions(build: &mut Build<'_, '_>) {
    for host in 0..build.scratch.host.functions.len() {
        let described = build.scratch.graph.functions.iter().any(|function| function.host == Some(host as u16));
        if !described && build.is_on(DebugOp::Function) && !build.choices.chance(24) {
            describe_function(build, host);
        }
    }
}

fn describe_function(build: &mut Build<'_, '_>, host: usize) {
    let Some(info) = function_info(build, Some(host), None) else { return };
    let id = build.id();
    put(build, id, info);
    let owner = register_function(build, id, Some(host));
    let parameters = parameters(build, build.scratch.host.functions[host].ty).len();
    for _ in 0..parameters {
        if build.choices.chance(160) {
            local_in(build, Scope { id, op: DebugOp::Function, owner: Some(owner), depth: 0 });
        }
    }
}

/// Makes a function without code: it was inlined everywhere, or never called.
pub(super) fn inlined_function(build: &mut Build<'_, '_>) {
    if let Some(info) = function_info(build, None, None) {
        let id = build.id();
        put(build, id, info);
        register_function(build, id, None);
    }
}

/// Makes a DebugFunction.
pub(super) fn function_info(build: &mut Build<'_, '_>, host: Option<usize>, parent: Option<Id>) -> Option<Info> {
    if build.scratch.graph.pools.of(Role::FunctionType).is_empty() {
        make(build, DebugOp::TypeFunction, &[]);
    }
    let function = match host {
        Some(host) => or_none(build, DebugOp::Function, FieldId::Function, build.scratch.host.functions[host].id),
        None => or_none_always(build, DebugOp::Function, FieldId::Function),
    };
    let function = (FieldId::Function, Given::Word(function.0));
    match parent {
        Some(parent) => {
            let parent = or_none(build, DebugOp::Function, FieldId::Parent, parent);
            info(build, DebugOp::Function, &[function, (FieldId::Parent, Given::Word(parent.0))])
        }
        None => info(build, DebugOp::Function, &[function]),
    }
}

/// Records a function that was made; returns its place among the debug functions.
pub(super) fn register_function(build: &mut Build<'_, '_>, id: Id, host: Option<usize>) -> u16 {
    let graph = &mut build.scratch.graph;
    let owner = graph.functions.len() as u16;
    graph.functions.push(DebugFunction { host: host.map(|host| host as u16), arguments: 0 });
    graph.pools.add(DebugOp::Function, id);
    graph.pools.scopes.push(Scope { id, op: DebugOp::Function, owner: Some(owner), depth: 0 });
    owner
}

/// Returns the id, or occasionally DebugInfoNone.
pub(super) fn or_none(build: &mut Build<'_, '_>, op: DebugOp, field: FieldId, id: Id) -> Id {
    if !build.choices.chance(8) {
        return id;
    }
    none_for(build, op, field).unwrap_or(id)
}

/// Returns DebugInfoNone in a field that needs it.
pub(super) fn or_none_always(build: &mut Build<'_, '_>, op: DebugOp, field: FieldId) -> Id {
    none_for(build, op, field).unwrap_or_else(|| none(build))
}

/// Makes a lexical block in a function, or a namespace.
pub(super) fn block(build: &mut Build<'_, '_>) {
    let namespace = build.choices.chance(80);
    let local = |scope: &Scope| scope.owner.is_some() && matches!(scope.op, DebugOp::Function | DebugOp::LexicalBlock);
    let around = if namespace {
        None
    } else if build.choices.chance(128) {
        // The newest, so that blocks nest.
        build.scratch.graph.pools.scopes.iter().rev().copied().find(local)
    } else {
        scope(build, local)
    };
    match around {
        Some(around) => local_block(build, around),
        None => some_namespace(build),
    }
}

fn local_block(build: &mut Build<'_, '_>, around: Scope) {
    let parent = or_none(build, DebugOp::LexicalBlock, FieldId::Parent, around.id);
    let Some(id) = make(build, DebugOp::LexicalBlock, &[(FieldId::Parent, Given::Word(parent.0)), (FieldId::Name, Given::Absent)]) else {
        return;
    };
    if parent == around.id {
        let depth = around.depth.saturating_add(1);
        build.scratch.graph.pools.scopes.push(Scope { id, op: DebugOp::LexicalBlock, owner: around.owner, depth });
    }
}

fn some_namespace(build: &mut Build<'_, '_>) {
    let Some(around) = scope(build, |scope| scope.owner.is_none() && scope.op != DebugOp::TypeComposite) else { return };
    let name = if build.wants(Shape::Anonymous, 64) { empty_name(build) } else { name(build) };
    let parent = or_none(build, DebugOp::LexicalBlock, FieldId::Parent, around.id);
    if let Some(id) = make(build, DebugOp::LexicalBlock, &[(FieldId::Parent, Given::Word(parent.0)), (FieldId::Name, Given::Word(name.0))])
    {
        build.scratch.graph.pools.scopes.push(Scope { id, op: DebugOp::LexicalBlock, owner: None, depth: 0 });
    }
}

pub(super) fn discriminator(build: &mut Build<'_, '_>) {
    let Some(around) = scope(build, |scope| scope.owner.is_some() && matches!(scope.op, DebugOp::Function | DebugOp::LexicalBlock)) else {
        return;
    };
    let parent = or_none(build, DebugOp::LexicalBlockDiscriminator, FieldId::Parent, around.id);
    if let Some(id) = make(build, DebugOp::LexicalBlockDiscriminator, &[(FieldId::Parent, Given::Word(parent.0))])
        && parent == around.id
    {
        build.scratch.graph.pools.scopes.push(Scope {
            id,
            op: DebugOp::LexicalBlockDiscriminator,
            owner: around.owner,
            depth: around.depth,
        });
    }
}

pub(super) fn local(build: &mut Build<'_, '_>) {
    if let Some(around) = local_scope(build) {
        local_in(build, around);
    }
}

fn local_in(build: &mut Build<'_, '_>, around: Scope) {
    let Some(owner) = around.owner.filter(|_| build.is_on(DebugOp::LocalVariable)) else { return };
    // Parameters have the function itself as their scope.
    let argument = around.op == DebugOp::Function && build.wants(Shape::Argument, 144);
    let given = if argument {
        let function = &mut build.scratch.graph.functions[usize::from(owner)];
        function.arguments += 1;
        Given::Word(function.arguments)
    } else {
        Given::Absent
    };
    let parent = or_none(build, DebugOp::LocalVariable, FieldId::Parent, around.id);
    let info = info(build, DebugOp::LocalVariable, &[(FieldId::Parent, Given::Word(parent.0)), (FieldId::Argument, given)]);
    let Some(info @ Info::LocalVariable { ty, .. }) = info else { return };
    let id = build.id();
    put(build, id, info);
    build.scratch.graph.pools.add(DebugOp::LocalVariable, id);
    if parent == around.id {
        build.scratch.graph.locals.push(Local { id, ty, owner });
    }
}

/// Makes a place in a function with code, or in a function that was itself inlined.
pub(super) fn inlined_at(build: &mut Build<'_, '_>) {
    let Some(scope) = local_scope(build) else { return };
    let host = scope.owner.and_then(|owner| build.scratch.graph.functions[usize::from(owner)].host);
    let outer = if host.is_none() || build.choices.chance(64) { build.choices.pick(&build.scratch.graph.inlined).copied() } else { None };
    let (root, inlined) = match (outer, host) {
        (Some(outer), _) => {
            let id = or_none(build, DebugOp::InlinedAt, FieldId::Inlined, outer.id);
            (outer.root, Given::Word(id.0))
        }
        (None, Some(host)) => (host, Given::Absent),
        (None, None) => return,
    };
    let place = or_none(build, DebugOp::InlinedAt, FieldId::Scope, scope.id);
    if let Some(id) = make(build, DebugOp::InlinedAt, &[(FieldId::Scope, Given::Word(place.0)), (FieldId::Inlined, inlined)]) {
        build.scratch.graph.inlined.push(Inlined { id, root });
    }
}
