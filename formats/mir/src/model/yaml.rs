//! YAML that a target defines and that is kept as it is.

/// A YAML value of no fixed shape. Anchors, aliases and tags are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Yaml {
    /// A scalar, without its quotes.
    Scalar(String),
    /// A sequence.
    Sequence(Vec<Yaml>),
    /// Keys and values in their order.
    Mapping(Vec<(String, Yaml)>),
}
