//! The table of rows: everything that the generator can make.
//!
//! A line of [`FAMILIES`] is a family, and each of its forms is a row, with an id, a place in [`RowSet`] and a count in [`Histogram`]. A
//! form is a variant of an enum, or a value from the tables of the format, and recognizes itself in a finished file. A target has too many
//! opcodes for one row each: their rows are groups of opcodes, and every opcode of a group is equally likely.

use super::facts::Facts;
use super::forms::{
    BlockForm, Cfi, Construct, Debug, End, Flag, FloatForm, Foreign, FunctionFlag, Generic, Group, IntegerForm, Key, MemoryFlag,
    MemoryForm, NumberForm, Object, ObjectKey, PointerForm, Pseudo, Shape, Suffix, Symbolic, TypeForm,
};
use crate::forms::Form;
use crate::rows::{RowTag, Table};
use irsmith_mir::{File, FloatPredicate, FrameKey, IntegerPredicate, JumpTableKind, Ordering};
use std::sync::LazyLock;

/// The subject of a row, by which rows are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// A generic opcode.
    Generic,
    /// Opcodes of a target.
    Target,
    /// A low-level type.
    Type,
    /// A constant or a predicate.
    Constant,
    /// Part of a memory operand.
    Memory,
    /// Control flow.
    Control,
    /// Part of the head of a block.
    Block,
    /// A flag or suffix of an instruction.
    Annotation,
    /// Debug information.
    Debug,
    /// A key of the container.
    Container,
    /// A property of several instructions.
    Shape,
}

/// A form that a file can have.
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
            forms: || <$form as Form>::all().iter().map(|form| Form::name(*form)).collect(),
            see: |facts, seen| <$form as Form>::all().iter().for_each(|form| seen.add(id(*form), form.seen(facts))),
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
    /// Counts the forms in a file.
    see: fn(&Facts<'_>, &mut Histogram),
}

families! {
    Generic, "" [Generic]
    Group, "" [Target]
    Pseudo, "pseudo" [Target]
    TypeForm, "type" [Type]
    IntegerForm, "integer" [Constant]
    FloatForm, "float" [Constant]
    NumberForm, "number" [Constant]
    IntegerPredicate, "intpred" [Constant]
    FloatPredicate, "floatpred" [Constant]
    Flag, "flag" [Annotation]
    MemoryFlag, "memory flag" [Memory]
    MemoryForm, "memory" [Memory]
    PointerForm, "pointer" [Memory]
    Ordering, "ordering" [Memory]
    Construct, "construct" [Control]
    End, "end" [Control]
    BlockForm, "block" [Block]
    Cfi, "cfi" [Target]
    Debug, "debug" [Debug]
    Suffix, "suffix" [Annotation]
    Symbolic, "operand" [Target]
    FunctionFlag, "key" [Container]
    Key, "key" [Container]
    FrameKey, "frame" [Container]
    Object, "object" [Container]
    ObjectKey, "object" [Container]
    JumpTableKind, "jump table" [Container]
    Shape, "shape" [Shape]
    Foreign, "" [Generic]
}

static TABLE: LazyLock<Table<Tag>> =
    LazyLock::new(|| Table::of(FAMILIES.iter().map(|family| (family.place, family.name, family.tags, (family.forms)()))));

/// Counts the rows in a file, which need not be generated. The counts depend only on the file.
pub fn see(file: &File, seen: &mut Histogram) {
    let facts = Facts::of(file);
    FAMILIES.iter().for_each(|family| (family.see)(&facts, seen));
}

/// Tags that a swarm may leave out as a whole.
const SWARM_TAGS: [Tag; 8] = [Tag::Type, Tag::Memory, Tag::Control, Tag::Block, Tag::Annotation, Tag::Debug, Tag::Container, Tag::Shape];

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
        assert!(F::all().iter().enumerate().all(|(place, form)| form.place() == place && !Form::name(*form).is_empty()));
        F::all().iter().map(|form| id(*form)).collect()
    }

    #[test]
    fn forms_stand_at_their_rows() {
        let opcodes = [ids::<Generic>(), ids::<Group>(), ids::<Pseudo>(), ids::<TypeForm>()].concat();
        let numbers = [ids::<IntegerForm>(), ids::<FloatForm>(), ids::<NumberForm>()].concat();
        let words = [ids::<IntegerPredicate>(), ids::<FloatPredicate>(), ids::<Flag>(), ids::<MemoryFlag>()].concat();
        let memory = [ids::<MemoryForm>(), ids::<PointerForm>(), ids::<Ordering>()].concat();
        let control = [ids::<Construct>(), ids::<End>(), ids::<BlockForm>(), ids::<Cfi>()].concat();
        let behind = [ids::<Debug>(), ids::<Suffix>(), ids::<Symbolic>()].concat();
        let keys = [ids::<FunctionFlag>(), ids::<Key>(), ids::<FrameKey>()].concat();
        let objects = [ids::<Object>(), ids::<ObjectKey>(), ids::<JumpTableKind>(), ids::<Shape>(), ids::<Foreign>()].concat();
        let all = [opcodes, numbers, words, memory, control, behind, keys, objects].concat();
        assert_eq!(all, (0..rows().len() as u16).collect::<Vec<_>>());
    }

    #[test]
    fn names_are_unique_and_fit_in_a_set() {
        let names: BTreeSet<_> = rows().iter().map(|row| &row.name).collect();
        assert_eq!(names.len(), rows().len());
        assert!(rows().len() <= RowSet::CAPACITY, "{} rows: raise the size of RowSet", rows().len());
    }
}
