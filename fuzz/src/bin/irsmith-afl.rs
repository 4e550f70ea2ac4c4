//! The AFL++ front end of every target: its first argument names the target.
//!
//! `cargo afl build --no-default-features --features afl --bin irsmith-afl`, then `cargo afl fuzz -i SEEDS -o OUT -- irsmith-afl TARGET`. A
//! build without AFL++ replays the files named after the target.
//!
//! AFL++ would also run on seeds that no oracle can check. So this program checks the seeds before it begins, and exits with status 2 if
//! nothing would be checked; afl-fuzz then ends with status 1.

use std::{env, process::ExitCode};

use irsmith_fuzz::{TARGETS, Target, target};

fn main() -> ExitCode {
    let mut arguments = env::args().skip(1);
    match arguments.next().as_deref().and_then(target) {
        Some(target) => drive(target, arguments),
        None => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("usage: irsmith-afl TARGET [FILE...]\ntargets: {}", names.join(" "));
            ExitCode::from(2)
        }
    }
}

#[cfg(all(fuzzing, feature = "afl"))]
fn drive(target: &'static Target, _: impl Iterator<Item = String>) -> ExitCode {
    if let Err(error) = irsmith_fuzz::Unchecked::look_for(target, seeds()) {
        print_error(&format!("irsmith: {}: {error}", target.name));
        return ExitCode::from(2);
    }
    afl::fuzz!(|bytes: &[u8]| irsmith_fuzz::expect_pass(target, bytes));
    ExitCode::SUCCESS
}

/// Reads the cases that afl-fuzz has copied from its folder of seeds. afl-fuzz passes its output folder to the programs that it starts in
/// the environment, and fills the queue before it starts them. Without afl-fuzz there are no cases.
#[cfg(all(fuzzing, feature = "afl"))]
fn seeds() -> impl Iterator<Item = Vec<u8>> {
    let folder = env::var_os("__AFL_OUT_DIR").map(std::path::PathBuf::from);
    folder.into_iter().flat_map(|folder| irsmith_fuzz::unchecked::files(&folder.join("queue")))
}

/// Writes a line to the standard error of afl-fuzz, which has closed the standard error of this program.
#[cfg(all(fuzzing, feature = "afl"))]
fn print_error(line: &str) {
    use std::{fs::OpenOptions, io::Write, os::unix::process::parent_id};
    eprintln!("{line}");
    if let Ok(mut output) = OpenOptions::new().append(true).open(format!("/proc/{}/fd/2", parent_id())) {
        // If the line cannot be written, only the exit status reports the error.
        let _ = writeln!(output, "{line}");
    }
}

#[cfg(not(all(fuzzing, feature = "afl")))]
fn drive(target: &'static Target, files: impl Iterator<Item = String>) -> ExitCode {
    irsmith_fuzz::replay_arguments(target, files.map(Into::into))
}
