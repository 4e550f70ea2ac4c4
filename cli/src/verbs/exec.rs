//! `irsmith exec`: runs a program.

use std::path::PathBuf;

use clap::Args;

use crate::{Error, Output, Status, formats::CaseFile, limits::Limits};

/// Run a PNaCl program, or a function of it or of a Machine IR file, on the reference interpreter.
///
/// Without --function the whole program runs: it starts at _start with a small part of the NaCl runtime: arguments, standard input, output
/// and error, memory and a clock that advances each time the program reads it. The first argument of the program is FILE as given here.
/// There are no threads: if a program fails and has asked for unavailable interfaces, irsmith names them. With --function one function
/// runs, and its result is printed with its type. What the manual leaves undefined has a fixed meaning; the first such event is reported on
/// standard error. A file of Machine IR has functions only; --function may be left out if there is one. Its arguments are the physical
/// registers that the function copies in its first block.
#[derive(Debug, Args)]
#[command(after_help = "\
Arguments of a function have the types of its parameters: integers are decimal, signed or not, or 0x and hexadecimal; floats are
decimal, inf, nan, or 0x and their bits; vectors are <1,2,3,4>. Arguments of a program are texts. Registers of Machine IR hold numbers:
floats are given by their bits.

Examples:
  irsmith exec program.pexe -- 1000
  irsmith exec --env LANG=C --env DEBUG=1 program.pexe
  irsmith exec program.pexe --function @f3 --args 0x10 -2.5 '<1,2,3,4>'
  irsmith exec --trace --fuel 1000 --function @f1 program.pexe
  irsmith exec gcd.mir --function gcd --args 12 18

Exit status: 0 the function returned, or the program ended with status 0, and nothing undefined happened; 1 it trapped, did what is
undefined, ran out of fuel, or ended with another status; 2 the module is not valid or cannot be read, or there is no such function.")]
pub(crate) struct Exec {
    /// The file; - for standard input.
    pub(crate) file: PathBuf,
    /// The function to run: @f and its number, or its name in the file.
    #[arg(long, value_name = "FUNCTION")]
    pub(crate) function: Option<String>,
    /// Arguments of the function or of the program; they may also follow at the end, after --.
    #[arg(long = "args", value_name = "VALUE", num_args = 0.., allow_negative_numbers = true)]
    pub(crate) arguments: Vec<String>,
    /// More arguments.
    #[arg(last = true, value_name = "VALUE")]
    pub(crate) rest: Vec<String>,
    /// An entry of the program's environment, which is otherwise empty; may be repeated.
    #[arg(long = "env", value_name = "NAME=VALUE", value_parser = environment_entry, conflicts_with = "function")]
    pub(crate) environment: Vec<String>,
    /// Print every executed instruction with its result on standard error.
    #[arg(long)]
    pub(crate) trace: bool,
    /// Stop at the first undefined event.
    #[arg(long)]
    pub(crate) strict: bool,
    /// Print one JSON object with the whole outcome, including the program's output.
    #[arg(long)]
    pub(crate) json: bool,
    /// Limit of entered basic blocks; 2^32 by default.
    #[arg(long, value_name = "BLOCKS")]
    pub(crate) fuel: Option<u64>,
    /// Limit of the call depth; 10000 by default.
    #[arg(long, value_name = "FUNCTIONS")]
    pub(crate) depth: Option<u32>,
    /// Bytes of stack; by default 1 MiB, and 256 KiB for Machine IR.
    #[arg(long, value_name = "BYTES")]
    pub(crate) stack: Option<u32>,
    /// Bytes of heap; by default 16 MiB for programs and none for functions.
    #[arg(long, value_name = "BYTES")]
    pub(crate) heap: Option<u32>,
    #[command(flatten)]
    limits: Limits,
}

/// An entry of an environment: the text before the first equals sign is the name.
fn environment_entry(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        _ => Err("expected NAME=VALUE".to_owned()),
    }
}

impl Exec {
    pub(crate) fn run(self, output: &mut Output) -> Result<Status, Error> {
        let file = CaseFile::read(&self.file, &self.limits)?;
        file.commands.exec(&self, &file, output)
    }

    /// Returns all arguments, in order.
    pub(crate) fn all_arguments(&self) -> Vec<&str> {
        self.arguments.iter().chain(&self.rest).map(String::as_str).collect()
    }
}
