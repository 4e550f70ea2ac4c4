//! The status file: the state of a worker, readable after its crash.
//!
//! The file is small and mapped into the worker's memory. Before each execution the worker copies the input there, and it keeps every
//! count there, so an update costs only a store to memory and even SIGKILL loses nothing. The supervisor reads the file with ordinary
//! reads, while the worker runs or later, and writes one word of it: whether the worker is to pause.
//!
//! Layout: [`WORDS`] words of 64 bits in the machine's order, then [`ROWS`] rows of a 64-bit count and a name padded with zeros, then the
//! input.
#![allow(unsafe_code)]

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, Write},
    os::unix::fs::FileExt,
    path::Path,
    ptr,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering::SeqCst},
    },
    thread,
    time::Duration,
};

use memmap2::MmapRaw;

/// 64-bit words before the rows.
const WORDS: usize = 16;

/// Different events that are counted separately; further ones go to [`StatusRecord::uncounted`].
const ROWS: usize = 1024;

/// Bytes of a row: the count, then the name of the event.
const ROW_SIZE: usize = 128;

/// The kind of the rows that contain the time of an oracle and not a count.
const TIME: &str = "time";

/// Interval at which a paused worker checks whether to continue.
const PAUSE: Duration = Duration::from_millis(20);

const INPUT_AT: usize = WORDS * 8 + ROWS * ROW_SIZE;

/// The content of each word.
#[derive(Clone, Copy)]
enum Word {
    /// Executions begun.
    Executions,
    /// 1 while an input runs.
    Running,
    /// Oracles that have reported on the running input.
    Reported,
    /// 1 when an allocation was refused while the input ran.
    Refused,
    /// Bytes of the input that runs or ran last.
    InputSize,
    /// Events for which no row was left.
    Uncounted,
    /// 1 when the coverage check is done.
    Checked,
    /// Coverage counters in the program.
    Counters,
    /// Counters that counted on each of the check's two inputs, and counters that differ.
    FirstInput,
    SecondInput,
    Differing,
    /// Cases that the driver holds; only from drivers that do not print it.
    Corpus,
    /// Work done, in the currency of the target.
    Work,
    /// 1 while the supervisor wants the worker to pause.
    Pause,
    /// 1 while the worker is paused.
    Paused,
}

/// An event that a worker counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    /// The oracle passed.
    Pass {
        /// Name of the oracle.
        oracle: String,
    },
    /// The oracle skipped.
    Skip {
        /// Name of the oracle.
        oracle: String,
        /// The id of the reason.
        reason: String,
    },
    /// A mutation did not read back.
    Unread {
        /// The kind of the mutation.
        change: String,
    },
    /// The oracle failed.
    Fail {
        /// Name of the oracle.
        oracle: String,
        /// The signature's 16 hex digits.
        signature: String,
    },
}

impl Event {
    fn parse(name: &str) -> Option<Self> {
        let mut parts = name.split('\t').map(str::to_owned);
        match (parts.next()?.as_str(), parts.next()?, parts.next()) {
            ("unread", change, None) => Some(Event::Unread { change }),
            ("pass", oracle, None) => Some(Event::Pass { oracle }),
            ("skip", oracle, Some(reason)) => Some(Event::Skip { oracle, reason }),
            ("fail", oracle, Some(signature)) => Some(Event::Fail { oracle, signature }),
            _ => None,
        }
    }
}

/// The observation of the start check of the coverage counters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Counters in the program.
    pub total: u64,
    /// Counters that are not zero after a first input.
    pub first: u64,
    /// Counters that are not zero after a second input.
    pub second: u64,
    /// Counters with different values after the two.
    pub differing: u64,
}

impl Counters {
    /// Returns whether counters count at all and distinguish inputs.
    pub fn guide(&self) -> bool {
        self.first > 0 && self.second > 0 && self.differing > 0
    }
}

/// The worker's side of a status file.
#[derive(Debug)]
pub struct StatusFile {
    map: MmapRaw,
    /// The events that have a row, in the order of the rows.
    names: Mutex<Vec<String>>,
}

