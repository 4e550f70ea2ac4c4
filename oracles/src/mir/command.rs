//! Implementations of any kind take the format's files as we do: see [`crate::foreign`].

use super::Oracle;
use super::format::Mir;
use crate::foreign::{accepts_alike, executes, reads, rewrites, transforms};
use crate::{Check, Family, Needs, Wanted};

/// The programs, or what is plugged in.
const COMMANDS: Needs = Needs::Programs(&[Wanted::commands("mir")]);

/// Validators.
pub const COMMAND_ACCEPTS: Oracle = Oracle {
    name: "mir-command-accepts",
    family: Family::Agreement,
    about: "an implementation of the user accepts a valid file, and rejects it with one rule broken or cut in half",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| accepts_alike::<Mir>(COMMAND_ACCEPTS.name, case)),
};

/// Readers.
pub const COMMAND_READS: Oracle = Oracle {
    name: "mir-command-reads",
    family: Family::Agreement,
    about: "an implementation of the user reads a valid file that we write",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| reads::<Mir>(COMMAND_READS.name, case)),
};

/// Readers with writers.
pub const COMMAND_REWRITES: Oracle = Oracle {
    name: "mir-command-rewrites",
    family: Family::RoundTrip,
    about: "what an implementation of the user reads of a valid file and writes again reads back to the same file",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| rewrites::<Mir>(COMMAND_REWRITES.name, case)),
};

/// Programs that change files.
pub const COMMAND_TRANSFORMS: Oracle = Oracle {
    name: "mir-command-transforms",
    family: Family::Metamorphic,
    about: "what an implementation of the user makes of a valid file is valid",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| transforms::<Mir>(COMMAND_TRANSFORMS.name, case)),
};

/// Programs that call functions.
pub const COMMAND_EXECUTES: Oracle = Oracle {
    name: "mir-command-executes",
    family: Family::Execution,
    about: "a program of the user returns what the interpreter returns, of calls that are defined and depend on no address",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| executes::<Mir>(COMMAND_EXECUTES.name, case)),
};
