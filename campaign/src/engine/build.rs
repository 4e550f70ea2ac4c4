//! Builds the worker program with cargo.
//!
//! If this program is in cargo's target folder, as with `cargo run`, the worker is built there too, and both share their dependencies. An
//! installed program builds the worker in the user's cache, once for each state of the sources.

use std::{
    env, fs,
    io::Read,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::Duration,
};

use irsmith_fuzz::{content_hash, note};
use nix::{
    sys::signal::{Signal, killpg},
    unistd::Pid,
};
use serde::Deserialize;

use super::{
    Engine, WorkerProgram, sources,
    wrapper::{ROLE_VARIABLE, flags, link},
};
use crate::CampaignError;

/// The worker binary of the fuzz crate.
const WORKER: &str = "irsmith-worker";

/// The cargo profile of the command's own build, so that dependencies are built once; the wrapper adds the flags that workers need.
const PROFILE: &str = "release";

/// Time between two checks whether cargo has ended.
const LOOK: Duration = Duration::from_millis(20);

/// Returns the worker of `engine`, built from `sources` if needed; cargo's progress and messages go to standard error. Setting `stop` ends
/// the build. If there is no worker yet, `meanwhile` runs beside the build; its flag is set when the build has ended.
///
/// # Errors
///
/// When something is missing, cargo fails, or the build was stopped.
pub fn build_worker(
    engine: Engine,
    sources: &Path,
    stop: &AtomicBool,
    meanwhile: impl FnOnce(&AtomicBool) + Send,
) -> Result<WorkerProgram, CampaignError> {
    let program = env::current_exe().map_err(CampaignError::file("cannot find", "this program"))?;
    let path = match target_folder(&program) {
        Some(target) => {
            let kept = target.join("irsmith-worker").join(format!("{:016x}", key(engine))).join(WORKER);
            build(engine, sources, &target, &kept, stop, meanwhile)?;
            kept
        }
        None => {
            let cache = cache()?;
            let state = content_hash(format!("{:016x} {:016x}", key(engine), sources::hash(sources)?).as_bytes());
            let kept = cache.join(format!("worker-{}-{state:016x}", env!("CARGO_PKG_VERSION"))).join(WORKER);
            if !kept.is_file() {
                build(engine, sources, &cache.join("target"), &kept, stop, meanwhile)?;
            }
            kept
        }
    };
    Ok(WorkerProgram { path, arguments: Vec::new(), engine })
}

/// Identifies a worker among the workers of the same sources.
fn key(engine: Engine) -> u64 {
    content_hash(format!("{} {} {}", engine.name(), cfg!(feature = "cranelift"), flags(engine).join(" ")).as_bytes())
}

/// Returns the cargo target folder that contains a program. cargo stores its facts about rustc there; cargo marks only folders that it
/// created as caches.
fn target_folder(program: &Path) -> Option<PathBuf> {
    program.ancestors().find(|folder| folder.join(".rustc_info.json").is_file()).map(Path::to_owned)
}

/// Returns the folder where an installed program keeps its workers: `irsmith` in the user's cache.
fn cache() -> Result<PathBuf, CampaignError> {
    // The XDG base directory specification says to ignore relative paths.
    let absolute = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let caches = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")));
    caches.map(|caches| caches.join("irsmith")).ok_or(CampaignError::NoCache)
}

/// Builds with cargo, which itself finds what is up to date, and copies the worker to `kept`, where no other build replaces it.
fn build(
    engine: Engine,
    sources: &Path,
    target: &Path,
    kept: &Path,
    stop: &AtomicBool,
    meanwhile: impl FnOnce(&AtomicBool) + Send,
) -> Result<(), CampaignError> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let is_first = !kept.exists();
    if is_first {
        check_compilers(engine, Path::new(&cargo))?;
        note(format_args!(
            "irsmith: step 2 of 2: building the instrumented worker in {}; minutes on two processors, once",
            target.display()
        ));
    }
    let mut cargo = Command::new(cargo);
    cargo.arg("build").arg("--manifest-path").arg(sources.join("Cargo.toml")).arg("--target-dir").arg(target);
    // Naming the command's package gives the dependencies the same features as in the command's own build.
    cargo.args(["--locked", "--package", "irsmith", "--package", "irsmith-fuzz", "--bin", WORKER, "--profile", PROFILE]);
    cargo.arg("--message-format=json-render-diagnostics");
    if cfg!(feature = "cranelift") {
        cargo.args(["--features", "irsmith/cranelift"]);
    }
    cargo.env("RUSTC_WORKSPACE_WRAPPER", link(engine, target)?).env(ROLE_VARIABLE, engine.name());
    let has_ended = AtomicBool::new(false);
    let messages = thread::scope(|scope| {
        if is_first {
            scope.spawn(|| meanwhile(&has_ended));
        }
        let messages = run(cargo, stop);
        has_ended.store(true, Ordering::Relaxed);
        messages
    })?;
    let built = executable(&messages).ok_or(CampaignError::Build)?;
    keep(&built, kept).map_err(CampaignError::file("cannot keep the worker at", kept))
}

