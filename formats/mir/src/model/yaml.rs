//! YAML that a target defines and that is kept unchanged.

/// A YAML value of no fixed shape. Anchors, aliases and tags are rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// A scalar, without its quotes.
    Scalar(String),
    /// A sequence.
    Sequence {
        /// Whether it is in brackets; an empty sequence is `[]` if not, and `[  ]` if so.
        flow: bool,
        /// The items.
        items: Vec<Yaml>,
    },
    /// A mapping.
    Mapping {
        /// Whether it is in braces, with everything inside; an empty mapping is `{}` if not, and `{  }` if so.
        flow: bool,
        /// Keys and values in the order of the file.
        entries: Vec<(String, Yaml)>,
    },
    /// No value after a key.
    Empty,
}
