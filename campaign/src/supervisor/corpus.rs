//! A corpus that is kept between campaigns: tests that it can be written, and removes truncated cases.
//!
//! libFuzzer writes the cases itself, each to a file that is named after its content (SHA-1). A killed worker or a full disk can leave
//! files that contain less than their names promise.

use std::{
    collections::BTreeSet,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use sha1::{Digest, Sha1};

/// The name of a file that tests whether cases can be written, before the number of its process.
const PROBE: &str = ".probe-";
/// A file that was not modified for this time is complete. Cases are written at once.
const SETTLED: Duration = Duration::from_secs(2);

/// The corpus of one target.
#[derive(Debug)]
pub(super) struct Corpus {
    folder: PathBuf,
    /// Names of the files whose content matches their names.
    whole: BTreeSet<OsString>,
}

impl Corpus {
    /// Opens the corpus in `folder`, and creates the folder if needed.
    ///
    /// # Errors
    ///
    /// When cases cannot be written there.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let mut corpus = Corpus { folder: folder.to_owned(), whole: BTreeSet::new() };
        corpus.probe()?;
        corpus.repair(SETTLED);
        Ok(corpus)
    }

    /// Removes truncated files, except files that a worker may be writing now; returns their number.
    pub(super) fn repair_while_running(&mut self) -> usize {
        self.repair(SETTLED)
    }

    /// Removes truncated files while no worker runs; returns their number.
    pub(super) fn repair_at_the_end(&mut self) -> usize {
        self.repair(Duration::ZERO)
    }

    /// Tests whether a file of one byte can be written.
    ///
    /// # Errors
    ///
    /// When it cannot.
    pub(super) fn probe(&self) -> io::Result<()> {
        let probe = self.folder.join(format!("{PROBE}{}", std::process::id()));
        let written = fs::write(&probe, b"\n");
        match fs::remove_file(&probe) {
            Err(error) if written.is_ok() => Err(error),
            _ => written,
        }
    }

    fn repair(&mut self, settled: Duration) -> usize {
        let mut removed = 0;
        for entry in fs::read_dir(&self.folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if self.whole.contains(&name) {
                continue;
            }
            if is_left_probe(&name) {
                let _ = fs::remove_file(entry.path());
                continue;
            }
            let Some(promised) = name.to_str().filter(|name| is_hash(name)) else { continue };
            // An unreadable file cannot be checked.
            let Ok(content) = fs::read(entry.path()) else { continue };
            if hash(&content) == promised {
                self.whole.insert(name);
            } else if has_rested(&entry.path(), settled) && fs::remove_file(entry.path()).is_ok() {
                removed += 1;
            }
        }
        removed
    }
}

/// Returns whether a name is that of a probe of a process that was killed meanwhile.
fn is_left_probe(name: &OsStr) -> bool {
    let process = name.to_str().and_then(|name| name.strip_prefix(PROBE)?.parse::<u32>().ok());
    process.is_some_and(|process| !Path::new("/proc").join(process.to_string()).exists())
}

fn has_rested(path: &Path, time: Duration) -> bool {
    let changed = fs::metadata(path).and_then(|file| file.modified());
    changed.is_ok_and(|changed| SystemTime::now().duration_since(changed).unwrap_or_default() >= time)
}

fn hash(content: &[u8]) -> String {
    Sha1::digest(content).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn is_hash(name: &str) -> bool {
    name.len() == 40 && name.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_were_cut_short_go_and_others_stay() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("target");
        fs::create_dir(&place).unwrap();
        // SHA-1 of "abc", from the standard.
        let whole = "a9993e364706816aba3e25717850c26c9cd0d89d";
        let (empty, cut) = ("0".repeat(40), "1".repeat(40));
        // No process has the first number; the first process always runs.
        let (left_probe, probe) = (".probe-4294967295", ".probe-1");
        let files = [(whole, "abc"), (&empty, ""), (&cut, "ab"), ("seed.pexe", ""), ("0123", "ab"), (left_probe, ""), (probe, "")];
        for (name, content) in files {
            fs::write(place.join(name), content).unwrap();
        }
        let mut corpus = Corpus::open(&place).unwrap();
        assert!(place.join(&cut).exists(), "a worker may be writing it");
        assert_eq!(corpus.repair_at_the_end(), 2);
        let mut left: Vec<_> = fs::read_dir(&place).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        left.sort();
        assert_eq!(left, [probe, "0123", whole, "seed.pexe"]);
        fs::write(place.join(&cut), "").unwrap();
        assert_eq!((corpus.repair_while_running(), corpus.repair_at_the_end()), (0, 1));
    }
}
