//! The table of rows: what the generator can make.
//!
//! A line of [`FAMILIES`] is a family, and each of its forms is a row of its own, with an id, a place in [`RowSet`] and a count in
//! [`Histogram`]. The forms of debug instructions derive from the tables of the format.

use super::graph::forms;
use super::host;
use super::shapes::SHAPES;
use crate::rows::{RowTag, Table};
use std::ops::Range;
use std::sync::LazyLock;

/// What a row is about, to select rows by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// Plain SPIR-V.
    Host,
    /// Computes with values.
    Compute,
    /// Touches memory.
    Memory,
    /// Directs control.
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
}

/// A form that a module can have.
pub type Row = crate::rows::Row<Tag>;
/// Which rows the generator may use.
pub type RowSet = crate::rows::RowSet<Tag>;
/// How often each row was produced.
pub type Histogram = crate::rows::Histogram<Tag>;

/// Names of families: their places in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Version,
    Type,
    Constant,
    Global,
    Compute,
    Memory,
    Construct,
    Terminator,
    Annotation,
    Debug,
    Count,
    None,
    Enumerant,
    Literal,
    Text,
    Operation,
    Shape,
}

struct FamilyRow {
    family: Family,
    name: &'static str,
    tags: &'static [Tag],
    forms: fn() -> Vec<String>,
}

const fn family(family: Family, name: &'static str, tags: &'static [Tag], forms: fn() -> Vec<String>) -> FamilyRow {
    FamilyRow { family, name, tags, forms }
}

const FAMILIES: &[FamilyRow] = &[
    family(Family::Version, "module", &[Tag::Host], host::version_forms),
    family(Family::Type, "type", &[Tag::Host], host::type_forms),
    family(Family::Constant, "constant", &[Tag::Host], host::constant_forms),
    family(Family::Global, "global", &[Tag::Host], host::global_forms),
    family(Family::Compute, "", &[Tag::Host, Tag::Compute], host::compute_forms),
    family(Family::Memory, "", &[Tag::Host, Tag::Memory], host::memory_forms),
    family(Family::Construct, "construct", &[Tag::Host, Tag::Control], host::construct_forms),
    family(Family::Terminator, "terminator", &[Tag::Host, Tag::Control], host::terminator_forms),
    family(Family::Annotation, "annotation", &[Tag::Host, Tag::Annotation], host::annotation_forms),
    family(Family::Debug, "", &[Tag::Debug], forms::instructions),
    family(Family::Count, "operands:", &[Tag::Operand], forms::counts),
    family(Family::None, "DebugInfoNone as", &[Tag::Operand, Tag::None], forms::nones),
    family(Family::Enumerant, "enumerant", &[Tag::Operand], forms::enumerants),
    family(Family::Literal, "literal", &[Tag::Operand], forms::literals),
    family(Family::Text, "text", &[Tag::Operand], forms::texts),
    family(Family::Operation, "operation", &[Tag::Operation], forms::operations),
    family(Family::Shape, "shape", &[Tag::Shape], || SHAPES.iter().map(|&name| name.to_owned()).collect()),
];

static TABLE: LazyLock<Table<Tag>> =
    LazyLock::new(|| Table::of(FAMILIES.iter().map(|family| (family.family as usize, family.name, family.tags, (family.forms)()))));

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

/// Every row, by id.
pub fn rows() -> &'static [Row] {
    Tag::rows()
}

impl Family {
    /// The ids of the family's rows.
    #[inline]
    pub(super) fn ids(self) -> Range<u16> {
        TABLE.ids(self as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn families_stand_where_their_names_say() {
        for (place, row) in FAMILIES.iter().enumerate() {
            assert_eq!(row.family as usize, place, "{}", row.name);
            assert!(!row.family.ids().is_empty(), "{}", row.name);
        }
    }

    #[test]
    fn names_are_unique_and_fit_in_a_set() {
        let names: BTreeSet<_> = rows().iter().map(|row| &row.name).collect();
        assert_eq!(names.len(), rows().len());
        assert!(rows().len() <= RowSet::CAPACITY, "{} rows: raise the size of RowSet", rows().len());
    }
}
