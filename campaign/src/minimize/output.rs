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
    /// Prepares to write to `path`, or to the file that it links to.
    ///
    /// # Errors
    ///
    /// When the file could not be written at the end: tested here, so that no minimization is lost. A folder or a device is no output, because
    /// a file takes its place with each smaller case.
    pub fn open(path: PathBuf) -> io::Result<Self> {
        let is_link = path.symlink_metadata().is_ok_and(|file| file.is_symlink());
        let path = if is_link { path.canonicalize()? } else { path };
        if path.metadata().is_ok_and(|file| !file.is_file()) {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is not a regular file"));
        }
        // About as long as the names of drafts.
        let mut name = std::ffi::OsString::from(".");
        name.push(path.file_name().unwrap_or_default());
        name.push(format!("-{}-00", std::process::id()));
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

    #[cfg(unix)]
    #[test]
    fn only_regular_files_are_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::os::unix::fs::symlink(&file, &link).unwrap();
        assert!(Output::open(link.clone()).is_err(), "a link to nothing");
        fs::write(&file, "before").unwrap();
        Output::open(link.clone()).unwrap().put(b"after");
        assert_eq!(fs::read(&file).unwrap(), b"after");
        assert!(link.symlink_metadata().unwrap().is_symlink());
        for other in [folder.path().to_owned(), "/dev/null".into(), folder.path().join("n".repeat(250))] {
            assert!(Output::open(other.clone()).is_err(), "{}", other.display());
        }
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
