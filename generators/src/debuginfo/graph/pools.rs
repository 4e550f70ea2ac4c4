//! What the operands of debug instructions may name: ids by role.

use super::super::build::Build;
use super::functions::DebugFunction;
use irsmith_debuginfo::tables::{Field, Role};
use irsmith_debuginfo::{Dialect, Id};

/// A set of instructions, as bits by their numbers in the specification.
type Numbers = u64;

const fn numbers(list: &[u32]) -> Numbers {
    let (mut bits, mut at) = (0, 0);
    while at < list.len() {
        bits |= 1 << list[at];
        at += 1;
    }
    bits
}

/// Types that something may have.
const TYPES: Numbers = numbers(&[2, 3, 4, 5, 6, 7, 8, 9, 10, 13]);

/// The roles of operands that name debug instructions, and which those are.
const TARGETS: &[(Role, Numbers)] = &[
    (Role::Type, TYPES),
    (Role::ReturnType, TYPES),
    (Role::FunctionType, numbers(&[8])),
    (Role::Composite, numbers(&[10])),
    (Role::StaticMember, numbers(&[11])),
    (Role::TemplateTarget, numbers(&[10, 20])),
    (Role::TemplateParameter, numbers(&[15, 16, 17])),
    (Role::PackedParameter, numbers(&[15])),
    (Role::FunctionDeclaration, numbers(&[19])),
    (Role::InlinedAt, numbers(&[25])),
    (Role::LocalVariable, numbers(&[26])),
    (Role::Expression, numbers(&[31])),
    (Role::Operation, numbers(&[30])),
    (Role::Macro, numbers(&[32])),
    (Role::Entity, TYPES | numbers(&[18, 19, 20, 21])),
    (Role::Source, numbers(&[35])),
];

/// Operands for which SPIRV-Tools take fewer instructions in `OpenCL.DebugInfo.100` than the specification (observed of version 2023.1):
/// the instructions that have them, their name, and what they may name.
const OPENCL: &[(&[u32], &str, Numbers)] = &[(&[3, 4, 6, 7], "base", numbers(&[2])), (&[14], "parameters", numbers(&[15, 16]))];

/// A scope, and in which function it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Scope {
    pub(super) id: Id,
    /// Number of the instruction.
    pub(super) number: u32,
    /// Place of the debug function around it.
    pub(super) owner: Option<u16>,
    /// How many lexical blocks are around it.
    pub(super) depth: u8,
}

/// Ids by role.
#[derive(Debug, Default)]
pub(super) struct Pools {
    targets: [Vec<Id>; TARGETS.len() + OPENCL.len()],
    pub(super) scopes: Vec<Scope>,
    /// Classes and structures that others may derive from.
    pub(super) bases: Vec<Id>,
}

impl Pools {
    pub(super) fn clear(&mut self) {
        self.targets.iter_mut().for_each(Vec::clear);
        self.scopes.clear();
        self.bases.clear();
    }

    /// Puts an instruction where it may be named.
    pub(super) fn add(&mut self, number: u32, id: Id) {
        let sets = TARGETS.iter().map(|target| target.1).chain(OPENCL.iter().map(|target| target.2));
        for (pool, set) in self.targets.iter_mut().zip(sets) {
            if set >> number & 1 == 1 {
                pool.push(id);
            }
        }
    }

    /// What an operand of this role may name; nothing if a role names no debug instruction that is kept here.
    pub(super) fn of(&self, role: Role) -> &[Id] {
        TARGETS.iter().position(|target| target.0 == role).map_or(&[], |at| &self.targets[at])
    }

    /// What a field may name in a dialect.
    pub(super) fn of_field(&self, dialect: Dialect, number: u32, field: &Field) -> &[Id] {
        narrow(dialect, number, field.name).map_or_else(|| self.of(field.role), |at| &self.targets[TARGETS.len() + at])
    }

    /// The basic types.
    pub(super) fn basic(&self) -> &[Id] {
        &self.targets[TARGETS.len()]
    }
}

/// The row of [`OPENCL`] that a field follows.
fn narrow(dialect: Dialect, number: u32, field: &str) -> Option<usize> {
    OPENCL.iter().position(|row| dialect == Dialect::OpenCl && row.1 == field && row.0.contains(&number))
}

/// Whether a pointer's base must be a basic type.
pub(super) fn needs_basic(dialect: Dialect) -> bool {
    narrow(dialect, 3, "base").is_some()
}

impl Build<'_, '_> {
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
