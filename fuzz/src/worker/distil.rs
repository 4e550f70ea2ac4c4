//! Distils a corpus while an engine reads it: removes cases that add no coverage to smaller cases.
//!
//! libFuzzer writes every new case to the folder of the corpus and removes those that it replaces by smaller ones, but only in the same
//! process: a file that an earlier worker wrote stays for ever. This module removes such files while the next worker reads them, at the
//! cost of reading the coverage counters for each. A corpus is the same for all seeds of a campaign, so only its own files count.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::content_hash;

/// Characters in the name that libFuzzer gives to a file: the SHA-1 of its content.
const NAME: usize = 40;

/// Distils the files of one folder in the order in which they are run: the smallest first, as libFuzzer reads them.
#[derive(Debug)]
pub struct Distiller {
    /// The files not run yet, by the hash of their content.
    waiting: BTreeMap<u64, Vec<PathBuf>>,
    /// The sizes of the coverage counters that files reached, one bit each.
    seen: Vec<u8>,
    removed: u64,
}

impl Distiller {
    /// Makes a distiller of the current files in `folder`. An engine reads no file that is larger than `max_len`, and no empty file.
    pub fn new(folder: &Path, max_len: usize) -> Self {
        let mut waiting = BTreeMap::<u64, Vec<PathBuf>>::new();
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if let Ok(case) = fs::read(&path)
                && (1..=max_len).contains(&case.len())
            {
                waiting.entry(content_hash(&case)).or_default().push(path);
            }
        }
        Distiller { waiting, seen: Vec::new(), removed: 0 }
    }

    /// Returns whether all files have been run.
    pub fn is_done(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Returns the number of files removed so far.
    pub fn removed(&self) -> u64 {
        self.removed
    }

    /// Records that the engine ran `case`, whether it is `worth_keeping` at all, and the resulting coverage `counters`. Removes an engine's
    /// file that contains the case, unless it reached something that no file before it did.
    pub fn ran(&mut self, case: &[u8], worth_keeping: bool, counters: &[u8]) {
        let Some(mut files) = self.waiting.remove(&content_hash(case)) else { return };
        let adds = worth_keeping && self.adds(counters);
        // Of several equal files one is enough, and a file that the user put there stays anyway.
        files.sort_by_key(|file| is_engines(file));
        let needless = if adds { files.split_off(1) } else { files };
        for file in needless.iter().filter(|file| is_engines(file)) {
            if fs::remove_file(file).is_ok() {
                self.removed += 1;
            }
        }
    }

    /// Adds the counters that `counters` reached; returns whether any of them is new.
    fn adds(&mut self, counters: &[u8]) -> bool {
        self.seen.resize(counters.len().max(self.seen.len()), 0);
        let mut adds = false;
        for (seen, counter) in self.seen.iter_mut().zip(counters).filter(|(_, counter)| **counter != 0) {
            let reached = size(*counter);
            adds |= *seen & reached == 0;
            *seen |= reached;
        }
        adds
    }
}

/// libFuzzer distinguishes these sizes of a counter.
fn size(counter: u8) -> u8 {
    match counter {
        0 => 0,
        1 => 1,
        2 => 1 << 1,
        3 => 1 << 2,
        4..=7 => 1 << 3,
        8..=15 => 1 << 4,
        16..=31 => 1 << 5,
        32..=127 => 1 << 6,
        128.. => 1 << 7,
    }
}

/// Returns whether an engine named the file. Files that the user put there stay.
fn is_engines(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name.len() == NAME && name.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(case: &[u8]) -> String {
        format!("{:040x}", content_hash(case))
    }

    #[test]
    fn what_adds_no_coverage_goes_and_what_somebody_put_there_stays() {
        let folder = tempfile::tempdir().unwrap();
        for case in [&b"a"[..], b"bb", b"ccc", b"dddd"] {
            fs::write(folder.path().join(name(case)), case).unwrap();
        }
        fs::write(folder.path().join("mine.pexe"), b"eeeee").unwrap();
        fs::write(folder.path().join("1".repeat(40)), b"a").unwrap();
        fs::write(folder.path().join("2".repeat(40)), b"ffffff").unwrap();
        let mut distiller = Distiller::new(folder.path(), 5);
        distiller.ran(b"", true, &[9, 9, 9]);
        distiller.ran(b"a", true, &[1, 0, 0]);
        distiller.ran(b"bb", true, &[1, 0, 0]);
        distiller.ran(b"ccc", true, &[2, 0, 0]);
        distiller.ran(b"dddd", false, &[0, 0, 1]);
        assert!(!distiller.is_done());
        distiller.ran(b"eeeee", true, &[1, 0, 0]);
        assert!(distiller.is_done());
        // A case that is not a file of the folder, such as a mutation of one.
        distiller.ran(b"bb", true, &[5, 5, 5]);
        let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| fs::read(entry.unwrap().path()).unwrap()).collect();
        left.sort();
        assert_eq!(left, [&b"a"[..], b"ccc", b"eeeee", b"ffffff"]);
        assert_eq!(distiller.removed(), 3);
    }

    #[test]
    fn a_folder_that_is_not_there_is_done() {
        assert!(Distiller::new(Path::new("/nonexistent/corpus"), 9).is_done());
    }
}
