//! Measures how long something takes, without time in which the machine stood still.

use std::time::{Duration, Instant};

/// The most time between two readings that counts. Who waits reads several times a second; a longer pause is one of this process too, such
/// as a suspended machine, in which nothing that it waits for can happen.
const MOST: Duration = Duration::from_secs(1);

/// Measures a time. It must be read more often than once a second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopwatch {
    elapsed: Duration,
    last: Instant,
}

impl Stopwatch {
    /// Starts to measure.
    pub(crate) const fn start(now: Instant) -> Self {
        Self { elapsed: Duration::ZERO, last: now }
    }

    /// Returns the time since the start.
    pub(crate) fn read(&mut self, now: Instant) -> Duration {
        self.elapsed += now.saturating_duration_since(self.last).min(MOST);
        self.last = now;
        self.elapsed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_in_which_nothing_was_read_does_not_count() {
        let start = Instant::now();
        let mut stopwatch = Stopwatch::start(start);
        let read = |stopwatch: &mut Stopwatch, milliseconds| stopwatch.read(start + Duration::from_millis(milliseconds)).as_millis();
        assert_eq!(read(&mut stopwatch, 400), 400);
        assert_eq!(read(&mut stopwatch, 900), 900);
        assert_eq!(read(&mut stopwatch, 600_000), 1900);
        assert_eq!(read(&mut stopwatch, 600_100), 2000);
    }
}
