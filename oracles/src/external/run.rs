//! Runs a program with limits on time, memory and output.

use super::confine::spawn;
use super::leftover::Run;
use super::record;
use super::scratch::{Scratch, stay_if_ending};
use super::watch::watch;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// Limits of a program.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Processor time, at least one second, in whole seconds. Default 10 seconds. An idle program is killed after it has slept as long; any
    /// other program after ten times as long.
    pub time: Duration,
    /// Address space in bytes. Default 3 GiB.
    pub memory: u64,
    /// Bytes of standard output, and of standard error. Default 64 MiB.
    pub output: u64,
    /// Bytes of one written file, and of all files in its folder together. Default 256 MiB.
    pub files: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { time: Duration::from_secs(10), memory: 3 << 30, output: 64 << 20, files: 256 << 20 }
    }
}

/// How a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// By itself, with this exit status.
    Exited(i32),
    /// By this signal.
    Signaled(i32),
    /// Killed after its time limit.
    TimedOut,
    /// Killed after it had written too much to an output or to files.
    Flooded,
    /// By itself, but it left processes running, which were killed.
    LeftProcesses,
}

impl Outcome {
    /// Returns how a program misbehaved that did not simply exit: the property for signatures, and a sentence.
    pub fn misbehaviour(self) -> Option<(&'static str, &'static str)> {
        match self {
            Self::Exited(_) | Self::Signaled(_) => None,
            Self::TimedOut => Some(("hangs", "it was killed when its time was up")),
            Self::Flooded => Some(("floods", "it was killed when it had written more than it may")),
            Self::LeftProcesses => Some(("leaves-processes", "it ended and left processes running, which were killed")),
        }
    }
}

/// The results of a program.
#[derive(Clone, Debug)]
pub struct Output {
    /// How it ended.
    pub outcome: Outcome,
    /// The standard output, up to the limit.
    pub stdout: Vec<u8>,
    /// The standard error, up to the limit.
    pub stderr: Vec<u8>,
}

/// See [`programs_started`].
static STARTED: AtomicU64 = AtomicU64::new(0);

/// Returns the number of programs that [`run`] has started in this process: the work of targets that run programs is measured by it.
pub fn programs_started() -> u64 {
    STARTED.load(Relaxed)
}

/// Runs `program` with `arguments` in a new folder that contains `files` (name, content) and nothing else, without standard input. The
/// folder is removed afterwards.
///
/// The environment is empty except for `TMPDIR`, which names the folder. The program leads a process group; all its descendants end with
/// it. If the kernel has Landlock, all of them can write only in the folder.
///
/// # Errors
/// Returns an error if the folder, its files or the process cannot be created.
pub fn run(program: &Path, arguments: &[&str], files: &[(&str, &[u8])], limits: &Limits) -> io::Result<Output> {
    stay_if_ending();
    let scratch = Scratch::new()?;
    for (name, content) in files {
        std::fs::write(scratch.path().join(name), content)?;
    }
    let output = run_in(&scratch, program, arguments, limits)?;
    record::note(program, arguments, files, output.outcome);
    Ok(output)
}

