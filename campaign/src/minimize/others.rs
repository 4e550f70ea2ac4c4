//! Other findings: candidates that fail in another way than the original case.

use std::{collections::BTreeMap, io, path::PathBuf};

use irsmith_fuzz::{Finding, Kept, Store, Target, note};

/// Saves other findings in a findings folder, which is created for the first one.
#[derive(Debug)]
pub struct OtherFailures {
    folder: PathBuf,
    target: &'static Target,
    store: Option<Store>,
    /// Size of the smallest case that was offered to the store, for each signature.
    smallest: BTreeMap<String, usize>,
    new: u64,
}

impl OtherFailures {
    /// Makes a saver of findings of `target` in `folder`.
    pub fn new(folder: PathBuf, target: &'static Target) -> Self {
        OtherFailures { folder, target, store: None, smallest: BTreeMap::new(), new: 0 }
    }

    /// Saves `case` unless a case with the same signature that is no larger was offered before. A failure to save is reported on standard
    /// error, once per signature.
    pub fn keep(&mut self, case: &[u8], finding: &Finding) {
        let smallest = self.smallest.get(&finding.id).copied();
        if smallest.is_some_and(|smallest| smallest <= case.len()) {
            return;
        }
        self.smallest.insert(finding.id.clone(), case.len());
        match self.write(case, finding) {
            Ok(kept) => self.new += u64::from(kept == Kept::New),
            Err(error) if smallest.is_none() => {
                note(format_args!(
                    "irsmith: {}: cannot be kept in {}: {error}: {}",
                    self.target.name,
                    self.folder.display(),
                    finding.signature
                ));
            }
            Err(_) => {}
        }
    }

    fn write(&mut self, case: &[u8], finding: &Finding) -> io::Result<Kept> {
        let store = match self.store.take() {
            Some(store) => store,
            None => Store::open(&self.folder)?,
        };
        self.store.insert(store).keep_finding(self.target, case, finding)
    }

    /// Returns how many signatures were new in the folder.
    pub fn new_findings(&self) -> u64 {
        self.new
    }
}
