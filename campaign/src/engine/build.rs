//! Builds the worker program with cargo.

use std::{
    env, fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use irsmith_fuzz::content_hash;
use serde::Deserialize;

use super::{
    Engine, WorkerProgram,
    wrapper::{ROLE_VARIABLE, flags},
};
use crate::CampaignError;

/// The binary of the fuzz crate that works.
const WORKER: &str = "irsmith-worker";

/// The workspace of irsmith: around the current folder, or where this program was compiled.
///
/// # Errors
///
/// [`CampaignError::NoWorkspace`] when it is at neither place.
pub fn find_workspace() -> Result<PathBuf, CampaignError> {
    let compiled = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let current = env::current_dir().unwrap_or_default();
    let mut candidates = current.ancestors().chain([compiled]);
    let found = candidates.find(|folder| is_workspace(folder));
    found.map(Path::to_owned).ok_or_else(|| CampaignError::NoWorkspace(compiled.to_owned()))
}

fn is_workspace(folder: &Path) -> bool {
    let manifest = fs::read_to_string(folder.join("fuzz/Cargo.toml"));
    manifest.is_ok_and(|text| text.contains("name = \"irsmith-fuzz\""))
}

/// Builds the worker of `engine` from the sources in `workspace`; cargo's progress and messages
/// go to standard error.
///
/// # Errors
///
/// When cargo does not start or does not succeed.
pub fn build_worker(engine: Engine, workspace: &Path) -> Result<WorkerProgram, CampaignError> {
    let mut cargo = cargo(workspace, "build");
    cargo.args(["--package", "irsmith-fuzz", "--bin", WORKER, "--profile", "fuzz"]);
    cargo.arg("--message-format=json-render-diagnostics");
    if cfg!(feature = "cranelift") {
        cargo.args(["--features", "cranelift"]);
    }
    if engine == Engine::BuiltIn {
        cargo.env("RUSTC_WORKSPACE_WRAPPER", wrapper(workspace)?).env(ROLE_VARIABLE, "1");
    }
    let path = executable(&run(cargo)?).ok_or(CampaignError::Build)?;
    Ok(WorkerProgram { path, arguments: Vec::new(), engine })
}

fn cargo(workspace: &Path, verb: &str) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.arg(verb).arg("--manifest-path").arg(workspace.join("Cargo.toml"));
    cargo.stdin(Stdio::null()).stderr(Stdio::inherit());
    cargo
}

/// Standard output of a cargo command that must succeed.
fn run(mut command: Command) -> Result<Vec<u8>, CampaignError> {
    let output = command.output().map_err(|source| CampaignError::Start { program: command.get_program().into(), source })?;
    if output.status.success() { Ok(output.stdout) } else { Err(CampaignError::Build) }
}

/// A path to this program that is peculiar to the flags it adds.
///
/// cargo tells the artefacts of different wrappers apart by the wrapper's path, and does not see
/// the flags. A link named after the flags makes it see them: no stale objects after a change,
/// while the dependencies and libFuzzer are built once.
fn wrapper(workspace: &Path) -> Result<PathBuf, CampaignError> {
    #[derive(Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let mut metadata = cargo(workspace, "metadata");
    metadata.args(["--no-deps", "--format-version", "1"]);
    let metadata: Metadata = serde_json::from_slice(&run(metadata)?).map_err(|_| CampaignError::Build)?;
    let flags = content_hash(flags().join("\n").as_bytes());
    let folder = metadata.target_directory.join("irsmith-wrapper").join(format!("{flags:016x}"));
    let link = folder.join("rustc-with-coverage");
    let program = env::current_exe().map_err(CampaignError::file("cannot find", "this program"))?;
    point(&folder, &link, &program).map_err(CampaignError::file("cannot make the link", &link))?;
    Ok(link)
}

/// Makes `link` in `folder` point to `program`, as it does already after the first time.
fn point(folder: &Path, link: &Path, program: &Path) -> io::Result<()> {
    if fs::read_link(link).is_ok_and(|points_to| points_to == program) {
        return Ok(());
    }
    fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{}", std::process::id()));
    symlink(program, &draft)?;
    fs::rename(draft, link)
}

/// The worker among cargo's messages.
fn executable(messages: &[u8]) -> Option<PathBuf> {
    #[derive(Deserialize)]
    struct Message {
        #[serde(default)]
        target: Option<Built>,
        #[serde(default)]
        executable: Option<PathBuf>,
    }
    #[derive(Deserialize)]
    struct Built {
        name: String,
    }
    messages
        .split(|byte| *byte == b'\n')
        .filter_map(|line| serde_json::from_slice::<Message>(line).ok())
        .filter(|message| message.target.as_ref().is_some_and(|built| built.name == WORKER))
        .find_map(|message| message.executable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_executable_is_found_among_the_messages() {
        let messages = br#"{"reason":"compiler-artifact","target":{"name":"irsmith_fuzz"},"executable":null}
{"reason":"compiler-artifact","target":{"name":"irsmith-worker"},"executable":"/t/fuzz/irsmith-worker"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages), Some("/t/fuzz/irsmith-worker".into()));
        assert_eq!(executable(b"{}\nnoise"), None);
    }

    #[test]
    fn a_link_follows_the_program() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("x/link");
        for program in ["/a", "/b", "/b"] {
            point(&folder.path().join("x"), &link, Path::new(program)).unwrap();
            assert_eq!(fs::read_link(&link).unwrap(), Path::new(program));
        }
    }
}
