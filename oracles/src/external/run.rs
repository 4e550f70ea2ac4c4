//! Runs a program with limits of time, memory and output.

use std::io::{self, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::Duration;
use wait_timeout::ChildExt;

/// What a program may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Processor time, in whole seconds at least. Default 10 seconds. A program that sleeps is killed after ten times as much.
    pub time: Duration,
    /// Address space in bytes. Default 3 GiB.
    pub memory: u64,
    /// Bytes kept of each output; the rest is read and dropped, which [`Output::is_cut`] tells. Default 64 MiB.
    pub output: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), memory: 3 << 30, output: 64 << 20 }
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By itself, with this exit status.
    Exited(i32),
    /// By this signal.
    Signaled(i32),
    /// Killed when its time was up.
    TimedOut,
}

/// What a program left.
#[derive(Clone, Debug)]
pub struct Output {
    /// How it ended.
    pub outcome: Outcome,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error.
    pub stderr: Vec<u8>,
    /// Whether the end of its standard output was dropped.
    pub is_cut: bool,
}

/// Runs `program` with `arguments` in a new folder that holds `files` (name, content) and nothing else, with an empty environment and no
/// standard input. The folder is removed afterwards.
///
/// # Errors
/// When the folder, its files or the process cannot be made.
pub fn run(program: &Path, arguments: &[&str], files: &[(&str, &[u8])], limits: &Limits) -> io::Result<Output> {
    let folder = tempfile::tempdir()?;
    for (name, content) in files {
        std::fs::write(folder.path().join(name), content)?;
    }
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder.path()).env_clear();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    limit(&child, limits);
    let stdout = collect(child.stdout.take(), limits.output);
    let stderr = collect(child.stderr.take(), limits.output);
    let outcome = match child.wait_timeout(limits.time * PATIENCE)? {
        Some(status) => ended(status),
        None => {
            child.kill()?;
            child.wait()?;
            Outcome::TimedOut
        }
    };
    let finish = |reader: thread::JoinHandle<(Vec<u8>, bool)>| reader.join().unwrap_or_default();
    let ((stdout, is_cut), (stderr, _)) = (finish(stdout), finish(stderr));
    Ok(Output { outcome, stdout, stderr, is_cut })
}

/// How much longer than its processor time a program may take: on a busy machine it waits for its turn.
const PATIENCE: u32 = 10;

/// Bounds the address space and the processor time of the running child; a child that has ended already needs no bound.
fn limit(child: &Child, limits: &Limits) {
    #[cfg(target_os = "linux")]
    {
        let seconds = limits.time.as_secs().max(1);
        // What this process may have itself is the most that it may allow.
        let memory = rlimit::Resource::AS.get_hard().map_or(limits.memory, |most| most.min(limits.memory));
        // One second more before the kernel kills what ignores the signal.
        for (resource, soft, hard) in [(rlimit::Resource::AS, memory, memory), (rlimit::Resource::CPU, seconds, seconds + 1)] {
            if let Err(error) = rlimit::prlimit(child.id() as i32, resource, Some((soft, hard)), None)
                && error.raw_os_error() != Some(NO_SUCH_PROCESS)
            {
                eprintln!("warning: an external program runs without a limit: {error}");
            }
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (child, limits);
}

/// SIGXCPU of Linux, the processor time is up, and SIGKILL, which follows where a program has caught the first and is still not done: LLVM's
/// programs print where they are.
const TIME_IS_UP: [i32; 2] = [24, 9];

/// ESRCH of Linux.
#[cfg(target_os = "linux")]
const NO_SUCH_PROCESS: i32 = 3;

/// The first bytes of what comes, and whether there were more.
fn collect(pipe: Option<impl Read + Send + 'static>, limit: u64) -> thread::JoinHandle<(Vec<u8>, bool)> {
    thread::spawn(move || {
        let (mut kept, mut dropped) = (Vec::new(), 0);
        if let Some(mut pipe) = pipe {
            // What cannot be read is as good as not written; the outcome tells of a crash.
            let _ = pipe.by_ref().take(limit).read_to_end(&mut kept);
            dropped = io::copy(&mut pipe, &mut io::sink()).unwrap_or_default();
        }
        (kept, dropped > 0)
    })
}

fn ended(status: ExitStatus) -> Outcome {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return if TIME_IS_UP.contains(&signal) { Outcome::TimedOut } else { Outcome::Signaled(signal) };
    }
    Outcome::Exited(status.code().unwrap_or(-1))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::time::Instant;

    fn sh(script: &str, limits: &Limits) -> Output {
        run(Path::new("/bin/sh"), &["-c", script], &[("in", b"hello")], limits).unwrap()
    }

    #[test]
    fn sees_its_files_and_nothing_of_the_environment() {
        let output = sh("cat in; echo $HOME; ls", &Limits::default());
        assert_eq!(output.outcome, Outcome::Exited(0));
        assert_eq!(output.stdout, b"hello\nin\n");
    }

    #[test]
    fn time_output_and_signals_are_bounded_and_told() {
        let limits = Limits { time: Duration::from_millis(300), output: 1000, ..Limits::default() };
        let start = Instant::now();
        assert_eq!(sh("exec sleep 20", &limits).outcome, Outcome::TimedOut);
        assert_eq!(sh("while :; do :; done", &limits).outcome, Outcome::TimedOut);
        assert!(start.elapsed() < Duration::from_secs(19));
        assert_eq!(sh("kill -SEGV $$", &limits).outcome, Outcome::Signaled(11));
        let output =
            sh("i=0; while [ $i -lt 1000 ]; do echo 0123456789; i=$((i+1)); done; exit 3", &Limits { output: 1000, ..Limits::default() });
        assert_eq!((output.outcome, output.stdout.len(), output.is_cut), (Outcome::Exited(3), 1000, true));
        for (limit, is_cut) in [(5, false), (4, true)] {
            assert_eq!(sh("cat in", &Limits { output: limit, ..Limits::default() }).is_cut, is_cut, "{limit}");
        }
    }
}
