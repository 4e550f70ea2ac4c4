//! Runs llc, if installed.

use irsmith_testdata::Data;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the command of LLVM 19; `None`, after printing a note, if it is not installed.
pub(crate) fn command() -> Option<&'static str> {
    installed("llc-19")
}

/// Returns a command if it is installed, and prints a note if not.
pub(crate) fn installed(name: &'static str) -> Option<&'static str> {
    let found = Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        irsmith_testdata::not_tested(format_args!("{name} is not installed"));
    }
    found.then_some(name)
}

/// Returns llc's output for a text without running a pass, or its error message. The text is passed through a pipe, so that no file name is
/// printed.
pub(crate) fn print(command: &str, options: &[String], text: &[u8]) -> Result<String, String> {
    let options: Vec<&str> = ["-x", "mir", "-run-pass=none"].into_iter().chain(options.iter().map(String::as_str)).collect();
    run(command, &options, text).map(|(print, _)| print)
}

/// Returns the standard output and the standard error of a command for a text, or the first line of its error.
pub(crate) fn run(command: &str, options: &[&str], text: &[u8]) -> Result<(String, String), String> {
    let mut child = Command::new(command)
        .args(options)
        .args(["-", "-o", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("llc starts");
    let mut input = child.stdin.take().expect("it is a pipe");
    let text = text.to_owned();
    // llc may end before it has read everything.
    let feeder = std::thread::spawn(move || input.write_all(&text).is_ok());
    let output = child.wait_with_output().expect("llc ends");
    feeder.join().expect("the feeder does not panic");
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        String::from_utf8(output.stdout).map(|print| (print, errors)).map_err(|error| error.to_string())
    } else {
        Err(errors.lines().next().unwrap_or("no message").to_owned())
    }
}

/// Returns the options of the first `RUN` line of a test that calls llc, if they affect the meaning of a text.
pub(crate) fn options(text: &str) -> Vec<String> {
    let runs = run_lines(text);
    let Some(run) = runs.iter().find(|run| run.split_whitespace().any(|word| word == "llc")) else { return Vec::new() };
    let command = run.split('|').find(|part| part.split_whitespace().any(|word| word == "llc")).unwrap_or_default();
    let mut options = Vec::new();
    let mut words = command.split_whitespace();
    while let Some(word) = words.next() {
        let word = word.trim_matches(['"', '\'']);
        let name = format!("-{}", word.trim_start_matches('-').split('=').next().unwrap_or_default());
        if word.starts_with('-') && KEPT.contains(&&*name) {
            options.push(word.to_owned());
            if !word.contains('=') && name.starts_with("-m") {
                options.extend(words.next().map(str::to_owned));
            }
        }
    }
    options
}

/// Options without which llc rejects a file, or reads another target's names.
const KEPT: &[&str] = &["-mtriple", "-march", "-mcpu", "-mattr", "-emit-call-site-info", "-target-abi", "-opaque-pointers"];

/// Returns the `RUN` lines, each joined with its continuation lines.
fn run_lines(text: &str) -> Vec<String> {
    let mut runs: Vec<String> = Vec::new();
    let mut continues = false;
    for line in text.lines() {
        let Some((_, run)) = line.split_once("RUN:") else { continue };
        let part = run.trim().trim_end_matches('\\');
        match runs.last_mut().filter(|_| continues) {
            Some(last) => *last = format!("{last} {part}"),
            None => runs.push(part.to_owned()),
        }
        continues = run.trim_end().ends_with('\\');
    }
    runs
}

/// Calls `work` for each item in several threads; the results are in the order of the items.
pub(crate) fn for_each<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(2, usize::from).min(4);
    let mut answers: Vec<(usize, R)> = std::thread::scope(|scope| {
        let run = || {
            let mut answers = Vec::new();
            while let Some((place, item)) = Some(next.fetch_add(1, Ordering::Relaxed)).and_then(|place| Some((place, items.get(place)?))) {
                answers.push((place, work(item)));
            }
            answers
        };
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(run)).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("no thread panics")).collect()
    });
    answers.sort_by_key(|(place, _)| *place);
    answers.into_iter().map(|(_, answer)| answer).collect()
}

/// A file of the data and its text.
pub(crate) struct Sample {
    pub(crate) name: String,
    pub(crate) text: Vec<u8>,
    /// The options that llc needs.
    pub(crate) options: Vec<String>,
}

/// Returns every file of Machine IR.
pub(crate) fn samples(data: &Data) -> Vec<Sample> {
    data.machine_ir().iter().map(|path| sample(path)).collect()
}

fn sample(path: &Path) -> Sample {
    let text = irsmith_testdata::read(path);
    let options = options(&String::from_utf8_lossy(&text));
    let name = path.file_name().expect("a file has a name").to_string_lossy().into_owned();
    Sample { name, text, options }
}
