//! `irsmith oracles`: lists the properties that cases must satisfy.

use clap::Args;
use irsmith_fuzz::Format;
use irsmith_oracles::Listed;
use serde::Serialize;

use crate::{Error, Output, Status, columns::columns, programs::Programs};

/// List the oracles.
///
/// An oracle is a property of every case of its format. Its floor is the percentage of generated cases on which it must not skip, if its
/// requirements are met.
#[derive(Debug, Args)]
#[command(after_help = "Exit status: 0.")]
pub(crate) struct Oracles {
    /// Print one JSON object for each oracle.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    programs: Programs,
}

#[derive(Serialize)]
struct Line {
    oracle: &'static str,
    format: &'static str,
    family: &'static str,
    floor: u8,
    /// Its missing requirement, because of which it skips every case.
    missing: Option<String>,
    about: &'static str,
}

impl Line {
    fn new(format: &Format, oracle: &Listed) -> Self {
        Self {
            oracle: oracle.name,
            format: format.name(),
            family: oracle.family.name(),
            floor: oracle.floor,
            missing: oracle.needs.missing().map(|missing| missing.to_string()),
            about: oracle.about,
        }
    }

    fn cells(&self) -> [String; 5] {
        let state = self.missing.as_ref().map_or_else(String::new, |missing| format!(" ({missing})"));
        [self.oracle.into(), self.format.into(), self.family.into(), self.floor.to_string(), format!("{}{state}", self.about)]
    }
}

impl Oracles {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        self.programs.configure()?;
        let lines = Format::ALL.iter().flat_map(|format| {
            let oracles = format.oracles().listed();
            oracles.into_iter().map(move |oracle| Line::new(format, &oracle))
        });
        if self.json {
            lines.into_iter().try_for_each(|line| output.json(&line))?;
        } else {
            let mut rows = vec![["oracle", "format", "family", "floor", "property"].map(str::to_owned)];
            rows.extend(lines.map(|line| line.cells()));
            output.bytes(columns(&rows).as_bytes())?;
        }
        Ok(Status::Fine)
    }
}
