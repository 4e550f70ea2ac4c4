//! `irsmith show`: prints a file as text.

use std::path::PathBuf;

use clap::Args;

use crate::{
    Error, Output, Status,
    formats::{CaseFile, View},
    limits::Limits,
};

/// Show a file as text.
///
/// Prints a listing: for PNaCl the three columns of the reference disassembler, bit address, record and assembly; Machine IR is text
/// already. Files are shown whether or not they are valid, if their records can be read.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith show program.pexe
  irsmith show --asm program.pexe > program.pnaclasm
  irsmith generate pnacl | irsmith show -

Exit status: 0 the text was printed; 2 the file cannot be read.")]
pub(crate) struct Show {
    /// The file; - for standard input.
    file: PathBuf,
    /// Print records as numbers, one per line: code, then operands; for Machine IR, print blocks and instructions with their places.
    #[arg(long, conflicts_with = "asm")]
    records: bool,
    /// Print only the assembly, which `irsmith assemble` turns back into the same records and abbreviations: the same file, unless its
    /// writer chose longer numbers than needed, or states wrong lengths of blocks.
    #[arg(long)]
    asm: bool,
    #[command(flatten)]
    limits: Limits,
}

impl Show {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let file = CaseFile::read(&self.file, &self.limits)?;
        let view = match (self.records, self.asm) {
            (true, _) => View::Records,
            (_, true) => View::Assembly,
            _ => View::Listing,
        };
        let mut text = output.text();
        file.commands.show(&file, view, &mut text)?;
        text.finish()?;
        Ok(Status::Fine)
    }
}
