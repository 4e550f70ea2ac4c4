//! Workers between two turns of their target: they pause and keep their state.

use std::{fs, path::Path, time::Instant};

use super::{Assignment, Place, Slice, Supervisor};

/// Share of the machine's memory that must be free to keep another worker.
const ROOM: f64 = 0.25;

/// A corpus is distilled again when it contains more than this number of files, and more than twice as many files as its worker has cases.
const SLACK: u64 = 200;

impl Supervisor<'_> {
    /// Ends workers whose corpus contains many more files than cases: the next worker distils the corpus while it reads it.
    ///
    /// libFuzzer does not remove what it replaces by smaller cases if the first of them was a seed. If several workers share a corpus, a
    /// distilling worker would not know what the others have just written. A run with a number of executions must be reproducible.
    pub(super) fn end_workers_of_overgrown_corpora(&mut self, now: Instant) {
        let alone: Vec<bool> =
            (0..self.states.len()).map(|index| self.live().filter(|assignment| assignment.target == index).count() == 1).collect();
        for assignment in self.slots.iter_mut().filter_map(|slot| slot.busy.as_mut()).filter(|assignment| alone[assignment.target]) {
            let log = assignment.worker.log();
            if self.options.runs.is_none() && log.begun && is_overgrown(&self.states[assignment.target].folders.corpus, log.corpus) {
                assignment.worker.ask_to_stop(now);
            }
        }
    }

    /// Moves paused workers out of their slots.
    pub(super) fn release_paused(&mut self, now: Instant) {
        for slot in &mut self.slots {
            // A worker that must end is about to exit, whatever it did before.
            if let Some(mut assignment) = slot.busy.take_if(|assignment| assignment.worker.is_paused() && assignment.slice.is_some()) {
                let used = assignment.worker.used_of_turn(now);
                assignment.worker.end_turn(now);
                let state = &mut self.states[assignment.target];
                state.turn.pause(assignment.slice, used);
                state.discovered(Some(&assignment.worker), used);
                self.paused.push(assignment);
            }
        }
    }

    /// Removes and returns a paused worker of a target.
    pub(super) fn paused_at(&mut self, index: usize) -> Option<Assignment> {
        let index = self.paused.iter().position(|assignment| assignment.target == index)?;
        Some(self.paused.remove(index))
    }

    /// Gives a paused worker a turn.
    pub(super) fn go_on(&mut self, mut assignment: Assignment, slice: Option<Slice>, now: Instant) -> Assignment {
        self.states[assignment.target].turn.begin(slice);
        assignment.slice = slice;
        assignment.worker.go_on(now);
        assignment
    }

    /// Handles paused workers that another process has ended.
    pub(super) fn collect_paused(&mut self, now: Instant) {
        let mut index = 0;
        while index < self.paused.len() {
            let Some(status) = self.paused[index].worker.ended() else {
                index += 1;
                continue;
            };
            let assignment = self.paused.remove(index);
            let provenance = self.provenance(self.states[assignment.target].target, assignment.seed);
            let end = assignment.worker.finish(status, now);
            self.states[assignment.target].take_in(end, None, &provenance, &mut self.found, now);
        }
    }

    /// Returns every live worker.
    fn live(&self) -> impl Iterator<Item = &Assignment> {
        self.slots.iter().filter_map(|slot| slot.busy.as_ref()).chain(&self.paused)
    }

    /// Returns whether a worker of the target is alive.
    pub(super) fn works_at(&self, index: usize) -> bool {
        self.live().any(|assignment| assignment.target == index)
    }

    /// Returns the least number that no live worker has.
    pub(super) fn free_place(&self) -> Place {
        (0..).find(|place| self.live().all(|assignment| assignment.place != *place)).unwrap_or_default()
    }
}

/// Returns whether a corpus folder contains many more files than cases that were kept, if that is known.
fn is_overgrown(folder: &Path, kept: Option<u64>) -> bool {
    let files = fs::read_dir(folder).map_or(0, |entries| entries.count() as u64);
    kept.is_some_and(|kept| files > 2 * kept + SLACK)
}

/// Returns whether the machine has memory for paused workers; true if the memory is unknown.
pub(super) fn has_room() -> bool {
    fs::read_to_string("/proc/meminfo").ok().and_then(|text| free_share(&text)).is_none_or(|share| share > ROOM)
}

/// Returns the share of memory that is available.
fn free_share(meminfo: &str) -> Option<f64> {
    let figure = |name: &str| {
        let line = meminfo.lines().find_map(|line| line.strip_prefix(name))?;
        line.trim_start_matches(':').trim().trim_end_matches("kB").trim().parse::<f64>().ok()
    };
    Some(figure("MemAvailable")? / figure("MemTotal")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corpus_is_overgrown_by_its_files() {
        let folder = tempfile::tempdir().unwrap();
        let files = 2 * 10 + SLACK;
        (0..files).for_each(|file| fs::write(folder.path().join(file.to_string()), "").unwrap());
        assert!(!is_overgrown(folder.path(), Some(10)) && is_overgrown(folder.path(), Some(9)));
        assert!(!is_overgrown(folder.path(), None), "a driver that writes nothing");
    }

    #[test]
    fn the_free_share_is_read() {
        let text = "MemTotal:       16000 kB\nMemFree:         1000 kB\nMemAvailable:    4000 kB\n";
        assert_eq!(free_share(text), Some(0.25));
        assert_eq!(free_share("MemTotal: 5 kB"), None);
    }
}
