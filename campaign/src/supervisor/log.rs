//! What a worker prints: libFuzzer's figures, and last words.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read},
    sync::{Arc, Mutex, PoisonError},
    thread::{self, JoinHandle},
};

/// Lines kept for the evidence of a death.
const LAST_LINES: usize = 20;

/// Bytes of a line that are looked at; a line without an end must not fill the memory.
const LINE_LIMIT: u64 = 64 << 10;

/// What workers say of themselves begins so, and is passed on.
const OWN_PREFIX: &str = "irsmith";

/// What a worker has printed so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log {
    /// Edges covered.
    pub(crate) coverage: Option<u64>,
    /// libFuzzer's features: edges with how often each was taken.
    pub(crate) features: Option<u64>,
    /// Cases in the corpus.
    pub(crate) corpus: Option<u64>,
    /// libFuzzer has run the first cases.
    pub(crate) begun: bool,
    /// It has run them and has seen no coverage at all.
    pub(crate) blind: bool,
    /// The last lines that are no figures.
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
            eprintln!("{line}");
        }
        if self.last.len() == LAST_LINES {
            self.last.pop_front();
        }
        self.last.push_back(line.to_owned());
    }

    /// Whether Rust's runtime has said that the stack overflowed; the signal is that of an abort.
    pub(crate) fn stack_overflowed(&self) -> bool {
        self.last.iter().any(|line| line.contains("has overflowed its stack"))
    }
}

/// The number after `label`.
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

    /// What has been printed so far.
    pub(crate) fn log(&self) -> Log {
        self.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Everything, after the end of the worker.
    pub(crate) fn finish(self) -> Log {
        // A reader that panicked has left what it read until then.
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
