//! Summaries of the findings of one target. They are in memory, so that no summary reads the disk: the thread that makes summaries also
//! watches the workers.

use std::collections::BTreeMap;

use irsmith_fuzz::{Finding, Minimized, Store};

/// The known signatures of one target, by their ids.
#[derive(Debug)]
pub(super) struct Words {
    target: &'static str,
    known: BTreeMap<String, Said>,
}

/// The summary of one signature.
#[derive(Debug)]
pub(super) struct Said {
    /// The signature as text.
    pub(super) signature: String,
    /// The result of minimization.
    pub(super) minimized: Option<Minimized>,
}

impl Words {
    pub(super) fn new(target: &'static str) -> Self {
        Self { target, known: BTreeMap::new() }
    }

    /// Returns the summary of the signature `id`.
    pub(super) fn of(&self, id: &str) -> Option<&Said> {
        self.known.get(id)
    }

    /// Records the text of a signature, whether or not it is in the store.
    pub(super) fn note(&mut self, id: &str, signature: String) {
        self.known.insert(id.to_owned(), Said { signature, minimized: None });
    }

    /// Copies the data of a finding.
    pub(super) fn take(&mut self, finding: Finding) {
        let Finding { id, signature, minimized, .. } = finding;
        self.known.insert(id, Said { signature, minimized });
    }

    /// Reads a changed finding again; the known data stay if the finding cannot be read.
    pub(super) fn read(&mut self, store: &Store, id: &str) {
        if let Some(finding) = store.finding(self.target, id) {
            self.take(finding);
        }
    }

    /// Reads a finding unless it is known; a finding that could not be written yet may exist the next time.
    pub(super) fn read_new(&mut self, store: &Store, id: &str) {
        if !self.known.contains_key(id) {
            self.read(store, id);
        }
    }
}
