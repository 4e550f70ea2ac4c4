//! This program in the role of cargo's `RUSTC_WORKSPACE_WRAPPER`.
//!
//! cargo calls the wrapper in place of rustc for the crates of the workspace and for no others, so
//! that the code under test is instrumented and the engine itself is not.

use std::{
    env,
    ffi::{OsStr, OsString},
    os::unix::process::CommandExt,
    process::{Command, ExitCode},
};

/// Set to 1 for the wrapper's own process, so that nothing else takes that role.
pub(super) const ROLE_VARIABLE: &str = "IRSMITH_RUSTC_WRAPPER";

/// More rustc flags for the crates of the workspace, separated by blanks.
///
/// For experiments such as the planted faults: `--cfg irsmith_fault="name"` rebuilds our crates
/// and leaves everything else as it is.
pub(super) const FLAGS_VARIABLE: &str = "IRSMITH_RUSTC_FLAGS";

/// SanitizerCoverage as libFuzzer wants it. The names after `-Cllvm-args` are LLVM's own and may
/// change with the compiler, which the check of the counters would show.
///
/// Comparisons are not traced: the values of a bit stream are not at byte boundaries, so libFuzzer
/// cannot put back what it learns from them, and the tracing took two thirds of the time for the
/// same coverage.
const COVERAGE: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Ccodegen-units=1",
    "--cfg",
    "fuzzing",
];

/// Every flag the wrapper adds.
pub(super) fn flags() -> Vec<String> {
    let more = env::var(FLAGS_VARIABLE).unwrap_or_default();
    COVERAGE.iter().copied().chain(more.split_whitespace()).map(str::to_owned).collect()
}

/// When cargo has called this program as the wrapper, becomes rustc; otherwise returns `None`.
///
/// To be called before anything else in `main`. Returns a status only when rustc does not start.
pub fn act_as_rustc_wrapper() -> Option<ExitCode> {
    env::var_os(ROLE_VARIABLE)?;
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<OsString> = arguments.collect();
    let mut command = Command::new(&rustc);
    command.args(&arguments);
    if !runs_on_the_host(&arguments) {
        command.args(flags());
    }
    let error = command.exec();
    eprintln!("irsmith: cannot start {}: {error}", rustc.display());
    Some(ExitCode::from(2))
}

/// Build scripts and procedural macros run inside cargo and rustc, where no engine is linked.
///
/// cargo also asks rustc for the configuration, naming every crate type; that answer must say
/// `fuzzing`, since the dependency on libFuzzer hangs on it.
fn runs_on_the_host(arguments: &[OsString]) -> bool {
    if arguments.iter().any(|argument| argument.as_encoded_bytes().starts_with(b"--print")) {
        return false;
    }
    arguments.windows(2).any(|pair| {
        let value = |text: &str| pair[1] == OsStr::new(text);
        (pair[0] == "--crate-type" && value("proc-macro")) || (pair[0] == "--crate-name" && value("build_script_build"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arguments(text: &str) -> Vec<OsString> {
        text.split(' ').map(Into::into).collect()
    }

    #[test]
    fn code_that_cargo_runs_is_not_instrumented() {
        assert!(runs_on_the_host(&arguments("--crate-name build_script_build --crate-type bin x.rs")));
        assert!(runs_on_the_host(&arguments("--crate-name m --crate-type proc-macro x.rs")));
        assert!(!runs_on_the_host(&arguments("--crate-name irsmith_pnacl --crate-type lib x.rs")));
        assert!(!runs_on_the_host(&arguments("- --crate-name ___ --print=file-names --crate-type proc-macro --print=cfg")));
    }
}
