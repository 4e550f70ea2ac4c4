//! The driver without guidance: generates and mutates cases, and ignores coverage.
//!
//! This engine needs no instrumented build and no C++ compiler, and it is the baseline that guidance has to beat.

use std::{
    collections::VecDeque,
    fs,
    path::Path,
    time::{Duration, Instant},
};

use super::Executor;
use crate::{Rng, mutate_in_place, splice_into};

/// Cases kept for mutations and splices; the oldest is dropped.
const POOL: usize = 256;

/// How many of 100 cases are generated anew, and how many are a splice of two.
const GENERATED: u8 = 20;
const SPLICED: u8 = 10;

/// Executions between two checks of the time.
const CLOCK_INTERVAL: u64 = 64;

/// Runs the job of `executor` to its end: its runs, its seconds, or a signal.
///
/// The cases are a function of the job's seed and of the files in its folders.
pub fn drive(executor: &mut Executor) {
    let mut driver = Driver::new(executor);
    let started = Instant::now();
    while !driver.finished(started) {
        let case = driver.next_case();
        if driver.executor.run(&case) {
            driver.remember(case);
        }
    }
    driver.executor.keep_own_panics();
}

struct Driver<'a> {
    executor: &'a mut Executor,
    rng: Rng,
    pool: VecDeque<Vec<u8>>,
    /// Cases of the job's folders that have not run yet.
    waiting: Vec<Vec<u8>>,
    /// Cases made, including those in quarantine.
    made: u64,
}

impl<'a> Driver<'a> {
    fn new(executor: &'a mut Executor) -> Self {
        let job = executor.job();
        let mut waiting = Vec::new();
        for folder in job.seeds.iter().chain([&job.corpus]) {
            waiting.extend(cases(folder, job.max_len));
        }
        let rng = Rng::new(u64::from(job.seed));
        Driver { executor, rng, pool: VecDeque::new(), waiting, made: 0 }
    }

    fn finished(&mut self, started: Instant) -> bool {
        let job = self.executor.job();
        let ran = job.runs.is_some_and(|runs| self.executor.status_file().executions() >= runs);
        let late = self.made.is_multiple_of(CLOCK_INTERVAL)
            && job.seconds.is_some_and(|seconds| started.elapsed() >= Duration::from_secs(seconds));
        self.made += 1;
        ran || late
    }

    fn next_case(&mut self) -> Vec<u8> {
        if let Some(case) = self.waiting.pop() {
            return case;
        }
        if self.pool.is_empty() || self.rng.percent(GENERATED) {
            return self.generated();
        }
        if self.rng.percent(SPLICED) {
            let spliced = self.spliced();
            if !spliced.is_empty() {
                return spliced;
            }
        }
        self.mutated()
    }

    /// Generates a case, truncated to the largest size.
    fn generated(&mut self) -> Vec<u8> {
        let mut case = self.executor.target().generate(self.rng.draw());
        case.truncate(self.executor.job().max_len);
        case
    }

    fn spliced(&mut self) -> Vec<u8> {
        let (a, b) = (self.rng.below(self.pool.len()), self.rng.below(self.pool.len()));
        let mut out = vec![0; self.executor.job().max_len];
        let (target, mutator) = (self.executor.target(), self.executor.job().mutator);
        let seed = self.rng.draw() as u32;
        let size = splice_into(target, mutator, &self.pool[a], &self.pool[b], &mut out, seed);
        out.truncate(size);
        out
    }

    fn mutated(&mut self) -> Vec<u8> {
        let mut case = self.pool[self.rng.below(self.pool.len())].clone();
        let (size, max_size) = (case.len(), self.executor.job().max_len);
        case.resize(max_size.max(size), 0);
        let (target, mutator) = (self.executor.target(), self.executor.job().mutator);
        let seed = self.rng.draw() as u32;
        let rng = &mut self.rng;
        let new_size =
            mutate_in_place(target, mutator, &mut case, size, max_size, seed, |data, size, max| change_bytes(rng, data, size, max));
        case.truncate(new_size);
        case
    }

    fn remember(&mut self, case: Vec<u8>) {
        if self.pool.len() == POOL {
            self.pool.pop_front();
        }
        self.pool.push_back(case);
        self.executor.status_file().set_corpus(self.pool.len() as u64);
    }
}

/// Reads the cases in `folder` that are not too large, in reverse order of their names, because they are taken from the end. A missing
/// folder contains none.
fn cases(folder: &Path, max_len: usize) -> Vec<Vec<u8>> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    paths.sort();
    paths.reverse();
    paths.iter().flat_map(fs::read).filter(|case| case.len() <= max_len).collect()
}

/// Makes one byte mutation: flips a bit, sets, removes or inserts a byte, or copies a range.
fn change_bytes(rng: &mut Rng, data: &mut [u8], size: usize, max_size: usize) -> usize {
    let size = size.min(max_size);
    let at = rng.below(size);
    match rng.below(5) {
        0 if size > 0 => data[at] ^= 1 << rng.below(8),
        1 if size > 0 => data[at] = rng.draw() as u8,
        2 if size > 0 => {
            data.copy_within(at + 1..size, at);
            return size - 1;
        }
        3 if size > 0 => {
            let length = rng.below(size - at) + 1;
            let to = rng.below(size - length + 1);
            data.copy_within(at..at + length, to);
        }
        _ if size < max_size => {
            data.copy_within(at..size, at + 1);
            data[at] = rng.draw() as u8;
            return size + 1;
        }
        _ => {}
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn byte_changes_stay_in_bounds_and_change_something() {
        let mut rng = Rng::new(1);
        let mut changed = 0;
        for size in 0..40 {
            for _ in 0..50 {
                let mut data = [7_u8; 40];
                let new_size = change_bytes(&mut rng, &mut data, size, 40);
                assert!(new_size <= 40 && new_size.abs_diff(size) <= 1);
                changed += usize::from(new_size != size || data[..size] != [7; 40][..size]);
            }
        }
        assert!(changed > 1000, "only {changed} of 2000 changed anything");
    }
}
