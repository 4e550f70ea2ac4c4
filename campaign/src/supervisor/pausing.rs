//! Workers between two turns of their target: they pause, and keep what they have read and learnt.

use std::{fs, time::Instant};

use super::{Place, Shift, Slice, Supervisor};

/// Of the memory of the machine, how much must be free for another worker to be kept.
const ROOM: f64 = 0.25;

impl Supervisor<'_> {
    /// Takes workers that have paused out of their slots.
    pub(super) fn put_aside(&mut self, now: Instant) {
        for slot in &mut self.slots {
            // A worker that is to end is on its way out, whatever it did before.
            if let Some(mut shift) = slot.busy.take_if(|shift| shift.worker.is_paused() && shift.slice.is_some()) {
                let used = shift.worker.used_of_turn(now);
                shift.worker.end_turn(now);
                let desk = &mut self.desks[shift.desk];
                desk.turn.pause(shift.slice, used);
                desk.discovered(Some(&shift.worker), used);
                self.paused.push(shift);
            }
        }
    }

    /// A paused worker at a target, no longer among the paused.
    pub(super) fn paused_at(&mut self, desk: usize) -> Option<Shift> {
        let index = self.paused.iter().position(|shift| shift.desk == desk)?;
        Some(self.paused.remove(index))
    }

    /// Gives a paused worker a turn.
    pub(super) fn go_on(&mut self, mut shift: Shift, slice: Option<Slice>, now: Instant) -> Shift {
        self.desks[shift.desk].turn.begin(slice);
        shift.slice = slice;
        shift.worker.go_on(now);
        shift
    }

    /// Takes in paused workers that somebody has ended.
    pub(super) fn collect_paused(&mut self, now: Instant) {
        let mut index = 0;
        while index < self.paused.len() {
            let Some(status) = self.paused[index].worker.ended() else {
                index += 1;
                continue;
            };
            let shift = self.paused.remove(index);
            let provenance = self.provenance(self.desks[shift.desk].target, shift.seed);
            let end = shift.worker.finish(status, now);
            self.desks[shift.desk].take_in(end, None, &provenance, &mut self.found, now);
        }
    }

    /// Every live worker.
    fn live(&self) -> impl Iterator<Item = &Shift> {
        self.slots.iter().filter_map(|slot| slot.busy.as_ref()).chain(&self.paused)
    }

    /// Whether a worker lives at the target.
    pub(super) fn works_at(&self, desk: usize) -> bool {
        self.live().any(|shift| shift.desk == desk)
    }

    /// The least number that no live worker has.
    pub(super) fn free_place(&self) -> Place {
        (0..).find(|place| self.live().all(|shift| shift.place != *place)).unwrap_or_default()
    }
}

/// Whether the machine has memory for workers that pause. Where it does not say so, it has.
pub(super) fn has_room() -> bool {
    fs::read_to_string("/proc/meminfo").ok().and_then(|text| free_share(&text)).is_none_or(|share| share > ROOM)
}

/// The share of memory that is available.
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
    fn the_free_share_is_read() {
        let text = "MemTotal:       16000 kB\nMemFree:         1000 kB\nMemAvailable:    4000 kB\n";
        assert_eq!(free_share(text), Some(0.25));
        assert_eq!(free_share("MemTotal: 5 kB"), None);
    }
}
