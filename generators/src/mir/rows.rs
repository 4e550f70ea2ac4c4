//! The table of rows: what the generator can make.
//!
//! A line of [`FAMILIES`] is a family, and each of its forms is a row of its own, with an id, a place in [`RowSet`] and a count in
//! [`Histogram`]. The forms of instructions, flags and keys derive from the tables of the format. The opcodes of a target are too many to
//! be rows each: their rows are groups of them, within which every opcode is as likely as another.

use super::shapes::SHAPES;
use super::{blocks, container, control, debug, frame, generic, memory, numbers, target, types};
use crate::rows::{RowTag, Table};
use irsmith_mir::tables::FLAGS;
use irsmith_mir::{FloatPredicate, FunctionFlags, IntegerPredicate, JumpTableKind, MemoryFlags, Ordering};
use std::ops::Range;
use std::sync::LazyLock;

/// What a row is about, to select rows by.
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
    /// Directs control.
    Control,
    /// Part of the head of a block.
    Block,
    /// A flag of an instruction or what stands behind its operands.
    Annotation,
    /// About debug information.
    Debug,
    /// A key of the container.
    Container,
    /// A property of several instructions.
    Shape,
}

/// A form that a file can have.
pub type Row = crate::rows::Row<Tag>;
/// Which rows the generator may use.
pub type RowSet = crate::rows::RowSet<Tag>;
/// How often each row was produced.
pub type Histogram = crate::rows::Histogram<Tag>;

/// Names of families: their places in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Generic,
    Group,
    Pseudo,
    Type,
    Integer,
    Float,
    Number,
    IntegerPredicate,
    FloatPredicate,
    Flag,
    MemoryFlag,
    MemoryForm,
    Pointer,
    Ordering,
    Construct,
    End,
    BlockForm,
    Cfi,
    Debug,
    Suffix,
    Operand,
    Key,
    FrameKey,
    Object,
    JumpTable,
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

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.to_owned()).collect()
}

const FAMILIES: &[FamilyRow] = &[
    family(Family::Generic, "", &[Tag::Generic], generic::forms),
    family(Family::Group, "", &[Tag::Target], target::group_forms),
    family(Family::Pseudo, "pseudo", &[Tag::Target], || words(target::PSEUDOS)),
    family(Family::Type, "type", &[Tag::Type], || words(types::FORMS)),
    family(Family::Integer, "integer", &[Tag::Constant], || words(numbers::INTEGERS)),
    family(Family::Float, "float", &[Tag::Constant], || words(numbers::FLOATS)),
    family(Family::Number, "number", &[Tag::Constant], || words(numbers::PLAIN)),
    family(Family::IntegerPredicate, "intpred", &[Tag::Constant], || {
        IntegerPredicate::ALL.iter().map(|row| row.name().to_owned()).collect()
    }),
    family(Family::FloatPredicate, "floatpred", &[Tag::Constant], || FloatPredicate::ALL.iter().map(|row| row.name().to_owned()).collect()),
    family(Family::Flag, "flag", &[Tag::Annotation], || {
        FLAGS.iter().filter(|row| row.since.is_some()).map(|row| row.name.to_owned()).collect()
    }),
    family(Family::MemoryFlag, "memory flag", &[Tag::Memory], || words(MemoryFlags::NAMES)),
    family(Family::MemoryForm, "memory", &[Tag::Memory], || words(memory::FORMS)),
    family(Family::Pointer, "pointer", &[Tag::Memory], || words(memory::POINTERS)),
    family(Family::Ordering, "ordering", &[Tag::Memory], || Ordering::ALL.iter().map(|row| row.name().to_owned()).collect()),
    family(Family::Construct, "construct", &[Tag::Control], || words(control::CONSTRUCTS)),
    family(Family::End, "end", &[Tag::Control], || words(control::ENDS)),
    family(Family::BlockForm, "block", &[Tag::Block], || words(blocks::FORMS)),
    family(Family::Cfi, "cfi", &[Tag::Target], || words(target::CFI)),
    family(Family::Debug, "debug", &[Tag::Debug], || words(debug::FORMS)),
    family(Family::Suffix, "suffix", &[Tag::Annotation], || words(debug::SUFFIXES)),
    family(Family::Operand, "operand", &[Tag::Target], || words(target::SYMBOLIC)),
    family(Family::Key, "key", &[Tag::Container], || words(FunctionFlags::NAMES).into_iter().chain(words(container::KEYS)).collect()),
    family(Family::FrameKey, "frame", &[Tag::Container], || words(container::FRAME_KEYS)),
    family(Family::Object, "object", &[Tag::Container], || words(frame::OBJECTS)),
    family(Family::JumpTable, "jump table", &[Tag::Container], || JumpTableKind::ALL.iter().map(|row| row.name().to_owned()).collect()),
    family(Family::Shape, "shape", &[Tag::Shape], || words(SHAPES)),
];

static TABLE: LazyLock<Table<Tag>> =
    LazyLock::new(|| Table::of(FAMILIES.iter().map(|family| (family.family as usize, family.name, family.tags, (family.forms)()))));

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
