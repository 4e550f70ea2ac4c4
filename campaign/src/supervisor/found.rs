//! New findings of a campaign: each is reported once, in order, while fuzzing continues.

use std::{
    collections::BTreeSet,
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc::{self, Receiver, Sender},
    },
    thread::{self, JoinHandle},
};

use irsmith_fuzz::{Store, Target, note};

/// A new finding on disk.
#[derive(Clone, Debug)]
pub struct NewFinding {
    /// The target that failed.
    pub target: &'static Target,
    /// The 16 hex digits of the signature.
    pub id: String,
    /// The folder.
    pub folder: PathBuf,
    /// The failing case in that folder.
    pub case: PathBuf,
}

/// The hook for each new finding, for example minimization; runs on a separate thread.
pub type OnFinding = Box<dyn FnMut(&NewFinding) + Send>;

/// Detects findings and passes new ones to the hook.
#[derive(Debug)]
pub(super) struct Found {
    store: Store,
    /// Target and id of every finding of this campaign or of the folder before it.
    met: BTreeSet<(&'static str, String)>,
    /// Both are `None` after the end.
    queue: Option<Sender<NewFinding>>,
    thread: Option<JoinHandle<()>>,
    /// Findings passed to the hook that it has not handled yet.
    waiting: Arc<AtomicUsize>,
    /// Target and id of each finding that the hook has handled.
    dealt_with: Receiver<(&'static str, String)>,
}

impl Found {
    pub(super) fn new(store: Store, mut on_finding: OnFinding) -> Self {
        let (queue, findings) = mpsc::channel::<NewFinding>();
        let waiting = Arc::new(AtomicUsize::new(0));
        let left = Arc::clone(&waiting);
        let (done, dealt_with) = mpsc::channel();
        let thread = thread::spawn(move || {
            for finding in findings {
                on_finding(&finding);
                left.fetch_sub(1, Relaxed);
                // After the end of the campaign nobody receives this.
                let _ = done.send((finding.target.name, finding.id));
            }
        });
        Found { store, met: BTreeSet::new(), queue: Some(queue), thread: Some(thread), waiting, dealt_with }
    }

    /// Returns the store of findings.
    pub(super) fn store(&self) -> &Store {
        &self.store
    }

    /// Marks the findings that are on disk before the campaign as known: they were handled before.
    pub(super) fn ignore_old(&mut self, target: &'static Target) {
        for id in self.store.ids(target.name) {
            self.met.insert((target.name, id));
        }
    }

    /// Passes a finding of the campaign just before this one to the hook, as a new one.
    pub(super) fn take_over(&mut self, target: &'static Target, id: &str) {
        self.met.remove(&(target.name, id.to_owned()));
        self.notice(target, id);
    }

    /// Records that `target` failed with the signature `id`. Passes it to the hook when it is new and on disk; a finding that could not be
    /// written yet may be recorded again.
    pub(super) fn notice(&mut self, target: &'static Target, id: &str) {
        let key = (target.name, id.to_owned());
        let folder = self.store.folder(target.name, id);
        let case = folder.join(format!("case.{}", target.format.extension()));
        if !self.met.contains(&key) && case.is_file() {
            self.met.insert(key);
            if let Some(queue) = &self.queue {
                self.waiting.fetch_add(1, Relaxed);
                // The thread ends early only when `on_finding` panicked; fuzzing continues without it.
                let _ = queue.send(NewFinding { target, id: id.to_owned(), folder, case });
            }
        }
    }

    /// Returns target and id of the findings that were handled since the last call.
    pub(super) fn dealt_with(&self) -> impl Iterator<Item = (&'static str, String)> {
        self.dealt_with.try_iter()
    }

    /// Returns the ids of the findings of `target` on disk that were not recorded.
    pub(super) fn unmet(&self, target: &'static Target) -> Vec<String> {
        let ids = self.store.ids(target.name).into_iter();
        ids.filter(|id| !self.met.contains(&(target.name, id.clone()))).collect()
    }

    /// Waits until every new finding is handled.
    pub(super) fn finish(&mut self) {
        self.queue = None;
        let Some(thread) = self.thread.take() else { return };
        let waiting = self.waiting.load(Relaxed);
        if waiting > 0 {
            note(format_args!("irsmith: {waiting} new findings are still being worked on; Ctrl-C leaves them as they are"));
        }
        // The panic hook has already reported the panic.
        let _ = thread.join();
    }
}
