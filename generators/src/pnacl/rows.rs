//! The table of rows: everything that the generator can make.
//!
//! A line of [`FAMILIES`] is a family, and each of its forms is a row, with an id, a place in [`RowSet`] and a count in [`Histogram`]. A
//! form is a variant of an enum, or a combination from the tables of the format, and recognizes itself in a finished module.

use super::calls::{CallForm, IndirectCallForm};
use super::control::{Construct, Layout};
use super::facts::{Facts, Operation, operations};
use super::forms::{
    AbbreviationForm, AllocaForm, BinaryForm, CastForm, CompareForm, DeclareForm, ExtractForm, FloatForm, GlobalForm, InitializerForm,
    InsertForm, InstructionForm, IntegerForm, LoadForm, PhiForm, SelectForm, StoreForm, TerminatorForm, TypeForm, UndefForm,
};
use super::names::Name;
use super::shapes::Shape;
use super::tags::{Histogram, Row, RowSet, Tag};
use crate::forms::Form;
use crate::rows::{RowTag, Table};
use irsmith_pnacl::tables::IntrinsicId;
use irsmith_pnacl::{Module, Stream};
use std::collections::HashMap;
use std::sync::LazyLock;

macro_rules! families {
    ($($form:ty, $name:literal [$($tag:ident)*])*) => {
        /// The families in the order of [`Family`](super::families::Family), each with the type of its forms.
        const FAMILIES: &[FamilyRow] = &[$(FamilyRow {
            place: <$form>::FAMILY,
            name: $name,
            tags: &[$(Tag::$tag),*],
            forms: || <$form>::all().iter().map(|form| form.name()).collect(),
            see: |facts, seen| <$form>::all().iter().for_each(|&form| seen.add(id(form), form.seen(facts))),
        }),*];
    };
}

struct FamilyRow {
    place: usize,
    /// The prefix of the names of its rows.
    name: &'static str,
    tags: &'static [Tag],
    /// Names of the forms.
    forms: fn() -> Vec<String>,
    /// Counts the forms in a case.
    see: fn(&Facts<'_>, &mut Histogram),
}

families! {
    BinaryForm, "binary" [Compute Partial]
    CompareForm, "compare" [Compute]
    CastForm, "cast" [Compute Partial]
    SelectForm, "select" [Compute]
    ExtractForm, "extractelement" [Vector]
    InsertForm, "insertelement" [Vector]
    AllocaForm, "alloca" [Memory]
    LoadForm, "load" [Memory Partial]
    StoreForm, "store" [Memory Partial]
    CallForm, "call" [Call]
    IndirectCallForm, "indirect call" [Call Partial]
    IntrinsicId, "intrinsic" [Call Memory Partial]
    DeclareForm, "forward declaration without use" [Value]
    PhiForm, "phi" [Value]
    TerminatorForm, "terminator" [Control]
    Construct, "construct" [Control]
    Layout, "layout" [Control]
    UndefForm, "undef" [Constant]
    IntegerForm, "constant" [Constant]
    FloatForm, "constant" [Constant]
    TypeForm, "type" [Module]
    GlobalForm, "global" [Module]
    InitializerForm, "initializer" [Module]
    Name, "symbol of" [Module]
    Shape, "shape" [Control]
    AbbreviationForm, "abbreviation" [Encoding]
}

static TABLE: LazyLock<Table<Tag>> =
    LazyLock::new(|| Table::of(FAMILIES.iter().map(|family| (family.place, family.name, family.tags, (family.forms)()))));

/// Returns the table itself, for code that draws forms.
pub(super) fn table() -> &'static Table<Tag> {
    &TABLE
}

/// Counts the rows in a module, which need not be generated, except rows of abbreviations. The counts depend only on the module.
pub fn see(module: &Module, seen: &mut Histogram) {
    count(&Facts::of(module), seen);
}

/// Counts the rows of abbreviations in a stream.
pub fn see_abbreviations(stream: &Stream, seen: &mut Histogram) {
    count(&Facts::of_stream(stream), seen);
}

