//! The state of the debug graph that is being generated.

use super::pools::Pools;
use irsmith_debuginfo::interpret::expression::Operation;
use irsmith_debuginfo::tables::OperationRow;
use irsmith_debuginfo::{Flags, Id, Ids, Info};
use std::collections::BTreeMap;

/// The debug graph that is being generated.
#[derive(Debug, Default)]
pub(in super::super) struct Graph {
    /// The OpExtInstImport of the debug set.
    pub(in super::super) set: Id,
    /// Another import of the same set, if there is one.
    pub(in super::super) second_set: Option<Id>,
    /// The DebugInfoNone, if there is one yet.
    pub(super) none: Option<Id>,
    pub(super) pools: Pools,
    /// The parts of types that have parts, and the types of members.
    pub(super) parts: BTreeMap<Id, Parts>,
    /// OpStrings with names, for reuse.
    pub(super) names: Vec<Id>,
    /// For each value of a byte, the step that it chooses.
    pub(super) steps: Vec<u8>,
    pub(super) functions: Vec<DebugFunction>,
    pub(super) inlined: Vec<Inlined>,
    pub(super) locals: Vec<Local>,
    pub(super) operations: Vec<Made>,
    /// The active scope at this place of a body.
    pub(super) active: Option<Active>,
    /// The host function whose body is generated.
    pub(super) host: usize,
    pub(super) words: Vec<u32>,
    pub(super) text: String,
}

impl Graph {
    pub(in super::super) fn clear(&mut self) {
        self.none = None;
        self.second_set = None;
        self.pools.clear();
        self.parts.clear();
        self.names.clear();
        self.functions.clear();
        self.inlined.clear();
        self.locals.clear();
        self.operations.clear();
        self.active = None;
    }

    /// Records how values of a type consist of others, or the type of a member.
    pub(super) fn record_parts(&mut self, id: Id, info: &Info) {
        let parts = match info {
            Info::TypeComposite { members, .. } => Parts::Members(members.clone()),
            // A static member is no part of a value.
            Info::TypeMember { ty, flags: Flags(flags), .. } if flags & STATIC_MEMBER == 0 => Parts::Same(*ty),
            Info::Typedef { base, .. } | Info::TypeQualifier { base, .. } | Info::TypeTemplate { target: base, .. } => Parts::Same(*base),
            Info::TypeVector { base, count } => Parts::Elements { of: *base, count: *count as usize, dimensions: 1 },
            Info::TypeArray { base, counts } => Parts::Elements { of: *base, count: DRAWN_ELEMENTS, dimensions: counts.len() },
            _ => return,
        };
        self.parts.insert(id, parts);
    }

    /// Returns the parts of a type, by whatever name.
    pub(super) fn parts_of(&self, ty: Id) -> Option<&Parts> {
        let mut parts = self.parts.get(&ty);
        while let Some(Parts::Same(ty)) = parts {
            parts = self.parts.get(ty);
        }
        parts
    }

    /// Returns the type of a member that is part of a value.
    pub(super) fn member_type(&self, member: Id) -> Option<Id> {
        match self.parts.get(&member) {
            Some(Parts::Same(ty)) => Some(*ty),
            _ => None,
        }
    }
}

/// The flag FlagStaticMember.
pub(super) const STATIC_MEMBER: u32 = 1 << 9;

/// Of the elements of an array, only so many first ones get values of their own.
const DRAWN_ELEMENTS: usize = 3;

/// How a value of a type consists of others.
#[derive(Clone, Debug)]
pub(super) enum Parts {
    /// Of these members.
    Members(Ids),
    /// Of this many elements of a type in each of some dimensions.
    Elements { of: Id, count: usize, dimensions: usize },
    /// As a value of another type, with another name.
    Same(Id),
}

/// A debug function.
#[derive(Clone, Copy, Debug)]
pub(super) struct DebugFunction {
    /// The host's function that it describes.
    pub(super) host: Option<u16>,
    /// How many arguments have a variable so far.
    pub(super) arguments: u32,
}

/// A place where something was inlined.
#[derive(Clone, Copy, Debug)]
pub(super) struct Inlined {
    pub(super) id: Id,
    /// The host's function that contains the instructions.
    pub(super) root: u16,
}

/// A local variable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Local {
    pub(super) id: Id,
    /// The debug type.
    pub(super) ty: Id,
    /// The debug function around it.
    pub(super) owner: u16,
}

/// The active scope.
#[derive(Clone, Copy, Debug)]
pub(super) struct Active {
    /// The debug function around it.
    pub(super) owner: u16,
}

/// An operation that was generated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Made {
    pub(super) id: Id,
    pub(super) row: &'static OperationRow,
    pub(super) operation: Operation,
}
