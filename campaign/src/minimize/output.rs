//! The best case on disk, always complete and never much older than the best case in memory.

use std::{fs, io, path::PathBuf, time::Duration};

use irsmith_fuzz::write_atomically;

use super::outcome::Throttle;

/// Time between two writes: a case may improve thousands of times a second.
const INTERVAL: Duration = Duration::from_millis(100);

/// The file for the best case.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    throttle: Throttle,
    /// The best case, if it is not on disk yet.
    waiting: Option<Vec<u8>>,
}

impl Output {
    /// Prepares to write to `path`.
    ///
    /// # Errors
    ///
    /// When files cannot be written in its folder: tested here, so that no minimization is lost.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let name = format!(".irsmith-probe-{}", std::process::id());
        let probe = path.with_file_name(name);
        fs::write(&probe, b"files can be written here\n")?;
        fs::remove_file(&probe)?;
        Ok(Output { path, throttle: Throttle::new(INTERVAL), waiting: None })
    }

    /// Sets a new best case.
    pub fn put(&mut self, case: &[u8]) {
        self.waiting = Some(case.to_vec());
        self.write_when_due();
    }

    /// Writes a pending case if the last write is long enough ago. Ignores a failure: the disk may be full for a moment.
    pub fn write_when_due(&mut self) {
        if self.waiting.is_some() && self.throttle.is_due() {
            let _ = self.finish();
        }
    }

    /// Writes a pending case.
    ///
    /// # Errors
    ///
    /// Those of the file system; the file keeps its former content then.
    pub fn finish(&mut self) -> io::Result<()> {
        if let Some(case) = &self.waiting {
            write_atomically(&self.path, case)?;
            self.waiting = None;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_case_is_written_at_once_and_the_last_one_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut output = Output::open(path.clone()).unwrap();
        output.put(b"first");
        assert_eq!(fs::read(&path).unwrap(), b"first");
        for size in (0..100).rev() {
            output.put(&vec![7; size + 1]);
        }
        output.finish().unwrap();
        assert_eq!(fs::read(&path).unwrap(), [7]);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "drafts stay behind");
    }

    #[test]
    fn what_waits_is_written_when_it_is_due() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        let mut output = Output::open(path.clone()).unwrap();
        output.put(b"first");
        output.put(b"second");
        std::thread::sleep(INTERVAL);
        output.write_when_due();
        assert_eq!(fs::read(&path).unwrap(), b"second");
    }
}
