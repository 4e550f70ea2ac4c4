//! The output of a worker: libFuzzer's figures, and messages before its exit.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

use irsmith_fuzz::note;

/// Lines kept as evidence of a crash.
const LAST_LINES: usize = 20;

/// Bytes of a line that are examined, so that an endless line does not fill the memory.
const LINE_LIMIT: u64 = 64 << 10;

/// Prefix of messages of the worker itself, which are passed on.
const OWN_PREFIX: &str = "irsmith";

/// The output of a worker so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Edges covered.
    pub(crate) coverage: Option<u64>,
    /// libFuzzer's features: edges with their counts.
    pub(crate) features: Option<u64>,
    /// Cases in the corpus.
    pub(crate) corpus: Option<u64>,
    /// libFuzzer has run the first cases.
    pub(crate) begun: bool,
    /// libFuzzer has run the first cases and has seen no coverage.
    pub(crate) blind: bool,
    /// The last lines that are not figures.
    pub(crate) last: VecDeque<String>,
}

impl Log {
    fn line(&mut self, line: &str) {
        if line.starts_with('#') {
            self.coverage = figure(line, "cov: ").or(self.coverage);
            let begins = line.contains("\tINITED");
            self.begun |= begins;
            self.blind |= begins && self.coverage.is_none();
            self.features = figure(line, "ft: ").or(self.features);
            self.corpus = figure(line, "corp: ").or(self.corpus);
            return;
        }
        if line.starts_with(OWN_PREFIX) {
            note(format_args!("{line}"));
        }
        if self.last.len() == LAST_LINES {
            self.last.pop_front();
        }
        self.last.push_back(line.to_owned());
    }

    /// Returns whether Rust's runtime has reported a stack overflow; its signal is that of an abort.
    pub(crate) fn stack_overflowed(&self) -> bool {
        self.last.iter().any(|line| line.contains("has overflowed its stack"))
    }
}

/// Returns the number after `label`.
fn figure(line: &str, label: &str) -> Option<u64> {
    let rest = &line[line.find(label)? + label.len()..];
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    rest[..digits].parse().ok()
}

/// Reads a worker's standard error to its end, so that the worker never waits for a reader.
#[derive(Debug)]
pub(crate) struct LogReader {
    log: Arc<Mutex<Log>>,
    thread: JoinHandle<()>,
}

impl LogReader {
    pub(crate) fn start(output: impl Read + Send + 'static) -> Self {
        let log = Arc::new(Mutex::new(Log::default()));
        let shared = Arc::clone(&log);
        let thread = thread::spawn(move || {
            let mut output = BufReader::new(output);
            let mut line = Vec::new();
            while output.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut line).is_ok_and(|size| size > 0) {
                let text = String::from_utf8_lossy(&line);
                shared.lock().unwrap_or_else(PoisonError::into_inner).line(text.trim_end());
                line.clear();
            }
        });
        LogReader { log, thread }
    }

    /// Returns the output so far.
    pub(crate) fn log(&self) -> Log {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the whole output, after the end of the worker.
    pub(crate) fn finish(self) -> Log {
        // If the reader panicked, the lines that it had read remain.
        let _ = self.thread.join();
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_read_and_other_lines_kept() {
        let text = b"INFO: Seed: 7\n\
            #2\tINITED cov: 11 ft: 12 corp: 1/1b exec/s: 0 rss: 27Mb\n\
            #20000\tDONE   cov: 40 ft: 52 corp: 3/100b lim: 4096 exec/s: 0\n\
            thread 'main' has overflowed its stack\n";
        let log = LogReader::start(&text[..]).finish();
        assert_eq!((log.coverage, log.features, log.corpus), (Some(40), Some(52), Some(3)));
        assert_eq!(log.last[0], "INFO: Seed: 7");
        assert!(log.stack_overflowed());
        assert!(log.begun && !log.blind);
    }

    #[test]
    fn a_blind_start_is_noticed() {
        let text = b"#2\tINITED exec/s: 0 rss: 27Mb\n";
        assert!(LogReader::start(&text[..]).finish().blind);
    }
}
