//! The `irsmith` command.
//!
//! Exit status: 0 nothing wrong, 1 a failure or a disagreement, 2 wrong usage or unreadable input.

mod verbs;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Fuzzing and differential testing for PNaCl bitcode, SPIR-V DebugInfo and LLVM MIR.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Fuzz(verbs::Fuzz),
}

fn main() -> ExitCode {
    if let Some(status) = irsmith_campaign::act_as_rustc_wrapper() {
        return status;
    }
    let outcome = match Arguments::parse().verb {
        Verb::Fuzz(fuzz) => fuzz.run(),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("irsmith: {error}");
        ExitCode::from(2)
    })
}