impl StatusFile {
    /// Creates the file at `path` for inputs of up to `max_len` bytes, all zero.
    ///
    /// For the supervisor, before it starts a worker. An old file is overwritten in place, so that a worker can be restarted on a disk that
    /// has become full since.
    ///
    /// # Errors
    ///
    /// When the file cannot be created at its full size: with a sparse file, the worker would be killed on its first store to a hole if the
    /// disk were full by then.
    pub fn prepare(path: &Path, max_len: usize) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        file.write_all(&vec![0; INPUT_AT + max_len])
    }

    /// Maps the file that [`prepare`](Self::prepare) created.
    ///
    /// # Errors
    ///
    /// Those of the file system, and `UnexpectedEof` for a file that is too short.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        let map = MmapRaw::map_raw(&file)?;
        if map.len() < INPUT_AT {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(StatusFile { map, names: Mutex::default() })
    }

    fn word(&self, word: Word) -> &AtomicU64 {
        self.atomic(word as usize * 8)
    }

    fn atomic(&self, at: usize) -> &AtomicU64 {
        assert!(at.is_multiple_of(8) && at + 8 <= self.map.len());
        // SAFETY: inside the mapping, which lives as long as `self`; aligned, because mappings begin at a page and `at` is a multiple of 8;
        // nothing in this process accesses these bytes other than as this atomic.
        unsafe { AtomicU64::from_ptr(self.map.as_mut_ptr().add(at).cast()) }
    }

    fn copy_in(&self, at: usize, bytes: &[u8]) {
        assert!(at + bytes.len() <= self.map.len());
        // SAFETY: inside the mapping; `bytes` cannot overlap it, because no reference to the mapping ever leaves this type.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.map.as_mut_ptr().add(at), bytes.len()) }
    }

    /// Records that `input` is about to run. An input that is larger than the file's space is truncated.
    pub fn begin(&self, input: &[u8]) {
        let kept = input.len().min(self.map.len() - INPUT_AT);
        self.copy_in(INPUT_AT, &input[..kept]);
        self.word(Word::InputSize).store(kept as u64, SeqCst);
        self.word(Word::Reported).store(0, SeqCst);
        self.word(Word::Refused).store(0, SeqCst);
        self.word(Word::Executions).fetch_add(1, SeqCst);
        self.word(Word::Running).store(1, SeqCst);
    }

    /// Records that the input has run to its end.
    pub fn end(&self) {
        self.word(Word::Running).store(0, SeqCst);
    }

    /// Adds work in the currency of the target.
    pub fn add_work(&self, work: u64) {
        self.word(Word::Work).fetch_add(work, SeqCst);
    }

    /// Records that `oracle` took `time` on a case.
    pub fn add_time(&self, oracle: &str, time: Duration) {
        if let Some(row) = self.row(TIME, oracle, "") {
            let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
            self.atomic(WORDS * 8 + row * ROW_SIZE).fetch_add(nanoseconds, SeqCst);
        }
    }

    /// Waits as long as the supervisor wants the worker to pause.
    pub fn pause_if_asked(&self) {
        while self.word(Word::Pause).load(SeqCst) == 1 {
            self.word(Word::Paused).store(1, SeqCst);
            thread::sleep(PAUSE);
        }
        self.word(Word::Paused).store(0, SeqCst);
    }

    /// Tells the worker of the status file at `path` to pause before its next execution, or to continue.
    ///
    /// # Errors
    ///
    /// Those of the file system.
    pub fn ask_to_pause(path: &Path, pause: bool) -> io::Result<()> {
        let file = OpenOptions::new().write(true).open(path)?;
        file.write_all_at(&u64::from(pause).to_ne_bytes(), Word::Pause as u64 * 8)
    }

    /// Returns the executions begun so far.
    pub fn executions(&self) -> u64 {
        self.word(Word::Executions).load(SeqCst)
    }

    /// Records how many cases the driver holds.
    pub fn set_corpus(&self, cases: u64) {
        self.word(Word::Corpus).store(cases, SeqCst);
    }

    /// Records the observation of the start check of the coverage counters.
    pub fn set_counters(&self, counters: Counters) {
        self.word(Word::Counters).store(counters.total, SeqCst);
        self.word(Word::FirstInput).store(counters.first, SeqCst);
        self.word(Word::SecondInput).store(counters.second, SeqCst);
        self.word(Word::Differing).store(counters.differing, SeqCst);
        self.word(Word::Checked).store(1, SeqCst);
    }

    /// Returns the word that [`NotingAllocator`](super::NotingAllocator) sets when memory is refused.
    pub(super) fn refused(&self) -> *const AtomicU64 {
        self.word(Word::Refused)
    }

    /// Counts the report of an oracle: a pass, a skip with its reason, or a failure with the id of its signature.
    pub fn count(&self, kind: &str, oracle: &str, detail: &str) {
        self.word(Word::Reported).fetch_add(1, SeqCst);
        match self.row(kind, oracle, detail) {
            Some(row) => self.atomic(WORDS * 8 + row * ROW_SIZE).fetch_add(1, SeqCst),
            None => self.word(Word::Uncounted).fetch_add(1, SeqCst),
        };
    }

    /// Returns the row of an event, a new one for the first of its kind.
    fn row(&self, kind: &str, oracle: &str, detail: &str) -> Option<usize> {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |name: &String| {
            let mut parts = name.split('\t');
            parts.next() == Some(kind) && parts.next() == Some(oracle) && parts.next().unwrap_or_default() == detail
        };
        if let Some(row) = names.iter().position(is_it) {
            return Some(row);
        }
        let name = [kind, oracle, detail].join("\t");
        let name = name.trim_end();
        if names.len() == ROWS || name.len() > ROW_SIZE - 8 {
            return None;
        }
        let row = names.len();
        self.copy_in(WORDS * 8 + row * ROW_SIZE + 8, name.as_bytes());
        names.push(name.to_owned());
        Some(row)
    }
}