/// Copies the built worker, unless the copy exists.
fn keep(built: &Path, kept: &Path) -> std::io::Result<()> {
    let (new, old) = (fs::metadata(built)?, fs::metadata(kept));
    if old.is_ok_and(|old| old.len() == new.len() && old.modified().ok() == new.modified().ok()) {
        return Ok(());
    }
    let folder = kept.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let draft = folder.join(format!(".{}", std::process::id()));
    fs::copy(built, &draft)?;
    fs::File::open(&draft)?.set_modified(new.modified()?)?;
    fs::rename(draft, kept)
}

/// Checks that the tools of a build are installed, because cargo would report a missing one in many lines.
fn check_compilers(engine: Engine, cargo: &Path) -> Result<(), CampaignError> {
    let missing = |program, used_for| Err(CampaignError::NoCompiler { program, used_for });
    if !is_found(cargo) {
        return missing("cargo", "the worker is built with it");
    }
    // The variable may contain arguments.
    let compiler = env::var("CXX").unwrap_or_default();
    let compiler = compiler.split_whitespace().next().unwrap_or("c++");
    if engine == Engine::BuiltIn && !is_found(Path::new(compiler)) {
        return missing("a C++ compiler", "libFuzzer is built with it; `--engine random` needs none");
    }
    Ok(())
}

/// Returns whether a program exists at its path, or on the search path if it is only a name.
fn is_found(program: &Path) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    match program.components().count() {
        1 => env::split_paths(&folders).any(|folder| folder.join(program).is_file()),
        _ => program.is_file(),
    }
}

/// Returns the standard output of a cargo command that must succeed. The command runs in its own process group, which is terminated when
/// `stop` is set.
fn run(mut command: Command, stop: &AtomicBool) -> Result<Vec<u8>, CampaignError> {
    let program = PathBuf::from(command.get_program());
    let failed = |source| CampaignError::Start { program: program.clone(), source };
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::inherit()).process_group(0);
    let mut child = command.spawn().map_err(failed)?;
    let mut stdout = child.stdout.take().expect("asked for a pipe");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        stdout.read_to_end(&mut text).map(|_| text)
    });
    let status = loop {
        if stop.load(Ordering::Relaxed) {
            let group = i32::try_from(child.id()).map(Pid::from_raw);
            // The process may have ended just now.
            let _ = group.map(|group| killpg(group, Signal::SIGTERM));
            child.wait().map_err(failed)?;
            return Err(CampaignError::BuildStopped);
        }
        match child.try_wait().map_err(failed)? {
            Some(status) => break status,
            None => thread::sleep(LOOK),
        }
    };
    let text = reader.join().expect("the reader does not panic").map_err(failed)?;
    if status.success() { Ok(text) } else { Err(CampaignError::Build) }
}

/// Finds the worker in cargo's messages.
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
    fn a_target_folder_is_reported_by_its_mark() {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("target/release/irsmith");
        assert_eq!(target_folder(&program), None);
        fs::create_dir_all(program.parent().unwrap()).unwrap();
        fs::write(folder.path().join("target/.rustc_info.json"), "").unwrap();
        assert_eq!(target_folder(&program), Some(folder.path().join("target")));
        // The program of this test is in a target folder.
        assert!(target_folder(&env::current_exe().unwrap()).is_some());
    }

    #[test]
    fn what_is_kept_follows_what_is_built() {
        let folder = tempfile::tempdir().unwrap();
        let (built, kept) = (folder.path().join("built"), folder.path().join("deep/kept"));
        for text in ["one", "two!", "two!"] {
            fs::write(&built, text).unwrap();
            keep(&built, &kept).unwrap();
            assert_eq!(fs::read_to_string(&kept).unwrap(), text);
        }
        assert_eq!(fs::read_dir(kept.parent().unwrap()).unwrap().count(), 1, "a draft is left");
    }
}
