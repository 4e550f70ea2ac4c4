//! One mutation of a file.

use serde::Serialize;
use std::ops::Range;

/// A kind of mutation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Operator {
    /// A function returns a default at once.
    Result,
    /// A function returns a default after some of its statements.
    EarlyReturn,
    /// A statement is left out.
    Statement,
    /// A comparison operator becomes another.
    Comparison,
    /// An arithmetic or bitwise operator becomes another.
    Arithmetic,
    /// *And* becomes *or* and the reverse.
    Logic,
    /// A condition is negated, or a guard always true or false.
    Condition,
    /// An integer, boolean or character literal becomes another.
    Constant,
    /// A string literal becomes empty.
    Text,
    /// An end of a range moves by one.
    Bound,
    /// An arm of a match is left out, so that a later one matches.
    Arm,
    /// An arm of a match does what the next one does.
    ArmBody,
    /// Two neighbouring arguments change places.
    Arguments,
    /// Two neighbouring fields of a struct expression change values.
    Fields,
    /// Another field of the same type is used.
    Field,
    /// Another variant of an enum is used.
    Variant,
    /// A method becomes its counterpart, such as `min` and `max`.
    Method,
    /// A cast goes through a narrower type.
    Width,
}

/// One mutation: `new` replaces the bytes `start..end` of the file.
#[derive(Debug, Serialize)]
pub(crate) struct Mutation {
    /// The path of the file as it was given.
    pub(crate) file: String,
    /// The line of `start`, from 1.
    pub(crate) line: usize,
    /// The enclosing function, with its type.
    pub(crate) function: String,
    /// The kind.
    pub(crate) operator: Operator,
    /// First byte of the replaced text.
    pub(crate) start: usize,
    /// First byte after it.
    pub(crate) end: usize,
    /// The replacement.
    pub(crate) new: String,
    /// What the mutation changes, in one line.
    pub(crate) about: String,
    /// The word `const` of the enclosing function, which a condition at run time rules out.
    pub(crate) constness: Option<Range<usize>>,
}
