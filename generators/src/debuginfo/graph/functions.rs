//! Functions, their blocks and variables, and where they were inlined.

use super::super::build::Build;
use super::super::shapes::Shape;
use super::fields::Given;
use super::pools::Scope;
use super::state::{DebugFunction, Inlined, Local};
use irsmith_debuginfo::tables::{DebugOp, FieldId, Layout, Role};
use irsmith_debuginfo::{Id, Info};

impl Build<'_, '_> {
    /// Describes the functions of the host that are not described yet, most of them.
    pub(super) fn describe_functions(&mut self) {
        for host in 0..self.scratch.host.functions.len() {
            let described = self.scratch.graph.functions.iter().any(|function| function.host == Some(host as u16));
            if !described && self.is_on(DebugOp::Function) && !self.choices.chance(24) {
                self.described(host);
            }
        }
    }

    fn described(&mut self, host: usize) {
        let Some(info) = self.function_info(Some(host), None) else { return };
        let id = self.id();
        self.put(id, info);
        let owner = self.register_function(id, Some(host));
        let parameters = self.parameters(self.scratch.host.functions[host].ty).len();
        for _ in 0..parameters {
            if self.choices.chance(160) {
                self.local_in(Scope { id, op: DebugOp::Function, owner: Some(owner), depth: 0 });
            }
        }
    }

    /// A function that has no code of its own: it was inlined everywhere, or never called.
    pub(super) fn inlined_function(&mut self) {
        if let Some(info) = self.function_info(None, None) {
            let id = self.id();
            self.put(id, info);
            self.register_function(id, None);
        }
    }

    /// A DebugFunction.
    pub(super) fn function_info(&mut self, host: Option<usize>, parent: Option<Id>) -> Option<Info> {
        if self.scratch.graph.pools.of(Role::FunctionType).is_empty() {
            self.make(DebugOp::TypeFunction, &[]);
        }
        let function = match host {
            Some(host) => self.or_none(DebugOp::Function, FieldId::Function, self.scratch.host.functions[host].id),
            None => self.or_none_always(DebugOp::Function, FieldId::Function),
        };
        let function = (FieldId::Function, Given::Word(function.0));
        match parent {
            Some(parent) => {
                let parent = self.or_none(DebugOp::Function, FieldId::Parent, parent);
                self.info(DebugOp::Function, &[function, (FieldId::Parent, Given::Word(parent.0))])
            }
            None => self.info(DebugOp::Function, &[function]),
        }
    }

    /// Remembers a function that was made. Its place among the debug functions.
    pub(super) fn register_function(&mut self, id: Id, host: Option<usize>) -> u16 {
        let graph = &mut self.scratch.graph;
        let owner = graph.functions.len() as u16;
        graph.functions.push(DebugFunction { host: host.map(|host| host as u16), arguments: 0 });
        graph.pools.add(DebugOp::Function, id);
        graph.pools.scopes.push(Scope { id, op: DebugOp::Function, owner: Some(owner), depth: 0 });
        owner
    }

    /// The id, or now and then DebugInfoNone.
    pub(super) fn or_none(&mut self, op: DebugOp, field: FieldId, id: Id) -> Id {
        if !self.choices.chance(8) {
            return id;
        }
        self.none_for(op, field).unwrap_or(id)
    }

    /// DebugInfoNone in a field that needs it.
    pub(super) fn or_none_always(&mut self, op: DebugOp, field: FieldId) -> Id {
        self.none_for(op, field).unwrap_or_else(|| self.none())
    }

    /// A lexical block in a function, or a namespace.
    pub(super) fn block(&mut self) {
        let namespace = self.choices.chance(80);
        let local = |scope: &Scope| scope.owner.is_some() && matches!(scope.op, DebugOp::Function | DebugOp::LexicalBlock);
        let around = if namespace {
            None
        } else if self.choices.chance(128) {
            // The newest, so that blocks nest.
            self.scratch.graph.pools.scopes.iter().rev().copied().find(local)
        } else {
            self.scope(local)
        };
        match around {
            Some(around) => self.local_block(around),
            None => self.namespace(),
        }
    }

    fn local_block(&mut self, around: Scope) {
        let parent = self.or_none(DebugOp::LexicalBlock, FieldId::Parent, around.id);
        let Some(id) = self.make(DebugOp::LexicalBlock, &[(FieldId::Parent, Given::Word(parent.0)), (FieldId::Name, Given::Absent)]) else {
            return;
        };
        if parent == around.id {
            let depth = around.depth.saturating_add(1);
            self.scratch.graph.pools.scopes.push(Scope { id, op: DebugOp::LexicalBlock, owner: around.owner, depth });
        }
    }

