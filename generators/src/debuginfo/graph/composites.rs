//! Classes, structures and unions, with what is in them.

use super::super::build::Build;
use super::super::shapes::Shape;
use super::fields::{Given, Givens};
use super::forms::Enumerant;
use super::pools::Scope;
use irsmith_debuginfo::tables::{DebugOp, FieldId, Kind};
use irsmith_debuginfo::{CompositeTag, Id, Info};
use smallvec::SmallVec;

/// Instructions that follow a composite, with their ids.
type Followers = SmallVec<[(Id, Info); 8]>;

/// The tag of unions.
const UNION: CompositeTag = CompositeTag(2);

impl Build<'_, '_> {
    /// A composite and its members, which stand behind it.
    pub(super) fn composite(&mut self) {
        if self.wants(Shape::Opaque, 32) {
            return self.opaque();
        }
        let id = self.id();
        let mut followers = Followers::new();
        let mut members: SmallVec<[Id; 8]> = SmallVec::new();
        let count = self.choices.up_to(self.config.operands.min(1_000));
        for _ in 0..count {
            if let Some(member) = self.member(id, &mut followers) {
                // A member that is missing.
                members.push(self.or_none(DebugOp::TypeComposite, FieldId::Members, member));
            }
        }
        let derived = followers.iter().any(|follower| follower.1.op() == DebugOp::TypeInheritance);
        let tag = self.tag(derived);
        let Some(info) = self.info(DebugOp::TypeComposite, &[(FieldId::Tag, Given::Word(tag.0)), (FieldId::Members, Given::Ids(&members))])
        else {
            return;
        };
        let Info::TypeComposite { parent, .. } = info else { return };
        self.put(id, info);
        let owner = self.scratch.graph.pools.scopes.iter().find(|scope| scope.id == parent).and_then(|scope| scope.owner);
        for (id, info) in followers {
            let (op, host) = (info.op(), self.function_of(&info));
            self.put(id, info);
            match op {
                DebugOp::Function => _ = self.register_function(id, host),
                _ => self.scratch.graph.pools.add(op, id),
            }
        }
        // Only now, so that none of its members has the type itself.
        let pools = &mut self.scratch.graph.pools;
        pools.add(DebugOp::TypeComposite, id);
        if tag != UNION {
            pools.bases.push(id);
        }
        pools.scopes.push(Scope { id, op: DebugOp::TypeComposite, owner, depth: 0 });
    }

    /// Class, structure or union; unions have no bases.
    fn tag(&mut self, derived: bool) -> CompositeTag {
        let tags = Enumerant::of(Kind::CompositeTag, self.layout).iter().copied();
        let allowed: SmallVec<[Enumerant; 4]> = tags.filter(|tag| !derived || tag.value != UNION.0).collect();
        CompositeTag(self.form(&allowed).value)
    }

    /// The place of the host's function that a DebugFunction describes.
    fn function_of(&self, info: &Info) -> Option<usize> {
        let Info::Function { function, .. } = info else { return None };
        self.scratch.host.functions.iter().position(|host| host.id == *function)
    }

    fn opaque(&mut self) {
        let mut text = std::mem::take(&mut self.scratch.graph.text);
        text.clear();
        text.push_str("@opaque");
        text.extend(std::iter::repeat_n('t', self.choices.below(3)));
        let name = self.string(&text);
        self.scratch.graph.text = text;
        let size = self.none();
        self.make(
            DebugOp::TypeComposite,
            &[(FieldId::Name, Given::Word(name.0)), (FieldId::Size, Given::Word(size.0)), (FieldId::Members, Given::Absent)],
        );
    }

    /// A member of the composite `of`, which is not made yet.
    fn member(&mut self, of: Id, followers: &mut Followers) -> Option<Id> {
        let info = match self.choices.byte() {
            224.. => self.base(of)?,
            192..224 => self.member_function(of, followers)?,
            160..192 => self.pointer_to_itself(of, followers)?,
            _ => self.data_member(of, &[])?,
        };
        let id = self.id();
        followers.push((id, info));
        Some(id)
    }

    fn data_member(&mut self, of: Id, given: Givens<'_>) -> Option<Info> {
        if !self.is_on(DebugOp::TypeMember) {
            return None;
        }
        let parent = self.or_none(DebugOp::TypeMember, FieldId::Parent, of);
        let mut givens: SmallVec<[(FieldId, Given<'_>); 2]> = SmallVec::from_slice(given);
        givens.push((FieldId::Parent, Given::Word(parent.0)));
        self.info(DebugOp::TypeMember, &givens)
    }

    fn pointer_to_itself(&mut self, of: Id, followers: &mut Followers) -> Option<Info> {
        if !self.is_on(Shape::Recursive) || super::pools::needs_basic(self.config.dialect) {
            return None;
        }
        let pointer = self.info(DebugOp::TypePointer, &[(FieldId::Base, Given::Word(of.0))])?;
        let id = self.id();
        let info = self.data_member(of, &[(FieldId::Ty, Given::Word(id.0))])?;
        followers.push((id, pointer));
        Some(info)
    }

    fn base(&mut self, of: Id) -> Option<Info> {
        let base = self.choices.pick(&self.scratch.graph.pools.bases).copied()?;
        if !self.is_on(DebugOp::TypeInheritance) {
            return None;
        }
        let (child, parent) =
            (self.or_none(DebugOp::TypeInheritance, FieldId::Child, of), self.or_none(DebugOp::TypeInheritance, FieldId::Parent, base));
        self.info(DebugOp::TypeInheritance, &[(FieldId::Child, Given::Word(child.0)), (FieldId::Parent, Given::Word(parent.0))])
    }

    /// A member function, perhaps with code.
    fn member_function(&mut self, of: Id, followers: &Followers) -> Option<Info> {
        if !self.is_on(DebugOp::Function) {
            return None;
        }
        let taken = |host: &usize| {
            let described = self.scratch.graph.functions.iter().any(|function| function.host == Some(*host as u16));
            described || followers.iter().any(|follower| self.function_of(&follower.1) == Some(*host))
        };
        let free = (0..self.scratch.host.functions.len()).find(|host| !taken(host));
        let host = free.filter(|_| self.choices.chance(160));
        self.function_info(host, Some(of))
    }
}
