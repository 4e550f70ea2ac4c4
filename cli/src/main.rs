//! The `irsmith` command.
//!
//! `verbs` has a file for each verb, `formats` the commands of each format; the other modules are shared by the verbs. Results go to
//! standard output, progress and errors to standard error, one line each.
//!
//! Exit status: 0 nothing wrong, 1 a failure, a violation or a disagreement, 2 wrong usage or unreadable input; nothing else.

mod columns;
mod error;
mod formats;
mod input;
mod limits;
mod output;
mod programs;
mod status;
mod usage;
mod verbs;
mod verdict_line;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use irsmith_fuzz::{
    TARGETS, catch_panic,
    worker::{NotingAllocator, act_as_checker, act_as_worker, drive_at_random},
};
use irsmith_oracles::external::end_own_programs;

use error::Error;
use output::{Output, print_error};
use status::Status;

/// Reports to the minimizer or the supervisor when a case ran out of memory; see [`act_as_checker`] and [`act_as_worker`].
#[global_allocator]
static ALLOCATOR: NotingAllocator = NotingAllocator;

/// Fuzzing and differential testing for PNaCl bitcode, SPIR-V DebugInfo and LLVM MIR.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "\
Exit status: 0 nothing wrong; 1 a failure, a violation or a disagreement; 2 wrong usage or unreadable input."
)]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Debug, Subcommand)]
enum Verb {
    Fuzz(verbs::Fuzz),
    Minimize(verbs::Minimize),
    Run(verbs::Run),
    Replay(verbs::Replay),
    Findings(verbs::Findings),
    Report(verbs::Report),
    Ledger(verbs::LedgerVerb),
    Generate(verbs::Generate),
    Show(verbs::Show),
    Assemble(verbs::Assemble),
    Convert(verbs::Convert),
    Lower(verbs::Lower),
    Validate(verbs::Validate),
    Exec(verbs::Exec),
    Targets(verbs::Targets),
    Oracles(verbs::Oracles),
    Implementations(verbs::Implementations),
    Calibrate(verbs::Calibrate),
    Tables(verbs::Tables),
}

impl Verb {
    fn run(self, output: &mut Output) -> Result<ExitCode, Error> {
        let status = match self {
            Self::Fuzz(fuzz) => return fuzz.run(),
            Self::Minimize(minimize) => minimize.run(output),
            Self::Run(run) => run.run(output),
            Self::Replay(replay) => replay.run(output),
            Self::Findings(findings) => findings.run(output),
            Self::Report(report) => report.run(output),
            Self::Ledger(ledger) => ledger.run(output),
            Self::Generate(generate) => generate.run(output),
            Self::Show(show) => show.run(output),
            Self::Assemble(assemble) => assemble.run(output),
            Self::Convert(convert) => convert.run(output),
            Self::Lower(lower) => lower.run(output),
            Self::Validate(validate) => validate.run(output),
            Self::Exec(exec) => exec.run(output),
            Self::Targets(targets) => targets.run(output),
            Self::Oracles(oracles) => oracles.run(output),
            Self::Implementations(implementations) => implementations.run(output),
            Self::Calibrate(calibrate) => calibrate.run(output),
            Self::Tables(tables) => tables.run(output),
        }?;
        output.flush()?;
        Ok(status.into())
    }
}

fn main() -> ExitCode {
    if let Some(status) = irsmith_campaign::act_as_rustc_wrapper() {
        return status;
    }
    if let Some(status) = act_as_checker(TARGETS).or_else(|| act_as_worker(TARGETS, drive_at_random)) {
        return status;
    }
    let verb = match usage::parse::<Arguments>() {
        Ok(arguments) => arguments.verb,
        Err(status) => return status,
    };
    let runs_programs = matches!(
        verb,
        Verb::Run(_)
            | Verb::Replay(_)
            | Verb::Targets(_)
            | Verb::Oracles(_)
            | Verb::Ledger(_)
            | Verb::Implementations(_)
            | Verb::Calibrate(_)
            | Verb::Findings(_)
    );
    if runs_programs {
        end_programs_on_signals();
    }
    // A panic would end the process with an undocumented exit status.
    match catch_panic(|| verb.run(&mut Output::stdout())) {
        Ok(Ok(status)) => status,
        Ok(Err(error)) => failed(&error),
        Err(panic) => failed(&format_args!("internal error at {}: {}", panic.place, panic.message)),
    }
}

/// The exit status of a process that Ctrl-C ends, as in shells.
const INTERRUPTED: i32 = 130;

/// Ends the programs that this process runs when a signal ends it. Campaigns and the minimizer have their own handlers.
fn end_programs_on_signals() {
    // Without a handler the programs end at their time limit, or when irsmith starts next.
    let _ = ctrlc::set_handler(|| {
        end_own_programs();
        std::process::exit(INTERRUPTED);
    });
}

fn failed(cause: &dyn std::fmt::Display) -> ExitCode {
    print_error(cause);
    Status::Unreadable.into()
}
