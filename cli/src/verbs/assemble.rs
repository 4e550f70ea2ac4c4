//! `irsmith assemble`: text to file.

use std::path::PathBuf;

use clap::Args;
use irsmith_pnacl::text;

use crate::{Error, Output, Status, input};

/// Turn assembly into a file.
///
/// Reads PNaClAsm as `irsmith show --asm` prints it and as the manual of PNaCl spells it. Assembling what was shown gives the same bytes
/// for every file of a canonical writer. Nothing is written when the text has an error.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith assemble program.pnaclasm -o program.pexe
  irsmith show --asm program.pexe | irsmith assemble - | cmp - program.pexe

Exit status: 0 the file was written; 2 the text has an error, told as FILE:LINE:COLUMN, or a file cannot be read or written.")]
pub(crate) struct Assemble {
    /// The text; - for standard input.
    file: PathBuf,
    /// The file to write; - for standard output, which is meant too when nothing is named.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
}

impl Assemble {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let text = input::read_text(&self.file)?;
        let bytes = text::assemble(&text).map_err(|source| Error::Text { path: self.file, source })?;
        output.binary(self.output.as_deref(), &bytes)?;
        Ok(Status::Fine)
    }
}
