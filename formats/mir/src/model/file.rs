//! A file: an embedded IR module and machine functions.

use crate::Function;

/// A `.mir` file: YAML documents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct File {
    /// The IR module of the first document. Without one, llc creates an empty IR function for each machine function.
    pub ir: Option<EmbeddedIr>,
    /// The functions, one per document, in the order of the file.
    pub functions: Vec<Function>,
}

/// An IR module as text (reference, *Embedded Module*).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmbeddedIr {
    /// The lines of the document, without the indentation of the block scalar; each ends with a line feed.
    pub text: String,
}