fn count(facts: &Facts<'_>, seen: &mut Histogram) {
    FAMILIES.iter().for_each(|family| (family.see)(facts, seen));
}

/// Maps each operation to its row.
static OPERATIONS: LazyLock<HashMap<Operation, u16>> = LazyLock::new(|| {
    fn rows<F: InstructionForm>() -> impl Iterator<Item = (Operation, u16)> {
        F::all().iter().map(|&form| (form.operation(), id(form)))
    }
    let computing = rows::<BinaryForm>().chain(rows::<CompareForm>()).chain(rows::<CastForm>()).chain(rows::<SelectForm>());
    let memory = rows::<AllocaForm>().chain(rows::<LoadForm>()).chain(rows::<StoreForm>());
    let calls = rows::<CallForm>().chain(rows::<IndirectCallForm>()).chain(rows::<IntrinsicId>());
    let others = rows::<ExtractForm>().chain(rows::<InsertForm>()).chain(rows::<PhiForm>()).chain(rows::<TerminatorForm>());
    computing.chain(memory).chain(calls).chain(others).collect()
});

/// Returns the row of each instruction of a function, by its place in the body; `None` for forward declarations, which are not executed,
/// and for instructions that no valid module has.
///
/// Together with the places that an execution visited, this shows which rows were executed.
pub fn rows_of(module: &Module, function: u32) -> Vec<Option<u16>> {
    operations(module, function).into_iter().map(|operation| OPERATIONS.get(&operation?).copied()).collect()
}

/// Tags that a swarm may leave out as a whole.
const SWARM_TAGS: [Tag; 6] = [Tag::Vector, Tag::Memory, Tag::Call, Tag::Partial, Tag::Value, Tag::Constant];

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

/// Returns every row except those of a family.
pub(super) fn all_but<F: Form>() -> RowSet {
    let mut rows = RowSet::ALL;
    TABLE.ids(F::FAMILY).for_each(|id| rows.set(id, false));
    rows
}

/// Returns the number of rows.
pub fn row_count() -> usize {
    rows().len()
}

/// Returns the id of the row of a form.
pub(super) fn id<F: Form>(form: F) -> u16 {
    TABLE.ids(F::FAMILY).start + form.place() as u16
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
        let computing = [ids::<BinaryForm>(), ids::<CompareForm>(), ids::<CastForm>(), ids::<SelectForm>()];
        let vectors = [ids::<ExtractForm>(), ids::<InsertForm>()];
        let memory = [ids::<AllocaForm>(), ids::<LoadForm>(), ids::<StoreForm>()];
        let calls = [ids::<CallForm>(), ids::<IndirectCallForm>(), ids::<IntrinsicId>()];
        let flow = [ids::<DeclareForm>(), ids::<PhiForm>(), ids::<TerminatorForm>(), ids::<Construct>(), ids::<Layout>()];
        let constants = [ids::<UndefForm>(), ids::<IntegerForm>(), ids::<FloatForm>()];
        let parts = [ids::<TypeForm>(), ids::<GlobalForm>(), ids::<InitializerForm>(), ids::<Name>()];
        let rest = [ids::<Shape>(), ids::<AbbreviationForm>()];
        let first = [computing.concat(), vectors.concat(), memory.concat(), calls.concat(), flow.concat()].concat();
        let all = [first, constants.concat(), parts.concat(), rest.concat()].concat();
        assert_eq!(all, (0..row_count() as u16).collect::<Vec<_>>());
    }

    #[test]
    fn names_are_unique_and_fit_in_a_set() {
        let names: BTreeSet<_> = rows().iter().map(|row| &row.name).collect();
        assert_eq!(names.len(), row_count());
        assert!(row_count() <= RowSet::CAPACITY, "{} rows: raise the size of RowSet", row_count());
    }

    #[test]
    fn every_operation_has_one_row() {
        assert_eq!(OPERATIONS.values().collect::<BTreeSet<_>>().len(), OPERATIONS.len());
    }
}
