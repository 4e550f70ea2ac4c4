//! Debug instructions in bodies: scopes, and where variables live.

use super::super::build::{Build, Section};
use super::super::host::{Type, TypeIndex};
use super::fields::{Given, Givens};
use super::state::{Active, DebugFunction};
use irsmith_debuginfo::Id;
use irsmith_debuginfo::tables::{DebugOp, FieldId, Layout};
use smallvec::SmallVec;

impl Build<'_, '_> {
    /// Notes that the body of a host function begins.
    pub(in super::super) const fn enter_function(&mut self, at: usize) {
        self.scratch.graph.host = at;
        self.scratch.graph.active = None;
    }

    /// The debug instructions at the beginning of a block, behind phis and variables: no scope reaches from one block into the next.
    pub(in super::super) fn open_block(&mut self) {
        self.scratch.graph.active = None;
        if self.choices.chance(160) {
            self.open_scope();
            if self.choices.chance(96) {
                self.locate();
            }
        }
    }

    /// A debug instruction somewhere in a block.
    pub(in super::super) fn local_debug(&mut self) {
        match self.choices.below(8) {
            0 | 1 => self.open_scope(),
            2 => self.close_scope(),
            _ => self.locate(),
        }
    }

    fn put_local(&mut self, op: DebugOp, givens: Givens<'_>) -> bool {
        if !self.is_on(op) {
            return false;
        }
        let Some(info) = self.info(op, givens) else { return false };
        let id = self.id();
        self.push_info(Section::Bodies, id, info);
        true
    }

    /// A scope of this function, or of one that was inlined into it.
    fn open_scope(&mut self) {
        let host = self.scratch.graph.host as u16;
        let inlined = if self.choices.chance(112) { self.inlined_into(host) } else { None };
        let scope = match inlined {
            Some(_) => self.local_scope(),
            None => {
                let local = self.local_scopes();
                let of_host = |functions: &[DebugFunction], owner: u16| functions[usize::from(owner)].host == Some(host);
                self.scope_of(|functions, scope| local(scope) && scope.owner.is_some_and(|owner| of_host(functions, owner)))
            }
        };
        let Some((scope, owner)) = scope.and_then(|scope| Some((scope, scope.owner?))) else { return };
        let place = self.or_none(DebugOp::Scope, FieldId::Scope, scope.id);
        let at = match inlined {
            Some(id) => Given::Word(self.or_none(DebugOp::Scope, FieldId::InlinedAt, id).0),
            None => Given::Absent,
        };
        if self.put_local(DebugOp::Scope, &[(FieldId::Scope, Given::Word(place.0)), (FieldId::InlinedAt, at)]) {
            self.scratch.graph.active = (place == scope.id).then_some(Active { owner });
        }
    }

    /// A place in a host function where something was inlined.
    fn inlined_into(&mut self, host: u16) -> Option<Id> {
        let inlined = &self.scratch.graph.inlined;
        let start = self.choices.below(inlined.len());
        let found = inlined[start..].iter().chain(&inlined[..start]).find(|inlined| inlined.root == host);
        found.map(|inlined| inlined.id)
    }

    fn close_scope(&mut self) {
        if self.scratch.graph.active.is_some() {
            self.put_local(DebugOp::NoScope, &[]);
        }
        self.scratch.graph.active = None;
    }

    /// Where a variable of the active scope's function lives, or what its value is.
    fn locate(&mut self) {
        let Some(Active { owner }) = self.scratch.graph.active else { return };
        let locals = &self.scratch.graph.locals;
        let start = self.choices.below(locals.len());
        let Some(local) = locals[start..].iter().chain(&locals[..start]).find(|local| local.owner == owner).copied() else { return };
        if self.choices.chance(144) { self.value(local.id) } else { self.declare_local(local.id) }
    }

    fn declare_local(&mut self, local: Id) {
        let values = &self.scratch.host.values;
        // The specification asks for an OpVariable; its successor takes parameters too.
        let parameters: &[Id] = if self.layout == Layout::OpenCl { &values.parameters } else { &[] };
        let Some(at) = self.choices.index(values.variables.len() + parameters.len()) else { return };
        let variable = values.variables.get(at).copied().unwrap_or_else(|| parameters[at - values.variables.len()]);
        let local = self.or_none(DebugOp::Declare, FieldId::Local, local);
        self.put_local(DebugOp::Declare, &[(FieldId::Local, Given::Word(local.0)), (FieldId::Variable, Given::Word(variable.0))]);
    }

    fn value(&mut self, local: Id) {
        let composite = self.choices.chance(96);
        let value = self.visible(|build, value| !composite || build.components(build.inside(value.ty)) > 0);
        let Some((id, ty)) = value.map(|value| (value.id, value.ty)).or_else(|| self.some_constant()) else { return };
        let indexes = self.indexes(ty);
        let local = self.or_none(DebugOp::Value, FieldId::Local, local);
        self.put_local(
            DebugOp::Value,
            &[(FieldId::Local, Given::Word(local.0)), (FieldId::Value, Given::Word(id.0)), (FieldId::Indexes, Given::Ids(&indexes))],
        );
    }

    fn some_constant(&mut self) -> Option<(Id, TypeIndex)> {
        let ty = self.type_index(Type::Bool);
        Some((self.constant(ty)?, ty))
    }

    /// The type that indexes go into: what a pointer points to, or the type itself.
    fn inside(&self, ty: TypeIndex) -> TypeIndex {
        if let Type::Pointer { to, .. } = self.ty(ty) { to } else { ty }
    }

    /// Indexes into a composite, or into what a pointer points to.
    fn indexes(&mut self, ty: TypeIndex) -> SmallVec<[Id; 4]> {
        let mut indexes = SmallVec::new();
        let mut ty = self.inside(ty);
        while self.components(ty) > 0 && self.choices.chance(192) {
            let index = self.choices.below(self.components(ty));
            indexes.push(self.number(index as u64));
            ty = self.component(ty, index);
        }
        indexes
    }
}
