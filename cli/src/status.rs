//! Exit statuses.

use std::process::ExitCode;

/// How a verb ended; of several files the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Nothing is wrong.
    #[default]
    Fine,
    /// A failure, a violation or a disagreement.
    Wrong,
    /// Wrong usage or unreadable input: not all that was asked for has an answer.
    Unreadable,
}

impl Status {
    /// Remembers the worse of two.
    pub(crate) fn worsen(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}