/// As [`run`], in a folder that stays, with the files that the program leaves there.
///
/// # Errors
/// Returns an error if the process cannot be created.
pub fn run_in(scratch: &Scratch, program: &Path, arguments: &[&str], limits: &Limits) -> io::Result<Output> {
    stay_if_ending();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(scratch.path()).env_clear().env("TMPDIR", scratch.path());
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    Run::prepare();
    let child = spawn(&mut command, scratch.path())?;
    STARTED.fetch_add(1, Relaxed);
    let output = watch(Run::new(child, scratch.path()), limits);
    stay_if_ending();
    output
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    /// Far less than the running time of the programs in the tests below.
    const SOON: Duration = Duration::from_secs(60);

    fn sh(script: &str, limits: &Limits) -> Output {
        run(Path::new("/bin/sh"), &["-c", script], &[("in", b"hello")], limits).unwrap()
    }

    /// Returns how the script ends; it must end soon.
    #[track_caller]
    fn ends(script: &str, limits: &Limits) -> Outcome {
        let started = Instant::now();
        let outcome = sh(script, limits).outcome;
        assert!(started.elapsed() < SOON, "{script}: took {:?}", started.elapsed());
        outcome
    }

    /// Returns whether a process runs whose command line contains `text`.
    fn runs(text: &str) -> bool {
        let processes = std::fs::read_dir("/proc").unwrap().flatten();
        let lines = processes.filter_map(|process| std::fs::read(process.path().join("cmdline")).ok());
        let lines: Vec<String> = lines.map(|line| String::from_utf8_lossy(&line).replace('\0', " ")).collect();
        lines.iter().any(|line| line.starts_with("sleep") && line.contains(text))
    }

    fn short() -> Limits {
        Limits { time: Duration::from_millis(300), ..Limits::default() }
    }

    #[test]
    fn sees_its_files_and_nothing_of_the_environment() {
        let output = sh("cat in; echo $HOME; ls; [ $TMPDIR = $PWD ] && env", &Limits::default());
        assert_eq!(output.outcome, Outcome::Exited(0));
        let text = String::from_utf8(output.stdout).unwrap();
        let rest = text.strip_prefix("hello\nin\n").unwrap();
        assert!(rest.lines().all(|line| ["TMPDIR=", "PWD=", "_=", "OLDPWD="].iter().any(|own| line.starts_with(own))), "{rest}");
    }

    #[test]
    fn what_a_program_leaves_in_its_folder_can_be_run_there() {
        let scratch = Scratch::new().unwrap();
        let made = "printf '#!/bin/sh\necho made; exit 4\n' >made; chmod +x made";
        let output = run_in(&scratch, Path::new("/bin/sh"), &["-c", made], &Limits::default()).unwrap();
        assert_eq!(output.outcome, Outcome::Exited(0));
        let output = run_in(&scratch, &scratch.path().join("made"), &[], &Limits::default()).unwrap();
        assert_eq!((output.outcome, output.stdout.as_slice()), (Outcome::Exited(4), &b"made\n"[..]));
    }

    #[test]
    fn time_output_and_signals_are_bounded_and_reported() {
        assert_eq!(ends("exec sleep 2000", &short()), Outcome::TimedOut);
        assert_eq!(ends("while :; do :; done", &short()), Outcome::TimedOut);
        assert_eq!(ends("kill -SEGV $$", &Limits::default()), Outcome::Signaled(11));
        for (limit, outcome) in [(5, Outcome::Exited(3)), (4, Outcome::Flooded)] {
            for script in ["cat in; exit 3", "cat in >&2; exit 3"] {
                let output = sh(script, &Limits { output: limit, ..Limits::default() });
                assert_eq!((output.outcome, output.stdout.len() + output.stderr.len()), (outcome, limit as usize), "{script}");
            }
        }
    }

    #[test]
    fn programs_that_do_not_end_are_killed_with_all_that_they_started() {
        // The shell waits for the program that it started.
        assert_eq!(ends("sleep 2101; true", &short()), Outcome::TimedOut);
        assert_eq!(ends("trap '' TERM INT HUP; sleep 2102; true", &short()), Outcome::TimedOut);
        assert_eq!(ends("sleep 2103 & setsid sleep 2104 & wait", &short()), Outcome::TimedOut);
        for seconds in 2101..=2104 {
            assert!(!runs(&seconds.to_string()), "sleep {seconds} is left");
        }
    }

    #[test]
    fn a_program_that_sleeps_has_less_time_than_one_that_works() {
        let limits = Limits { time: Duration::from_millis(1500), ..Limits::default() };
        // Both take five seconds of the fifteen that a program may take.
        #[cfg(target_os = "linux")]
        assert_eq!(ends("sleep 5", &limits), Outcome::TimedOut);
        let works = "i=0; while [ $i -lt 10 ]; do sleep 0.5; j=0; while [ $j -lt 20000 ]; do j=$((j+1)); done; i=$((i+1)); done";
        assert_eq!(ends(works, &limits), Outcome::Exited(0));
    }

    #[test]
    fn programs_that_leave_processes_are_reported_and_leave_none() {
        // In the background, in a session of its own, after a double fork, and without its inherited environment and folder.
        assert_eq!(ends("sleep 2201 & echo done", &Limits::default()), Outcome::LeftProcesses);
        assert_eq!(ends("sleep 2202 >&- 2>&- & exit 3", &Limits::default()), Outcome::LeftProcesses);
        assert_eq!(ends("setsid sleep 2203 & sleep 0.2", &Limits::default()), Outcome::LeftProcesses);
        assert_eq!(ends("(setsid sh -c 'sleep 2204 & sleep 2205' &) ; sleep 0.2", &Limits::default()), Outcome::LeftProcesses);
        assert_eq!(ends("cd /; env -i setsid sleep 7 & sleep 0.2", &Limits::default()), Outcome::LeftProcesses);
        for seconds in 2201..=2205 {
            assert!(!runs(&seconds.to_string()), "sleep {seconds} is left");
        }
        // A process that is just ending does not count as left.
        assert_eq!(ends("sleep 0.02 & echo done", &Limits::default()), Outcome::Exited(0));
    }

    #[test]
    fn programs_that_write_without_end_are_killed() {
        let limits = Limits { output: 1 << 20, files: 1 << 20, ..Limits::default() };
        assert_eq!(ends("yes", &limits), Outcome::Flooded);
        assert_eq!(ends("while :; do echo 0123456789012345678901234567890123456789 >&2; done", &limits), Outcome::Flooded);
        assert_eq!(ends("exec cat /dev/zero >file", &limits), Outcome::Flooded);
        assert_eq!(ends("cat /dev/zero >file", &limits), Outcome::Flooded);
        let many = "i=0; while :; do head -c 100000 /dev/zero >$i; i=$((i+1)); done";
        assert_eq!(ends(many, &limits), Outcome::Flooded);
    }
}