    fn namespace(&mut self) {
        let Some(around) = self.scope(|scope| scope.owner.is_none() && scope.op != DebugOp::TypeComposite) else { return };
        let name = if self.wants(Shape::Anonymous, 64) { self.empty_name() } else { self.name() };
        let parent = self.or_none(DebugOp::LexicalBlock, FieldId::Parent, around.id);
        if let Some(id) =
            self.make(DebugOp::LexicalBlock, &[(FieldId::Parent, Given::Word(parent.0)), (FieldId::Name, Given::Word(name.0))])
        {
            self.scratch.graph.pools.scopes.push(Scope { id, op: DebugOp::LexicalBlock, owner: None, depth: 0 });
        }
    }

    pub(super) fn discriminator(&mut self) {
        let Some(around) = self.scope(|scope| scope.owner.is_some() && matches!(scope.op, DebugOp::Function | DebugOp::LexicalBlock))
        else {
            return;
        };
        let parent = self.or_none(DebugOp::LexicalBlockDiscriminator, FieldId::Parent, around.id);
        if let Some(id) = self.make(DebugOp::LexicalBlockDiscriminator, &[(FieldId::Parent, Given::Word(parent.0))])
            && parent == around.id
        {
            self.scratch.graph.pools.scopes.push(Scope {
                id,
                op: DebugOp::LexicalBlockDiscriminator,
                owner: around.owner,
                depth: around.depth,
            });
        }
    }

    /// Whether a scope may hold instructions and local variables. SPIRV-Tools know of no discriminator as a scope in
    /// `OpenCL.DebugInfo.100`.
    pub(super) fn local_scopes(&self) -> impl Fn(&Scope) -> bool + use<> {
        let opencl = self.layout == Layout::OpenCl;
        move |scope| {
            scope.owner.is_some() && scope.op != DebugOp::TypeComposite && !(opencl && scope.op == DebugOp::LexicalBlockDiscriminator)
        }
    }

    /// A scope that may hold instructions.
    pub(super) fn local_scope(&mut self) -> Option<Scope> {
        let local = self.local_scopes();
        self.scope(local)
    }

    pub(super) fn local(&mut self) {
        if let Some(around) = self.local_scope() {
            self.local_in(around);
        }
    }

    fn local_in(&mut self, around: Scope) {
        let Some(owner) = around.owner.filter(|_| self.is_on(DebugOp::LocalVariable)) else { return };
        // Parameters have the function itself around them.
        let argument = around.op == DebugOp::Function && self.wants(Shape::Argument, 144);
        let given = if argument {
            let function = &mut self.scratch.graph.functions[usize::from(owner)];
            function.arguments += 1;
            Given::Word(function.arguments)
        } else {
            Given::Absent
        };
        let parent = self.or_none(DebugOp::LocalVariable, FieldId::Parent, around.id);
        if let Some(id) = self.make(DebugOp::LocalVariable, &[(FieldId::Parent, Given::Word(parent.0)), (FieldId::Argument, given)])
            && parent == around.id
        {
            self.scratch.graph.locals.push(Local { id, owner });
        }
    }

    /// A place in a function with code, or in one that was itself inlined.
    pub(super) fn inlined_at(&mut self) {
        let Some(scope) = self.local_scope() else { return };
        let host = scope.owner.and_then(|owner| self.scratch.graph.functions[usize::from(owner)].host);
        let outer = if host.is_none() || self.choices.chance(64) { self.choices.pick(&self.scratch.graph.inlined).copied() } else { None };
        let (root, inlined) = match (outer, host) {
            (Some(outer), _) => {
                let id = self.or_none(DebugOp::InlinedAt, FieldId::Inlined, outer.id);
                (outer.root, Given::Word(id.0))
            }
            (None, Some(host)) => (host, Given::Absent),
            (None, None) => return,
        };
        let place = self.or_none(DebugOp::InlinedAt, FieldId::Scope, scope.id);
        if let Some(id) = self.make(DebugOp::InlinedAt, &[(FieldId::Scope, Given::Word(place.0)), (FieldId::Inlined, inlined)]) {
            self.scratch.graph.inlined.push(Inlined { id, root });
        }
    }

    /// A scope that is accepted: the first from a drawn one on.
    pub(super) fn scope(&mut self, accept: impl Fn(&Scope) -> bool) -> Option<Scope> {
        self.scope_of(|_, scope| accept(scope))
    }

    /// As [`Build::scope`], with a look at the debug functions.
    pub(super) fn scope_of(&mut self, accept: impl Fn(&[DebugFunction], &Scope) -> bool) -> Option<Scope> {
        let (scopes, functions) = (&self.scratch.graph.pools.scopes, &self.scratch.graph.functions);
        let start = self.choices.below(scopes.len());
        scopes[start..].iter().chain(&scopes[..start]).find(|scope| accept(functions, scope)).copied()
    }
}
