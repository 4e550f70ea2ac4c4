//! Exit statuses.

use std::process::ExitCode;

/// The outcome of a verb; of several files the worst counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Status {
    /// Nothing is wrong.
    #[default]
    Fine,
    /// A failure, a violation or a disagreement.
    Wrong,
    /// Wrong usage or unreadable input: some of the requested work has no result.
    Unreadable,
}

impl Status {
    /// Keeps the worse of the two.
    pub(crate) fn worsen(&mut self, other: Self) {
        *self = (*self).max(other);
    }
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> Self {
        ExitCode::from(status as u8)
    }
}
