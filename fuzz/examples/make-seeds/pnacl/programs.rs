//! Generated programs that are to be executed.

use irsmith_fuzz::{Format, Profile};

use crate::Seed;

/// Enough that a target over executions has coverage to begin with.
const PROGRAMS: u64 = 12;

/// The first programs of the profile that targets over executions generate.
pub(crate) fn seeds() -> impl Iterator<Item = Seed> {
    (0..PROGRAMS).map(|seed| (format!("program-{seed:02}.pexe"), Format::PNACL.generate_as(Profile::Exec, seed)))
}
