//! Implementations of any kind take the format's files as we do: see [`crate::foreign`].

use super::Oracle;
use super::format::Pnacl;
use crate::foreign::{accepts_alike, executes, reads, rewrites, transforms};
use crate::{Check, Family, Needs, Wanted};

/// The programs, or what is plugged in.
const COMMANDS: Needs = Needs::Programs(&[Wanted::commands("pnacl")]);

/// Validators.
pub const COMMAND_ACCEPTS: Oracle = Oracle {
    name: "command-accepts",
    family: Family::Agreement,
    about: "an implementation of the user accepts a valid module, and rejects it with one rule broken or cut in half",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| accepts_alike::<Pnacl>(COMMAND_ACCEPTS.name, case)),
};

/// Readers.
pub const COMMAND_READS: Oracle = Oracle {
    name: "command-reads",
    family: Family::Agreement,
    about: "an implementation of the user reads a valid module that we write",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| reads::<Pnacl>(COMMAND_READS.name, case)),
};

/// Readers with writers.
pub const COMMAND_REWRITES: Oracle = Oracle {
    name: "command-rewrites",
    family: Family::RoundTrip,
    about: "what an implementation of the user reads of a valid module and writes again reads back to the same module",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| rewrites::<Pnacl>(COMMAND_REWRITES.name, case)),
};

/// Programs that change files.
pub const COMMAND_TRANSFORMS: Oracle = Oracle {
    name: "command-transforms",
    family: Family::Metamorphic,
    about: "what an implementation of the user makes of a valid module is valid",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| transforms::<Pnacl>(COMMAND_TRANSFORMS.name, case)),
};

/// Programs that call functions.
pub const COMMAND_EXECUTES: Oracle = Oracle {
    name: "command-executes",
    family: Family::Execution,
    about: "a program of the user returns what the interpreter returns, of calls that are defined and depend on no address",
    floor: 30,
    needs: COMMANDS,
    check: Check::Parts(|case| executes::<Pnacl>(COMMAND_EXECUTES.name, case)),
};
