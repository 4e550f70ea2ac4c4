//! Ids that the operands of debug instructions may name, by role.

use irsmith_debuginfo::tables::{DebugOp, Field, FieldId, Role};
use irsmith_debuginfo::{Dialect, Id};
use std::collections::{BTreeMap, BTreeSet};

/// A set of instructions, as bits by their numbers.
type Set = u64;

const fn set(list: &[DebugOp]) -> Set {
    let (mut bits, mut at) = (0, 0);
    while at < list.len() {
        bits |= 1 << list[at].number();
        at += 1;
    }
    bits
}

/// Types that a value may have.
const TYPES: Set = set(&[
    DebugOp::TypeBasic,
    DebugOp::TypePointer,
    DebugOp::TypeQualifier,
    DebugOp::TypeArray,
    DebugOp::TypeVector,
    DebugOp::Typedef,
    DebugOp::TypeFunction,
    DebugOp::TypeEnum,
    DebugOp::TypeComposite,
    DebugOp::TypePtrToMember,
]);

/// The roles of operands that name debug instructions, and the instructions that they may name.
const TARGETS: &[(Role, Set)] = &[
    (Role::Type, TYPES),
    (Role::ReturnType, TYPES),
    (Role::FunctionType, set(&[DebugOp::TypeFunction])),
    (Role::Composite, set(&[DebugOp::TypeComposite])),
    (Role::StaticMember, set(&[DebugOp::TypeMember])),
    (Role::TemplateTarget, set(&[DebugOp::TypeComposite, DebugOp::Function])),
    (
        Role::TemplateParameter,
        set(&[DebugOp::TypeTemplateParameter, DebugOp::TypeTemplateTemplateParameter, DebugOp::TypeTemplateParameterPack]),
    ),
    (Role::PackedParameter, set(&[DebugOp::TypeTemplateParameter])),
    (Role::FunctionDeclaration, set(&[DebugOp::FunctionDeclaration])),
    (Role::InlinedAt, set(&[DebugOp::InlinedAt])),
    (Role::LocalVariable, set(&[DebugOp::LocalVariable])),
    (Role::Expression, set(&[DebugOp::Expression])),
    (Role::Operation, set(&[DebugOp::Operation])),
    (Role::Macro, set(&[DebugOp::MacroDef])),
    (
        Role::Entity,
        TYPES
            | set(&[DebugOp::GlobalVariable, DebugOp::FunctionDeclaration, DebugOp::Function, DebugOp::LexicalBlock, DebugOp::ModuleINTEL]),
    ),
    (Role::Source, set(&[DebugOp::Source])),
];

/// Operands for which SPIRV-Tools accept fewer instructions in `OpenCL.DebugInfo.100` than the specification (observed with version
/// 2023.1): the instructions that have them, their name, and what they may name.
const OPENCL: &[(&[DebugOp], FieldId, Set)] = &[
    (&[DebugOp::TypePointer, DebugOp::TypeQualifier, DebugOp::TypeVector, DebugOp::Typedef], FieldId::Base, set(&[DebugOp::TypeBasic])),
    (&[DebugOp::TypeTemplate], FieldId::Parameters, set(&[DebugOp::TypeTemplateParameter, DebugOp::TypeTemplateTemplateParameter])),
];

/// A scope, and the function that contains it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) id: Id,
    /// The instruction.
    pub(super) op: DebugOp,
    /// Place of the debug function around the scope.
    pub(super) owner: Option<u16>,
    /// The number of lexical blocks around the scope.
    pub(super) depth: u8,
}

/// Ids by role.
#[derive(Debug, Default)]
pub(super) struct Pools {
    targets: [Vec<Id>; TARGETS.len() + OPENCL.len()],
    pub(super) scopes: Vec<Scope>,
    /// Classes and structures that others may derive from.
    pub(super) bases: Vec<Id>,
    pub(super) unions: BTreeSet<Id>,
    /// The newest template of each target.
    pub(super) templates: BTreeMap<Id, Id>,
}

impl Pools {
    pub(super) fn clear(&mut self) {
        self.targets.iter_mut().for_each(Vec::clear);
        self.scopes.clear();
        self.bases.clear();
        self.unions.clear();
        self.templates.clear();
    }

    /// Records an instruction in the pools of the roles that may name it.
    pub(super) fn add(&mut self, op: DebugOp, id: Id) {
        let sets = TARGETS.iter().map(|target| target.1).chain(OPENCL.iter().map(|target| target.2));
        for (pool, set) in self.targets.iter_mut().zip(sets) {
            if set >> op.number() & 1 == 1 {
                pool.push(id);
            }
        }
    }

    /// Returns what an operand of this role may name; nothing if the role names no debug instruction that is recorded here.
    pub(super) fn of(&self, role: Role) -> &[Id] {
        TARGETS.iter().position(|target| target.0 == role).map_or(&[], |at| &self.targets[at])
    }

    /// Returns what a field may name in a dialect.
    pub(super) fn of_field(&self, dialect: Dialect, op: DebugOp, field: &Field) -> &[Id] {
        narrow(dialect, op, field.id).map_or_else(|| self.of(field.role), |at| &self.targets[TARGETS.len() + at])
    }

    /// Returns the basic types.
    pub(super) fn basic(&self) -> &[Id] {
        &self.targets[TARGETS.len()]
    }
}

/// Returns the row of [`OPENCL`] that a field follows.
fn narrow(dialect: Dialect, op: DebugOp, field: FieldId) -> Option<usize> {
    OPENCL.iter().position(|row| dialect == Dialect::OpenCl && row.1 == field && row.0.contains(&op))
}

/// Returns whether a pointer's base must be a basic type.
pub(super) fn needs_basic(dialect: Dialect) -> bool {
    narrow(dialect, DebugOp::TypePointer, FieldId::Base).is_some()
}
