//! Starts programs such that they can write only in one folder, if the kernel has Landlock.
//!
//! Landlock confines a thread and its child processes permanently. So each program is started by a thread that ends afterwards.

use std::io;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;

/// Stack size of a thread that starts a program.
const STACK: usize = 256 << 10;

/// Starts a program that can write only in `folder` if [`is_confined`].
///
/// # Errors
/// Returns an error if the thread or the process cannot be created.
pub(super) fn spawn(command: &mut Command, folder: &Path) -> io::Result<Child> {
    apart(|| {
        // If it cannot be confined it runs all the same; `irsmith implementations` reports this.
        let _ = restrict(folder);
        command.spawn()
    })?
}

/// Returns whether the programs that irsmith starts can write only in their scratch folders.
pub fn is_confined() -> bool {
    apart(|| restrict(&std::env::temp_dir())).is_ok_and(|confined| confined)
}

/// Returns the result of `work`, run on a thread of its own.
fn apart<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().map_err(|_| io::Error::other("the thread that starts a program panicked"))
    })
}

/// Lets this thread and its child processes write only in `folder` and to `/dev/null`, and returns whether the kernel enforces it.
#[cfg(target_os = "linux")]
fn restrict(folder: &Path) -> bool {
    use landlock::{ABI, AccessFs, PathBeneath, PathFd, Ruleset, RulesetAttr, RulesetCreatedAttr, RulesetError, RulesetStatus};
    // Truncating (version 3) is the latest of the rights that change files; older kernels enforce the others.
    let writing = AccessFs::from_write(ABI::V3);
    let to_null = AccessFs::WriteFile | AccessFs::Truncate;
    let attempt = || -> Result<RulesetStatus, RulesetError> {
        let mut rules = Ruleset::default().handle_access(writing)?.create()?;
        for (path, rights) in [(folder, writing), (Path::new("/dev/null"), to_null)] {
            if let Ok(path) = PathFd::new(path) {
                rules = rules.add_rule(PathBeneath::new(path, rights))?;
            }
        }
        Ok(rules.restrict_self()?.ruleset)
    };
    attempt().is_ok_and(|status| status != RulesetStatus::NotEnforced)
}

#[cfg(not(target_os = "linux"))]
fn restrict(_: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use crate::external::{Limits, Outcome, is_confined, run};
    use std::path::Path;

    #[test]
    fn a_program_writes_in_its_folder_alone() {
        if !is_confined() {
            eprintln!("not tested: this kernel has no Landlock, so programs can write outside their folders");
            return;
        }
        let outside = tempfile::tempdir().unwrap();
        let kept = outside.path().join("kept");
        std::fs::write(&kept, "mine").unwrap();
        let sh = |script: String| run(Path::new("/bin/sh"), &["-c", &script], &[("in", b"")], &Limits::default()).unwrap();
        let place = outside.path().display();
        for attempt in [
            format!("echo theirs >{place}/new"),
            format!("echo theirs >{place}/kept"),
            format!("rm {place}/kept"),
            format!("mkdir {place}/folder"),
            format!("ln -s /dev/null {place}/link"),
            format!("mv {place}/kept ."),
            format!("mv in {place}/in"),
            // Processes that a program starts are confined too, even in a session of their own.
            format!("setsid sh -c 'echo theirs >{place}/new'"),
        ] {
            let output = sh(attempt.clone());
            assert!(matches!(output.outcome, Outcome::Exited(1..)), "{attempt}: {output:?}");
        }
        let left: Vec<_> = std::fs::read_dir(outside.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!((left, std::fs::read(&kept).unwrap()), (vec!["kept".into()], b"mine".to_vec()));
        let output = sh(format!("cat {place}/kept; mkdir a; echo b >a/b; mv a/b c; rm c; echo d >/dev/null; mktemp >e && cat e"));
        assert_eq!(output.outcome, Outcome::Exited(0), "{}", String::from_utf8_lossy(&output.stderr));
        assert!(output.stdout.starts_with(b"mine"));
        // This thread is not confined.
        std::fs::remove_file(kept).unwrap();
    }
}
