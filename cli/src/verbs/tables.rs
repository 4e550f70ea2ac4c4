//! `irsmith tables`: prints the tables of the documentation.

use clap::Args;
use irsmith_fuzz::tables::{TABLES, table};

use crate::{Error, Output, Status, columns::columns};

/// Print a table of the documentation in Markdown.
///
/// Tables are made from the registries of this program, so they describe exactly what it supports. Without a name, lists the tables.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith tables
  irsmith tables pnacl-instructions

Exit status: 0 the table was printed; 2 there is none of this name.")]
pub(crate) struct Tables {
    /// The table.
    name: Option<String>,
}

impl Tables {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let text = match self.name {
            Some(name) => (table(&name).ok_or(Error::UnknownTable(name))?.render)(),
            None => {
                let mut rows = vec![["table", "what it shows"].map(str::to_owned)];
                rows.extend(TABLES.iter().map(|table| [table.name.into(), table.about.into()]));
                columns(&rows)
            }
        };
        output.bytes(text.as_bytes())?;
        Ok(Status::Fine)
    }
}
