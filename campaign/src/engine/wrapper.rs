//! This program in the role of cargo's `RUSTC_WORKSPACE_WRAPPER`.
//!
//! cargo calls the wrapper in place of rustc for the crates of the workspace and for no others, so that the code under test is instrumented
//! and the engine itself is not.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    os::unix::{fs::symlink, process::CommandExt},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
};

use irsmith_fuzz::{content_hash, note};

use super::Engine;
use crate::CampaignError;

/// Set to the name of the engine only for the wrapper's own process, so that no other process takes that role.
pub(super) const ROLE_VARIABLE: &str = "IRSMITH_RUSTC_WRAPPER";

/// More rustc flags for the crates of the workspace, separated by blanks.
///
/// For experiments such as the planted faults: `--cfg irsmith_fault="name"` rebuilds our crates
/// and leaves everything else as it is.
pub(super) const FLAGS_VARIABLE: &str = "IRSMITH_RUSTC_FLAGS";

/// Flags of the fuzzed code in addition to the flags of its profile. rustc uses the last of equal options, and cargo's options come first.
const CHECKS: [&str; 2] = ["-Cdebug-assertions=on", "-Coverflow-checks=on"];

/// SanitizerCoverage as libFuzzer needs it. The names after `-Cllvm-args` are LLVM's own and may change with the compiler; the check of the
/// counters would detect that.
///
/// Comparisons are not traced: the values of a bit stream are not at byte boundaries, so libFuzzer cannot insert the values that it learns
/// from comparisons, and the tracing took two thirds of the time for the same coverage.
const COVERAGE: [&str; 7] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=3",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Ccodegen-units=1",
    "--cfg",
    "fuzzing",
];

/// Returns every flag that the wrapper adds.
pub(super) fn flags(engine: Engine) -> Vec<String> {
    let coverage: &[&str] = if engine == Engine::BuiltIn { &COVERAGE } else { &[] };
    let more = env::var(FLAGS_VARIABLE).unwrap_or_default();
    CHECKS.iter().chain(coverage).copied().chain(more.split_whitespace()).map(str::to_owned).collect()
}

/// Returns a path to this program that depends on the flags it adds, in cargo's target folder.
///
/// cargo distinguishes the artefacts of different wrappers by the wrapper's path, and does not see the flags. A link named after the flags
/// makes cargo see them: there are no stale objects after a change, and the dependencies and libFuzzer are built once.
pub(super) fn link(engine: Engine, target: &Path) -> Result<PathBuf, CampaignError> {
    let flags = content_hash(flags(engine).join("\n").as_bytes());
    let folder = target.join("irsmith-wrapper").join(format!("{flags:016x}"));
    let link = folder.join("rustc-with-coverage");
    let program = env::current_exe().map_err(CampaignError::file("cannot find", "this program"))?;
    point(&folder, &link, &program).map_err(CampaignError::file("cannot make the link", &link))?;
    Ok(link)
}

/// Makes `link` in `folder` point to `program`, unless it already does.
fn point(folder: &Path, link: &Path, program: &Path) -> io::Result<()> {
    if fs::read_link(link).is_ok_and(|points_to| points_to == program) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{}", std::process::id()));
    symlink(program, &draft)?;
    fs::rename(draft, link)
}

/// If cargo has called this program as the wrapper, replaces the process with rustc; otherwise returns `None`.
///
/// Must be called before anything else in `main`. Returns a status only if rustc does not start.
pub fn act_as_rustc_wrapper() -> Option<ExitCode> {
    let engine = env::var(ROLE_VARIABLE).ok()?.parse::<Engine>().ok()?;
    let mut arguments = env::args_os().skip(1);
    let rustc = arguments.next()?;
    let arguments: Vec<OsString> = arguments.collect();
    let mut command = Command::new(&rustc);
    command.args(&arguments);
    if !runs_on_the_host(&arguments) {
        command.args(flags(engine));
    }
    let error = command.exec();
    note(format_args!("irsmith: cannot start {}: {error}", rustc.display()));
    Some(ExitCode::from(2))
}

/// Returns whether the crate runs inside cargo or rustc, as build scripts and procedural macros do; no engine is linked there.
///
/// cargo also asks rustc for the configuration, naming every crate type; that answer must contain `fuzzing`, because the dependency on
/// libFuzzer depends on it.
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

    #[test]
    fn a_link_follows_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("x/link");
        for program in ["/a", "/b", "/b"] {
            point(&folder.path().join("x"), &link, Path::new(program)).unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), Path::new(program));
        }
    }

    #[test]
    fn every_engine_keeps_the_checks_and_one_is_instrumented() {
        let (built_in, random) = (flags(Engine::BuiltIn), flags(Engine::Random));
        assert!(CHECKS.iter().all(|check| built_in.iter().any(|flag| flag == check) && random.iter().any(|flag| flag == check)));
        assert!(built_in.contains(&"-Cpasses=sancov-module".to_owned()) && !random.iter().any(|flag| flag == "fuzzing"));
    }

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
