//! The table of rows: what the generator can make.
//!
//! A line of [`FAMILIES`] is a family: one function of the generator with its precondition and weight. A family has forms (`add i8`,
//! `add i16`...), and each form is a row of its own, with an id, a place in [`RowSet`](super::RowSet) and a count in
//! [`Histogram`](super::Histogram). The forms derive from the tables of the format, so a new operation is a new row without a change here.

use super::abbreviations;
use super::build::Build;
use super::forms::{ADDENDS, FLOATS, INTEGERS, NAMES, RELOCATIONS, SWITCH_KINDS, SWITCH_SIZES, forms};
use super::kinds::Kind;
use super::lanes::Maker;
use super::rowset::Row;
use super::shapes::SHAPES;
use crate::rows::Table;
use irsmith_pnacl::tables::INTRINSICS;
use irsmith_pnacl::{Alignment, ValueType};
use std::ops::Range;
use std::sync::LazyLock;

/// What a row is about, to select rows by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// Computes with values.
    Compute,
    /// May trap or be undefined for some operands.
    Partial,
    /// Makes, reads or writes vectors.
    Vector,
    /// Touches memory.
    Memory,
    /// Calls.
    Call,
    /// Directs control.
    Control,
    /// A constant.
    Constant,
    /// Part of the module outside functions.
    Module,
    /// Joins or states types of values; has no effect of its own.
    Value,
    /// Encoding only.
    Encoding,
}

/// When rows of a family are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Chosen for a place among the instructions of a block.
    Body,
    /// Chosen when control flow is planned.
    Plan,
    /// Chosen where a constant, initializer, name or type is wanted.
    Part,
    /// Noticed where it arises.
    Noticed,
}

/// A line of the table.
pub(super) struct FamilyRow {
    pub(super) family: Family,
    pub(super) name: &'static str,
    pub(super) stage: Stage,
    pub(super) tags: &'static [Tag],
    /// How often the family is chosen in its stage, relative to the others.
    pub(super) weight: u16,
    /// Precondition: whether the family can be made here.
    pub(super) possible: fn(&Build<'_, '_>) -> bool,
    /// Makes the form with this number; `false` if it turned out impossible, and nothing was made.
    pub(super) make: fn(&mut Build<'_, '_>, usize) -> bool,
    /// Names of the forms.
    pub(super) forms: fn() -> Vec<String>,
}

/// Names of families: their places in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Family {
    Binary,
    Compare,
    Cast,
    Select,
    Extract,
    Insert,
    Alloca,
    Load,
    Store,
    Call,
    CallIndirect,
    Intrinsic,
    Declare,
    Phi,
    Terminator,
    Construct,
    Layout,
    Undef,
    Integer,
    Float,
    Type,
    Global,
    Initializer,
    Symbol,
    Shape,
    Abbreviation,
}

macro_rules! family {
    ($family:ident $name:literal, $stage:ident [$($tag:ident)*] weight $weight:literal, $possible:ident => $make:ident, $forms:expr) => {
        FamilyRow {
            family: Family::$family, name: $name, stage: Stage::$stage, tags: &[$(Tag::$tag),*], weight: $weight,
            possible: |build| build.$possible(), make: |build, form| build.$make(form), forms: $forms,
        }
    };
}

/// The table. Weights of the stage `Body` follow the mix of real programs, with rare instructions raised.
pub(super) static FAMILIES: &[FamilyRow] = &[
    family!(Binary "binary", Body [Compute Partial] weight 40, always => binary, || {
        forms().binary.iter().map(|(op, kind)| format!("{} {}", op.name(), kind.ty())).collect()
    }),
    family!(Compare "compare", Body [Compute] weight 20, always => compare, || {
        let name = |integer| if integer { "icmp" } else { "fcmp" };
        forms().compare.iter().map(|(row, kind)| format!("{} {} {}", name(row.is_integer()), row.name(), kind.ty())).collect()
    }),
    family!(Cast "cast", Body [Compute Partial] weight 30, always => cast, || {
        forms().cast.iter().map(|(op, from, to)| format!("{} {} to {}", op.name(), from.ty(), to.ty())).collect()
    }),
    family!(Select "select", Body [Compute] weight 12, always => select, || {
        forms().select.iter().map(|(kind, vector)| format!("{} by {}", kind.ty(), if *vector { "lanes" } else { "i1" })).collect()
    }),
    family!(Extract "extractelement", Body [Vector] weight 8, always => extract, vectors),
    family!(Insert "insertelement", Body [Vector] weight 10, always => insert, vectors),
    family!(Alloca "alloca", Body [Memory] weight 6, always => alloca, alignments),
    family!(Load "load", Body [Memory Partial] weight 20, always => load, memory),
    family!(Store "store", Body [Memory Partial] weight 16, always => store, memory),
    family!(Call "call", Body [Call] weight 10, always => call, calls),
    family!(CallIndirect "indirect call", Body [Call Partial] weight 4, always => call_indirect, calls),
    family!(Intrinsic "intrinsic", Body [Call Memory Partial] weight 20, always => intrinsic, || {
        INTRINSICS.iter().map(|row| row.name.to_owned()).collect()
    }),
    family!(Declare "forward declaration without use", Body [Value] weight 2, may_declare => declare_unused, kinds),
    family!(Phi "phi", Part [Value] weight 1, always => phi, kinds),
    family!(Terminator "terminator", Noticed [Control] weight 1, always => noticed, terminators),
    family!(Construct "construct", Plan [Control] weight 1, always => construct, || {
        super::control::CONSTRUCTS.iter().map(|row| row.name.to_owned()).collect()
    }),
    family!(Layout "layout", Plan [Control] weight 1, always => noticed, || {
        super::control::LAYOUTS.iter().map(|&name| name.to_owned()).collect()
    }),
    family!(Undef "undef", Part [Constant] weight 1, always => undef, kinds),
    family!(Integer "constant", Part [Constant] weight 1, always => integer, || {
        let classes = |kind: Kind| INTEGERS.iter().map(move |(class, _)| format!("{} {class}", kind.ty()));
        Kind::INTEGERS.into_iter().flat_map(classes).collect()
    }),
    family!(Float "constant", Part [Constant] weight 1, always => float, || {
        let classes = |kind: Kind| FLOATS.iter().map(move |(class, _)| format!("{} {class}", kind.ty()));
        Kind::FLOATS.into_iter().flat_map(classes).collect()
    }),
    family!(Type "type", Part [Module] weight 1, always => unused_type, types),
    family!(Global "global", Part [Module] weight 1, always => global, || {
        alignments().into_iter().flat_map(|text| [format!("var, {text}"), format!("const, {text}")]).collect()
    }),
    family!(Initializer "initializer", Part [Module] weight 1, always => initializer, initializers),
    family!(Symbol "symbol of", Part [Module] weight 1, always => symbol, || NAMES.iter().map(|&name| name.to_owned()).collect()),
    family!(Shape "shape", Noticed [Control] weight 1, always => noticed, || SHAPES.iter().map(|&name| name.to_owned()).collect()),
    family!(Abbreviation "abbreviation", Noticed [Encoding] weight 1, always => noticed, abbreviations::form_names),
];

