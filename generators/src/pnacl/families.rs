//! The families of rows, in the order of their rows.

/// A family: its place in the table that [`super::rows`] contains.
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
