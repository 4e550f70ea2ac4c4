//! The tags of rows, and the sets and counts of this format's rows.

/// The subject of a row, by which rows are selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// An instruction that computes with values.
    Compute,
    /// May trap or be undefined for some operands.
    Partial,
    /// Makes, reads or writes vectors.
    Vector,
    /// Accesses memory.
    Memory,
    /// Calls.
    Call,
    /// Control flow.
    Control,
    /// A constant.
    Constant,
    /// Part of the module outside functions.
    Module,
    /// Joins or declares values; has no effect of its own.
    Value,
    /// Encoding only.
    Encoding,
}

/// A form that a PNaCl module can have.
pub type Row = crate::rows::Row<Tag>;
/// Rows that the generator may use.
pub type RowSet = crate::rows::RowSet<Tag>;
/// How often each row occurs in cases.
pub type Histogram = crate::rows::Histogram<Tag>;
