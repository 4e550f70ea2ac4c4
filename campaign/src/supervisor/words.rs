//! What summaries say of the findings of one target. It is in memory, so that no summary reads the disk: the thread that makes them watches
//! the workers too.

use std::collections::BTreeMap;

use irsmith_fuzz::{Finding, Minimized, Store};

/// What is known of the signatures of one target, by their ids.
#[derive(Debug)]
pub(super) struct Words {
    target: &'static str,
    known: BTreeMap<String, Said>,
}

/// What is said of one signature.
#[derive(Debug)]
pub(super) struct Said {
    /// In words.
    pub(super) signature: String,
    /// What the minimizer made of its case.
    pub(super) minimized: Option<Minimized>,
}

impl Words {
    pub(super) fn new(target: &'static str) -> Self {
        Self { target, known: BTreeMap::new() }
    }

    /// What is known of the signature `id`.
    pub(super) fn of(&self, id: &str) -> Option<&Said> {
        self.known.get(id)
    }

    /// Notes the words of a signature, whether or not the store has it.
    pub(super) fn note(&mut self, id: &str, signature: String) {
        self.known.insert(id.to_owned(), Said { signature, minimized: None });
    }

    /// Takes what a finding says.
    pub(super) fn take(&mut self, finding: Finding) {
        let Finding { id, signature, minimized, .. } = finding;
        self.known.insert(id, Said { signature, minimized });
    }

    /// Reads a finding again, which has changed; what is known stays when it does not read.
    pub(super) fn read(&mut self, store: &Store, id: &str) {
        if let Some(finding) = store.finding(self.target, id) {
            self.take(finding);
        }
    }

    /// Reads a finding unless it is known; one that could not be written yet may be there the next time.
    pub(super) fn read_new(&mut self, store: &Store, id: &str) {
        if !self.known.contains_key(id) {
            self.read(store, id);
        }
    }
}
