//! What people have decided about a finding.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The status of a finding. Irsmith sets the first one; people set the others as they triage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FindingStatus {
    /// Nobody has reported it yet.
    #[default]
    New,
    /// The program's maintainers knew it before; the link leads to their issue.
    Known,
    /// Reported; the link leads to the report.
    Reported,
    /// The program no longer fails in the newest version; the link leads to the change, if it is known.
    Fixed,
    /// Not a bug of the program: an agreed difference, or a mistake of ours.
    NotABug,
}

impl FindingStatus {
    /// All of them, in the usual order of a finding's life.
    pub const ALL: [Self; 5] = [Self::New, Self::Known, Self::Reported, Self::Fixed, Self::NotABug];

    /// Returns the name in `finding.toml` and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Known => "known",
            Self::Reported => "reported",
            Self::Fixed => "fixed",
            Self::NotABug => "not-a-bug",
        }
    }

    /// Returns whether a finding of this status needs a link.
    pub const fn needs_link(self) -> bool {
        matches!(self, Self::Known | Self::Reported)
    }
}

impl fmt::Display for FindingStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for FindingStatus {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|status| status.name() == name);
        found.ok_or_else(|| format!("a finding is {}", Self::ALL.map(Self::name).join(", ")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_files_and_of_the_command_line() {
        for status in FindingStatus::ALL {
            assert_eq!(status.name().parse(), Ok(status));
            assert_eq!(toml::Value::try_from(status).unwrap().as_str(), Some(status.name()));
        }
        assert_eq!("to be reported".parse::<FindingStatus>().unwrap_err(), "a finding is new, known, reported, fixed, not-a-bug");
    }
}
