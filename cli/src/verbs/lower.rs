//! `irsmith lower`: a PNaCl module as Machine IR.

use std::path::PathBuf;

use clap::Args;
use irsmith_mir::tables::Version;
use irsmith_oracles::mir::execution::{Codegen, Processor};

use crate::{Error, Output, Status, formats::CaseFile, limits::Limits};

/// Lower a PNaCl module to generic Machine IR.
///
/// Every function of the module becomes a machine function of G_* instructions, which `llc -global-isel -start-before=legalizer` compiles;
/// before LLVM 15 llc needs -opaque-pointers too. The functions are named f0, f1 and so on, in the order of the module, and comments tell
/// the module's own names. What the manual of PNaCl leaves undefined has the same meaning as in `irsmith exec`, so the code checks every
/// access, divisor, shift, conversion and indirect call.
///
/// The variables of the file: `memory` is the program's memory from address 0x10000 on, with its globals; `fuel` counts the blocks that may
/// still be entered, `depth` the active functions; `trapped` is 0, or says after a return that the function trapped: the reason in the upper
/// 8 bits, then the function in 24 and the instruction in 32. Scalars are passed by the processor's convention; vectors, and scalars for
/// which it has no register left, in `arguments`. memmove and memset are those of C. Functions of the runtime, which programs call by
/// address, do not exist: calls of them trap. Modules that call setjmp or longjmp are refused.
///
/// With --executable the file contains the runtime too, and all that a program for Linux needs: llc makes an object of it, and a linker an
/// executable without a C library. Its arguments are fixed: the file's name as given here, and those at the end, after --. The program has no
/// input and no environment; what it writes, up to 1 MiB for each output, appears when it ends. Its status is the program's, or 125 if the
/// program trapped or ran out of fuel.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  irsmith lower program.pexe -o program.mir
  irsmith lower program.pexe --target aarch64 -o program.mir
  llc -global-isel -start-before=legalizer -filetype=obj program.mir -o program.o
  irsmith lower program.pexe --executable -o program.mir -- 1000
  llc -global-isel -start-before=legalizer -relocation-model=static -filetype=obj program.mir -o program.o
  ld program.o -o program && ./program

Exit status: 0 the file was written; 2 the module is not valid, cannot be read or cannot be lowered.")]
pub(crate) struct Lower {
    /// The file; - for standard input.
    file: PathBuf,
    /// The file to write; - for standard output, which is also the default.
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// The processor: x86_64 or aarch64. Code for AArch64 has operations of vectors, counts of bits, atomic operations and others that
    /// LLVM's GlobalISel does not have for X86-64, where they are expanded.
    #[arg(long, value_name = "NAME", default_value = "x86_64", value_parser = processor)]
    target: Processor,
    /// The release of LLVM that must compile the file: llvm-14 to llvm-23.
    #[arg(long, value_name = "NAME", default_value = "llvm-19")]
    dialect: String,
    /// The first value of `fuel`.
    #[arg(long, value_name = "BLOCKS", default_value_t = 1 << 32)]
    pub(crate) fuel: u64,
    /// The number of functions that may be active at once.
    #[arg(long, value_name = "FUNCTIONS", default_value_t = 10_000)]
    pub(crate) depth: u32,
    /// Bytes of stack; 1 MiB by default.
    #[arg(long, value_name = "BYTES", default_value_t = 1 << 20)]
    pub(crate) stack: u32,
    /// Bytes of heap; by default 16 MiB with --executable, and none without.
    #[arg(long, value_name = "BYTES")]
    pub(crate) heap: Option<u32>,
    /// Write a whole program for Linux.
    #[arg(long)]
    pub(crate) executable: bool,
    /// Arguments of the program.
    #[arg(last = true, value_name = "VALUE", requires = "executable")]
    pub(crate) arguments: Vec<String>,
    #[command(flatten)]
    limits: Limits,
}

fn processor(name: &str) -> Result<Processor, String> {
    let names = || Processor::ALL.map(Processor::name).join(", ");
    Processor::ALL.into_iter().find(|processor| processor.name() == name).ok_or_else(|| format!("there is {}", names()))
}

impl Lower {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let file = CaseFile::read(&self.file, &self.limits)?;
        let text = file.commands.lower(&self, &file)?;
        output.binary(self.output.as_deref(), text.as_bytes())?;
        Ok(Status::Fine)
    }

    /// Returns for what the file is to be written.
    pub(crate) fn codegen(&self) -> Result<Codegen, Error> {
        let (oldest, newest) = (Version::OLDEST.0, Version::NEWEST.0);
        let number = self.dialect.strip_prefix("llvm-").and_then(|number| number.parse().ok());
        let release = number
            .filter(|number| (oldest..=newest).contains(number))
            .ok_or_else(|| Error::NoDialect { name: self.dialect.clone(), cause: format!("there is llvm-{oldest} to llvm-{newest}") })?;
        Ok(Codegen { processor: self.target, release: Version(release) })
    }
}