/// The supervisor's side: the content of a status file at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatusRecord {
    /// Executions begun.
    pub executions: u64,
    /// Whether an input was running.
    pub running: bool,
    /// How many oracles had reported on that input.
    pub reported: usize,
    /// Whether the system refused memory while that input ran.
    pub memory_refused: bool,
    /// The input that was running, or the last one.
    pub input: Vec<u8>,
    /// The counts of events.
    pub events: BTreeMap<Event, u64>,
    /// Events that were not counted because there were too many different ones.
    pub uncounted: u64,
    /// The observation of the start check; `None` before it is done.
    pub counters: Option<Counters>,
    /// Cases that the driver holds, if the driver records them here.
    pub corpus: u64,
    /// Work done, in the currency of the target.
    pub work: u64,
    /// Whether the worker is paused.
    pub paused: bool,
    /// The time of each oracle.
    pub times: BTreeMap<String, Duration>,
}

impl StatusRecord {
    /// Reads the status file at `path`.
    ///
    /// # Errors
    ///
    /// Those of the file system, and `UnexpectedEof` for a file that is too short.
    pub fn read(path: &Path) -> io::Result<Self> {
        let bytes = fs::read(path)?;
        if bytes.len() < INPUT_AT {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let word = |word: Word| number(&bytes, word as usize * 8);
        let counters = Counters {
            total: word(Word::Counters),
            first: word(Word::FirstInput),
            second: word(Word::SecondInput),
            differing: word(Word::Differing),
        };
        let input_end = (INPUT_AT + word(Word::InputSize) as usize).min(bytes.len());
        Ok(StatusRecord {
            executions: word(Word::Executions),
            running: word(Word::Running) == 1,
            reported: word(Word::Reported) as usize,
            memory_refused: word(Word::Refused) == 1,
            input: bytes[INPUT_AT..input_end].to_vec(),
            events: events(&bytes),
            uncounted: word(Word::Uncounted),
            counters: (word(Word::Checked) == 1).then_some(counters),
            corpus: word(Word::Corpus),
            work: word(Word::Work),
            paused: word(Word::Paused) == 1,
            times: times(&bytes),
        })
    }
}

fn number(bytes: &[u8], at: usize) -> u64 {
    u64::from_ne_bytes(std::array::from_fn(|index| bytes[at + index]))
}

/// Returns counts and names of the rows that are in use.
fn rows(bytes: &[u8]) -> impl Iterator<Item = (u64, String)> {
    let rows = bytes[WORDS * 8..INPUT_AT].chunks_exact(ROW_SIZE).take_while(|row| row[8] != 0);
    rows.map(|row| (number(row, 0), String::from_utf8_lossy(&row[8..]).trim_end_matches('\0').to_owned()))
}

fn times(bytes: &[u8]) -> BTreeMap<String, Duration> {
    let of_oracles = rows(bytes).filter_map(|(time, name)| Some((name.strip_prefix(TIME)?.strip_prefix('\t')?.to_owned(), time)));
    of_oracles.map(|(oracle, time)| (oracle, Duration::from_nanos(time))).collect()
}

fn events(bytes: &[u8]) -> BTreeMap<Event, u64> {
    let mut events = BTreeMap::new();
    for (count, name) in rows(bytes) {
        if let Some(event) = Event::parse(&name) {
            *events.entry(event).or_default() += count;
        }
    }
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_shows_what_ran_and_what_was_counted() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status_file");
        StatusFile::prepare(&path, 16).unwrap();
        let status_file = StatusFile::open(&path).unwrap();
        status_file.begin(b"first");
        status_file.count("pass", "a", "");
        status_file.count("skip", "b", "unreadable");
        status_file.end();
        status_file.begin(b"second, and longer than the room");
        status_file.count("pass", "a", "");
        let record = StatusRecord::read(&path).unwrap();
        assert_eq!((record.executions, record.running, record.reported), (2, true, 1));
        assert_eq!(record.input, b"second, and long");
        assert_eq!(record.events[&Event::Pass { oracle: "a".into() }], 2);
        assert_eq!(record.events[&Event::Skip { oracle: "b".into(), reason: "unreadable".into() }], 1);
        assert_eq!(record.counters, None);
    }

