//! YAML that a target defines and that is kept as it is.

/// A YAML value of no fixed shape. Anchors, aliases and tags are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// A scalar, without its quotes.
    Scalar(String),
    /// A sequence.
    Sequence {
        /// Written in brackets; an empty one that is not is `[]`, one that is `[  ]`.
        flow: bool,
        /// What it holds.
        items: Vec<Yaml>,
    },
    /// A mapping.
    Mapping {
        /// Written in braces, with all that it holds; an empty one that is not is `{}`, one that is `{  }`.
        flow: bool,
        /// Keys and values in their order.
        entries: Vec<(String, Yaml)>,
    },
    /// Nothing behind a key.
    Empty,
}