fn kinds() -> Vec<String> {
    Kind::all().map(|kind| kind.ty().to_string()).collect()
}

fn vectors() -> Vec<String> {
    forms().vectors.iter().map(|kind| kind.ty().to_string()).collect()
}

fn memory() -> Vec<String> {
    let bytes = |encoding| Alignment::from_encoding(encoding).unwrap_or_default().bytes();
    forms().memory.iter().map(|&(kind, alignment)| format!("{} align {}", kind.ty(), bytes(alignment))).collect()
}

fn alignments() -> Vec<String> {
    (0..=Alignment::MAX_ENCODING).filter_map(Alignment::from_encoding).map(|row| format!("align {}", row.bytes())).collect()
}

/// Forms of calls: bit 0 for a tail call, bit 1 for a result.
fn calls() -> Vec<String> {
    ["void", "tail, void", "value", "tail, value"].map(str::to_owned).to_vec()
}

fn types() -> Vec<String> {
    let names = [ValueType::VOID].into_iter().chain(Kind::all().map(Kind::ty)).map(|ty| ty.to_string());
    names.chain(["function".to_owned(), "function without parameters".to_owned()]).collect()
}

fn initializers() -> Vec<String> {
    let plain = ["zerofill", "zerofill of 0", "zerofill of 2^32 or more", "data", "data of many bytes"];
    let relocations = RELOCATIONS.iter().flat_map(|target| ADDENDS.iter().map(move |addend| format!("relocation to {target}, {addend}")));
    plain.map(str::to_owned).into_iter().chain(relocations).collect()
}

fn terminators() -> Vec<String> {
    let switches = SWITCH_KINDS.iter().flat_map(|kind| SWITCH_SIZES.iter().map(move |size| format!("switch {} {size}", kind.ty())));
    ["ret void", "br", "br on i1", "unreachable"]
        .map(str::to_owned)
        .into_iter()
        .chain(Kind::SIGNATURE.iter().map(|kind| format!("ret {}", kind.ty())))
        .chain(switches)
        .collect()
}

/// Forms of [`Family::Terminator`].
pub(super) mod terminator {
    pub(in crate::pnacl) const RET_VOID: usize = 0;
    pub(in crate::pnacl) const BRANCH: usize = 1;
    pub(in crate::pnacl) const BRANCH_IF: usize = 2;
    pub(in crate::pnacl) const UNREACHABLE: usize = 3;
    /// The first of the forms with a value, in the order of `Kind::SIGNATURE`.
    pub(in crate::pnacl) const RET_VALUE: usize = 4;
    /// The first of the switches, kind by kind.
    pub(in crate::pnacl) const SWITCH: usize = 15;

    /// The form of a switch on the kind at a place of `SWITCH_KINDS` with so many cases.
    pub(in crate::pnacl) fn switch(kind: usize, cases: usize) -> usize {
        let size = [0, 1, 6].iter().filter(|&&most| cases > most).count();
        SWITCH + kind * super::SWITCH_SIZES.len() + size
    }
}

static TABLE: LazyLock<Table<Tag>> =
    LazyLock::new(|| Table::of(FAMILIES.iter().map(|family| (family.family as usize, family.name, family.tags, (family.forms)()))));

/// Every row, by id.
pub fn rows() -> &'static [Row] {
    TABLE.rows()
}

/// Number of rows.
pub fn row_count() -> usize {
    rows().len()
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
    use super::super::rowset::RowSet;
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
        assert_eq!(names.len(), row_count());
        assert!(row_count() <= RowSet::CAPACITY, "{} rows: raise the size of RowSet", row_count());
    }

    #[test]
    fn terminator_forms_stand_where_their_constants_say() {
        let first = usize::from(Family::Terminator.ids().start);
        let name = |form: usize| rows()[first + form].name.as_str();
        assert_eq!(name(terminator::RET_VOID), "terminator ret void");
        assert_eq!(name(terminator::BRANCH), "terminator br");
        assert_eq!(name(terminator::BRANCH_IF), "terminator br on i1");
        assert_eq!(name(terminator::UNREACHABLE), "terminator unreachable");
        assert_eq!(name(terminator::RET_VALUE), "terminator ret i32");
        assert_eq!(name(terminator::SWITCH), "terminator switch i8 without cases");
    }
}
