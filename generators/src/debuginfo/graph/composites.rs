//! Classes, structures and unions, with what is in them.

use super::super::build::Build;
use super::super::rows::Family;
use super::super::shapes::Shape;
use super::fields::Given;
use super::pools::Scope;
use irsmith_debuginfo::tables::Kind;
use irsmith_debuginfo::{Id, Info};
use smallvec::SmallVec;

/// Instructions that follow a composite, with their ids.
type Followers = SmallVec<[(Id, Info); 8]>;

/// The tag of unions, the last.
const UNION: u32 = 2;

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
                members.push(self.or_none(10, "members", member));
            }
        }
        let derived = followers.iter().any(|follower| follower.1.number() == 12);
        let tag = self.tag(derived);
        let Some(info) = self.info(10, &[("tag", Given::Word(tag)), ("members", Given::Ids(&members))]) else { return };
        let Info::TypeComposite { parent, .. } = info else { return };
        self.put(id, info);
        let owner = self.scratch.graph.pools.scopes.iter().find(|scope| scope.id == parent).and_then(|scope| scope.owner);
        for (id, info) in followers {
            let (number, host) = (info.number(), self.function_of(&info));
            self.put(id, info);
            match number {
                20 => _ = self.register_function(id, host),
                _ => self.scratch.graph.pools.add(number, id),
            }
        }
        // Only now, so that none of its members has the type itself.
        let pools = &mut self.scratch.graph.pools;
        pools.add(10, id);
        if tag != UNION {
            pools.bases.push(id);
        }
        pools.scopes.push(Scope { id, number: 10, owner, depth: 0 });
    }

    /// Class, structure or union; unions have no bases.
    fn tag(&mut self, derived: bool) -> u32 {
        let (first, names) = super::forms::enumeration(Kind::CompositeTag);
        let length = if derived { UNION as usize } else { names.len() };
        names[self.form(Family::Enumerant, first, length)].0
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
        self.make(10, &[("name", Given::Word(name.0)), ("size", Given::Word(size.0)), ("members", Given::Absent)]);
    }

    /// A member of the composite `of`, which is not made yet.
    fn member(&mut self, of: Id, followers: &mut Followers) -> Option<Id> {
        let (number, info) = match self.choices.byte() {
            224.. => (12, self.base(of)?),
            192..224 => (20, self.member_function(of, followers)?),
            160..192 => (11, self.pointer_to_itself(of, followers)?),
            _ => (11, self.data_member(of, &[])?),
        };
        debug_assert_eq!(info.number(), number);
        let id = self.id();
        followers.push((id, info));
        Some(id)
    }

    fn data_member(&mut self, of: Id, given: &[(&'static str, Given<'_>)]) -> Option<Info> {
        if !self.is_on(Family::Debug, 11) {
            return None;
        }
        let parent = self.or_none(11, "parent", of);
        let mut givens: SmallVec<[(&'static str, Given<'_>); 2]> = SmallVec::from_slice(given);
        givens.push(("parent", Given::Word(parent.0)));
        let info = self.info(11, &givens)?;
        if let Info::TypeMember { value: Some(_), .. } = info {
            self.notice(Shape::StaticMember);
        }
        Some(info)
    }

    fn pointer_to_itself(&mut self, of: Id, followers: &mut Followers) -> Option<Info> {
        if !self.is_on(Family::Shape, Shape::Recursive as usize) || super::pools::needs_basic(self.config.dialect) {
            return None;
        }
        let pointer = self.info(3, &[("base", Given::Word(of.0))])?;
        let id = self.id();
        let info = self.data_member(of, &[("ty", Given::Word(id.0))])?;
        followers.push((id, pointer));
        self.notice(Shape::Recursive);
        Some(info)
    }

    fn base(&mut self, of: Id) -> Option<Info> {
        let base = self.choices.pick(&self.scratch.graph.pools.bases).copied()?;
        if !self.is_on(Family::Debug, 12) {
            return None;
        }
        let (child, parent) = (self.or_none(12, "child", of), self.or_none(12, "parent", base));
        self.notice(Shape::Base);
        self.info(12, &[("child", Given::Word(child.0)), ("parent", Given::Word(parent.0))])
    }

    /// A member function, perhaps with code.
    fn member_function(&mut self, of: Id, followers: &Followers) -> Option<Info> {
        if !self.is_on(Family::Debug, 20) {
            return None;
        }
        let taken = |host: &usize| {
            let described = self.scratch.graph.functions.iter().any(|function| function.host == Some(*host as u16));
            described || followers.iter().any(|follower| self.function_of(&follower.1) == Some(*host))
        };
        let free = (0..self.scratch.host.functions.len()).find(|host| !taken(host));
        let host = free.filter(|_| self.choices.chance(160));
        let info = self.function_info(host, Some(of))?;
        self.notice(Shape::MemberFunction);
        Some(info)
    }
}
