//! The families of rows, in the order of their rows.

/// A family: its place in the table that [`super::rows`] contains.
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
    Memory,
    Pointer,
    Ordering,
    Construct,
    End,
    Block,
    Cfi,
    Debug,
    Suffix,
    Operand,
    FunctionFlag,
    Key,
    FrameKey,
    Object,
    ObjectKey,
    JumpTable,
    Shape,
}
