//! The families of rows, in the order of their rows.

/// A family: its place in the table that [`super::rows`] contains.
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
    Shader,
}
