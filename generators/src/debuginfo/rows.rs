//! The table of rows: everything that the generator can make.
//!
//! A line of [`FAMILIES`] is a family, and each of its forms is a row, with an id, a place in [`RowSet`] and a count in [`Histogram`]. A
//! form is a variant of an enum, or a value from the tables of the format, and recognizes itself in a finished module.

use super::facts::Facts;
use super::graph::forms::{CountForm, Enumerant, Literal, NoneForm, Text};
use super::host;
use super::shader::Shader;
use super::shapes::Shape;
use crate::forms::Form;
use crate::rows::{RowTag, Table};
use irsmith_debuginfo::Module;
use irsmith_debuginfo::tables::{DebugOp, Op};
use std::sync::LazyLock;

/// The subject of a row, by which rows are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// Plain SPIR-V.
    Host,
    /// An instruction that computes with values.
    Compute,
    /// An access to memory.
    Memory,
    /// Control flow.
    Control,
    /// Sources, names and decorations.
    Annotation,
    /// A debug instruction.
    Debug,
    /// An operand of a debug instruction.
    Operand,
    /// DebugInfoNone in place of something.
    None,
    /// An operation of an expression.
    Operation,
    /// A property of several instructions.
    Shape,
    /// What only `NonSemantic.Shader.DebugInfo` has.
    Shader,
}

/// A form that a module can have.
pub type Row = crate::rows::Row<Tag>;
/// Rows that the generator may use.
pub type RowSet = crate::rows::RowSet<Tag>;
/// How often each row was generated.
pub type Histogram = crate::rows::Histogram<Tag>;

macro_rules! families {
    ($($form:ty, $name:literal [$($tag:ident)*])*) => {
        /// The families in the order of [`Family`](super::families::Family), each with the type of its forms.
        const FAMILIES: &[FamilyRow] = &[$(FamilyRow {
            place: <$form>::FAMILY,
            name: $name,
            tags: &[$(Tag::$tag),*],
            forms: || <$form>::all().iter().map(|form| form.name()).collect(),
            see: |facts, seen| <$form>::all().iter().for_each(|form| seen.add(id(*form), form.seen(facts))),
        }),*];
    };
}

struct FamilyRow {
    place: usize,
    /// The prefix of the names of its rows, possibly empty.
    name: &'static str,
    tags: &'static [Tag],
    /// Names of the forms.
    forms: fn() -> Vec<String>,
    /// Counts the forms in a module.
    see: fn(&Facts<'_>, &mut Histogram),
}

families! {
    host::Version, "module" [Host]
    host::TypeForm, "type" [Host]
    host::ConstantForm, "constant" [Host]
    host::GlobalForm, "global" [Host]
    host::Compute, "" [Host Compute]
    host::Memory, "" [Host Memory]
    host::Construct, "construct" [Host Control]
    host::Terminator, "terminator" [Host Control]
    host::Annotation, "annotation" [Host Annotation]
    DebugOp, "" [Debug]
    CountForm, "operands:" [Operand]
    NoneForm, "DebugInfoNone as" [Operand None]
    Enumerant, "enumerant" [Operand]
    Literal, "literal" [Operand]
    Text, "text" [Operand]
    Op, "operation" [Operation]
    Shape, "shape" [Shape]
    Shader, "" [Debug Shader]
}

static TABLE: LazyLock<Table<Tag>> =
    LazyLock::new(|| Table::of(FAMILIES.iter().map(|family| (family.place, family.name, family.tags, (family.forms)()))));

/// Counts the rows in a module, which need not be generated. The counts depend only on the module.
pub fn see(module: &Module, seen: &mut Histogram) {
    let facts = Facts::of(module);
    FAMILIES.iter().for_each(|family| (family.see)(&facts, seen));
}

/// Tags that a swarm may leave out as a whole.
const SWARM_TAGS: [Tag; 6] = [Tag::Compute, Tag::Memory, Tag::Control, Tag::Annotation, Tag::None, Tag::Shape];

static LEFT_OUT: LazyLock<[RowSet; SWARM_TAGS.len()]> = LazyLock::new(|| RowSet::without_each(SWARM_TAGS));

impl RowTag for Tag {
    fn rows() -> &'static [Row] {
        TABLE.rows()
    }

    fn left_out() -> &'static [RowSet] {
        &*LEFT_OUT
    }
}

/// Lists every row, by id.
pub fn rows() -> &'static [Row] {
    Tag::rows()
}

/// Returns the id of the first row of a family.
#[inline]
pub(super) fn first<F: Form>() -> u16 {
    TABLE.ids(F::FAMILY).start
}

/// Returns the id of the row of a form.
#[inline]
pub(super) fn id<F: Form>(form: F) -> u16 {
    first::<F>() + form.place() as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Returns the ids of the forms of a family.
    fn ids<F: Form>() -> Vec<u16> {
        assert!(F::all().iter().enumerate().all(|(place, form)| form.place() == place && !form.name().is_empty()));
        F::all().iter().map(|form| id(*form)).collect()
    }

    #[test]
    fn forms_stand_at_their_rows() {
        let host = [ids::<host::Version>(), ids::<host::TypeForm>(), ids::<host::ConstantForm>(), ids::<host::GlobalForm>()];
        let bodies = [ids::<host::Compute>(), ids::<host::Memory>(), ids::<host::Construct>(), ids::<host::Terminator>()];
        let debug = [ids::<host::Annotation>(), ids::<DebugOp>(), ids::<CountForm>(), ids::<NoneForm>(), ids::<Enumerant>()];
        let operands = [ids::<Literal>(), ids::<Text>(), ids::<Op>(), ids::<Shape>(), ids::<Shader>()];
        let all = [host.concat(), bodies.concat(), debug.concat(), operands.concat()].concat();
        assert_eq!(all, (0..rows().len() as u16).collect::<Vec<_>>());
    }

    #[test]
    fn names_are_unique_and_fit_in_a_set() {
        let names: BTreeSet<_> = rows().iter().map(|row| &row.name).collect();
        assert_eq!(names.len(), rows().len());
        assert!(rows().len() <= RowSet::CAPACITY, "{} rows: raise the size of RowSet", rows().len());
    }
}
