//! An installed `irsmith`: outside cargo's target folder, with a separate cache, and with scripts in place of cargo and the worker.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::PathBuf,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use tempfile::TempDir;

/// Much longer than any step of these tests.
const PATIENCE: Duration = Duration::from_secs(120);

/// A folder with the command, cargo and a worker.
pub(crate) struct Installed(TempDir);

impl Installed {
    /// Installs the command. `cargo` and `worker` are shell commands that the scripts run after appending their process ids to `cargo.ids`
    /// and `worker.ids`; this cargo builds the worker.
    pub(crate) fn new(cargo: &str, worker: &str) -> Self {
        let installed = Self(tempfile::tempdir().unwrap());
        let program = installed.path("irsmith");
        // A hard link needs no disk space, if the file systems are the same.
        if fs::hard_link(env!("CARGO_BIN_EXE_irsmith"), &program).is_err() {
            fs::copy(env!("CARGO_BIN_EXE_irsmith"), &program).unwrap();
        }
        let built = installed.path("built");
        let message = format!("{{\"target\":{{\"name\":\"irsmith-worker\"}},\"executable\":\"{}\"}}", built.display());
        installed.script("cargo", &format!("echo \"$@\" >> {}\n{cargo}\necho '{message}'", installed.path("cargo.arguments").display()));
        installed.script("built", worker);
        installed
    }

    fn script(&self, name: &str, text: &str) {
        let ids = self.path(if name == "cargo" { "cargo.ids" } else { "worker.ids" });
        fs::write(self.path(name), format!("#!/bin/sh\necho $$ >> {}\n{text}\n", ids.display())).unwrap();
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Runs `irsmith fuzz pnacl_read` without guidance, in this folder.
    pub(crate) fn fuzz(&self, arguments: &[&str]) -> Command {
        let mut command = self.fuzz_by("random");
        command.args(arguments);
        command
    }

    /// As [`Self::fuzz`], with an engine.
    pub(crate) fn fuzz_by(&self, engine: &str) -> Command {
        let mut command = Command::new(self.path("irsmith"));
        command.args(["fuzz", "pnacl_read", "--engine", engine]).current_dir(self.0.path());
        command.env("CARGO", self.path("cargo")).env("XDG_CACHE_HOME", self.path("cache"));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns the process ids that `cargo` or `worker` have recorded so far.
    pub(crate) fn ids(&self, program: &str) -> Vec<u32> {
        let text = fs::read_to_string(self.path(&format!("{program}.ids"))).unwrap_or_default();
        // The last line may be incomplete.
        text.split_inclusive('\n').filter(|line| line.ends_with('\n')).map(|line| line.trim().parse().unwrap()).collect()
    }
}

/// Waits until the condition holds.
#[track_caller]
pub(crate) fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let started = Instant::now();
    while !is_so() {
        assert!(started.elapsed() < PATIENCE, "not {what}");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Returns whether a process runs: it exists, and is not a zombie.
pub(crate) fn runs(id: u32) -> bool {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
    stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
}

/// Sends a signal, such as `TERM`.
pub(crate) fn signal(child: &Child, name: &str) {
    let status = Command::new("sh").args(["-c", &format!("kill -{name} {}", child.id())]).status().unwrap();
    assert!(status.success());
}

/// Returns the exit status and standard error of a process, after its end.
#[track_caller]
pub(crate) fn end(mut child: Child) -> (Option<i32>, String) {
    wait_until("ended", || child.try_wait().unwrap().is_some());
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}
