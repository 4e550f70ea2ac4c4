//! `irsmith convert`: a file in another dialect of its format.

use std::path::PathBuf;

use clap::Args;

use crate::{Error, Output, Status, formats::CaseFile, limits::Limits};

/// Convert a file to another dialect of its format.
///
/// SPIR-V modules: the debug instructions of every set become those of the dialect; the other instructions stay. Machine IR: the file is
/// written as the release of LLVM prints it. What the dialect cannot express is reported on standard error, a line for each loss; the file
/// is written all the same.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith convert module.spv --to OpenCL.DebugInfo.100 -o opencl.spv
  irsmith convert function.mir --to llvm-16 | llc-16 -x mir -run-pass=none -

Exit status: 0 nothing was lost; 1 something was; 2 the file cannot be read, or the format has no such dialect.")]
pub(crate) struct Convert {
    /// The file; - for standard input.
    file: PathBuf,
    /// The dialect: DebugInfo, OpenCL.DebugInfo.100 or SPIRV.debug of SPIR-V; llvm-14 to llvm-23 of Machine IR, or the dialect file of a
    /// program (irsmith calibrate). PNaCl has one dialect.
    #[arg(long, value_name = "DIALECT")]
    to: String,
    /// The file to write; - for standard output, which is also the default.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: Limits,
}

impl Convert {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let file = CaseFile::read(&self.file, &self.limits)?;
        let translated = file.commands.convert(&file, &self.to)?;
        translated.lost.iter().try_for_each(|lost| output.print_error(format_args!("{}: lost: {lost}", self.file.display())))?;
        output.binary(self.output.as_deref(), &translated.bytes)?;
        Ok(if translated.lost.is_empty() { Status::Fine } else { Status::Wrong })
    }
}
