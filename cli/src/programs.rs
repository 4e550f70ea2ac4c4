//! `--implementation` and `--config`: programs of the user.

use std::path::PathBuf;

use clap::Args;
use irsmith_oracles::{
    external::{Configuration, check_named, configure},
    ledger::check_further,
    mir::check_dialect_files,
};

use crate::Error;

/// The options of every verb that runs or lists implementations.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct Programs {
    /// Test a program of yours, such as mine=/opt/llvm/bin/llc, beside those that take part by default.
    ///
    /// A known NAME gets another command; a known NAME alone takes part though it does not by default (llc-22). For a new NAME the file
    /// name of the command tells its family, or NAME:FAMILY=COMMAND does. Programs of LLVM tell their release, or NAME@llvm-22=COMMAND
    /// does; NAME@FILE=COMMAND names the dialect file of an llc (irsmith calibrate). May be given more than once.
    #[arg(long = "implementation", value_name = "NAME[:FAMILY][@DIALECT]=COMMAND")]
    implementations: Vec<String>,
    /// Read further implementations and the names of further ledgers from this file; by default from irsmith.toml in the current folder, if there is one.
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Report failures that a ledger lists too.
    #[arg(long)]
    no_ledger: bool,
}

impl Programs {
    /// Returns the same options with all ledgers off.
    pub(crate) fn without_ledger(&self) -> Self {
        Self { no_ledger: true, ..self.clone() }
    }

    /// Makes the registry of implementations of this process.
    ///
    /// # Errors
    /// When the file, a ledger, a dialect file or an option is wrong, or a program that they name is not there, does not start, or does not tell its version.
    pub(crate) fn configure(&self) -> Result<(), Error> {
        self.configure_without_dialects()?;
        Ok(check_dialect_files()?)
    }

    /// As [`Self::configure`], without a look at the dialect files of programs, which may be of yesterday's program.
    ///
    /// # Errors
    /// As [`Self::configure`].
    pub(crate) fn configure_without_dialects(&self) -> Result<(), Error> {
        configure(Configuration::of_command(self.config.as_deref(), &self.implementations, self.no_ledger)?)?;
        check_further()?;
        Ok(check_named()?)
    }
}
