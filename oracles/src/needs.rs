//! The optional requirements of oracles.

use crate::external::{Implementation, ProgramFamily, Task, implementations, in_use, linked};
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
    /// Programs of all of these families.
    Programs(&'static [Wanted]),
    /// An engine that is plugged in.
    Engine {
        /// Returns whether there is one.
        is_plugged_in: fn() -> bool,
    },
    /// A feature of the crate.
    Feature {
        /// The name.
        name: &'static str,
        /// Whether it is enabled in this build.
        built: bool,
    },
}

/// Programs of a family that an oracle needs: any that take part in the task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Their family.
    pub family: ProgramFamily,
    /// What the oracle asks them for.
    pub task: Task,
    /// The smallest number that must be installed.
    pub number: usize,
    /// The format, for programs of a family without one.
    pub format: Option<&'static str>,
}

impl Wanted {
    /// Wants a program of a family to be judged.
    pub const fn to_judge(family: ProgramFamily) -> Self {
        Self::new(family, Task::Judge, 1)
    }

    /// Wants some programs of a family for a task.
    pub const fn new(family: ProgramFamily, task: Task, number: usize) -> Self {
        Self { family, task, number, format: None }
    }

    /// Wants a program for a format that follows the protocol of commands.
    pub const fn commands(format: &'static str) -> Self {
        Self { format: Some(format), ..Self::to_judge(ProgramFamily::Command) }
    }

    /// Returns those that are installed and take part.
    pub fn in_use(self) -> Vec<&'static Implementation> {
        let mut all = in_use(self.family, self.task);
        all.retain(|program| self.format.is_none_or(|format| program.format == format));
        all
    }

    /// Returns a program whose installation would help, if too few are installed.
    fn missing(self) -> Option<Missing> {
        // What is plugged in is asked what programs of this family are asked.
        let plugged_in = self.format.map_or(0, |format| linked(format).len());
        if self.in_use().len() + plugged_in >= self.number {
            return None;
        }
        let of_family = |one: &&Implementation| one.family == self.family && one.find().is_none();
        let mut absent = implementations().iter().filter(of_family);
        let program = absent.clone().find(|one| one.takes_part(self.task)).or_else(|| absent.next());
        Some(program.map_or(Missing::Family(self.family), Missing::Program))
    }
}

/// A requirement that is not met.
#[derive(Clone, Copy, Debug)]
pub enum Missing {
    /// A program that is not installed.
    Program(&'static Implementation),
    /// A family of which the user must name a program, or more than one.
    Family(ProgramFamily),
    /// An engine, which only a program that uses irsmith as a library can plug in.
    Engine,
    /// The name of a feature that is not built in.
    Feature(&'static str),
}

impl Needs {
    /// Returns the wanted programs.
    pub const fn programs(self) -> &'static [Wanted] {
        match self {
            Self::Programs(wanted) => wanted,
            Self::Nothing | Self::Engine { .. } | Self::Feature { .. } => &[],
        }
    }

    /// Returns the requirement that is not met; the first of several programs.
    pub fn missing(self) -> Option<Missing> {
        match self {
            Self::Nothing | Self::Feature { built: true, .. } => None,
            Self::Programs(wanted) => wanted.iter().find_map(|wanted| wanted.missing()),
            Self::Engine { is_plugged_in } => (!is_plugged_in()).then_some(Missing::Engine),
            Self::Feature { name, built: false } => Some(Missing::Feature(name)),
        }
    }
}

impl Missing {
    /// Returns the reason with which the oracle skips.
    pub const fn reason(self) -> &'static str {
        match self {
            Self::Program(_) | Self::Family(_) | Self::Engine => TOOL_MISSING,
            Self::Feature(_) => NOT_BUILT,
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Program(program) => match &program.package {
                Some(package) => write!(f, "{} is not installed (package {package})", program.name),
                None => write!(f, "{}: there is no program {}", program.name, program.commands.join(", ")),
            },
            Self::Family(family) => write!(f, "no further program of the family {family} is named (--implementation or irsmith.toml)"),
            Self::Engine => f.write_str("no engine is plugged in"),
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
        assert!(Needs::Programs(&[]).missing().is_none());
    }
}
