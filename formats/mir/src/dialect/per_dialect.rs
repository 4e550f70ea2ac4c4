//! Values that are computed once for each dialect, when they are first needed.

use super::{Calibration, Dialect};
use std::sync::{Mutex, OnceLock, PoisonError};

/// A value of each dialect, which lives as long as the process.
#[derive(Debug)]
pub struct PerDialect<T: 'static> {
    /// Those of the releases, by [`Dialect::place`].
    releases: [OnceLock<T>; Dialect::COUNT],
    /// Those of programs: few, so they are searched in order.
    programs: Mutex<Vec<(&'static Calibration, &'static T)>>,
}

impl<T> PerDialect<T> {
    /// Returns nothing of any dialect yet.
    #[must_use]
    #[allow(clippy::new_without_default, reason = "it is for statics")]
    pub const fn new() -> Self {
        Self { releases: [const { OnceLock::new() }; Dialect::COUNT], programs: Mutex::new(Vec::new()) }
    }

    /// Returns the value of a dialect; `make` makes it the first time.
    pub fn get(&'static self, dialect: Dialect, make: impl FnOnce() -> T) -> &'static T {
        let Some(calibration) = dialect.calibration() else { return self.releases[dialect.place()].get_or_init(make) };
        let programs = || self.programs.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |programs: &Vec<(&'static Calibration, &'static T)>| {
            programs.iter().find(|(known, _)| std::ptr::eq(*known, calibration)).map(|(_, value)| *value)
        };
        if let Some(value) = known(&programs()) {
            return value;
        }
        // Made without the lock: making it may need that of another dialect.
        let value = Box::leak(Box::new(make()));
        let mut programs = programs();
        known(&programs).unwrap_or_else(|| {
            programs.push((calibration, value));
            value
        })
    }
}
