//! The optional requirements of oracles.

use crate::external::Tool;
use std::fmt;

/// Skip reason: a program that the oracle runs is not installed.
pub const TOOL_MISSING: &str = "tool-missing";
/// Skip reason: the disk has too little space for the files of a program.
pub const DISK_FULL: &str = "disk-full";
/// Skip reason: the feature that the oracle needs is not built in.
pub const NOT_BUILT: &str = "not-built";

/// An optional requirement of an oracle. If it is not met, the oracle skips every case.
#[derive(Clone, Copy, Debug)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// All of these programs.
    Tools(&'static [&'static Tool]),
    /// A feature of the crate.
    Feature {
        /// Its name.
        name: &'static str,
        /// Whether it is enabled in this build.
        built: bool,
    },
}

/// A requirement that is not met.
#[derive(Clone, Copy, Debug)]
pub enum Missing {
    /// A program that is not installed.
    Tool(&'static Tool),
    /// The name of a feature that is not built in.
    Feature(&'static str),
}

impl Needs {
    /// Returns the requirement that is not met; the first of several tools.
    pub fn missing(self) -> Option<Missing> {
        match self {
            Self::Nothing | Self::Feature { built: true, .. } => None,
            Self::Tools(tools) => tools.iter().find(|tool| tool.find().is_none()).map(|tool| Missing::Tool(tool)),
            Self::Feature { name, built: false } => Some(Missing::Feature(name)),
        }
    }
}

impl Missing {
    /// Returns the reason with which the oracle skips.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Tool(_) => TOOL_MISSING,
            Self::Feature(_) => NOT_BUILT,
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tool(tool) => write!(f, "{} is not installed (package {})", tool.name, tool.package),
            Self::Feature(name) => write!(f, "the feature {name} is not built in"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_there_is_named() {
        assert!(Needs::Nothing.missing().is_none());
        assert!(Needs::Feature { name: "moon", built: true }.missing().is_none());
        let missing = Needs::Feature { name: "moon", built: false }.missing().unwrap();
        assert_eq!((missing.reason(), missing.to_string().as_str()), (NOT_BUILT, "the feature moon is not built in"));
        assert!(Needs::Tools(&[]).missing().is_none());
    }
}