    #[test]
    fn work_and_times_add_up_and_are_no_events() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status_file");
        StatusFile::prepare(&path, 0).unwrap();
        let status_file = StatusFile::open(&path).unwrap();
        for work in [200, 300] {
            status_file.add_work(work);
            status_file.add_time("slow", Duration::from_millis(40));
        }
        let record = StatusRecord::read(&path).unwrap();
        assert_eq!((record.work, record.reported, record.events.len()), (500, 0, 0));
        assert_eq!(record.times, [("slow".to_owned(), Duration::from_millis(80))].into());
    }

    #[test]
    fn a_worker_pauses_until_it_may_go_on() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status_file");
        StatusFile::prepare(&path, 0).unwrap();
        let status_file = StatusFile::open(&path).unwrap();
        status_file.pause_if_asked();
        StatusFile::ask_to_pause(&path, true).unwrap();
        thread::scope(|scope| {
            let worker = scope.spawn(|| status_file.pause_if_asked());
            while !StatusRecord::read(&path).unwrap().paused {
                thread::sleep(PAUSE);
            }
            assert!(!worker.is_finished());
            StatusFile::ask_to_pause(&path, false).unwrap();
        });
        assert!(!StatusRecord::read(&path).unwrap().paused);
    }

    #[test]
    fn events_without_a_row_are_counted_together() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status_file");
        StatusFile::prepare(&path, 0).unwrap();
        let status_file = StatusFile::open(&path).unwrap();
        for id in 0..ROWS + 5 {
            status_file.count("fail", "a", &id.to_string());
        }
        let record = StatusRecord::read(&path).unwrap();
        assert_eq!((record.events.len(), record.uncounted), (ROWS, 5));
    }

    #[test]
    fn a_short_file_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("status_file");
        fs::write(&path, b"short").unwrap();
        assert!(StatusRecord::read(&path).is_err());
        assert!(StatusFile::open(&path).is_err());
    }
}
