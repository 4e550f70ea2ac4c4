//! Generated programs for execution.

use irsmith_fuzz::{Format, Profile};

use crate::Seed;

/// Enough programs that a target with executions has initial coverage.
const PROGRAMS: u64 = 12;

/// Generates the first programs of the profile of targets with executions.
pub(crate) fn seeds() -> impl Iterator<Item = Seed> {
    (0..PROGRAMS).map(|seed| (format!("program-{seed:02}.pexe"), Format::PNACL.generate_as(Profile::Exec, seed)))
}
